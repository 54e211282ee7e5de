import type { DeviceClock } from '../platform/device-clock.ts';

/** Time of day and date as people read them. */
export interface LocalTimeParts {
  /** All four digits. */
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  /** 1 to 31; a day that the month lacks counts on into the next one. */
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

const DAY_MS = 86_400_000;
const WEEK_DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** The device's local time now; something of 1970 while its clock was never set. */
export function localTimeParts(clock: DeviceClock): LocalTimeParts {
  const local = localDate(clock);
  return {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
    second: local.getUTCSeconds(),
  };
}

/**
 * The same as a text, always in English: `Monday, February 06 2023 20:26:21`. Source:
 * docs/reference/original-device.md#time.
 */
export function localTimeText(clock: DeviceClock): string {
  return localTextOf(clock.unixMs(), clock);
}

/** As `localTimeText`, of any unix time in milliseconds. */
export function localTextOf(unixMs: number, clock: Pick<DeviceClock, 'utcOffsetAtS'>): string {
  const local = dateAt(unixMs, clock);
  const [weekDay, month] = [WEEK_DAYS[local.getUTCDay()], MONTHS[local.getUTCMonth()]];
  const day = String(local.getUTCDate()).padStart(2, '0');
  const time = local.toISOString().slice(-'hh:mm:ss.sssZ'.length, -'.sssZ'.length);
  return `${weekDay}, ${month} ${day} ${local.getUTCFullYear()} ${time}`;
}

/**
 * Unix time in milliseconds of a local time. Where the clocks go back and a time comes twice, the first one is
 * meant; a time that they leap over counts on from before the leap (02:30 is 03:30 in summer time).
 */
export function unixMsOfLocal(parts: LocalTimeParts, zone: Pick<DeviceClock, 'utcOffsetAtS'>): number {
  const { year, month, day, hour, minute, second } = parts;
  const localMs = Date.UTC(year, month - 1, day, hour, minute, second);
  const offsetMsAt = (unixMs: number) => zone.utcOffsetAtS(unixMs) * 1000;
  // No zone is a whole day away from UTC, so these lie on both sides of a change of that day.
  const withEarlier = localMs - offsetMsAt(localMs - DAY_MS);
  const withLater = localMs - offsetMsAt(localMs + DAY_MS);
  const isThatTime = (unixMs: number) => unixMs + offsetMsAt(unixMs) === localMs;
  return !isThatTime(withEarlier) && isThatTime(withLater) ? withLater : withEarlier;
}

/** A date whose UTC fields show local time. */
function localDate(clock: DeviceClock): Date {
  return dateAt(clock.unixMs(), clock);
}

function dateAt(unixMs: number, clock: Pick<DeviceClock, 'utcOffsetAtS'>): Date {
  return new Date(unixMs + clock.utcOffsetAtS(unixMs) * 1000);
}
