import { describe, expect, it } from 'vitest';
import { createDiscoveryBench, GARAGE, named, WHOLE } from './discovery-bench.ts';
import { eventually } from './eventually.ts';
import { discoveryProblems } from './home-assistant-schema.ts';
import { FOUR_STRINGS, ONE_STRING, TWO_STRINGS, tellDevice, tellReadings } from './told-inverter.ts';

const BIRTH = 'homeassistant/status';

describe('Home Assistant', () => {
  it('is told every entity at a connect, before their values', async () => {
    const bench = await createDiscoveryBench({ inverters: [TWO_STRINGS, FOUR_STRINGS] });
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
    const bench = await createDiscoveryBench({ config: { mqtt_hass_individualpanels: true } });
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
    const bench = await createDiscoveryBench({ config: { mqtt_hass_retain: retain, mqtt_retain: !retain } });
    await bench.start();
    const about = bench.broker.heard.filter(({ topic }) => topic.includes(`/dtu_${GARAGE}/`));
    expect(about.filter(({ payload, retain: kept }) => payload !== '' && kept === retain)).toHaveLength(
      WHOLE,
    );
    expect(about.every(({ payload, retain: kept }) => payload !== '' || kept)).toBe(true);
  });

  it('is told where it is said that we are here, with every entity, in the words of the settings', async () => {
    const config = { mqtt_lwt_topic: 'here', mqtt_lwt_online: 'up', mqtt_lwt_offline: 'down' };
    const bench = await createDiscoveryBench({ config });
    await bench.start();
    const told = bench.broker.heard.filter(
      ({ topic, payload }) => topic.includes(`/dtu_${GARAGE}/`) && payload !== '',
    );
    expect(told).toHaveLength(WHOLE);
    for (const { topic, payload } of told) {
      const { avty_t, pl_avail, pl_not_avail } = JSON.parse(payload);
      expect([avty_t, pl_avail, pl_not_avail], topic).toEqual(['solar/here', 'up', 'down']);
    }
    expect(bench.broker.last('solar/here')).toBe('up');
    await bench.mqtt.stop();
    expect(bench.broker.last('solar/here')).toBe('down');
  });

  it.each([
    { mqtt_lwt_online: '' },
    { mqtt_lwt_offline: '' },
    { mqtt_lwt_online: 'x', mqtt_lwt_offline: 'x' },
  ])('is told of no such place where it would say nothing: %j', async (config) => {
    const bench = await createDiscoveryBench({ config });
    await bench.start();
    const sensor = bench.broker.last(`homeassistant/sensor/dtu_${GARAGE}/ch0_Power/config`) ?? '';
    expect(sensor).toContain('exp_aft');
    expect(sensor).not.toContain('avty');
  });

  it.each([
    [true, 0],
    [false, 1],
  ])(
    'hears again and again that we are here where the broker does not keep it: %s',
    async (mqtt_retain, times) => {
      const bench = await createDiscoveryBench({ config: { mqtt_retain } });
      await bench.start();
      for (let round = 0; round < 3; round++) {
        await bench.nextRound();
        expect(bench.broker.heard.filter(({ payload }) => payload === 'online')).toHaveLength(times);
      }
    },
  );

  it('is told again how far limits go when an inverter has told what it can do', async () => {
    const bench = await createDiscoveryBench();
    await bench.start();
    const maxOf = () =>
      JSON.parse(
        bench.broker.last(`homeassistant/number/dtu_${GARAGE}/limit_persistent_absolute/config`) ?? '{}',
      ).max;
    expect(maxOf()).toBe(1500);
    await bench.nextRound();
    tellDevice(bench.fleet, GARAGE);
    await eventually(() => maxOf() === 800);
    await bench.nextRound();
    tellReadings(bench.fleet, GARAGE);
    await bench.nextRound();
    expect(bench.announced(GARAGE).told).toEqual([]);
  });

  it('is told nothing while discovery is off', async () => {
    const bench = await createDiscoveryBench({ config: { mqtt_hass_enabled: false } });
    await bench.start();
    await bench.broker.say(BIRTH, 'online');
    await bench.setInverters([TWO_STRINGS, ONE_STRING]);
    await bench.nextRound();
    await bench.nextRound();
    expect(bench.broker.heard.filter(({ topic }) => topic.endsWith('/config'))).toEqual([]);
  });

  it('is told everything again when it says that it is back', async () => {
    const bench = await createDiscoveryBench();
    await bench.start();
    await bench.nextRound();
    expect(bench.announced(GARAGE).told).toEqual([]);
    await bench.broker.say(BIRTH, 'offline');
    await bench.broker.say(BIRTH, 'online');
    await eventually(() => bench.announced(GARAGE).told.length === WHOLE);
  });

  it('is told everything once at a connect where the broker has kept that it is there', async () => {
    const bench = await createDiscoveryBench();
    await bench.broker.say(BIRTH, 'online', { retain: true });
    await bench.start();
    expect(bench.announced(GARAGE).told).toHaveLength(WHOLE);
    await bench.nextRound();
    await bench.nextRound();
    expect(bench.announced(GARAGE).told).toEqual([]);
  });

  it('is told at most once in 5 s, and what is so in the end', async () => {
    const bench = await createDiscoveryBench();
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
    const bench = await createDiscoveryBench({ web: { host } });
    await bench.start();
    const sensor = bench.broker.last(`homeassistant/sensor/dtu_${GARAGE}/ch0_Power/config`);
    expect(JSON.parse(sensor ?? '').dev.cu).toBe(url);
  });

  it('is told of pages that are served over HTTPS, below a path', async () => {
    const bench = await createDiscoveryBench({
      web: { host: 'solar.lan', basePath: '/dtu/', isHttps: true },
    });
    await bench.start();
    const sensor = bench.broker.last(`homeassistant/sensor/dtu_${GARAGE}/ch0_Power/config`);
    expect(JSON.parse(sensor ?? '').dev.cu).toBe('https://solar.lan:8080/dtu/');
  });

  it.each(['homeassistant/status', 'ha/status'])('may say at %s that it is back', async (topic) => {
    const bench = await createDiscoveryBench({ config: { mqtt_hass_topic: 'ha/' } });
    await bench.start();
    await bench.nextRound();
    await bench.broker.say(topic, 'online');
    await eventually(() => bench.announced(GARAGE).told.length === WHOLE);
  });
});
