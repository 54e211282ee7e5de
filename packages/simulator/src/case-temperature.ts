import type { Light } from './dc-string.ts';

const LAG_MS = 8 * 60_000;
const SUN_WARMS_BY_C = 5;
const FULL_LOAD_WARMS_BY_C = 22;

/** What an inverter's case was exposed to for a while. */
export interface Exposure {
  readonly light: Light;
  /** Share of the maximum power. */
  readonly load: number;
  readonly durationMs: number;
}

/** How warm the case is after that: with some lag it follows the air, the sun and the load. */
export function caseTemperatureC(beforeC: number, { light, load, durationMs }: Exposure): number {
  const sunshine = Math.max(0, Math.sin((light.sun.altitudeDeg * Math.PI) / 180));
  const goalC = light.airTemperatureC + SUN_WARMS_BY_C * sunshine + FULL_LOAD_WARMS_BY_C * load;
  const remaining = Math.exp(-durationMs / LAG_MS);
  return goalC + (beforeC - goalC) * remaining;
}
