import type { ScenarioInverter } from './scenarios/scenario.ts';
import { chanceAt, seedFor } from './seeded-random.ts';

const DAY_MS = 86_400_000;
/** Plants were built over a year from this day on and have earned so much per day since. */
const FIRST_PLANT_MS = Date.UTC(2022, 2, 1);
const WH_PER_DAY_AND_PANEL_W = 2.8;

/** Energy by string that a plant of its size and age has yielded, Wh. */
export function yieldSinceBuilt(
  { strings }: ScenarioInverter,
  nowMs: number,
  seed: number,
): readonly number[] {
  const ageMs = nowMs - FIRST_PLANT_MS - chanceAt(seedFor(seed, 'built'), 0) * 365 * DAY_MS;
  const days = Math.max(0, ageMs) / DAY_MS;
  return strings.map(
    ({ panelW }, index) => days * panelW * WH_PER_DAY_AND_PANEL_W * (0.97 + 0.03 * chanceAt(seed, index)),
  );
}
