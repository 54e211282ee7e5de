import { EAST_AND_WEST, GARAGE, SOUTH_ROOF } from '@heliograph/testbed/gateway/plant-gateway.ts';
import { startMosquitto } from '@heliograph/testbed/mqtt/mosquitto.ts';
import {
  HAS_MOSQUITTO,
  type MqttPlant,
  patiently,
  type Speaker,
  startMqttPlant,
  startSpeaker,
  WAIT,
} from '@heliograph/testbed/mqtt/mqtt-plant.ts';
import { memoryBytes } from '@heliograph/testbed/outside/memory-bytes.ts';
import { describe, expect, it } from 'vitest';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';
import { senselessOrder } from '../tools/input/senseless-orders.ts';

const row = openRow('B9');
const TIMEOUT_MS = 600_000;
const ORDER_MS = 10_000;
const CHUNK = 250;
const REPLAYS = 100;
const CONNECTS = row.scale(3, 6);

const orderLines = ({ logLines }: MqttPlant) =>
  logLines.filter((line) => line.includes('A command arrived by MQTT.'));
/** Without the line that counts those which the console has left out, and names them. */
const ignoredLines = ({ logLines }: MqttPlant) =>
  logLines.filter((line) =>
    /^\S+ \w+ +(An MQTT message was ignored\.|A message from the MQTT broker is too long and was ignored\.)/.test(
      line,
    ),
  );
const ordersOnTheAir = (plant: MqttPlant) =>
  [GARAGE, SOUTH_ROOF, EAST_AND_WEST].flatMap((serial) => [
    ...plant.sentTo(serial, 'ActivePowerControl'),
    ...plant.sentTo(serial, 'PowerControl'),
  ]);

/** Says so many senseless messages while the plant goes on; a broker drops what it cannot get rid of. */
async function sayNonsense(plant: MqttPlant, speaker: Speaker, total: number): Promise<number> {
  let oldestS = 0;
  const seen = () => ignoredLines(plant).length + orderLines(plant).length;
  const before = seen();
  for (let start = 0; start < total; start += CHUNK) {
    const chunk = Array.from({ length: CHUNK }, (_, index) => senselessOrder(start + index));
    const said = chunk.map(([topic, payload]) => speaker.say(topic, payload));
    await plant.advance(5000);
    await Promise.all(said);
    await patiently('all of it has come', () => seen() >= before + start + CHUNK);
    oldestS = Math.max(oldestS, ...(await plant.live()).map(({ data_age }) => data_age));
  }
  return oldestS;
}

/** Connects again and again to a broker that has kept two orders; returns how many orders went on the air. */
async function connectToKeptOrders(): Promise<number> {
  const broker = await startMosquitto({ persistence: true });
  const speaker = await startSpeaker(broker);
  await speaker.say(`solar/${GARAGE}/cmd/power`, '0', { retain: true });
  await speaker.say(`solar/${GARAGE}/cmd/limit_persistent_relative`, '10', { retain: true });
  const plant = await startMqttPlant({ broker });
  const seen = () => ignoredLines(plant).length + orderLines(plant).length;
  for (let connects = 1; connects < CONNECTS; connects++) {
    await expect.poll(seen, WAIT).toBe(2 * connects);
    if (connects < CONNECTS - 1) await plant.change({ mqtt_publish_interval: 5 + connects });
    else {
      await broker.stop();
      await plant.lost();
      await broker.restart();
      await plant.connected();
    }
  }
  await expect.poll(seen, WAIT).toBe(2 * CONNECTS);
  await plant.advance(ORDER_MS);
  return ordersOnTheAir(plant).length;
}

/** The same order again and again, while time stands still; returns how often it goes on the air. */
async function replay(): Promise<number> {
  const plant = await startMqttPlant();
  const speaker = await startSpeaker(plant.broker);
  for (let count = 0; count < REPLAYS; count++)
    await speaker.say(`solar/${GARAGE}/cmd/limit_nonpersistent_relative`, '40');
  await expect.poll(() => orderLines(plant).length, WAIT).toBe(REPLAYS);
  await plant.advance(10 * ORDER_MS);
  return ordersOnTheAir(plant).length;
}

const canRun = row.can(HAS_MOSQUITTO, 'messages of a real broker', 'mosquitto or mosquitto_sub is missing');

describe.runIf(canRun)('messages to the topics of orders', { timeout: TIMEOUT_MS }, () => {
  it('that make no sense do nothing, while everything else goes on', async () => {
    const total = row.scale(250, 5000);
    const plant = await startMqttPlant();
    const speaker = await startSpeaker(plant.broker);
    const before = { bytes: await memoryBytes(), lines: ignoredLines(plant).length };
    const oldestS = await sayNonsense(plant, speaker, total);
    const carriedOut = { what: 'senseless messages that were carried out', goal: { exactly: 0 } };
    row.figure({ ...carriedOut, value: orderLines(plant).length, unit: `of ${total}` });
    row.figure({ what: 'of these on the air', value: ordersOnTheAir(plant).length, goal: { exactly: 0 } });
    const ignored = ignoredLines(plant).length - before.lines;
    row.figure({ what: 'senseless messages ignored', value: ignored, goal: { exactly: total } });
    row.figure({ what: 'connections that it took', value: plant.connects(), goal: { exactly: 1 } });
    row.figure({
      what: 'oldest measurement shown meanwhile',
      value: oldestS,
      unit: 's',
      goal: { atMost: 5 },
    });
    // Of it only the log's lines are left, which the test keeps.
    const grownMb = ((await memoryBytes()) - before.bytes) / 1e6;
    row.figure({ what: 'memory held more', value: grownMb, unit: 'MB', goal: { atMost: 8 } });
    expect(Math.max(...ignoredLines(plant).map((line) => line.length))).toBeLessThan(300);
    await speaker.say(`solar/${GARAGE}/cmd/power`, '0');
    await expect.poll(() => orderLines(plant).length, WAIT).toBe(1);
    await plant.advance(ORDER_MS);
    expect(plant.truthOf(GARAGE).isSwitchedOff).toBe(true);

    const bare = await startMqttPlant();
    const bareSpeaker = await startSpeaker(bare.broker);
    await without(['orderNumbers'], () => sayNonsense(bare, bareSpeaker, CHUNK));
    row.counterProof({ ...carriedOut, without: SEAMS.orderNumbers, value: orderLines(bare).length });
  });

  it('that the broker has kept are never carried out, however often it hands them over', async () => {
    const onTheAir = { what: 'kept orders on the air', goal: { exactly: 0 } };
    row.figure({ ...onTheAir, value: await connectToKeptOrders(), unit: `after ${CONNECTS} connects` });
    const value = await without(['keptOrders'], connectToKeptOrders);
    row.counterProof({ ...onTheAir, without: SEAMS.keptOrders, value });
  });

  it('that are said while nobody is there are not made up for', async () => {
    const plant = await startMqttPlant();
    await plant.save({ mqtt_enabled: false });
    const speaker = await startSpeaker(plant.broker);
    await speaker.say(`solar/${GARAGE}/cmd/power`, '0');
    await plant.change({ mqtt_enabled: true });
    await plant.advance(ORDER_MS);
    row.figure({
      what: 'orders on the air that were said while we were away',
      value: ordersOnTheAir(plant).length,
      goal: { exactly: 0 },
    });
  });

  it('that come again and again are carried out, and do not pile up', async () => {
    const sent = { what: `${REPLAYS} times the same order, on the air`, goal: { atMost: 2 } };
    row.figure({ ...sent, value: await replay() });
    const value = await without(['replacedOrders'], replay);
    row.counterProof({ ...sent, without: SEAMS.replacedOrders, value });
  });
});
