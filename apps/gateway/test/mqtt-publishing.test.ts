import { describe, expect, it } from 'vitest';
import { eventually } from './eventually.ts';
import { createMqttBench, type MqttBench } from './mqtt-bench.ts';
import { accept, type ScriptedBroker, startScriptedBroker } from './scripted-broker.ts';
import { FOUR_STRINGS, TWO_STRINGS, tellDevice, tellReadings } from './told-inverter.ts';

const GARAGE = TWO_STRINGS.serial;
const lostBy = (bench: MqttBench, serial: string) => bench.fleet.update(serial, () => ({ missedPolls: 3 }));
const valuesOf = (bench: MqttBench, serial = GARAGE) =>
  bench.heardOf(serial).filter((line) => /^\d\//.test(line));

/** Of two strings: 11 fields, and two times a name and 6 fields. */
const VALUE_COUNT = 25;

describe('publishing', () => {
  it('begins with everything, as soon as there is a connection', async () => {
    const bench = await createMqttBench();
    tellReadings(bench.fleet, GARAGE);
    tellDevice(bench.fleet, GARAGE);
    await bench.start();
    expect(bench.broker.clientIds).toEqual(['OpenDTU-11259375']);
    expect(bench.broker.heard[0]).toEqual({ topic: 'solar/dtu/status', payload: 'online', retain: true });
    expect(bench.broker.heard.slice(1, 4).map(({ topic, payload }) => `${topic} ${payload}`)).toEqual([
      'solar/dtu/uptime 0',
      'solar/dtu/ip 192.168.4.20',
      'solar/dtu/hostname OpenDTU-ABCDEF',
    ]);
    const heard = bench.heardOf(GARAGE);
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
    expect(heard.at(-1)).toBe('2/irradiation 223.50');
  });

  it('goes on at the interval, with values only when there are new ones', async () => {
    const bench = await createMqttBench();
    await bench.start();
    expect(valuesOf(bench)).toEqual([]); // never told
    await bench.nextRound();
    expect(bench.broker.last('solar/dtu/uptime')).toBe('5');
    expect(bench.heardOf(GARAGE)).toEqual([
      'name Garage',
      'status/reachable 1',
      'status/producing 0',
      'status/last_update 0',
    ]);

    tellReadings(bench.fleet, GARAGE, 1);
    bench.clock.advance(2000);
    tellReadings(bench.fleet, GARAGE, 2);
    bench.broker.forget();
    bench.clock.advance(2999);
    await bench.settings.update('dtu', (dtu) => ({ ...dtu })); // anything that takes a moment
    expect(bench.broker.heard).toEqual([]);
    await bench.nextRound();
    expect(valuesOf(bench)).toHaveLength(VALUE_COUNT);
    expect(valuesOf(bench)).toContain('0/power 2.00');
    const updates = () => bench.heardOf(GARAGE).filter((line) => line.startsWith('status/last_update'));
    const update = updates();
    await bench.nextRound();
    expect(valuesOf(bench)).toEqual([]);
    expect(updates()).toEqual(update);
  });

  it.each([true, false])('is kept by the broker or not, as it is set: %s', async (retain) => {
    const bench = await createMqttBench({ config: { mqtt_retain: retain } });
    tellReadings(bench.fleet, GARAGE);
    await bench.start();
    expect(bench.broker.heard.length).toBeGreaterThan(VALUE_COUNT);
    expect(bench.broker.heard.every((heard) => heard.retain === retain)).toBe(true);
    await bench.loseBroker();
    expect(bench.broker.heard.at(-1)).toEqual({ topic: 'solar/dtu/status', payload: 'offline', retain });
  });

  it('keeps nothing for later while there is no broker: the last values count', async () => {
    const bench = await createMqttBench();
    await bench.start();
    await bench.loseBroker();
    for (let offset = 1; offset <= 20; offset++) {
      tellReadings(bench.fleet, GARAGE, offset);
      bench.clock.advance(40); // before the next attempt
    }
    await bench.findBroker();
    expect(valuesOf(bench)).toHaveLength(VALUE_COUNT);
    expect(valuesOf(bench)).toContain('0/power 20.00');
    expect(bench.broker.heard.filter(({ topic }) => topic === 'solar/dtu/uptime')).toHaveLength(1);
  });

  it('tells a new connection everything that is still true', async () => {
    const bench = await createMqttBench({ inverters: [TWO_STRINGS, FOUR_STRINGS] });
    tellReadings(bench.fleet, GARAGE);
    tellReadings(bench.fleet, FOUR_STRINGS.serial);
    await bench.start();
    lostBy(bench, GARAGE);
    await bench.loseBroker();
    await bench.findBroker();
    expect(valuesOf(bench, FOUR_STRINGS.serial)).toHaveLength(11 + 4 * 7);
    // It is gone, and the broker had its last values: they would look as if they were new.
    expect(valuesOf(bench)).toEqual([]);
    expect(bench.heardOf(GARAGE)).toContain('status/reachable 0');
  });

  it('tells the last values of an inverter that has gone while there was no broker', async () => {
    const bench = await createMqttBench();
    tellReadings(bench.fleet, GARAGE, 1);
    await bench.start();
    await bench.loseBroker();
    bench.clock.advance(40);
    tellReadings(bench.fleet, GARAGE, 2);
    lostBy(bench, GARAGE);
    await bench.findBroker();
    expect(valuesOf(bench)).toContain('0/power 2.00');
    await bench.nextRound();
    expect(valuesOf(bench)).toEqual([]);
  });

  it('tells other topics everything once, and the old ones nothing more', async () => {
    const bench = await createMqttBench();
    tellReadings(bench.fleet, GARAGE);
    await bench.start();
    lostBy(bench, GARAGE);
    await bench.change({ mqtt_lwt_online: 'here' });
    expect(valuesOf(bench)).toEqual([]); // the same broker, the same topics
    await bench.change({ mqtt_topic: 'roof/' });
    expect(bench.broker.last(`roof/${GARAGE}/0/power`)).toBe('0.50');
    expect(bench.heardOf(GARAGE)).toEqual([]);
  });

  it('comes to an end also where the broker takes nothing for a while', async () => {
    const slow = await startScriptedBroker(accept);
    const plant = (name: string) =>
      Array.from({ length: 9 }, (_, index) => ({ ...FOUR_STRINGS, serial: `11617222000${index}`, name }));
    const bench = await createMqttBench({
      config: { mqtt_port: slow.port, mqtt_hass_enabled: true, mqtt_hass_individualpanels: true },
      inverters: plant('Old'),
    });
    bench.mqtt.start(80);
    await eventually(() => bench.mqtt.facts().isConnected);
    slow.sockets[0]?.pause();
    for (let round = 1; round <= 60; round++) {
      await bench.setInverters(plant(`Old ${round}`)); // is announced, a fifth of a megabyte
      await bench.clock.advanceAsync(5000);
    }
    for (const { serial } of plant('')) tellReadings(bench.fleet, serial, 1000);
    await bench.setInverters(plant('New'));
    await bench.clock.advanceAsync(5000);

    slow.sockets[0]?.resume();
    const news = () => new Set(textOf(slow).match(/"uniq_id":"[^"]*"[^{}]*"dev":\{"name":"New"/g));
    const isComplete = () =>
      news().size === 9 * (3 + 4 + 2 + 11 + 4 * 6) && textOf(slow).includes('116172220008/4/irradiation');
    await eventually(() => {
      bench.clock.advance(1000);
      return isComplete();
    });
    expect(textOf(slow)).not.toContain('"Old 60"'); // it did take nothing
  });
});

const textOf = (broker: ScriptedBroker) => broker.received(0).toString('latin1');
