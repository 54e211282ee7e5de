import type { Place } from '@heliograph/contract';
import { getTimes } from 'suncalc';

/** The sun of one day, in unix milliseconds. */
export interface SunTimes {
  readonly risesMs: number;
  readonly setsMs: number;
}

const DAY_MS = 86_400_000;

/** When the sun rises and sets on the local day of `nowMs`; undefined where it stays up or down all day. */
export function sunTimesOf(place: Place, nowMs: number, utcOffsetS: number): SunTimes | undefined {
  const localMs = nowMs + utcOffsetS * 1000;
  const noonMs = Math.floor(localMs / DAY_MS) * DAY_MS + DAY_MS / 2 - utcOffsetS * 1000;
  const { sunrise, sunset } = getTimes(new Date(noonMs), place.latitude, place.longitude);
  if (sunrise === null || sunset === null) return undefined;
  return { risesMs: Number(sunrise), setsMs: Number(sunset) };
}

/** Whether the sun is up now; it counts as up where it stays up or down all day, as on original devices. */
export function isSunUp(place: Place, nowMs: number, utcOffsetS: number): boolean {
  const sun = sunTimesOf(place, nowMs, utcOffsetS);
  return sun === undefined || (nowMs >= sun.risesMs && nowMs < sun.setsMs);
}
