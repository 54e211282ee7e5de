import { clearSkyOn, type Plane, type Site, sunAt } from './clear-sky.ts';
import { DAY_S, SLOT_S } from './string-memory.ts';

export interface LearntPlane {
  readonly plane: Plane;
  /** What it gives of its peak power in 1000 W/m2. */
  readonly performance: number;
}

const STANDARD_W_M2 = 1000;
const AZIMUTH_STEP_DEG = 10;
const TILTS_DEG = [0, 10, 20, 30, 40, 50, 60, 75, 90];
/** In less light the horizon decides, which nobody knows. */
const LIGHT_MIN = 0.08;
const SLOTS_MIN = 20;
/** What is left unexplained, as a share of the whole; more shows that there was no clear day yet, or no single plane. */
const ERROR_MAX = 0.03;
const PERFORMANCE_USUAL = 0.92;
const UNUSUAL_WEIGHT = 0.1;
const PERFORMANCE_MIN = 0.5;
const PERFORMANCE_MAX = 1.15;

/**
 * The plane whose light goes over the day as the power of a string does. `shares` is what it gives of its peak power in each
 * quarter of an hour of a clear day, in UTC; `dayS` is a time on such a day. Undefined where no plane fits.
 */
export function learnPlane(shares: readonly number[], site: Site, dayS: number): LearntPlane | undefined {
  const midnightS = Math.floor(dayS / DAY_S) * DAY_S;
  const lit = shares.flatMap((share, slot) =>
    share < LIGHT_MIN ? [] : [{ share, sun: sunAt((midnightS + slot * SLOT_S + SLOT_S / 2) * 1000, site) }],
  );
  if (lit.length < SLOTS_MIN) return undefined;
  const whole = lit.reduce((sum, { share }) => sum + share ** 2, 0);
  let best: (LearntPlane & { readonly error: number }) | undefined;
  for (const plane of planes()) {
    const light = lit.map(({ sun }) => clearSkyOn(plane, sun) / STANDARD_W_M2);
    const both = lit.reduce((sum, { share }, index) => sum + share * (light[index] ?? 0), 0);
    const squares = light.reduce((sum, value) => sum + value ** 2, 0);
    const performance = squares === 0 ? 0 : both / squares;
    // A steeper plane that gives less looks much like a flatter one that gives more: of these the usual one is meant.
    const unusual = UNUSUAL_WEIGHT * (performance / PERFORMANCE_USUAL - 1) ** 2;
    const error = 1 - (performance * both) / whole + unusual;
    if (best === undefined || error < best.error) best = { plane, performance, error };
  }
  if (best === undefined || best.error > ERROR_MAX) return undefined;
  const { plane, performance } = best;
  return performance < PERFORMANCE_MIN || performance > PERFORMANCE_MAX ? undefined : { plane, performance };
}

function* planes(): Iterable<Plane> {
  for (const tiltDeg of TILTS_DEG) {
    const step = tiltDeg === 0 ? 360 : AZIMUTH_STEP_DEG;
    for (let azimuthDeg = 0; azimuthDeg < 360; azimuthDeg += step) yield { azimuthDeg, tiltDeg };
  }
}
