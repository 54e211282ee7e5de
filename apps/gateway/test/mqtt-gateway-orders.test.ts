import { EAST_AND_WEST, GARAGE, SOUTH_ROOF } from '@heliograph/testbed/gateway/plant-gateway.ts';
import { startMosquittoSubscriber } from '@heliograph/testbed/mqtt/mosquitto-subscriber.ts';
import {
  LONG_TEST_MS,
  type MqttPlant,
  needMosquitto,
  type Speaker,
  startMqttPlant,
  startSpeaker,
  WAIT,
} from '@heliograph/testbed/mqtt/mqtt-plant.ts';
import { beforeEach, describe, expect, it } from 'vitest';

/** An order goes on the air, is answered, and what it has changed is read. */
const ORDER_MS = 10_000;

const orderLines = ({ logLines }: MqttPlant) =>
  logLines.filter((line) => line.includes('A command arrived by MQTT.'));
const ignoredLines = ({ logLines }: MqttPlant) =>
  logLines.filter((line) => /An MQTT message was ignored|too long and ignored/.test(line));
async function order(plant: MqttPlant, speaker: Speaker, path: string, payload: string): Promise<void> {
  const before = orderLines(plant).length;
  await speaker.say(`solar/${path}`, payload);
  await expect.poll(() => orderLines(plant), WAIT).toHaveLength(before + 1);
  await plant.advance(ORDER_MS);
}

describe('orders over a real broker', { timeout: LONG_TEST_MS }, () => {
  beforeEach(needMosquitto);

  it('are told with each step, and not kept by the broker', async () => {
    const plant = await startMqttPlant();
    const speaker = await startSpeaker(plant.broker);
    const subscriber = await startMosquittoSubscriber(plant.broker.port, { topic: 'solar/+/order' });
    await order(plant, speaker, `${GARAGE}/cmd/limit_nonpersistent_relative`, '40');
    const told = () => subscriber.messages.map(({ payload }) => JSON.parse(String(payload)));
    await expect
      .poll(() => told().map(({ state }) => state), WAIT)
      .toEqual(['asked', 'sent', 'acknowledged', 'measured']);
    expect(told().at(-1)).toMatchObject({
      kind: 'limit',
      value: 40,
      relative: true,
      way: 'mqtt',
      by: 'mqtt',
    });
    const { entries } = Object(await plant.json('/api/heliograph/access-log'));
    expect(entries[0]).toMatchObject({ kind: 'done', what: 'mqtt', on: GARAGE, program: true });
  });

  it('change the inverter, each as it says; what is persistent stays', async () => {
    const plant = await startMqttPlant();
    const speaker = await startSpeaker(plant.broker);
    const limitOf = async (serial: string) => Object(await plant.json('/api/limit/status'))[serial];
    const powerOf = async (serial: string) => Object(await plant.json('/api/power/status'))[serial];

    await order(plant, speaker, `${GARAGE}/cmd/limit_nonpersistent_relative`, '40');
    expect(plant.truthOf(GARAGE)).toMatchObject({ limitPercent: 40, persistentLimitPercent: 100 });
    expect(await limitOf(GARAGE)).toMatchObject({ limit_relative: 40, limit_set_status: 'Ok' });
    await order(plant, speaker, `${SOUTH_ROOF}/cmd/limit_nonpersistent_absolute`, ' 400 ');
    expect(plant.truthOf(SOUTH_ROOF)).toMatchObject({ limitPercent: 50, persistentLimitPercent: 100 });
    expect(await limitOf(SOUTH_ROOF)).toMatchObject({ limit_relative: 50, limit_set_status: 'Ok' });
    await order(plant, speaker, `000${EAST_AND_WEST}/cmd/limit_persistent_relative`, '60.0');
    expect(plant.truthOf(EAST_AND_WEST)).toMatchObject({ limitPercent: 60, persistentLimitPercent: 60 });
    await order(plant, speaker, `${GARAGE}/cmd/limit_persistent_absolute`, '200');
    expect(plant.truthOf(GARAGE)).toMatchObject({ limitPercent: 50, persistentLimitPercent: 50 });

    await order(plant, speaker, `${GARAGE}/cmd/power`, '0');
    expect(plant.truthOf(GARAGE).isSwitchedOff).toBe(true);
    expect(await powerOf(GARAGE)).toMatchObject({ power_set_status: 'Ok' });
    await order(plant, speaker, `${GARAGE}/cmd/power`, '1');
    expect(plant.truthOf(GARAGE).isSwitchedOff).toBe(false);
    for (const serial of [GARAGE, SOUTH_ROOF, EAST_AND_WEST])
      await order(plant, speaker, `${serial}/cmd/restart`, '1');
    await plant.advance(60_000);
    expect(plant.truthOf(SOUTH_ROOF).limitPercent).toBe(100);
    expect(plant.truthOf(GARAGE).limitPercent).toBe(50);
    expect(plant.truthOf(EAST_AND_WEST).limitPercent).toBe(60);
    expect(ignoredLines(plant)).toEqual([]);
  });

  it('carry tenths as far as the inverter, and stop it with zero until it loses its power', async () => {
    const plant = await startMqttPlant();
    const speaker = await startSpeaker(plant.broker);
    const liveOf = async (serial: string) =>
      (await plant.live()).find((inverter) => inverter.serial === serial);

    await order(plant, speaker, `${GARAGE}/cmd/limit_nonpersistent_relative`, '55.55');
    expect(plant.truthOf(GARAGE).limitPercent).toBe(55.5);
    expect(await liveOf(GARAGE)).toMatchObject({ limit_relative: 55.5, limit_absolute: 222 });
    await order(plant, speaker, `${SOUTH_ROOF}/cmd/limit_nonpersistent_absolute`, '100.4');
    expect(plant.truthOf(SOUTH_ROOF).limitPercent).toBe(12.5); // of 800 W

    await order(plant, speaker, `${GARAGE}/cmd/limit_nonpersistent_absolute`, '0');
    await plant.advance(60_000);
    expect(plant.truthOf(GARAGE)).toMatchObject({ limitPercent: 0, persistentLimitPercent: 100 });
    expect(await liveOf(GARAGE)).toMatchObject({ producing: false, reachable: true });
    expect(ignoredLines(plant)).toEqual([]);
    await speaker.say(`solar/${GARAGE}/cmd/limit_persistent_absolute`, '0');
    await expect.poll(() => ignoredLines(plant).join(), WAIT).toContain('reason="out of range"');
    await plant.advance(ORDER_MS);
    expect(plant.truthOf(GARAGE).persistentLimitPercent).toBe(100);
  });
});
