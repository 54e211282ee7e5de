import type { InverterState } from './inverter.ts';
import { readingValue } from './readings.ts';

/** What the whole plant produces: sums over the AC sides of all inverters, also of those that do not answer. */
export interface Totals {
  readonly powerW: number;
  readonly yieldDayWh: number;
  readonly yieldTotalKWh: number;
}

/**
 * Adds up in the order of the list and in 32-bit floats, as the original does: the result is the same to the last
 * bit. Source: device contract, section 5.1.
 */
export function totalsOf(inverters: readonly InverterState[]): Totals {
  let powerW = 0;
  let yieldDayWh = 0;
  let yieldTotalKWh = 0;
  for (const { readings } of inverters) {
    powerW = Math.fround(powerW + readingValue(readings, 0, 'Power'));
    yieldDayWh = Math.fround(yieldDayWh + readingValue(readings, 0, 'YieldDay'));
    yieldTotalKWh = Math.fround(yieldTotalKWh + readingValue(readings, 0, 'YieldTotal'));
  }
  return { powerW, yieldDayWh, yieldTotalKWh };
}
