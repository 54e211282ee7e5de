import { describe, expect, it } from 'vitest';
import { discoveryProblems } from './home-assistant-schema.ts';
import { createMqttBench, eventually, type MqttBench, type MqttBenchOptions } from './mqtt-bench.ts';
import { startTestBroker } from './test-broker.ts';
import { FOUR_STRINGS, ONE_STRING, TWO_STRINGS, tellReadings } from './told-inverter.ts';

const GARAGE = TWO_STRINGS.serial;
const SHED = ONE_STRING.serial;
const BIRTH = 'homeassistant/status';
/** Buttons, numbers, binary sensors, the AC side. */
const WHOLE = 3 + 4 + 2 + 11;

const createBench = ({ config, ...more }: MqttBenchOptions = {}) =>
  createMqttBench({ config: { mqtt_hass_enabled: true, ...config }, ...more });
const keptAbout = (bench: MqttBench, serial: string) =>
  [...bench.broker.kept().keys()].filter((topic) => topic.includes(`/dtu_${serial}/`));
const remembered = (bench: MqttBench) => bench.disk.text('discovery.json') ?? '';
const named = (bench: MqttBench, name: string) =>
  bench.broker.heard.filter(({ payload }) => payload.startsWith(`{"name":"${name} `)).length;

describe('Home Assistant', () => {
  it('is told every entity at a connect, before their values', async () => {
    const bench = await createBench({ inverters: [TWO_STRINGS, FOUR_STRINGS] });
    tellReadings(bench.fleet, GARAGE);
    await bench.start();
    const { told, removed } = bench.announced(GARAGE);
    expect([told.length, removed.length]).toEqual([WHOLE, 2 * 6]);
    expect(bench.announced(FOUR_STRINGS.serial).told).toHaveLength(WHOLE);
    const topics = bench.broker.heard.map(({ topic }) => topic);
    expect(topics.findLastIndex((topic) => topic.endsWith('/config'))).toBeLessThan(
      topics.indexOf(`solar/${GARAGE}/status/reachable`),
    );
    const announced = bench.broker.heard.filter(({ topic }) => topic.endsWith('/config'));
    expect(announced.flatMap((message) => discoveryProblems('homeassistant/', message))).toEqual([]);
    const { exp_aft, dev } = JSON.parse(
      bench.broker.last(`homeassistant/sensor/dtu_${GARAGE}/ch0_Power/config`) ?? '',
    );
    expect(exp_aft).toBe(3 * 5 * 3); // inverters, seconds, messages
    expect([dev.cu, dev.sw]).toEqual(['http://192.168.4.20:8080', 'g0123abc']);
  });

  it('finds the topics of every entity among those that are published or heard', async () => {
    const bench = await createBench({ config: { mqtt_hass_individualpanels: true } });
    tellReadings(bench.fleet, GARAGE);
    await bench.start();
    const published = new Set(bench.broker.heard.map(({ topic }) => topic));
    const states = bench.broker.heard
      .filter(({ topic }) => topic.includes(`sensor/dtu_${GARAGE}/`))
      .map(({ payload }) => JSON.parse(payload).stat_t);
    expect(states).toHaveLength(2 + 11 + 2 * 6);
    expect(states.filter((topic) => !published.has(topic))).toEqual([]);
    const limits = bench.broker.heard.filter(({ topic }) => topic.includes(`/number/dtu_${GARAGE}/`));
    for (const { payload } of limits) await bench.broker.say(JSON.parse(payload).cmd_t, '50');
    await eventually(() => bench.orders.length === 4);
  });

  it.each([true, false])('has it kept by the broker or not, as it is set: %s', async (retain) => {
    const bench = await createBench({ config: { mqtt_hass_retain: retain, mqtt_retain: !retain } });
    await bench.start();
    const about = bench.broker.heard.filter(({ topic }) => topic.includes(`/dtu_${GARAGE}/`));
    expect(about.filter(({ payload, retain: kept }) => payload !== '' && kept === retain)).toHaveLength(
      WHOLE,
    );
    expect(about.every(({ payload, retain: kept }) => payload !== '' || kept)).toBe(true);
  });

  it('is told nothing while discovery is off', async () => {
    const bench = await createBench({ config: { mqtt_hass_enabled: false } });
    await bench.start();
    await bench.broker.say(BIRTH, 'online');
    await bench.setInverters([TWO_STRINGS, ONE_STRING]);
    await bench.nextRound();
    await bench.nextRound();
    expect(bench.broker.heard.filter(({ topic }) => topic.endsWith('/config'))).toEqual([]);
  });

  it('is told everything again when it says that it is back', async () => {
    const bench = await createBench();
    await bench.start();
    await bench.nextRound();
    expect(bench.announced(GARAGE).told).toEqual([]);
    await bench.broker.say(BIRTH, 'offline');
    await bench.broker.say(BIRTH, 'online');
    await eventually(() => bench.announced(GARAGE).told.length === WHOLE);
  });

  it('is told everything once at a connect where the broker has kept that it is there', async () => {
    const bench = await createBench();
    await bench.broker.say(BIRTH, 'online', { retain: true });
    await bench.start();
    expect(bench.announced(GARAGE).told).toHaveLength(WHOLE);
    await bench.nextRound();
    await bench.nextRound();
    expect(bench.announced(GARAGE).told).toEqual([]);
  });

  it('is told at most once in 5 s, and what is so in the end', async () => {
    const bench = await createBench();
    await bench.start();
    await bench.nextRound();
    bench.broker.forget();
    for (let number = 1; number <= 50; number++) {
      await bench.setInverters([{ ...TWO_STRINGS, name: `N${number}` }]);
    }
    await eventually(() => named(bench, 'N1') === WHOLE);
    bench.clock.advance(4999);
    expect(named(bench, 'N50')).toBe(0);
    bench.clock.advance(1);
    await eventually(() => named(bench, 'N50') === WHOLE);
    for (let number = 2; number < 50; number++) expect(named(bench, `N${number}`)).toBe(0);
    await bench.nextRound();
    await bench.nextRound();
    expect(named(bench, 'N50')).toBe(0);
  });

  it('hears of an inverter that joins, of one with another name, and loses one that goes', async () => {
    const bench = await createBench();
    await bench.start();
    await bench.nextRound();
    await bench.setInverters([TWO_STRINGS, ONE_STRING]);
    await eventually(() => bench.announced(SHED).told.length === WHOLE);
    await bench.nextRound();
    await bench.setInverters([{ ...TWO_STRINGS, name: 'Barn' }, ONE_STRING]);
    await eventually(() => named(bench, 'Barn') === WHOLE);
    await bench.nextRound();
    await bench.setInverters([ONE_STRING]);
    await eventually(() => keptAbout(bench, GARAGE).length === 0);
    expect(bench.announced(SHED).removed.every((topic) => topic.includes('/ch1_'))).toBe(true);
    expect(keptAbout(bench, SHED)).toHaveLength(WHOLE);
  });

  it('keeps an inverter that goes and comes back at once', async () => {
    const bench = await createBench({ config: { mqtt_hass_individualpanels: true } });
    await bench.start(); // has just been announced
    await bench.setInverters([]);
    await bench.setInverters([TWO_STRINGS]);
    await bench.nextRound();
    await bench.nextRound();
    expect(bench.announced(GARAGE).removed).toEqual([]);
    expect(keptAbout(bench, GARAGE)).toHaveLength(WHOLE + 2 * 6);
  });

  it('loses an inverter that was deleted while there was no broker', async () => {
    const bench = await createBench({ inverters: [TWO_STRINGS, ONE_STRING] });
    await bench.start();
    await bench.loseBroker();
    await bench.setInverters([ONE_STRING]);
    await bench.findBroker();
    bench.clock.advance(5000); // not more than once in 5 s
    await eventually(() => keptAbout(bench, GARAGE).length === 0);
    expect(keptAbout(bench, SHED)).toHaveLength(WHOLE);
  });

  it('loses an inverter that was deleted while there was no broker, also when the gateway has started anew since', async () => {
    const bench = await createBench({ inverters: [TWO_STRINGS, ONE_STRING] });
    await bench.start();
    await bench.loseBroker();
    await bench.setInverters([ONE_STRING]);
    await bench.rerun();
    await bench.rerun(); // what was not done yet is not forgotten either
    await bench.broker.plugIn();
    await bench.start();
    expect(keptAbout(bench, GARAGE)).toEqual([]);
    expect(keptAbout(bench, SHED)).toHaveLength(WHOLE);
    await eventually(() => !remembered(bench).includes(GARAGE));
    expect(remembered(bench)).toContain(SHED);
  });

  it('loses an inverter also when the connection broke before the broker had read that', async () => {
    const bench = await createBench({ inverters: [TWO_STRINGS, ONE_STRING] });
    await bench.start();
    await bench.nextRound(); // the last announcement is 5 s ago
    bench.broker.stall();
    await bench.setInverters([ONE_STRING]);
    await bench.loseBroker();
    expect(keptAbout(bench, GARAGE)).toHaveLength(WHOLE);
    await bench.findBroker();
    bench.clock.advance(5000);
    await eventually(() => keptAbout(bench, GARAGE).length === 0);
  });

  it('loses an inverter also when the broker did not answer any more before the gateway stopped', async () => {
    const bench = await createBench({ inverters: [TWO_STRINGS, ONE_STRING] });
    await bench.start();
    bench.broker.stall();
    await bench.setInverters([ONE_STRING]);
    let isOver = false;
    const rerun = bench.rerun().finally(() => {
      isOver = true;
    });
    await bench.clock.advanceAsync(1999);
    expect(isOver).toBe(false);
    await bench.clock.advanceAsync(2001); // 2 s for that, and 2 s for the good-bye
    await rerun;
    expect(keptAbout(bench, GARAGE)).toHaveLength(WHOLE);
    await bench.broker.unplug();
    await bench.broker.plugIn();
    await bench.start();
    await eventually(() => keptAbout(bench, GARAGE).length === 0);
  });

  it.each([
    [undefined, 'http://192.168.4.20:8080'],
    ['0.0.0.0', 'http://192.168.4.20:8080'],
    ['192.168.7.7', 'http://192.168.7.7:8080'],
    ['fd00::7', 'http://[fd00::7]:8080'],
    ['solar.lan', 'http://solar.lan:8080'],
    ['127.0.0.1', undefined],
    ['::1', undefined],
    ['localhost', undefined],
  ])('is told of pages that are served at %s: %s', async (host, url) => {
    const bench = await createBench({ web: { host } });
    await bench.start();
    const sensor = bench.broker.last(`homeassistant/sensor/dtu_${GARAGE}/ch0_Power/config`);
    expect(JSON.parse(sensor ?? '').dev.cu).toBe(url);
  });

  it('is told of pages that are served over HTTPS, below a path', async () => {
    const bench = await createBench({ web: { host: 'solar.lan', basePath: '/dtu/', isHttps: true } });
    await bench.start();
    const sensor = bench.broker.last(`homeassistant/sensor/dtu_${GARAGE}/ch0_Power/config`);
    expect(JSON.parse(sensor ?? '').dev.cu).toBe('https://solar.lan:8080/dtu/');
  });

  it('loses an inverter that is deleted just before the gateway stops', async () => {
    const bench = await createBench({ inverters: [TWO_STRINGS, ONE_STRING] });
    await bench.start(); // has just been announced
    await bench.setInverters([ONE_STRING]);
    await bench.rerun();
    expect(keptAbout(bench, GARAGE)).toEqual([]);
    expect(keptAbout(bench, SHED)).toHaveLength(WHOLE);
    expect(remembered(bench)).not.toContain(GARAGE);
  });

  it.each(['homeassistant/status', 'ha/status'])('may say at %s that it is back', async (topic) => {
    const bench = await createBench({ config: { mqtt_hass_topic: 'ha/' } });
    await bench.start();
    await bench.nextRound();
    await bench.broker.say(topic, 'online');
    await eventually(() => bench.announced(GARAGE).told.length === WHOLE);
  });
});

describe('what Home Assistant has', () => {
  const started = async (config: MqttBenchOptions['config'] = {}) => {
    const bench = await createBench({ config: { mqtt_hass_individualpanels: true, ...config } });
    await bench.start();
    expect(keptAbout(bench, GARAGE)).toHaveLength(WHOLE + 2 * 6);
    await bench.nextRound(); // the last announcement is 5 s ago
    return bench;
  };

  it('goes with the option for the panels, and those only', async () => {
    const bench = await started();
    await bench.change({ mqtt_hass_individualpanels: false });
    expect(keptAbout(bench, GARAGE)).toHaveLength(WHOLE);
    const { removed } = bench.announced(GARAGE);
    expect(removed.every((topic) => /\/ch[12]_/.test(topic))).toBe(true);
  });

  it('goes when discovery is switched off, and comes back with it', async () => {
    const bench = await started();
    await bench.change({ mqtt_hass_enabled: false });
    expect(keptAbout(bench, GARAGE)).toEqual([]);
    await bench.nextRound();
    await bench.change({ mqtt_hass_enabled: true });
    expect(keptAbout(bench, GARAGE)).toHaveLength(WHOLE + 2 * 6);
  });

  it('stays while MQTT is switched off, and what goes meanwhile is removed when it is on again', async () => {
    const bench = await started();
    bench.broker.forget();
    await bench.set({ mqtt_enabled: false });
    await eventually(() => bench.broker.last('solar/dtu/status') === 'offline');
    expect(bench.announced(GARAGE).removed).toEqual([]);
    await bench.set({ mqtt_hass_topic: 'ha/' });
    await bench.rerun();
    await bench.set({ mqtt_enabled: true });
    await bench.start();
    const kept = keptAbout(bench, GARAGE);
    expect(kept).toHaveLength(WHOLE + 2 * 6);
    expect(kept.every((topic) => topic.startsWith('ha/'))).toBe(true);
  });

  it('moves with the prefix', async () => {
    const bench = await started();
    await bench.change({ mqtt_hass_topic: 'ha/' });
    const kept = keptAbout(bench, GARAGE);
    expect(kept).toHaveLength(WHOLE + 2 * 6);
    expect(kept.every((topic) => topic.startsWith('ha/'))).toBe(true);
  });

  it('stays where it is when the broker changes, and is announced to the new one', async () => {
    const bench = await started();
    const other = await startTestBroker();
    bench.broker.forget();
    await bench.set({ mqtt_port: other.port });
    await eventually(() => [...other.kept().keys()].some((topic) => topic.includes(`/dtu_${GARAGE}/`)));
    expect(bench.broker.last('solar/dtu/status')).toBe('offline');
    expect(bench.announced(GARAGE).removed).toEqual([]);
    // What goes meanwhile is removed when the old one is used again.
    await bench.change({ mqtt_hass_enabled: false, mqtt_port: bench.broker.port });
    bench.clock.advance(5000); // not more than once in 5 s
    await eventually(() => keptAbout(bench, GARAGE).length === 0);
    expect(other.heard.filter(({ topic, payload }) => topic.endsWith('/config') && payload === '')).toEqual(
      [],
    );
  });

  it('stays when TLS changes', async () => {
    const bench = await started();
    bench.broker.forget();
    await bench.set({ mqtt_tls: true, mqtt_hass_enabled: false });
    await eventually(() => bench.mqtt.facts().failure !== '');
    expect(bench.broker.last('solar/dtu/status')).toBe('offline');
    expect(keptAbout(bench, GARAGE)).toHaveLength(WHOLE + 2 * 6);
  });

  it('is removed later where the broker is not there: at the next connect to the same one', async () => {
    const bench = await started();
    await bench.loseBroker();
    await bench.set({ mqtt_hass_enabled: false });
    await eventually(() => bench.mqtt.facts().failure === 'refused');
    await bench.findBroker();
    expect(keptAbout(bench, GARAGE)).toEqual([]);
  });

  it('stays, without ever being removed, with any other settings', async () => {
    const bench = await started();
    bench.broker.forget();
    for (const config of [
      { mqtt_topic: 'roof/' },
      { mqtt_publish_interval: 6 },
      { mqtt_lwt_topic: 'here' },
      { mqtt_hass_expire: false },
      { mqtt_username: 'somebody' },
    ]) {
      await bench.set(config);
      await eventually(() => bench.broker.last('roof/dtu/uptime') !== undefined);
    }
    const sensor = `homeassistant/sensor/dtu_${GARAGE}/ch0_Power/config`;
    bench.clock.advance(5000);
    await eventually(() => !(bench.broker.last(sensor) ?? 'exp_aft').includes('exp_aft'));
    expect(bench.announced(GARAGE).removed).toEqual([]);
  });

  it('stays when the gateway stops', async () => {
    const bench = await started();
    bench.broker.forget();
    await bench.mqtt.stop();
    expect(keptAbout(bench, GARAGE)).toHaveLength(WHOLE + 2 * 6);
    expect(bench.announced(GARAGE).removed).toEqual([]);
  });
});
