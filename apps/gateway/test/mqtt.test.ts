import { describe, expect, it } from 'vitest';
import { eventually } from './eventually.ts';
import { createMqttBench, type MqttBench } from './mqtt-bench.ts';
import { EAST_AND_WEST, GARAGE as SIMULATED, startPlantGateway } from './plant-gateway.ts';
import { startTestBroker } from './test-broker.ts';
import { TWO_STRINGS } from './told-inverter.ts';

const GARAGE = TWO_STRINGS.serial;
const topicOf = (command: string, serial = GARAGE) => `solar/${serial}/cmd/${command}`;
const ignored = (bench: MqttBench) => bench.logLines.filter((line) => line.includes('was ignored'));
const connections = (bench: MqttBench) => bench.broker.clientIds.length;

describe('orders by MQTT', () => {
  it('are carried out, one after the other', async () => {
    const bench = await createMqttBench();
    await bench.start();
    await bench.broker.say(topicOf('limit_persistent_relative'), '50');
    await bench.broker.say(topicOf('limit_nonpersistent_absolute'), '300.0');
    await bench.broker.say(topicOf('power'), '0');
    await bench.broker.say(topicOf('power', GARAGE.toUpperCase()), '1');
    await bench.broker.say(topicOf('restart'), '1');
    await eventually(() => bench.orders.length === 5);
    expect(bench.orders).toEqual([
      [GARAGE, { value: 50, isRelative: true, isPersistent: true }],
      [GARAGE, { value: 300, isRelative: false, isPersistent: false }],
      [GARAGE, 'off'],
      [GARAGE, 'on'],
      [GARAGE, 'restart'],
    ]);
    const lines = bench.logLines.filter((line) => line.includes('A command arrived by MQTT.'));
    expect(lines).toHaveLength(5);
    expect(lines[0]).toContain(`info  A command arrived by MQTT. serial="${GARAGE}" command={"value":50`);
  });

  it('that the broker has kept are not carried out, also not at the next connect', async () => {
    const bench = await createMqttBench();
    await bench.broker.say(topicOf('power'), '0', { retain: true });
    await bench.broker.say(topicOf('limit_persistent_relative'), '10', { retain: true });
    await bench.start();
    await eventually(() => ignored(bench).length === 2);
    await bench.loseBroker();
    await bench.findBroker();
    await eventually(() => ignored(bench).length === 4);
    expect(bench.orders).toEqual([]);
    expect(ignored(bench)[0]).toContain('reason="retained"');
    // One that is to be kept comes to those who listen now as any other does.
    await bench.broker.say(topicOf('power'), '1', { retain: true });
    await eventually(() => bench.orders.length === 1);
  });

  it('that make no sense are ignored, with a line in the log, and change nothing', async () => {
    const bench = await createMqttBench();
    await bench.start();
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
    for (const [topic, payload] of nonsense) await bench.broker.say(topic, payload);
    await bench.broker.say(topicOf('power'), '1');
    await eventually(() => bench.orders.length === 1);
    expect(bench.orders).toEqual([[GARAGE, 'on']]);
    expect(ignored(bench).map((line) => /reason="([^"]*)"/.exec(line)?.[1])).toEqual([
      'no number',
      'no number',
      'no number',
      'too long',
      'out of range',
      'no such inverter',
      'no serial',
      'no such inverter',
    ]);
    expect(Math.max(...ignored(bench).map((line) => line.length))).toBeLessThan(250);
    expect(bench.mqtt.facts().isConnected).toBe(true);
  });
});

describe('MQTT', () => {
  it('is off until the settings want it', async () => {
    const bench = await createMqttBench({ config: { mqtt_enabled: false } });
    bench.mqtt.start(80);
    expect(bench.mqtt.facts()).toEqual({ isConnected: false, failure: '' });
    await bench.change({ mqtt_enabled: true });
    expect(bench.mqtt.facts()).toEqual({ isConnected: true, failure: '' });
    expect(connections(bench)).toBe(1);
    await bench.set({ mqtt_enabled: false });
    await eventually(() => bench.broker.last('solar/dtu/status') === 'offline');
    expect(bench.mqtt.facts()).toEqual({ isConnected: false, failure: '' });
    bench.clock.advance(600_000);
    expect(connections(bench)).toBe(1);
  });

  it('follows the base topic: says good-bye at the old one, listens and talks at the new one', async () => {
    const bench = await createMqttBench();
    await bench.start();
    await bench.change({ mqtt_topic: 'roof/' });
    const [bye, hello] = bench.broker.heard;
    expect(bye).toEqual({ topic: 'solar/dtu/status', payload: 'offline', retain: true });
    expect(hello).toEqual({ topic: 'roof/dtu/status', payload: 'online', retain: true });
    expect(bench.broker.heard.slice(1).every(({ topic }) => topic.startsWith('roof/'))).toBe(true);
    await bench.broker.say(topicOf('power'), '0');
    await bench.broker.say(`roof/${GARAGE}/cmd/power`, '1');
    await eventually(() => bench.orders.length > 0);
    expect(bench.orders).toEqual([[GARAGE, 'on']]);
    await bench.broker.unplug();
    await eventually(() => bench.broker.last('roof/dtu/status') === 'offline'); // the new will
  });

  it('connects only with the last of many settings that were saved in a row', async () => {
    const bench = await createMqttBench();
    await bench.start();
    bench.broker.forget();
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => bench.set({ mqtt_topic: `t${index}/`, mqtt_retain: false })),
    );
    await eventually(() => bench.broker.last('t49/dtu/status') === 'online');
    await bench.nextRound();
    expect(bench.broker.heard.every(({ topic }) => topic.startsWith('t49/'))).toBe(true);
    expect(bench.logLines.filter((line) => line.includes('Connecting to the'))).toHaveLength(2);
    expect(connections(bench)).toBe(2);
    expect(bench.mqtt.facts().isConnected).toBe(true);
  });

  it('tries again at once when the settings are saved', async () => {
    const bench = await createMqttBench();
    await bench.broker.unplug();
    bench.mqtt.start(80);
    await eventually(() => bench.mqtt.facts().failure === 'refused');
    await bench.broker.plugIn();
    await bench.change({});
    expect(bench.mqtt.facts()).toEqual({ isConnected: true, failure: '' });
  });

  it('says good-bye when it stops, and does not come back', async () => {
    const bench = await createMqttBench();
    await bench.start();
    await bench.mqtt.stop();
    await eventually(() => bench.broker.last('solar/dtu/status') === 'offline');
    await bench.set({ mqtt_topic: 'roof/' });
    bench.clock.advance(600_000);
    await bench.mqtt.stop();
    expect(bench.mqtt.facts()).toEqual({ isConnected: false, failure: '' });
    expect(connections(bench)).toBe(1);
  });

  it('stops while it changes, without a new connection', async () => {
    const bench = await createMqttBench();
    await bench.start();
    await bench.set({ mqtt_topic: 'roof/' });
    await bench.mqtt.stop();
    await eventually(() => bench.broker.last('solar/dtu/status') === 'offline');
    expect(bench.broker.last('roof/dtu/uptime')).toBeUndefined();
    expect(bench.mqtt.facts().isConnected).toBe(false);
  });

  it('tries other settings without touching the connection', async () => {
    const bench = await createMqttBench();
    await bench.start();
    const config = bench.settings.get('mqtt');
    expect(await bench.mqtt.tryConnection(config)).toBe('');
    const other = await startTestBroker();
    await other.unplug();
    expect(await bench.mqtt.tryConnection({ ...config, mqtt_port: other.port })).toBe('refused');
    await other.plugIn();
    await bench.nextRound();
    expect(bench.mqtt.facts()).toEqual({ isConnected: true, failure: '' });
    expect(bench.broker.heard.some(({ payload }) => payload === 'offline')).toBe(false);
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
