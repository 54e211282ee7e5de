import { CLOCK_NOT_SET_UP_TO_YEAR, type DeviceTime, type ReceivedTime } from '@heliograph/contract';
import { utcOffsetsMin, type Zone } from './zones.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
/** Up to here clocks count as in step: both tell whole seconds, and an answer takes its time. */
const IN_STEP_MAX_S = 2;

/** Whether a device that tells this time has ever been told it; what is no date at all is no time either. */
export function isClockSet(time: ReceivedTime): boolean {
  const isDate = !Number.isNaN(new Date(wallOfParts(time)).getTime());
  return isDate && time.ntp_status && time.year > CLOCK_NOT_SET_UP_TO_YEAR;
}

/**
 * What a clock on the wall shows, as milliseconds that can be subtracted: those of the same date and time in UTC.
 */
export function wallOfParts({ year, month, day, hour, minute, second }: DeviceTime): number {
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** The same of the browser's local time. */
export function wallOfBrowser(unixMs: number): number {
  return unixMs - new Date(unixMs).getTimezoneOffset() * MINUTE_MS;
}

/** The browser's local time in parts. */
export function browserParts(unixMs: number): DeviceTime {
  const now = new Date(unixMs);
  return {
    year: now.getFullYear(),
    month: now.getMonth() + 1,
    day: now.getDate(),
    hour: now.getHours(),
    minute: now.getMinutes(),
    second: now.getSeconds(),
  };
}

/** How many whole seconds the first of two wall clocks is ahead; 0 when they are as good as in step. */
export function secondsAhead(wallMs: number, otherWallMs: number): number {
  const ahead = Math.round((wallMs - otherWallMs) / SECOND_MS);
  return Math.abs(ahead) <= IN_STEP_MAX_S ? 0 : ahead;
}

/** The name of the browser's zone; empty where it does not tell. */
export function browserZoneName(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone ?? '';
}

/** How far a zone's clocks are ahead of the browser's now, in milliseconds; 0 if that cannot be said. */
export function zoneAheadMs(zone: Zone, unixMs: number): number {
  const offsetMin = offsetOfNameMin(zone.ntp_timezone_descr, unixMs);
  // The name is for people only: what the device reckons with is the rule, and it may be another zone's.
  if (offsetMin === undefined || !utcOffsetsMin(zone.ntp_timezone).includes(offsetMin)) return 0;
  return (offsetMin + new Date(unixMs).getTimezoneOffset()) * MINUTE_MS;
}

/** Minutes ahead of UTC by the browser's own database; undefined for a name that it does not know. */
function offsetOfNameMin(timeZone: string, unixMs: number): number | undefined {
  try {
    const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
    const offset = format.formatToParts(unixMs).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign = '+', hours = 0, minutes = 0] = /([-+])(\d+):(\d+)/.exec(offset) ?? [];
    return Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes));
  } catch {
    return undefined; // no zone of that name
  }
}
