/** Where the sun stands, at a real place or at one that is chosen so that it suits. */

import { getPosition } from 'suncalc';
import type { Site, SunKind } from './scenarios/scenario.ts';

export interface SunPosition {
  /** Degrees above the horizon; negative at night. */
  readonly altitudeDeg: number;
  /** Degrees clockwise from north. */
  readonly azimuthDeg: number;
}

export interface Sky {
  /** Where to begin with the past of the current day, simulated unix milliseconds. */
  readonly historyStartMs: number;
  sunAt(timeMs: number): SunPosition;
  /** The number of the day to which a time belongs. */
  dayOf(timeMs: number): number;
  /** When the next day begins without a night before it; `Infinity` under a real sun. */
  nextDayMs(timeMs: number): number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DEGREES_PER_HOUR = 15;

/** The endless day: solar time runs from 7 to 17 o'clock and then begins anew, and a start finds 10:30. */
const DAYLIGHT_FROM_H = 7;
const DAYLIGHT_MS = 10 * HOUR_MS;
const START_AFTER_DAYLIGHT_MS = 3.5 * HOUR_MS;
/** This far north of where the sun stands overhead it culminates 70 degrees high, in the south, all year. */
const DAYLIGHT_LATITUDE_OFFSET_DEG = 20;

const BELOW_THE_HORIZON: SunPosition = { altitudeDeg: -90, azimuthDeg: 0 };

/**
 * Times are simulated unix time in whole milliseconds. The endless day counts from `startMs`, a start that may be
 * long ago; `nowMs` is the current one.
 */
export function createSky(kind: SunKind, site: Site, startMs: number, nowMs = startMs): Sky {
  switch (kind) {
    case 'always-day':
      return createEndlessDay(startMs, nowMs);
    case 'always-night':
      return {
        historyStartMs: nowMs,
        sunAt: () => BELOW_THE_HORIZON,
        dayOf: () => 0,
        nextDayMs: () => Infinity,
      };
    case 'real':
      return {
        historyStartMs: nowMs - DAY_MS,
        sunAt: (timeMs) => sunPosition(timeMs, site.latitude, site.longitude),
        dayOf: (timeMs) => Math.floor((timeMs + (site.longitude / DEGREES_PER_HOUR) * HOUR_MS) / DAY_MS),
        nextDayMs: () => Infinity,
      };
  }
}

/**
 * Days without nights between them. The site lies at the longitude where it is late morning at the start; when the
 * afternoon ends it moves to where it is early morning then. Its latitude follows the sun through the year.
 */
function createEndlessDay(startMs: number, nowMs: number): Sky {
  const firstDayMs = startMs - START_AFTER_DAYLIGHT_MS;
  const dayOf = (timeMs: number) => Math.floor((timeMs - firstDayMs) / DAYLIGHT_MS);
  return {
    historyStartMs: firstDayMs + dayOf(nowMs) * DAYLIGHT_MS,
    dayOf,
    nextDayMs: (timeMs) => firstDayMs + (dayOf(timeMs) + 1) * DAYLIGHT_MS,
    sunAt(timeMs) {
      const sinceMorningMs = timeMs - firstDayMs - dayOf(timeMs) * DAYLIGHT_MS;
      const solarTimeH = DAYLIGHT_FROM_H + sinceMorningMs / HOUR_MS;
      const utcH = (timeMs % DAY_MS) / HOUR_MS;
      const longitude = (solarTimeH - utcH) * DEGREES_PER_HOUR;
      return sunPosition(timeMs, declinationDeg(timeMs) + DAYLIGHT_LATITUDE_OFFSET_DEG, longitude);
    },
  };
}

function sunPosition(timeMs: number, latitude: number, longitude: number): SunPosition {
  const { altitude, azimuth } = getPosition(new Date(timeMs), latitude, longitude);
  return { altitudeDeg: altitude, azimuthDeg: azimuth };
}

/** Latitude at which the sun stands overhead, to about a degree (Cooper's formula). */
export function declinationDeg(timeMs: number): number {
  const yearStartMs = Date.UTC(new Date(timeMs).getUTCFullYear(), 0, 1);
  const dayOfYear = 1 + (timeMs - yearStartMs) / DAY_MS;
  return 23.45 * Math.sin((2 * Math.PI * (284 + dayOfYear)) / 365);
}
