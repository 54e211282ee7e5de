import {
  type InverterSettings,
  type InverterTreatment,
  noReading,
  type Reading,
  USUAL_TREATMENT,
} from '@heliograph/domain';
import { dayCorrected, NO_CORRECTION } from './day-correction.ts';
import type { InverterState } from './inverter.ts';

/**
 * What the owner's settings for an inverter make of it: whether it is asked, whether it takes orders, and what is told of
 * its readings. Source: docs/reference/api-for-other-programs.md#inverters.
 */

/** How an inverter is treated. */
export function treatmentOf({ treatment = USUAL_TREATMENT }: Pick<InverterSettings, 'treatment'>) {
  return treatment;
}

/** Whether an inverter is asked for readings now. */
export function isAskedNow(settings: Pick<InverterSettings, 'treatment'>, isNight: boolean): boolean {
  const { isPolled, isPolledAtNight } = treatmentOf(settings);
  return isPolled && (!isNight || isPolledAtNight);
}

/** Why an inverter takes no orders now; undefined: it does. */
export type OrderObstacle = 'orders-off' | 'orders-off-at-night';

export function orderObstacle(
  settings: Pick<InverterSettings, 'treatment'>,
  isNight: boolean,
): OrderObstacle | undefined {
  const { takesOrders, takesOrdersAtNight } = treatmentOf(settings);
  if (!takesOrders) return 'orders-off';
  return isNight && !takesOrdersAtNight ? 'orders-off-at-night' : undefined;
}

/** What is new of an inverter that has told a reading. */
export function readingTold(
  before: InverterState,
  measured: Reading,
): Pick<InverterState, 'reading' | 'measured' | 'dayCorrection'> {
  const dayCorrection = treatmentOf(before).isYieldCorrected
    ? dayCorrected(before.dayCorrection, measured)
    : NO_CORRECTION;
  return { measured, dayCorrection, reading: retold({ ...before, dayCorrection }, measured) };
}

/** What is told of a reading after the settings have changed; what was zeroed since stays 0. */
export function readingRetold(inverter: InverterState): Partial<InverterState> {
  const { measured, reading } = inverter;
  if (measured === undefined) return {};
  const { yieldTotalKWh, strings } = retold(inverter, measured);
  if (yieldTotalKWh === reading.yieldTotalKWh) return {};
  return {
    reading: {
      ...reading,
      yieldTotalKWh,
      strings: reading.strings.map((string, index) => ({
        ...string,
        yieldTotalKWh: strings[index]?.yieldTotalKWh ?? string.yieldTotalKWh,
      })),
    },
  };
}

/** The reading with what is added to its yields; sums are those of single precision, as everywhere in a reading. */
function retold(
  { strings: settings, dayCorrection }: Pick<InverterState, 'strings' | 'dayCorrection'>,
  measured: Reading,
): Reading {
  const added = measured.strings.map((_, index) => ({
    todayWh: dayCorrection.beforeWh[index] ?? 0,
    totalKWh: settings[index]?.yieldTotalOffsetKWh ?? 0,
  }));
  if (added.every(({ todayWh, totalKWh }) => todayWh === 0 && totalKWh === 0)) return measured;
  const strings = measured.strings.map((string, index) => ({
    ...string,
    yieldTodayWh: Math.fround(string.yieldTodayWh + (added[index]?.todayWh ?? 0)),
    yieldTotalKWh: Math.fround(string.yieldTotalKWh + (added[index]?.totalKWh ?? 0)),
  }));
  const sum = (values: readonly number[]) => values.reduce((total, value) => Math.fround(total + value), 0);
  return {
    ...measured,
    strings,
    yieldTodayWh: sum(strings.map(({ yieldTodayWh }) => yieldTodayWh)),
    yieldTotalKWh: sum(strings.map(({ yieldTotalKWh }) => yieldTotalKWh)),
  };
}

/** What is told of an inverter that is out of reach, or is not asked any more. */
export function whenSilent(inverter: InverterState): Partial<InverterState> {
  if (!treatmentOf(inverter).isZeroedWhenSilent || inverter.readingAtMs === undefined) return {};
  const { reading, model } = inverter;
  const nothing = noReading(model);
  return {
    reading: {
      ...nothing,
      yieldTodayWh: reading.yieldTodayWh,
      yieldTotalKWh: reading.yieldTotalKWh,
      eventCount: reading.eventCount,
      strings: reading.strings.map(({ yieldTodayWh, yieldTotalKWh }, index) => ({
        ...(nothing.strings[index] ?? { voltageV: 0, currentA: 0, powerW: 0 }),
        ...{ yieldTodayWh, yieldTotalKWh },
      })),
    },
  };
}

/** What a new day brings. */
export function atMidnight(inverter: InverterState): Partial<InverterState> {
  const { isYieldZeroedAtMidnight, isEventLogCleared }: InverterTreatment = treatmentOf(inverter);
  const { reading, eventLog, dayCorrection } = inverter;
  return {
    ...(dayCorrection !== NO_CORRECTION && { dayCorrection: NO_CORRECTION }),
    ...(isYieldZeroedAtMidnight && {
      reading: {
        ...reading,
        yieldTodayWh: 0,
        strings: reading.strings.map((string) => ({ ...string, yieldTodayWh: 0 })),
      },
    }),
    ...(isEventLogCleared && { eventLog: { ...eventLog, entries: [] } }),
  };
}
