/** How an inverter turns what its strings offer into AC power. */

import type { DcSupply } from './dc-string.ts';

export interface OperatingPoint {
  /** Taken from each string, W. */
  readonly stringPowerW: readonly number[];
  readonly stringVoltageV: readonly number[];
  readonly acPowerW: number;
  /** AC power per DC power; 0 when nothing flows. */
  readonly efficiency: number;
}

/** A panel from which less is taken than it could give rises towards its open voltage. */
const OPEN_VOLTAGE_RISE = 0.12;
const HOUR_MS = 3_600_000;

/** Efficiency by load (DC power as a share of the maximum AC power): 94 % when idling, 96.2 % at half load. */
export function efficiencyAt(load: number): number {
  return 0.9655 - 0.0026 / (load + 0.1) - 0.003 * load * load;
}

/** Power factor by load: 0.990 when idling, 0.998 at half load. */
export function powerFactorAt(load: number): number {
  return 1 - 0.01 * Math.exp(-3.5 * load);
}

/** What the electronics of an inverter can do. */
export interface Electronics {
  readonly maxPowerW: number;
  readonly phaseCount: number;
  /** For each string the number of its tracker; strings with the same one share a voltage. */
  readonly trackers: readonly number[];
}

/** `capW` is the highest AC power allowed now (0: switched off). */
export function operatingPoint(
  supplies: readonly DcSupply[],
  capW: number,
  { maxPowerW, trackers }: Omit<Electronics, 'phaseCount'>,
): OperatingPoint {
  const offeredW = supplies.reduce((sum, { powerW }) => sum + powerW, 0);
  const uncappedW = offeredW * efficiencyAt(offeredW / maxPowerW);
  const acPowerW = Math.max(0, Math.min(uncappedW, capW));
  const takenW = uncappedW <= capW ? offeredW : acPowerW / efficiencyAt(acPowerW / maxPowerW);
  const share = offeredW > 0 ? takenW / offeredW : 0;
  return {
    stringPowerW: supplies.map(({ powerW }) => powerW * share),
    stringVoltageV: trackerVoltages(supplies, trackers).map(
      (volts) => volts * (1 + OPEN_VOLTAGE_RISE * (1 - share)),
    ),
    acPowerW,
    efficiency: takenW > 0 ? acPowerW / takenW : 0,
  };
}

/**
 * The energy by string from one point to the next one, Wh. That of a string is its share of the AC energy, so that
 * the strings' sum is the integral of the power.
 */
export function energyBetween(
  before: OperatingPoint,
  after: OperatingPoint,
  durationMs: number,
): readonly number[] {
  const hours = durationMs / HOUR_MS;
  return after.stringPowerW.map((powerW, index) => {
    const powerBeforeW = (before.stringPowerW[index] ?? 0) * before.efficiency;
    return ((powerBeforeW + powerW * after.efficiency) / 2) * hours;
  });
}

/** The strings on one tracker have one voltage, the mean of those that live. */
function trackerVoltages(supplies: readonly DcSupply[], trackers: readonly number[]): readonly number[] {
  return supplies.map((_, index) => {
    const living = supplies.filter(
      ({ voltageV }, other) => trackers[other] === trackers[index] && voltageV > 0,
    );
    const sum = living.reduce((volts, { voltageV }) => volts + voltageV, 0);
    return living.length === 0 ? 0 : sum / living.length;
  });
}
