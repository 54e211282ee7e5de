import { EAST_AND_WEST, GARAGE, SOUTH_ROOF } from '@heliograph/testbed/gateway/plant-gateway.ts';
import {
  type MosquittoSubscriber,
  startMosquittoSubscriber,
} from '@heliograph/testbed/mqtt/mosquitto-subscriber.ts';
import {
  LONG_TEST_MS,
  needMosquitto,
  startMqttPlant,
  startSpeaker,
  WAIT,
} from '@heliograph/testbed/mqtt/mqtt-plant.ts';
import { documentedTree, taken } from '@heliograph/testbed/mqtt/mqtt-tree.ts';
import { beforeEach, describe, expect, it } from 'vitest';

const INVERTERS = [GARAGE, SOUTH_ROOF, EAST_AND_WEST];
const LAST_UPDATE = /\/status\/last_update$/;
const isNewer = ({ topic }: { topic: string }) => LAST_UPDATE.test(topic);
const payloadsOf = ({ messages }: MosquittoSubscriber) =>
  new Map(messages.filter((message) => !isNewer(message)).map(({ topic, payload }) => [topic, payload]));
const sorted = (messages: ReadonlyMap<string, string>) => [...messages].sort();
/** Nothing is what MQTT keeps of an empty payload, here the name of a string without one. */
const isKept = ([, payload]: readonly [string, string]) => payload !== '';
const uptimes = ({ messages }: MosquittoSubscriber) =>
  messages.filter(({ topic }) => topic.endsWith('/dtu/uptime')).map(({ payload }) => Number(payload));

describe('a whole gateway at a real broker', { timeout: LONG_TEST_MS }, () => {
  beforeEach(needMosquitto);

  it('publishes the documented tree, all of it and nothing else, with what HTTP says', async () => {
    const plant = await startMqttPlant();
    const { messages, values } = await documentedTree(plant);
    await taken(plant.broker.port, messages);
    const other = await startMosquittoSubscriber(plant.broker.port);
    expect(values.size).toBe(11 * 3 + 7 * (1 + 2 + 4));
    // A late subscriber has all of it: everything is retained.
    await expect.poll(() => sorted(payloadsOf(other)), WAIT).toEqual(sorted(messages).filter(isKept));
    expect(other.messages.every(({ retain }) => retain)).toBe(true);
    const nowS = plant.clock.unixMs() / 1000;
    const updates = other.messages.filter(isNewer);
    expect(updates.map(({ topic }) => topic.split('/')[1]).sort()).toEqual([...INVERTERS].sort());
    for (const { payload } of updates) {
      expect(payload).toMatch(/^\d+$/);
      expect(nowS - Number(payload)).toBeLessThan(5);
    }

    // A round later: the new values, and again the whole status, at the interval and not before.
    other.forget();
    await plant.advance(4999);
    await plant.advance(1);
    const later = await documentedTree(plant);
    const round = sorted(later.messages).filter(([topic]) => topic !== 'solar/dtu/status'); // told at connects
    await expect.poll(() => sorted(payloadsOf(other)), WAIT).toEqual(round);
    expect(sorted(payloadsOf(other))).not.toEqual(sorted(messages));
    expect(uptimes(other)).toEqual([15]);
  });

  it('lets the broker keep nothing, and waits longer, as it is set', async () => {
    const plant = await startMqttPlant({ config: { mqtt_retain: false, mqtt_publish_interval: 60 } });
    const late = await startMosquittoSubscriber(plant.broker.port);
    await plant.advance(59_999);
    await plant.advance(60_001);
    await late.until(({ topic, payload }) => topic === 'solar/dtu/uptime' && payload === '130');
    expect(uptimes(late)).toEqual([70, 130]);
    expect(late.messages.filter(({ retain }) => retain)).toEqual([]);
  });

  it('tells values when there are new ones, and status always; nothing of who never answered', async () => {
    const plant = await startMqttPlant({ scenario: 'unreachable' });
    const other = await startMosquittoSubscriber(plant.broker.port);
    /** What is published from now on, from one uptime to the next: what comes late from before is not of it. */
    const round = async () => {
      const { uptime } = Object(await plant.json('/api/system/status'));
      await plant.advance(5000);
      await plant.advance(5000);
      const isUptimeAfter = (afterS: number) => (message: { topic: string; payload: string }) =>
        message.topic === 'solar/dtu/uptime' && Number(message.payload) > afterS;
      await other.until(isUptimeAfter(uptime + 5));
      const from = other.messages.findIndex(isUptimeAfter(uptime));
      const to = other.messages.findIndex(isUptimeAfter(uptime + 5));
      return new Map(other.messages.slice(from, to).map(({ topic, payload }) => [topic, payload]));
    };
    const pathsOf = (messages: ReadonlyMap<string, string>, serial: string) =>
      [...messages]
        .filter(([topic]) => topic.includes(serial))
        .map(([topic]) => topic.split(`${serial}/`)[1]);
    const isValue = (path = '') => /^\d/.test(path);

    await plant.advance(20_000);
    const first = await round();
    expect(pathsOf(first, SOUTH_ROOF)).toEqual([
      'name',
      'status/reachable',
      'status/producing',
      'status/last_update',
    ]);
    expect(first.get(`solar/${SOUTH_ROOF}/status/reachable`)).toBe('0');
    expect(first.get(`solar/${SOUTH_ROOF}/status/last_update`)).toBe('0');
    expect(pathsOf(first, GARAGE).filter(isValue)).toHaveLength(11 + 7);

    plant.setPresence(GARAGE, false);
    plant.setPresence(SOUTH_ROOF, true);
    await plant.advance(20_000);
    const second = await round();
    expect(pathsOf(second, GARAGE).filter(isValue)).toEqual([]);
    expect(second.get(`solar/${GARAGE}/status/reachable`)).toBe('0');
    expect(second.get(`solar/${GARAGE}/status/producing`)).toBe('1'); // by the last it told
    expect(Number(second.get(`solar/${GARAGE}/status/last_update`))).toBeGreaterThan(0);
    expect(pathsOf(second, SOUTH_ROOF).filter(isValue)).toHaveLength(11 + 2 * 7);
    expect(second.get(`solar/${SOUTH_ROOF}/status/reachable`)).toBe('1');

    // Also at a connect: the broker has had them.
    other.forget();
    await plant.change({ mqtt_publish_interval: 6 });
    const connected = () =>
      other.messages.findIndex(({ topic, payload }) => topic === 'solar/dtu/status' && payload === 'online');
    const heard = () => (connected() < 0 ? [] : other.messages.slice(connected()).map(({ topic }) => topic));
    await expect.poll(heard, WAIT).toContain(`solar/${SOUTH_ROOF}/2/irradiation`);
    expect(heard()).not.toContain(`solar/${GARAGE}/0/power`);
    expect(heard()).toContain(`solar/${GARAGE}/status/reachable`);
  });

  it('moves to another base topic: will, values, orders and what Home Assistant is told', async () => {
    const plant = await startMqttPlant({ config: { mqtt_hass_enabled: true } });
    const other = await startMosquittoSubscriber(plant.broker.port);
    await other.until(({ topic }) => topic === `solar/${EAST_AND_WEST}/4/irradiation`);
    other.forget();
    await plant.change({ mqtt_topic: 'roof/', mqtt_lwt_topic: 'here', mqtt_lwt_online: 'yes' });
    await other.until(({ topic }) => topic === `roof/${EAST_AND_WEST}/4/irradiation`);
    const fresh = () => other.messages.filter(({ retain }) => !retain);
    const moved = await documentedTree(plant, 'roof/');
    moved.messages.delete('roof/dtu/status');
    for (const asked of moved.messages.keys()) {
      await other.until(({ topic, retain }) => topic === asked && !retain);
    }
    const told = fresh().filter(({ topic }) => !topic.startsWith('homeassistant/'));
    expect(told.slice(0, 2).map(({ topic, payload }) => [topic, payload])).toEqual([
      ['solar/dtu/status', 'offline'],
      ['roof/here', 'yes'],
    ]);
    expect(told.slice(1).filter(({ topic }) => !topic.startsWith('roof/'))).toEqual([]);
    const now = new Map(told.slice(2).map(({ topic, payload }) => [topic, payload]));
    for (const [topic, payload] of moved.messages) expect([topic, now.get(topic)]).toEqual([topic, payload]);

    await plant.advance(5000); // announcements are not made more often
    const power = `homeassistant/sensor/dtu_${GARAGE}/ch0_Power/config`;
    await other.until(
      ({ topic, payload }) => topic === power && payload.includes(`"roof/${GARAGE}/0/power"`),
    );
    await other.until(
      ({ topic }) => topic === `homeassistant/sensor/dtu_${EAST_AND_WEST}/ch4_Irradiation/config`,
    );
    const topics = fresh().filter(({ topic, payload }) => topic.endsWith('/config') && payload !== '');
    expect(topics).toHaveLength(3 * 20);
    expect(topics.filter(({ payload }) => payload.includes('"solar/'))).toEqual([]);

    const speaker = await startSpeaker(plant.broker);
    await speaker.say(`solar/${GARAGE}/cmd/power`, '0');
    await speaker.say(`roof/${GARAGE}/cmd/limit_persistent_relative`, '40');
    const orders = () => plant.logLines.filter((line) => line.includes('A command arrived by MQTT.'));
    await expect.poll(orders, WAIT).toHaveLength(1);
    await plant.advance(10_000);
    expect(plant.truthOf(GARAGE)).toMatchObject({ isSwitchedOff: false, persistentLimitPercent: 40 });
  });
});
