import { ENDPOINTS } from '@heliograph/contract';
import {
  type PlantGateway,
  SOUTH_ROOF,
  startPlantGateway,
} from '@heliograph/testbed/gateway/plant-gateway.ts';
import { limitOf, orderLimit, POWER, SETTLED_MS } from '@heliograph/testbed/gateway/plant-words.ts';
import { describe, expect, it } from 'vitest';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';

/** F10: 100 limits in 10 s for an inverter that is silent. */

const row = openRow('F10');
const TIMEOUT = { timeout: 300_000 };
const ORDERS = 100;
const EVERY_MS = 100;
const LAST_PERCENT = 33;
const NONE = { exactly: 0 } as const;

const limitsSent = (plant: PlantGateway) =>
  plant.sentTo(SOUTH_ROOF, 'ActivePowerControl').map(({ atMs, request }) => ({
    atMs,
    limit: request.kind === 'ActivePowerControl' ? request.limit : -1,
  }));

/** A plant of which one inverter is silent, and that many orders for it. */
async function stormyPlant(): Promise<PlantGateway> {
  const plant = await startPlantGateway();
  await plant.advance(SETTLED_MS);
  plant.setPresence(SOUTH_ROOF, false);
  for (let count = 1; count <= ORDERS; count++) {
    await orderLimit(plant, SOUTH_ROOF, count === ORDERS ? LAST_PERCENT : 100 - (count % 60));
    await plant.advance(EVERY_MS);
  }
  return plant;
}

/** Of these, values besides the last one and the one that was under way when that was ordered. */
function outdatedOf(limits: readonly number[], underWay: number | undefined): number {
  return new Set(limits.filter((limit) => limit !== LAST_PERCENT && limit !== underWay)).size;
}

/** Looks for a minute after the last order: at what goes on the air, and at what the order is said to be. */
async function minuteAfter(plant: PlantGateway) {
  const before = limitsSent(plant);
  const sent = () =>
    limitsSent(plant)
      .slice(before.length)
      .map(({ limit }) => limit);
  let failedAfterMs = Number.POSITIVE_INFINITY;
  for (let passedMs = LOOK_EVERY_MS; passedMs <= MINUTE_MS; passedMs += LOOK_EVERY_MS) {
    await plant.advance(LOOK_EVERY_MS);
    // Of the order before it nobody asks any more, so only what comes after it was sent is its own.
    const isOwn = sent().includes(LAST_PERCENT) && failedAfterMs > MINUTE_MS;
    if (isOwn && /^Failure/.test(await limitOf(plant, SOUTH_ROOF))) failedAfterMs = passedMs;
  }
  return { outdated: outdatedOf(sent(), before.at(-1)?.limit), failedAfterMs };
}

const MINUTE_MS = 60_000;
const LOOK_EVERY_MS = 250;
const OUTDATED = 'outdated limits sent after the last one was ordered';

describe('a storm of limits', TIMEOUT, () => {
  it('leaves the last one; it fails within 60 s, and works when the inverter is back', async () => {
    const plant = await stormyPlant();
    const gapsMs = limitsSent(plant).map(({ atMs }, index, all) => atMs - (all[index - 1]?.atMs ?? 0));
    // Each is repeated after 2 s, and the next one goes out when it is given up.
    row.figure({
      ...{ what: 'shortest time between two limits on the air', value: Math.min(...gapsMs.slice(1)) },
      ...{ unit: 'ms', goal: { atLeast: 2000 } },
    });
    const { outdated, failedAfterMs } = await minuteAfter(plant);
    row.figure({ what: OUTDATED, value: outdated, goal: NONE });
    row.figure({
      ...{ what: 'time from the last order until it is said to have failed', value: failedAfterMs / 1000 },
      ...{ unit: 's', goal: { atMost: 60 } },
    });
    plant.setPresence(SOUTH_ROOF, true);
    await plant.advance(30_000);
    const state = await limitOf(plant, SOUTH_ROOF);
    const isObeyed =
      state === `Ok ${LAST_PERCENT}` && plant.truthOf(SOUTH_ROOF).limitPercent === LAST_PERCENT;
    row.figure({
      ...{ what: 'last orders obeyed when the inverter is back', value: Number(isObeyed) },
      goal: { exactly: 1 },
    });
  });

  it('would leave old ones waiting', async () => {
    const { outdated } = await without(['replacedOrders'], async () => minuteAfter(await stormyPlant()));
    row.counterProof({ what: OUTDATED, without: SEAMS.replacedOrders, value: outdated, goal: NONE });
  });

  it('for something that is deleted ends at once', async () => {
    const plant = await stormyPlant();
    await plant.result(POWER, { serial: SOUTH_ROOF, restart: true });
    const { inverter } = (await plant.json(ENDPOINTS.getInverterList.path)) as {
      readonly inverter: readonly { readonly id: number; readonly serial: string }[];
    };
    const id = inverter.find(({ serial }) => serial === SOUTH_ROOF)?.id;
    expect(await plant.result(ENDPOINTS.deleteInverter.path, { id })).toBe(4008);
    const sent = plant.sentTo(SOUTH_ROOF).length;
    plant.setPresence(SOUTH_ROOF, true);
    await plant.advance(120_000);
    row.figure({
      what: 'packets for a deleted inverter',
      value: plant.sentTo(SOUTH_ROOF).length - sent,
      goal: NONE,
    });
  });

  it('is over with a restart: what was pending is not sent by a gateway that nobody has asked', async () => {
    const plant = await stormyPlant();
    expect(await limitOf(plant, SOUTH_ROOF)).toMatch(/^Pending/);
    await plant.restart();
    const sent = limitsSent(plant).length;
    plant.setPresence(SOUTH_ROOF, true);
    await plant.advance(120_000);
    const value = limitsSent(plant).length - sent;
    row.figure({ what: 'limits sent after a restart that nobody ordered', value, goal: NONE });
  });
});
