import type { ScheduleAnchor, ScheduleRow } from '@heliograph/contract';

/** The sun of one day, in unix milliseconds. */
export interface DaySun {
  readonly risesMs: number;
  readonly setsMs: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** The local day that a row is looked at for, and what is so on it. */
export interface ScheduleDay {
  /** 0 is Monday. */
  readonly weekday: number;
  /** Unix milliseconds of a time of the clock on this day, in minutes after midnight; more than a day's minutes are the next day's. */
  readonly timeOf: (minutes: number) => number;
  /** Undefined where the place is not known, or the sun stays up or down all day. */
  readonly sun: DaySun | undefined;
}

/** The rows that hold now, in their order; one of yesterday may still go on. */
export function rowsAt(
  rows: readonly ScheduleRow[],
  nowMs: number,
  days: readonly ScheduleDay[],
): readonly ScheduleRow[] {
  return rows.filter((row) => row.enabled && days.some((day) => holdsOn(row, day, nowMs)));
}

function holdsOn(row: ScheduleRow, day: ScheduleDay, nowMs: number): boolean {
  if ((row.days & (1 << day.weekday)) === 0) return false;
  const beginsMs = momentOf(row.from, row.from_minutes, day);
  const endsMs = momentOf(row.to, row.to_minutes, day);
  if (beginsMs === undefined || endsMs === undefined) return false;
  if (endsMs > beginsMs) return nowMs >= beginsMs && nowMs < endsMs;
  // By the clock, the end is that of the next day; by the sun it was before the beginning: there is no such time today.
  const isOvernight = row.to === 'clock';
  return isOvernight && nowMs >= beginsMs && nowMs < day.timeOf(row.to_minutes + DAY_MS / MINUTE_MS);
}

function momentOf(anchor: ScheduleAnchor, minutes: number, { timeOf, sun }: ScheduleDay): number | undefined {
  if (anchor === 'clock') return timeOf(minutes);
  const sunMs = anchor === 'sunrise' ? sun?.risesMs : sun?.setsMs;
  return sunMs === undefined ? undefined : sunMs + minutes * MINUTE_MS;
}
