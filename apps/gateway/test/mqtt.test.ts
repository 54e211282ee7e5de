import {
  EAST_AND_WEST,
  GARAGE as SIMULATED,
  startPlantGateway,
} from '@heliograph/testbed/gateway/plant-gateway.ts';
import { TWO_STRINGS } from '@heliograph/testbed/gateway/told-inverter.ts';
import { startTestBroker } from '@heliograph/testbed/mqtt/test-broker.ts';
import { eventually } from '@heliograph/testbed/outside/eventually.ts';
import { describe, expect, it } from 'vitest';
import { createMqttTestbed, type MqttTestbed } from './mqtt-testbed.ts';

const GARAGE = TWO_STRINGS.serial;
const topicOf = (command: string, serial = GARAGE) => `solar/${serial}/cmd/${command}`;
const ignored = (testbed: MqttTestbed) => testbed.logLines.filter((line) => line.includes('was ignored'));
const connections = (testbed: MqttTestbed) => testbed.broker.clients.length;

describe('orders by MQTT', () => {
  it('are carried out, one after the other', async () => {
    const testbed = await createMqttTestbed();
    await testbed.start();
    await testbed.broker.say(topicOf('limit_persistent_relative'), '50');
    await testbed.broker.say(topicOf('limit_nonpersistent_absolute'), '300.0');
    await testbed.broker.say(topicOf('power'), '0');
    await testbed.broker.say(topicOf('power', GARAGE.toUpperCase()), '1');
    await testbed.broker.say(topicOf('restart'), '1');
    await eventually(() => testbed.orders.length === 5);
    expect(testbed.orders).toEqual([
      [GARAGE, { value: 50, isRelative: true, isPersistent: true }],
      [GARAGE, { value: 300, isRelative: false, isPersistent: false }],
      [GARAGE, 'off'],
      [GARAGE, 'on'],
      [GARAGE, 'restart'],
    ]);
    const lines = testbed.logLines.filter((line) => line.includes('A command arrived by MQTT.'));
    expect(lines).toHaveLength(5);
    expect(lines[0]).toContain(`info  A command arrived by MQTT. serial="${GARAGE}" command={"value":50`);
  });

  it('that the broker has kept are not carried out, also not at the next connect', async () => {
    const testbed = await createMqttTestbed();
    await testbed.broker.say(topicOf('power'), '0', { retain: true });
    await testbed.broker.say(topicOf('limit_persistent_relative'), '10', { retain: true });
    await testbed.start();
    await eventually(() => ignored(testbed).length === 2);
    await testbed.loseBroker();
    await testbed.findBroker();
    await eventually(() => ignored(testbed).length === 4);
    expect(testbed.orders).toEqual([]);
    expect(ignored(testbed)[0]).toContain('reason="retained"');
    // One that is to be kept comes to those who listen now as any other does.
    await testbed.broker.say(topicOf('power'), '1', { retain: true });
    await eventually(() => testbed.orders.length === 1);
  });

  it('that make no sense are ignored, with a line in the log, and change nothing', async () => {
    const testbed = await createMqttTestbed();
    await testbed.start();
    const nonsense: readonly (readonly [string, string | Uint8Array])[] = [
      [topicOf('power'), 'on'],
      [topicOf('power'), ''],
      [topicOf('power'), Uint8Array.of(0xff, 0xfe)],
      [topicOf('power'), '1'.repeat(100)],
      [topicOf('limit_persistent_relative'), '101'],
      [topicOf('power', '999999999999'), '1'],
      [topicOf('power', 'toString'), '1'],
      [topicOf('power', '116199999999'), '1'],
    ];
    for (const [topic, payload] of nonsense) await testbed.broker.say(topic, payload);
    await testbed.broker.say(topicOf('power'), '1');
    await eventually(() => testbed.orders.length === 1);
    expect(testbed.orders).toEqual([[GARAGE, 'on']]);
    expect(ignored(testbed).map((line) => /reason="([^"]*)"/.exec(line)?.[1])).toEqual([
      'no number',
      'no number',
      'no number',
      'too long',
      'out of range',
      'no such inverter',
      'no serial',
      'no such inverter',
    ]);
    expect(Math.max(...ignored(testbed).map((line) => line.length))).toBeLessThan(250);
    expect(testbed.mqtt.facts().isConnected).toBe(true);
  });
});

describe('MQTT', () => {
  it('is off until the settings want it', async () => {
    const testbed = await createMqttTestbed({ config: { mqtt_enabled: false } });
    testbed.mqtt.start(80);
    expect(testbed.mqtt.facts()).toEqual({ isConnected: false, failure: '' });
    await testbed.change({ mqtt_enabled: true });
    expect(testbed.mqtt.facts()).toEqual({ isConnected: true, failure: '' });
    expect(connections(testbed)).toBe(1);
    await testbed.set({ mqtt_enabled: false });
    await eventually(() => testbed.broker.last('solar/dtu/status') === 'offline');
    expect(testbed.mqtt.facts()).toEqual({ isConnected: false, failure: '' });
    testbed.clock.advance(600_000);
    expect(connections(testbed)).toBe(1);
  });

  it('follows the base topic: says good-bye at the old one, listens and talks at the new one', async () => {
    const testbed = await createMqttTestbed();
    await testbed.start();
    await testbed.change({ mqtt_topic: 'roof/' });
    const [bye, hello] = testbed.broker.heard;
    expect(bye).toMatchObject({ topic: 'solar/dtu/status', payload: 'offline', retain: true });
    expect(hello).toMatchObject({ topic: 'roof/dtu/status', payload: 'online', retain: true });
    expect(testbed.broker.heard.slice(1).every(({ topic }) => topic.startsWith('roof/'))).toBe(true);
    await testbed.broker.say(topicOf('power'), '0');
    await testbed.broker.say(`roof/${GARAGE}/cmd/power`, '1');
    await eventually(() => testbed.orders.length > 0);
    expect(testbed.orders).toEqual([[GARAGE, 'on']]);
    await testbed.broker.unplug();
    await eventually(() => testbed.broker.last('roof/dtu/status') === 'offline'); // the new will
  });

  it('connects only with the last of many settings that were saved in a row', async () => {
    const testbed = await createMqttTestbed();
    await testbed.start();
    testbed.broker.forget();
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => testbed.set({ mqtt_topic: `t${index}/`, mqtt_retain: false })),
    );
    await eventually(() => testbed.broker.last('t49/dtu/status') === 'online');
    await testbed.nextRound();
    expect(testbed.broker.heard.every(({ topic }) => topic.startsWith('t49/'))).toBe(true);
    expect(testbed.logLines.filter((line) => line.includes('Connecting to the'))).toHaveLength(2);
    expect(connections(testbed)).toBe(2);
    expect(testbed.mqtt.facts().isConnected).toBe(true);
  });

  it('tries again at once when the settings are saved', async () => {
    const testbed = await createMqttTestbed();
    await testbed.broker.unplug();
    testbed.mqtt.start(80);
    await eventually(() => testbed.mqtt.facts().failure === 'refused');
    await testbed.broker.plugIn();
    await testbed.change({});
    expect(testbed.mqtt.facts()).toEqual({ isConnected: true, failure: '' });
  });

  it('says good-bye when it stops, and does not come back', async () => {
    const testbed = await createMqttTestbed();
    await testbed.start();
    await testbed.mqtt.stop();
    await eventually(() => testbed.broker.last('solar/dtu/status') === 'offline');
    await testbed.set({ mqtt_topic: 'roof/' });
    testbed.clock.advance(600_000);
    await testbed.mqtt.stop();
    expect(testbed.mqtt.facts()).toEqual({ isConnected: false, failure: '' });
    expect(connections(testbed)).toBe(1);
  });

  it('stops while it changes, without a new connection', async () => {
    const testbed = await createMqttTestbed();
    await testbed.start();
    await testbed.set({ mqtt_topic: 'roof/' });
    await testbed.mqtt.stop();
    await eventually(() => testbed.broker.last('solar/dtu/status') === 'offline');
    expect(testbed.broker.last('roof/dtu/uptime')).toBeUndefined();
    expect(testbed.mqtt.facts().isConnected).toBe(false);
  });

  it('tries other settings without touching the connection', async () => {
    const testbed = await createMqttTestbed();
    await testbed.start();
    const config = testbed.settings.get('mqtt');
    expect(await testbed.mqtt.tryConnection(config)).toBe('');
    const other = await startTestBroker();
    await other.unplug();
    expect(await testbed.mqtt.tryConnection({ ...config, mqtt_port: other.port })).toBe('refused');
    await other.plugIn();
    await testbed.nextRound();
    expect(testbed.mqtt.facts()).toEqual({ isConnected: true, failure: '' });
    expect(testbed.broker.heard.some(({ payload }) => payload === 'offline')).toBe(false);
  });
});

describe('a whole gateway', () => {
  it('publishes its live data, takes orders, and comes back after a restart', async () => {
    const broker = await startTestBroker();
    const gateway = await startPlantGateway();
    const config = JSON.parse((await gateway.get('/api/mqtt/config')).text);
    await gateway.advance(10_000); // every inverter has answered
    const saved = { ...config, mqtt_enabled: true, mqtt_hostname: '127.0.0.1', mqtt_port: broker.port };
    expect(await gateway.result('/api/mqtt/config', saved)).toBe(1001);
    await eventually(() => broker.last(`solar/${EAST_AND_WEST}/4/irradiation`) !== undefined); // the end

    for (const { serial, channels, limit_relative } of await gateway.live()) {
      const shown = Object.entries(channels).flatMap(([channel, fields]) =>
        Object.entries(fields ?? {}).flatMap(([field, value]) =>
          'v' in value ? [[`${channel}/${field.replace(' ', '').toLowerCase()}`, value.v]] : [],
        ),
      );
      expect(shown.length).toBeGreaterThan(15);
      for (const [path, value] of shown) {
        expect(Number(broker.last(`solar/${serial}/${path}`)), `${serial}/${path}`).toBeCloseTo(
          Number(value),
          2,
        );
      }
      expect(Number(broker.last(`solar/${serial}/status/limit_relative`))).toBeCloseTo(limit_relative, 2);
    }
    const lastUpdateS = Number(broker.last(`solar/${SIMULATED}/status/last_update`));
    expect(gateway.clock.unixMs() / 1000 - lastUpdateS).toBeLessThan(10);

    await broker.say(`solar/${SIMULATED}/cmd/limit_persistent_relative`, '40');
    const limitStatus = async () => {
      await gateway.advance(1000);
      return JSON.parse((await gateway.get('/api/limit/status')).text)[SIMULATED];
    };
    await expect
      .poll(limitStatus, { timeout: 20_000 })
      .toMatchObject({ limit_relative: 40, limit_set_status: 'Ok' });
    expect(gateway.truthOf(SIMULATED).limitPercent).toBe(40);

    broker.forget();
    await gateway.restart();
    await eventually(() => broker.last('solar/dtu/uptime') !== undefined);
    const statuses = broker.heard.filter(({ topic }) => topic === 'solar/dtu/status');
    expect([statuses[0]?.payload, statuses.at(-1)?.payload]).toEqual(['offline', 'online']);
    expect(await gateway.json('/api/mqtt/status')).toMatchObject({ mqtt_connected: true, mqtt_failure: '' });
  });
});
