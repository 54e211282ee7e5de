import type { Reading } from '@heliograph/domain';

/**
 * What is remembered of the yields of a day, so that they go on where an inverter begins its day anew; by the number of the
 * string.
 */
export interface DayCorrection {
  /** What the inverter told last. */
  readonly toldWh: readonly number[];
  /** What it had told of this day before it began anew. */
  readonly beforeWh: readonly number[];
}

export const NO_CORRECTION: DayCorrection = { toldWh: [], beforeWh: [] };

/** A string that tells less than before has begun anew, and what it told before is of this day, too. */
export function dayCorrected({ toldWh, beforeWh }: DayCorrection, { strings }: Reading): DayCorrection {
  return {
    toldWh: strings.map(({ yieldTodayWh }) => yieldTodayWh),
    beforeWh: strings.map(({ yieldTodayWh }, index) => {
      const lastWh = toldWh[index] ?? 0;
      return (beforeWh[index] ?? 0) + (yieldTodayWh < lastWh ? lastWh : 0);
    }),
  };
}
