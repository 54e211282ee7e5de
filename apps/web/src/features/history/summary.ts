import type { HistoryBar } from '@heliograph/contract';
import type { DateNames } from '../../shared/i18n/plant-time.ts';
import type { Period } from '../../shared/lib/periods.ts';

/** What a period comes to. */
export interface Sum {
  /** There is anything of it; without that it is a gap and no zero. */
  readonly isKnown: boolean;
  readonly energyWh: number;
  readonly isEstimated: boolean;
  /** The highest power, and when; undefined where none was measured. */
  readonly peakW: number | undefined;
  readonly peakAtS: number | undefined;
  /** The bar with the most energy; undefined where there is none. */
  readonly best: HistoryBar | undefined;
}

export function sumOf(bars: readonly HistoryBar[]): Sum {
  const energyWh = bars.reduce((sum, { energy }) => sum + energy, 0);
  const highest = largest(bars, ({ peak }) => peak);
  const best = largest(bars, ({ energy }) => energy);
  return {
    isKnown: bars.length > 0,
    energyWh,
    isEstimated: bars.some(({ estimated }) => estimated),
    peakW: highest?.peak,
    peakAtS: highest?.peak_at,
    best: best?.energy ? best : undefined,
  };
}

function largest(
  bars: readonly HistoryBar[],
  of: (bar: HistoryBar) => number | undefined,
): HistoryBar | undefined {
  return bars.reduce<HistoryBar | undefined>((most, bar) => {
    const value = of(bar);
    return value !== undefined && value > (most === undefined ? Number.NEGATIVE_INFINITY : (of(most) ?? 0))
      ? bar
      : most;
  }, undefined);
}

/** By how many per cent a sum is more than another; undefined where that says nothing. */
export function changePercent(nowWh: number, beforeWh: number): number | undefined {
  return beforeWh > 0 ? (nowWh / beforeWh - 1) * 100 : undefined;
}

/** The day of a peak, with its year where several are shown. */
export function peakDay(dates: Pick<DateNames, 'day' | 'shortDay'>, period: Period, day: string): string {
  return period === 'all' ? dates.day(day) : dates.shortDay(day);
}
