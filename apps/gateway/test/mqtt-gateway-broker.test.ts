import { beforeEach, describe, expect, it } from 'vitest';
import { memoryBytes } from './memory-bytes.ts';
import { startMosquittoSubscriber } from './mosquitto-subscriber.ts';
import {
  LONG_TEST_MS,
  type MqttPlant,
  needMosquitto,
  patiently,
  startMqttPlant,
  startSpeaker,
  WAIT,
} from './mqtt-plant.ts';
import { documentedTree, taken } from './mqtt-tree.ts';
import { EAST_AND_WEST, GARAGE, LOST_ANSWERS } from './plant-gateway.ts';
import { createTestPlatform, type TestPlatform } from './start-test-gateway.ts';

/** Buttons, numbers, binary sensors, the AC side; panels are off. */
const ENTITIES = 3 * 20;

/** A connection that holds so long is tried again soon when it is lost. */
const STEADY_MS = 15_000;

/** The same numbers each time, 0 up to but not including 1. Source: the generator mulberry32. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * The broker keeps everything that the documents say, as it is at this moment of the plant's clock; five seconds later
 * also everything for Home Assistant.
 */
async function keepsEverything(plant: MqttPlant): Promise<void> {
  const { messages } = await documentedTree(plant);
  await taken(plant.broker.port, messages);
  const late = await startMosquittoSubscriber(plant.broker.port);
  const wanted = [...messages].filter(([, payload]) => payload !== '').sort();
  const kept = () =>
    late.messages
      .filter(({ topic, retain }) => retain && messages.has(topic))
      .map(({ topic, payload }) => [topic, payload])
      .sort();
  await expect.poll(kept, WAIT).toEqual(wanted);
  await plant.advance(5000);
  const entities = () =>
    new Set(late.messages.filter(({ topic }) => topic.endsWith('/config')).map(({ topic }) => topic)).size;
  await expect.poll(entities, WAIT).toBe(ENTITIES);
  await late.stop();
}

const openResources = (kind: RegExp) =>
  process.getActiveResourcesInfo().filter((name) => kind.test(name)).length;

/** How much is open: sockets, pipes, processes; timers of the clock. */
function watchOpenThings(platform: TestPlatform) {
  let timers = 0;
  const clock: TestPlatform['clock'] = {
    ...platform.clock,
    after(delayMs, action) {
      let isPending = true;
      const settle = () => {
        if (isPending) timers -= 1;
        isPending = false;
      };
      timers += 1;
      const cancel = platform.clock.after(delayMs, () => {
        settle();
        action();
      });
      return () => {
        settle();
        return cancel();
      };
    },
  };
  const sockets = () => openResources(/TCP|Pipe|Process/);
  return { platform: { ...platform, clock }, timers: () => timers, sockets };
}

describe('a whole gateway whose broker', { timeout: LONG_TEST_MS }, () => {
  beforeEach(needMosquitto);

  it('is killed 20 times at random moments is connected again, and the broker has everything again', async () => {
    const random = seededRandom(5);
    const open = watchOpenThings(createTestPlatform('debug'));
    const plant = await startMqttPlant({ platform: open.platform, config: { mqtt_hass_enabled: true } });
    await keepsEverything(plant);
    const before = { timers: open.timers(), sockets: open.sockets() };
    const attempts = () =>
      plant.logLines.filter((line) => line.includes('Connecting to the MQTT broker.')).length;

    for (let round = 1; round <= 20; round++) {
      const saving = random() < 0.3 ? plant.save({}) : undefined; // a change of settings in the middle of it
      await plant.advance(random() * 12_000);
      await plant.broker.kill(random() < 0.7 ? 'SIGKILL' : 'SIGTERM');
      await saving;
      await plant.lost();
      await plant.advance(random() * 20_000);
      await plant.broker.restart();
      const returnedAtMs = plant.clock.monotonicMs();
      await plant.connected();
      expect(plant.clock.monotonicMs() - returnedAtMs).toBeLessThan(60_000);
      await keepsEverything(plant);
    }
    expect(attempts()).toBeLessThan(20 * 8);

    // Also what has not changed since it was published before.
    await plant.advance(STEADY_MS);
    plant.setAir(LOST_ANSWERS);
    await plant.advance(1000);
    await plant.broker.kill();
    await plant.lost();
    await plant.broker.restart();
    await plant.connected();
    await keepsEverything(plant);

    await patiently('nothing is left open', () => open.sockets() <= before.sockets);
    expect(open.timers()).toBeLessThanOrEqual(before.timers + 3);
  });

  it('stands still for 30 s is written to no more than it can take, and has everything after that', async () => {
    const plant = await startMqttPlant({ config: { mqtt_hass_enabled: true, mqtt_publish_interval: 5 } });
    const { inverter } = Object(await plant.json('/api/inverter/list'));
    const other = await startMosquittoSubscriber(plant.broker.port);
    const before = await memoryBytes();
    plant.broker.pause();
    for (let second = 1; second <= 30; second++) {
      await plant.advance(1000);
      if (second % 3 > 0) continue;
      await plant.result('/api/inverter/edit', { ...inverter[0], name: `Garage ${second}` });
      await plant.result('/api/limit/config', { serial: GARAGE, limit_value: 100 - second, limit_type: 1 });
    }
    expect((await memoryBytes()) - before).toBeLessThan(5e6);
    plant.broker.resume();
    await plant.advance(5000);
    await plant.connected();
    // It reads what has piled up first: who comes meanwhile is handed what it had kept before.
    const { messages: wanted } = await documentedTree(plant);
    const heard = () => new Map(other.messages.map(({ topic, payload }) => [topic, payload]));
    await expect
      .poll(() => [...wanted].filter(([topic, payload]) => heard().get(topic) !== payload), WAIT)
      .toEqual([]);
    await keepsEverything(plant);
    expect((await plant.live())[0]?.name).toBe('Garage 30');
    expect((await plant.live())[0]?.limit_relative).toBe(70);
  });

  it('is changed 50 times in a row has one connection in the end, with the last settings', async () => {
    const plant = await startMqttPlant({ config: { mqtt_hass_enabled: true } });
    const oneConnection = openResources(/^TCPSocket/);
    for (let count = 1; count <= 50; count++)
      await plant.save({ mqtt_topic: `t${count}/`, mqtt_retain: count === 50 });
    const other = await startMosquittoSubscriber(plant.broker.port);
    await other.until(({ topic }) => topic === `t50/${EAST_AND_WEST}/4/irradiation`);
    await other.stop();
    await expect.poll(() => openResources(/^TCPSocket/), WAIT).toBeLessThanOrEqual(oneConnection);
    const late = await startMosquittoSubscriber(plant.broker.port);
    await late.until(({ topic }) => topic === 't50/dtu/status');
    const bases = new Set(late.messages.map(({ topic }) => topic.split('/')[0]));
    expect([...bases].filter((base) => base !== 'homeassistant').sort()).toEqual(['solar', 't50']); // t1 to t49 are not retained

    // Home Assistant hears of 50 other names at most once in 5 s, and of the last one.
    const { inverter } = Object(await plant.json('/api/inverter/list'));
    await plant.advance(10_000);
    const button = `homeassistant/button/dtu_${GARAGE}/restart_inverter/config`;
    const listener = await startMosquittoSubscriber(plant.broker.port, { topic: button });
    const names = () =>
      listener.messages.filter(({ retain }) => !retain).map(({ payload }) => JSON.parse(payload).dev.name);
    for (let count = 1; count <= 50; count++) {
      await plant.result('/api/inverter/edit', { ...inverter[0], name: `Garage ${count}` });
    }
    await plant.advance(5000);
    await expect.poll(names, WAIT).toContain('Garage 50');
    await plant.advance(20_000);
    expect(names()).toEqual(['Garage 1', 'Garage 50']);
    expect(plant.connects()).toBeLessThanOrEqual(51);
  });

  it('has another gateway with the same client id is shared by turns, without a storm', async () => {
    const one = await startMqttPlant();
    const two = await startMqttPlant({ broker: one.broker, config: { mqtt_topic: 'two/' } });
    const both = [one, two];
    const before = both.map((plant) => plant.connects());
    for (let second = 1; second <= 60; second++) {
      for (const plant of both) {
        await plant.advance(1000);
        await patiently('the attempt is over', () => plant.step() !== 'connecting');
      }
      await patiently('one has lost', () => both.some((plant) => plant.step() !== 'connected'));
    }
    const turns = both.map((plant, index) => plant.connects() - (before[index] ?? 0));
    expect(Math.min(...turns)).toBeGreaterThanOrEqual(2);
    expect(Math.max(...turns)).toBeLessThanOrEqual(8);
    const speaker = await startSpeaker(one.broker);
    await speaker.say('still', 'there');
  });
});
