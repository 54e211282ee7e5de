import {
  CLOCK_NOT_SET_UP_TO_YEAR,
  type DeviceTime,
  type ReceivedTime,
  type TimeSetting,
  timezoneOf,
} from '@heliograph/contract';
import type { Zone } from './zones.ts';

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

/**
 * A moment as what the device's clock on the wall will show, by the rule of its zone and not by the browser's; beside it
 * the moment itself, for an hour that comes twice.
 */
export function timeSetting(unixMs: number, zone: Zone): TimeSetting {
  const wall = new Date(unixMs + 1000 * utcOffsetS(zone, unixMs));
  return {
    year: wall.getUTCFullYear(),
    month: wall.getUTCMonth() + 1,
    day: wall.getUTCDate(),
    hour: wall.getUTCHours(),
    minute: wall.getUTCMinutes(),
    second: wall.getUTCSeconds(),
    unix_s: Math.floor(unixMs / 1000),
  };
}

/** The name of the zone is for people; the device reckons with the rule, and takes one that it cannot read for UTC. */
function utcOffsetS({ ntp_timezone: rule }: Zone, unixMs: number): number {
  return timezoneOf(rule).utcOffsetS(Math.floor(unixMs / 1000));
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

/** How far a zone's clocks are ahead of the browser's now, in milliseconds. */
export function zoneAheadMs(zone: Zone, unixMs: number): number {
  return 1000 * utcOffsetS(zone, unixMs) + new Date(unixMs).getTimezoneOffset() * MINUTE_MS;
}
