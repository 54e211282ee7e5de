import { seedFor } from './seeded-random.ts';

/** A load that is on once in every span of time, at some moment of it. */
interface Appliance {
  readonly name: string;
  readonly watts: number;
  readonly everyS: number;
  readonly onS: number;
}

const MINUTE_S = 60;
const HOUR_S = 3600;
const APPLIANCES: readonly Appliance[] = [
  { name: 'fridge', watts: 90, everyS: 30 * MINUTE_S, onS: 12 * MINUTE_S },
  { name: 'kettle', watts: 2000, everyS: 100 * MINUTE_S, onS: 150 },
  { name: 'washing', watts: 320, everyS: 5 * HOUR_S, onS: 50 * MINUTE_S },
  { name: 'lights', watts: 60, everyS: 2 * HOUR_S, onS: 70 * MINUTE_S },
  { name: 'screen', watts: 140, everyS: 3 * HOUR_S, onS: 100 * MINUTE_S },
];
/** It heats up, and then keeps its heat. */
const OVEN: Appliance = { name: 'oven', watts: 2200, everyS: 6 * HOUR_S, onS: 45 * MINUTE_S };
const OVEN_CYCLE_S = 6 * MINUTE_S;
const OVEN_HEATS_S = 150;
const BASE_W = 160;

/** What a household takes, in W, at a time in Unix seconds: the same seed and time give the same. */
export function householdLoadW(seed: number, atS: number): number {
  const base = BASE_W + 30 * Math.sin(atS / 700) + 12 * Math.sin(atS / 47);
  const running = APPLIANCES.filter((appliance) => sinceStartS(seed, appliance, atS) !== undefined);
  const ovenS = sinceStartS(seed, OVEN, atS);
  const oven = ovenS !== undefined && ovenS % OVEN_CYCLE_S < OVEN_HEATS_S ? OVEN.watts : 0;
  return running.reduce((sum, { watts }) => sum + watts, base + oven);
}

/** Undefined: it is off. */
function sinceStartS(seed: number, { name, everyS, onS }: Appliance, atS: number): number | undefined {
  const span = Math.floor(atS / everyS);
  const share = (seedFor(seed, `${name} ${span}`) >>> 0) / 2 ** 32;
  const since = atS - span * everyS - share * (everyS - onS);
  return since >= 0 && since < onS ? since : undefined;
}
