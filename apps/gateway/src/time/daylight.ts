import { getPosition, getTimes } from 'suncalc';
import type { AnsweredSpan } from '../fleet/last-known.ts';
import type { Light } from '../fleet/totals.ts';

/** Where the plant stands, in degrees; north and east are positive. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

export interface Daylight {
  readonly light: Light;
  /** When the sun is expected to wake the inverters, unix milliseconds; undefined while nobody knows. */
  readonly wakeAtMs: number | undefined;
}

export interface DaylightConditions {
  /** Unix milliseconds. */
  readonly nowMs: number;
  readonly utcOffsetS: number;
  /** Undefined: nobody has said. */
  readonly place: Place | undefined;
  /** When inverters answered on the last days; what is known of day and night without a place. */
  readonly spans: readonly AnsweredSpan[];
}

/**
 * Day or night on the roof: by the sun where the place is known, else by when the inverters answered on the days before,
 * else by the hour, and then only what is so nearly everywhere.
 */
export function daylightOf(conditions: DaylightConditions): Daylight {
  const { place } = conditions;
  return place === undefined ? byHabit(conditions) : bySun(place, conditions.nowMs);
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * Below this the sun gives so little, behind hills and clouds and on a roof that looks the other way, that an inverter
 * may sleep.
 */
const WELL_UP_DEG = 6;

function bySun({ latitude, longitude }: Place, nowMs: number): Daylight {
  const { altitude } = getPosition(new Date(nowMs), latitude, longitude);
  if (altitude >= WELL_UP_DEG) return { light: 'day', wakeAtMs: undefined };
  const days = [-DAY_MS, 0, DAY_MS].map((ms) => getTimes(new Date(nowMs + ms), latitude, longitude));
  const isMorning = days.some(
    ({ sunrise, solarNoon }) => sunrise !== null && Number(sunrise) <= nowMs && nowMs < Number(solarNoon),
  );
  if (isMorning) return { light: 'dark', wakeAtMs: undefined }; // any minute now
  const risesMs = days
    .map(({ sunrise }) => Number(sunrise ?? 0))
    .filter((ms) => ms > nowMs && ms - nowMs <= DAY_MS);
  return { light: 'dark', wakeAtMs: risesMs.length === 0 ? undefined : Math.min(...risesMs) };
}

/** Local hours that are dark, or that are light, nearly everywhere and at any time of the year. */
const SURELY_DARK = { fromH: 23, toH: 4 };
const SURELY_LIGHT = { fromH: 12, toH: 14 };
/** What the days before say is not believed against these: they may have been days of a power cut. */
const NEVER_DARK = { fromH: 9, toH: 15 };
/** From one day to the next clouds make it so much earlier or later. */
const MARGIN_MS = 30 * MINUTE_MS;
/** Who answered within this still has his day. */
const SAME_DAY_MS = 3 * HOUR_MS;

function byHabit({ nowMs, utcOffsetS, spans }: DaylightConditions): Daylight {
  // Of times of the day, all with the offset of now: the sun knows no summer time.
  const timeOfDay = (unixMs: number) => modulo(unixMs + utcOffsetS * 1000, DAY_MS);
  const now = timeOfDay(nowMs);
  const isWithin = ({ fromH, toH }: { fromH: number; toH: number }) =>
    modulo(now - fromH * HOUR_MS, DAY_MS) < modulo((toH - fromH) * HOUR_MS, DAY_MS);
  const past = spans.filter(({ lastMs }) => lastMs <= nowMs);
  const firsts = past.filter(({ isFromSilence }) => isFromSilence).map(({ firstMs }) => firstMs);
  const lasts = past
    .filter(({ isToSilence, lastMs }) => isToSilence && nowMs - lastMs >= SAME_DAY_MS)
    .map(({ lastMs }) => lastMs);
  const lastFirstMs = firsts.at(-1);
  const wakeAtMs =
    lastFirstMs === undefined ? undefined : lastFirstMs + Math.ceil((nowMs - lastFirstMs) / DAY_MS) * DAY_MS;

  const isBefore = firsts.length > 0 && now < Math.min(...firsts.map(timeOfDay));
  const isAfter = lasts.length > 0 && now > Math.max(...lasts.map(timeOfDay));
  const isAmid =
    firsts.length > 0 &&
    lasts.length > 0 &&
    now > Math.max(...firsts.map(timeOfDay)) + MARGIN_MS &&
    now < Math.min(...lasts.map(timeOfDay)) - MARGIN_MS;
  if (isAmid || isWithin(SURELY_LIGHT)) return { light: 'day', wakeAtMs: undefined };
  if (isWithin(SURELY_DARK) || ((isBefore || isAfter) && !isWithin(NEVER_DARK)))
    return { light: 'dark', wakeAtMs };
  return { light: 'unknown', wakeAtMs: undefined };
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}
