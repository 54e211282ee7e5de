/** From what simulated inverters remember to how they begin, whatever the clocks have done in between. */

import {
  type InverterMemory,
  movedBack,
  readWorldMemory,
  VERSION,
  type WorldMemory,
} from './plant-memory.ts';
import type { PlantPast } from './power-plant.ts';
import type { Scenario, ScenarioInverter, Site } from './scenarios/scenario.ts';
import { createSky, type Sky } from './sun.ts';

/** Where what is worth remembering comes from and goes to. */
export interface SimulationMemory {
  /** What was remembered last, as plain data of whatever quality; undefined: nothing. */
  readonly remembered: unknown;
  /** Is given plain JSON data, to be handed over again at the next start. */
  remember(state: object): void;
}

export interface Past {
  readonly sky: Sky;
  /** Undefined: it begins as if it had just been built into the plant. */
  ofInverter(inverter: ScenarioInverter): PlantPast | undefined;
  /** What is to be remembered now; `inverters` by serial. */
  memoryWith(inverters: Readonly<Record<string, InverterMemory>>): WorldMemory;
}

/**
 * `nowMs`: simulated unix time of the start. It can be earlier than what is remembered, because the simulation ran
 * faster than the host's clock or because that was set back: then time goes on from what is remembered as if that were
 * now, unless the real sun would have to jump into another day.
 */
export function createPast(
  { sun, inverters }: Scenario,
  site: Site,
  nowMs: number,
  remembered: unknown,
): Past {
  const world = readWorldMemory(remembered);
  const isSameSun = world?.sun === sun;
  const latestMs = Math.max(0, ...inverters.map(({ serial }) => world?.inverters[serial]?.timeMs ?? 0));
  const aheadMs = Math.max(0, latestMs - nowMs);
  // Only the endless day depends on its start; it goes on at the hour at which its inverters were left.
  const doesDayGoOn = world !== undefined && isSameSun && sun === 'always-day' && latestMs > 0;
  const skyStartMs = doesDayGoOn ? world.skyStartMs - aheadMs : nowMs;
  const sky = createSky(sun, site, skyStartMs, nowMs);

  return {
    sky,
    ofInverter({ serial, strings }) {
      const memory = world?.inverters[serial];
      if (memory?.totalWh.length !== strings.length) return undefined;
      const isOtherDay =
        sun === 'real' && memory.timeMs > nowMs && sky.dayOf(memory.timeMs) !== sky.dayOf(nowMs);
      return { memory: movedBack(memory, aheadMs), goesOn: isSameSun && !isOtherDay };
    },
    memoryWith: (known) => ({
      version: VERSION,
      sun,
      skyStartMs,
      // Those of other scenarios keep what they know until they are simulated again.
      inverters: { ...world?.inverters, ...known },
    }),
  };
}
