// Local time of a device, from a number that counts milliseconds since 1970 in that local time.

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
] as const;

export interface CivilTime {
  readonly year: number;
  /** From 1. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

export function civilTime(localMs: number): CivilTime {
  const date = new Date(localMs);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
  };
}

export function localMsOf({ year, month, day, hour, minute, second }: CivilTime): number {
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** `Monday, February 06 2023 20:26:21`. Source: docs/reference/original-device.md#time. */
export function timeText(localMs: number): string {
  const { year, month, day, hour, minute, second } = civilTime(localMs);
  const weekday = DAYS[new Date(localMs).getUTCDay()];
  const two = (value: number) => String(value).padStart(2, '0');
  return `${weekday}, ${MONTHS[month - 1]} ${two(day)} ${year} ${two(hour)}:${two(minute)}:${two(second)}`;
}
