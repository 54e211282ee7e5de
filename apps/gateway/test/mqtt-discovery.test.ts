import {
  FOUR_STRINGS,
  ONE_STRING,
  TWO_STRINGS,
  tellDevice,
  tellReadings,
} from '@heliograph/testbed/gateway/told-inverter.ts';
import { eventually } from '@heliograph/testbed/outside/eventually.ts';
import { describe, expect, it } from 'vitest';
import { createDiscoveryTestbed, GARAGE, named, WHOLE } from './discovery-testbed.ts';
import { discoveryProblems } from './home-assistant-schema.ts';

const BIRTH = 'homeassistant/status';

describe('Home Assistant', () => {
  it('is told every entity at a connect, before their values', async () => {
    const testbed = await createDiscoveryTestbed({ inverters: [TWO_STRINGS, FOUR_STRINGS] });
    tellReadings(testbed.fleet, GARAGE);
    await testbed.start();
    const { told, removed } = testbed.announced(GARAGE);
    expect([told.length, removed.length]).toEqual([WHOLE, 2 * 6]);
    expect(testbed.announced(FOUR_STRINGS.serial).told).toHaveLength(WHOLE);
    const topics = testbed.broker.heard.map(({ topic }) => topic);
    expect(topics.findLastIndex((topic) => topic.endsWith('/config'))).toBeLessThan(
      topics.indexOf(`solar/${GARAGE}/status/reachable`),
    );
    const announced = testbed.broker.heard.filter(({ topic }) => topic.endsWith('/config'));
    expect(announced.flatMap((message) => discoveryProblems('homeassistant/', message))).toEqual([]);
    const { exp_aft, dev } = JSON.parse(
      testbed.broker.last(`homeassistant/sensor/dtu_${GARAGE}/ch0_Power/config`) ?? '',
    );
    expect(exp_aft).toBe(3 * 5 * 3); // inverters, seconds, messages
    expect([dev.cu, dev.sw]).toEqual(['http://192.168.4.20:8080', 'g0123abc']);
  });

  it('finds the topics of every entity among those that are published or heard', async () => {
    const testbed = await createDiscoveryTestbed({ config: { mqtt_hass_individualpanels: true } });
    tellReadings(testbed.fleet, GARAGE);
    await testbed.start();
    const published = new Set(testbed.broker.heard.map(({ topic }) => topic));
    const states = testbed.broker.heard
      .filter(({ topic }) => topic.includes(`sensor/dtu_${GARAGE}/`))
      .map(({ payload }) => JSON.parse(payload).stat_t);
    expect(states).toHaveLength(2 + 11 + 2 * 6);
    expect(states.filter((topic) => !published.has(topic))).toEqual([]);
    const limits = testbed.broker.heard.filter(({ topic }) => topic.includes(`/number/dtu_${GARAGE}/`));
    for (const { payload } of limits) await testbed.broker.say(JSON.parse(payload).cmd_t, '50');
    await eventually(() => testbed.orders.length === 4);
  });

  it.each([true, false])('has it kept by the broker or not, as it is set: %s', async (retain) => {
    const testbed = await createDiscoveryTestbed({
      config: { mqtt_hass_retain: retain, mqtt_retain: !retain },
    });
    await testbed.start();
    const about = testbed.broker.heard.filter(({ topic }) => topic.includes(`/dtu_${GARAGE}/`));
    expect(about.filter(({ payload, retain: kept }) => payload !== '' && kept === retain)).toHaveLength(
      WHOLE,
    );
    expect(about.every(({ payload, retain: kept }) => payload !== '' || kept)).toBe(true);
  });

  it('is told where it is said that we are here, with every entity, in the words of the settings', async () => {
    const config = { mqtt_lwt_topic: 'here', mqtt_lwt_online: 'up', mqtt_lwt_offline: 'down' };
    const testbed = await createDiscoveryTestbed({ config });
    await testbed.start();
    const told = testbed.broker.heard.filter(
      ({ topic, payload }) => topic.includes(`/dtu_${GARAGE}/`) && payload !== '',
    );
    expect(told).toHaveLength(WHOLE);
    for (const { topic, payload } of told) {
      const { avty_t, pl_avail, pl_not_avail } = JSON.parse(payload);
      expect([avty_t, pl_avail, pl_not_avail], topic).toEqual(['solar/here', 'up', 'down']);
    }
    expect(testbed.broker.last('solar/here')).toBe('up');
    await testbed.mqtt.stop();
    expect(testbed.broker.last('solar/here')).toBe('down');
  });

  it.each([
    { mqtt_lwt_online: '' },
    { mqtt_lwt_offline: '' },
    { mqtt_lwt_online: 'x', mqtt_lwt_offline: 'x' },
  ])('is told of no such place where it would say nothing: %j', async (config) => {
    const testbed = await createDiscoveryTestbed({ config });
    await testbed.start();
    const sensor = testbed.broker.last(`homeassistant/sensor/dtu_${GARAGE}/ch0_Power/config`) ?? '';
    expect(sensor).toContain('exp_aft');
    expect(sensor).not.toContain('avty');
  });

  it.each([
    [true, 0],
    [false, 1],
  ])(
    'hears again and again that we are here where the broker does not keep it: %s',
    async (mqtt_retain, times) => {
      const testbed = await createDiscoveryTestbed({ config: { mqtt_retain } });
      await testbed.start();
      for (let round = 0; round < 3; round++) {
        await testbed.nextRound();
        expect(testbed.broker.heard.filter(({ payload }) => payload === 'online')).toHaveLength(times);
      }
    },
  );

  it('is told again how far limits go when an inverter has told what it can do', async () => {
    const testbed = await createDiscoveryTestbed();
    await testbed.start();
    const maxOf = () =>
      JSON.parse(
        testbed.broker.last(`homeassistant/number/dtu_${GARAGE}/limit_persistent_absolute/config`) ?? '{}',
      ).max;
    expect(maxOf()).toBe(1500);
    await testbed.nextRound();
    tellDevice(testbed.fleet, GARAGE);
    await eventually(() => maxOf() === 800);
    await testbed.nextRound();
    tellReadings(testbed.fleet, GARAGE);
    await testbed.nextRound();
    expect(testbed.announced(GARAGE).told).toEqual([]);
  });

  it('is told nothing while discovery is off', async () => {
    const testbed = await createDiscoveryTestbed({ config: { mqtt_hass_enabled: false } });
    await testbed.start();
    await testbed.broker.say(BIRTH, 'online');
    await testbed.setInverters([TWO_STRINGS, ONE_STRING]);
    await testbed.nextRound();
    await testbed.nextRound();
    expect(testbed.broker.heard.filter(({ topic }) => topic.endsWith('/config'))).toEqual([]);
  });

  it('is told everything again when it says that it is back', async () => {
    const testbed = await createDiscoveryTestbed();
    await testbed.start();
    await testbed.nextRound();
    expect(testbed.announced(GARAGE).told).toEqual([]);
    await testbed.broker.say(BIRTH, 'offline');
    await testbed.broker.say(BIRTH, 'online');
    await eventually(() => testbed.announced(GARAGE).told.length === WHOLE);
  });

  it('is told everything once at a connect where the broker has kept that it is there', async () => {
    const testbed = await createDiscoveryTestbed();
    await testbed.broker.say(BIRTH, 'online', { retain: true });
    await testbed.start();
    expect(testbed.announced(GARAGE).told).toHaveLength(WHOLE);
    await testbed.nextRound();
    await testbed.nextRound();
    expect(testbed.announced(GARAGE).told).toEqual([]);
  });

  it('is told at most once in 5 s, and what is so in the end', async () => {
    const testbed = await createDiscoveryTestbed();
    await testbed.start();
    await testbed.nextRound();
    testbed.broker.forget();
    for (let number = 1; number <= 50; number++) {
      await testbed.setInverters([{ ...TWO_STRINGS, name: `N${number}` }]);
    }
    await eventually(() => named(testbed, 'N1') === WHOLE);
    testbed.clock.advance(4999);
    expect(named(testbed, 'N50')).toBe(0);
    testbed.clock.advance(1);
    await eventually(() => named(testbed, 'N50') === WHOLE);
    for (let number = 2; number < 50; number++) expect(named(testbed, `N${number}`)).toBe(0);
    await testbed.nextRound();
    await testbed.nextRound();
    expect(named(testbed, 'N50')).toBe(0);
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
    const testbed = await createDiscoveryTestbed({ web: { host } });
    await testbed.start();
    const sensor = testbed.broker.last(`homeassistant/sensor/dtu_${GARAGE}/ch0_Power/config`);
    expect(JSON.parse(sensor ?? '').dev.cu).toBe(url);
  });

  it('is told of pages that are served over HTTPS, below a path', async () => {
    const testbed = await createDiscoveryTestbed({
      web: { host: 'solar.lan', basePath: '/dtu/', isHttps: true },
    });
    await testbed.start();
    const sensor = testbed.broker.last(`homeassistant/sensor/dtu_${GARAGE}/ch0_Power/config`);
    expect(JSON.parse(sensor ?? '').dev.cu).toBe('https://solar.lan:8080/dtu/');
  });

  it.each(['homeassistant/status', 'ha/status'])('may say at %s that it is back', async (topic) => {
    const testbed = await createDiscoveryTestbed({ config: { mqtt_hass_topic: 'ha/' } });
    await testbed.start();
    await testbed.nextRound();
    await testbed.broker.say(topic, 'online');
    await eventually(() => testbed.announced(GARAGE).told.length === WHOLE);
  });
});
