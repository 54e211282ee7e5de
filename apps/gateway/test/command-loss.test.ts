import {
  EAST_AND_WEST,
  GARAGE,
  GOOD_AIR,
  type PlantGateway,
  SOUTH_ROOF,
  startPlantGateway,
} from '@heliograph/testbed/gateway/plant-gateway.ts';
import { orderLimit, SETTLED_MS } from '@heliograph/testbed/gateway/plant-words.ts';
import { describe, expect, it } from 'vitest';
import { isFirstWait } from './first-wait.ts';

const SEEDS = [1, 2, 3, 4];
const ORDERS_PER_SEED = 50;
const STEP_MS = 500;
/** One order of four is followed by the next one before anybody can know what became of it. */
const IMPATIENT_EVERY = 4;
const PATIENCE_MS = 15 * 60_000;
/** Limits in watts are calculated in single precision, which is one step off for a few of them. */
const STEP_PERCENT = 0.1 + 1e-3;

const LOSS_OF_30_PERCENT = {
  ...GOOD_AIR,
  requestLoss: 0.3,
  answerLoss: 0.3,
  duplication: 0.1,
  corruption: 0.03,
  jitterMs: 15,
};
const MAX_POWERS_W: Readonly<Record<string, number>> = {
  [GARAGE]: 400,
  [SOUTH_ROOF]: 800,
  [EAST_AND_WEST]: 1500,
};
const SERIALS = Object.keys(MAX_POWERS_W);

type Statuses = Readonly<
  Record<string, { limit_relative: number; limit_state: string; limit_set_status: string }>
>;

/** What is shown of all limits; but for the first wait of an order it must be what the inverter holds at this moment. */
async function shownLimits(plant: PlantGateway): Promise<Statuses> {
  const statuses = (await plant.json('/api/limit/status')) as Statuses;
  for (const [serial, { limit_relative, limit_state }] of Object.entries(statuses)) {
    const sentAtMs = plant.sentTo(serial, 'ActivePowerControl').map(({ atMs }) => atMs);
    if (limit_state === 'unknown' || isFirstWait(sentAtMs, plant.clock.monotonicMs())) continue;
    const { limitPercent } = plant.truthOf(serial);
    expect(Math.abs(limitPercent - limit_relative), `${serial} at ${plant.clock.monotonicMs()}`).toBeLessThan(
      STEP_PERCENT,
    );
  }
  return statuses;
}

async function waitUntilOk(plant: PlantGateway, serial: string): Promise<void> {
  for (let passedMs = 0; (await shownLimits(plant))[serial]?.limit_set_status !== 'Ok'; passedMs += STEP_MS) {
    expect(passedMs).toBeLessThan(PATIENCE_MS);
    plant.clock.advance(STEP_MS);
  }
}

/** Orders number `count`: every inverter in turn, watts and percent in turn; gives what it means in per cent. */
async function orderAny(plant: PlantGateway, serial: string, count: number): Promise<number> {
  const percent = 2 + ((count * 37) % 99);
  const watts = Math.ceil((percent * (MAX_POWERS_W[serial] ?? 0)) / 100);
  const isRelative = count % 2 === 0;
  await orderLimit(plant, serial, isRelative ? percent : watts, isRelative ? 1 : 0);
  return percent;
}

describe('with 30 % of all packets lost, both ways', () => {
  it.each(SEEDS)(
    '50 orders (seed %d) end as the inverters hold them, and nothing else is ever shown',
    async (seed) => {
      const plant = await startPlantGateway({
        seed,
        world: (scenario) => ({ ...scenario, air: LOSS_OF_30_PERCENT }),
      });
      await plant.advance(3 * SETTLED_MS);
      let repeated = 0;
      for (let count = 0; count < ORDERS_PER_SEED; count++) {
        const serial = SERIALS[count % SERIALS.length] ?? '';
        const sentBefore = plant.sentTo(serial, 'ActivePowerControl').length;
        const percent = await orderAny(plant, serial, count);
        if (count % IMPATIENT_EVERY === 0) continue;
        await waitUntilOk(plant, serial);
        expect(Math.abs(plant.truthOf(serial).limitPercent - percent)).toBeLessThan(0.5);
        if (plant.sentTo(serial, 'ActivePowerControl').length > sentBefore + 1) repeated += 1;
      }
      for (const serial of SERIALS) await waitUntilOk(plant, serial);
      expect(repeated).toBeGreaterThan(5);
    },
  );
});
