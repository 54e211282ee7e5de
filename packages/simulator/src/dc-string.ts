/** One DC input: what its panel could deliver in this light. */

import { irradianceOnPlane } from './irradiance.ts';
import type { ScenarioString } from './scenarios/scenario.ts';
import { chanceAt, seedFor, smoothNoise } from './seeded-random.ts';
import type { SunPosition } from './sun.ts';

export interface Light {
  readonly timeMs: number;
  readonly sun: SunPosition;
  /** 0 (clear) to 1 (overcast). */
  readonly cloud: number;
  readonly airTemperatureC: number;
}

export interface DcSupply {
  readonly powerW: number;
  /** Voltage of the maximum power point, V; 0 when there is none. */
  readonly voltageV: number;
}

export type DcString = (light: Light) => DcSupply;

/** Data of a panel with 120 half cells: at 25 degrees and 1000 W/m2, and how heat and little light change them. */
const PANEL_VOLTAGE_V = 34;
const PANEL_VOLTAGE_SPREAD_V = 1.4;
const VOLTAGE_PER_KELVIN = -0.0026;
const POWER_PER_KELVIN = -0.0035;
const VOLTS_PER_LIGHT_E_FOLD = 0.9;
const VOLTAGE_MIN_V = 20;
const STANDARD_W_M2 = 1000;
const STANDARD_C = 25;
/** Full sun heats the cells this far above the air. */
const SUN_HEATS_CELLS_BY_C = 29;

/** Dirt, ageing and tolerance cost between 2 and 6 %, each panel its own share. */
const QUALITY_BEST = 0.98;
const QUALITY_SPREAD = 0.04;
/** Haze and the search for the maximum power point make the power tremble by a few thousandths within seconds. */
const TREMBLE_SHARE = 0.004;
const TREMBLE_MS = 3000;

const DAY_MS = 86_400_000;

const NOTHING: DcSupply = { powerW: 0, voltageV: 0 };

/** `seed` tells this panel from all others. */
export function createDcString(string: ScenarioString, seed: number, startMs: number): DcString {
  if (string.isDead) return () => NOTHING;
  const quality = QUALITY_BEST - QUALITY_SPREAD * chanceAt(seedFor(seed, 'quality'), 0);
  const panelVoltageV = PANEL_VOLTAGE_V + PANEL_VOLTAGE_SPREAD_V * smoothNoise(seedFor(seed, 'voltage'), 0.5);
  const { afterDays = 0, left = 1 } = string.weakens ?? {};
  const weakensAtMs = startMs + afterDays * DAY_MS;
  const trembleSeed = seedFor(seed, 'tremble');
  return (light) => {
    const irradiance = irradianceOnPlane(light.sun, light.cloud, string);
    if (irradiance <= 0) return NOTHING;
    const share = irradiance / STANDARD_W_M2;
    const overheatC = light.airTemperatureC + SUN_HEATS_CELLS_BY_C * share - STANDARD_C;
    const tremble = 1 + TREMBLE_SHARE * smoothNoise(trembleSeed, light.timeMs / TREMBLE_MS);
    const powerW =
      string.panelW *
      share *
      (1 + POWER_PER_KELVIN * overheatC) *
      quality *
      tremble *
      (light.timeMs >= weakensAtMs ? left : 1);
    const warmV = panelVoltageV * (1 + VOLTAGE_PER_KELVIN * overheatC);
    const voltageV = warmV + VOLTS_PER_LIGHT_E_FOLD * Math.log(share) * tremble;
    return { powerW, voltageV: Math.max(VOLTAGE_MIN_V, voltageV) };
  };
}
