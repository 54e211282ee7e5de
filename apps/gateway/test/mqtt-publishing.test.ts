import {
  FOUR_STRINGS,
  TWO_STRINGS,
  tellDevice,
  tellReadings,
} from '@heliograph/testbed/gateway/told-inverter.ts';
import {
  accept,
  type ScriptedBroker,
  startScriptedBroker,
} from '@heliograph/testbed/mqtt/scripted-broker.ts';
import { eventually } from '@heliograph/testbed/outside/eventually.ts';
import { describe, expect, it } from 'vitest';
import { createMqttTestbed, type MqttTestbed } from './mqtt-testbed.ts';

const GARAGE = TWO_STRINGS.serial;
const lostBy = (testbed: MqttTestbed, serial: string) =>
  testbed.fleet.update(serial, () => ({ contact: 'lost' }));
const valuesOf = (testbed: MqttTestbed, serial = GARAGE) =>
  testbed.heardOf(serial).filter((line) => /^\d\//.test(line));

/** Of two strings: 11 fields, and two times a name and 6 fields. */
const VALUE_COUNT = 25;

describe('publishing', () => {
  it('begins with everything, as soon as there is a connection', async () => {
    const testbed = await createMqttTestbed();
    tellReadings(testbed.fleet, GARAGE);
    tellDevice(testbed.fleet, GARAGE);
    await testbed.start();
    expect(testbed.broker.clients.map(({ id }) => id)).toEqual(['OpenDTU-11259375']);
    expect(testbed.broker.heard[0]).toMatchObject({
      topic: 'solar/dtu/status',
      payload: 'online',
      retain: true,
    });
    expect(testbed.broker.heard.slice(1, 4).map(({ topic, payload }) => `${topic} ${payload}`)).toEqual([
      'solar/dtu/uptime 0',
      'solar/dtu/ip 192.168.4.20',
      'solar/dtu/hostname OpenDTU-ABCDEF',
    ]);
    const heard = testbed.heardOf(GARAGE);
    expect(heard.slice(0, 11).map((line) => line.split(' ')[0])).toEqual([
      'name',
      'device/bootloaderversion',
      'device/fwbuildversion',
      'device/fwbuilddatetime',
      'device/hwpartnumber',
      'device/hwversion',
      'status/limit_relative',
      'status/limit_absolute',
      'status/reachable',
      'status/producing',
      'status/last_update',
    ]);
    expect(heard[10]).toBe(`status/last_update ${Date.UTC(2024, 5, 21, 9, 30) / 1000}`);
    expect(heard.slice(11)).toHaveLength(VALUE_COUNT);
    expect(heard.at(-1)).toBe('2/irradiation 57.50');
  });

  it('goes on at the interval, with values only when there are new ones', async () => {
    const testbed = await createMqttTestbed();
    await testbed.start();
    expect(valuesOf(testbed)).toEqual([]); // never told
    await testbed.nextRound();
    expect(testbed.broker.last('solar/dtu/uptime')).toBe('5');
    expect(testbed.heardOf(GARAGE)).toEqual([
      'name Garage',
      'status/reachable 1',
      'status/producing 0',
      'status/last_update 0',
    ]);

    tellReadings(testbed.fleet, GARAGE, 1);
    testbed.clock.advance(2000);
    tellReadings(testbed.fleet, GARAGE, 2);
    testbed.broker.forget();
    testbed.clock.advance(2999);
    await testbed.settings.update('dtu', (dtu) => ({ ...dtu })); // anything that takes a moment
    expect(testbed.broker.heard).toEqual([]);
    await testbed.nextRound();
    expect(valuesOf(testbed)).toHaveLength(VALUE_COUNT);
    expect(valuesOf(testbed)).toContain('0/power 2.00');
    const updates = () => testbed.heardOf(GARAGE).filter((line) => line.startsWith('status/last_update'));
    const update = updates();
    await testbed.nextRound();
    expect(valuesOf(testbed)).toEqual([]);
    expect(updates()).toEqual(update);
  });

  it.each([true, false])('is kept by the broker or not, as it is set: %s', async (retain) => {
    const testbed = await createMqttTestbed({ config: { mqtt_retain: retain } });
    tellReadings(testbed.fleet, GARAGE);
    await testbed.start();
    expect(testbed.broker.heard.length).toBeGreaterThan(VALUE_COUNT);
    expect(testbed.broker.heard.every((heard) => heard.retain === retain)).toBe(true);
    await testbed.loseBroker();
    expect(testbed.broker.heard.at(-1)).toMatchObject({
      topic: 'solar/dtu/status',
      payload: 'offline',
      retain,
    });
  });

  it('keeps nothing for later while there is no broker: the last values count', async () => {
    const testbed = await createMqttTestbed();
    await testbed.start();
    await testbed.loseBroker();
    for (let offset = 1; offset <= 20; offset++) {
      tellReadings(testbed.fleet, GARAGE, offset);
      testbed.clock.advance(40); // before the next attempt
    }
    await testbed.findBroker();
    expect(valuesOf(testbed)).toHaveLength(VALUE_COUNT);
    expect(valuesOf(testbed)).toContain('0/power 20.00');
    expect(testbed.broker.heard.filter(({ topic }) => topic === 'solar/dtu/uptime')).toHaveLength(1);
  });

  it('tells a new connection everything that is still true', async () => {
    const testbed = await createMqttTestbed({ inverters: [TWO_STRINGS, FOUR_STRINGS] });
    tellReadings(testbed.fleet, GARAGE);
    tellReadings(testbed.fleet, FOUR_STRINGS.serial);
    await testbed.start();
    lostBy(testbed, GARAGE);
    await testbed.loseBroker();
    await testbed.findBroker();
    expect(valuesOf(testbed, FOUR_STRINGS.serial)).toHaveLength(11 + 4 * 7);
    // It is gone, and the broker had its last values: they would look as if they were new.
    expect(valuesOf(testbed)).toEqual([]);
    expect(testbed.heardOf(GARAGE)).toContain('status/reachable 0');
  });

  it('tells the last values of an inverter that has gone while there was no broker', async () => {
    const testbed = await createMqttTestbed();
    tellReadings(testbed.fleet, GARAGE, 1);
    await testbed.start();
    await testbed.loseBroker();
    testbed.clock.advance(40);
    tellReadings(testbed.fleet, GARAGE, 2);
    lostBy(testbed, GARAGE);
    await testbed.findBroker();
    expect(valuesOf(testbed)).toContain('0/power 2.00');
    await testbed.nextRound();
    expect(valuesOf(testbed)).toEqual([]);
  });

  it('tells other topics everything once, and the old ones nothing more', async () => {
    const testbed = await createMqttTestbed();
    tellReadings(testbed.fleet, GARAGE);
    await testbed.start();
    lostBy(testbed, GARAGE);
    await testbed.change({ mqtt_lwt_online: 'here' });
    expect(valuesOf(testbed)).toEqual([]); // the same broker, the same topics
    await testbed.change({ mqtt_topic: 'roof/' });
    expect(testbed.broker.last(`roof/${GARAGE}/0/power`)).toBe('0.50');
    expect(testbed.heardOf(GARAGE)).toEqual([]);
  });

  it('comes to an end also where the broker takes nothing for a while', async () => {
    const slow = await startScriptedBroker(accept);
    const plant = (name: string) =>
      Array.from({ length: 9 }, (_, index) => ({ ...FOUR_STRINGS, serial: `11617222000${index}`, name }));
    const testbed = await createMqttTestbed({
      config: { mqtt_port: slow.port, mqtt_hass_enabled: true, mqtt_hass_individualpanels: true },
      inverters: plant('Old'),
    });
    testbed.mqtt.start(80);
    await eventually(() => testbed.mqtt.facts().isConnected);
    slow.sockets[0]?.pause();
    for (let round = 1; round <= 60; round++) {
      await testbed.setInverters(plant(`Old ${round}`)); // is announced, a fifth of a megabyte
      await testbed.clock.advanceAsync(5000);
    }
    for (const { serial } of plant('')) tellReadings(testbed.fleet, serial, 1000);
    await testbed.setInverters(plant('New'));
    await testbed.clock.advanceAsync(5000);

    slow.sockets[0]?.resume();
    const news = () => new Set(textOf(slow).match(/"uniq_id":"[^"]*"[^{}]*"dev":\{"name":"New"/g));
    const isComplete = () =>
      news().size === 9 * (3 + 4 + 2 + 11 + 4 * 6) && textOf(slow).includes('116172220008/4/irradiation');
    await eventually(() => {
      testbed.clock.advance(1000);
      return isComplete();
    });
    expect(textOf(slow)).not.toContain('"Old 60"'); // it did take nothing
  });
});

const textOf = (broker: ScriptedBroker) => broker.received(0).toString('latin1');
