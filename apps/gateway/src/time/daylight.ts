import type { Place } from '@heliograph/contract';
import { getPosition, getTimes } from 'suncalc';
import type { AnsweredSpan } from '../fleet/last-known.ts';
import type { Light } from '../fleet/totals.ts';

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
 * else by the hour, and then only what is so nearly everywhere. Where the sun stays down or up for days, it knows no time at
 * which they wake, but the days before may.
 */
export function daylightOf(conditions: DaylightConditions): Daylight {
  const { place, nowMs } = conditions;
  if (place === undefined) return byHabit(conditions);
  const { light, morning } = bySun(place, nowMs);
  if (light === 'day' || morning === 'now') return { light, wakeAtMs: undefined };
  const spans = conditions.spans.filter(({ lastMs }) => nowMs - lastMs <= POLAR_MEMORY_MS);
  return { light, wakeAtMs: morning ?? nextWakingMs({ nowMs, spans }) };
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** What was so before the sun went for weeks is not what comes tomorrow. */
const POLAR_MEMORY_MS = 2 * DAY_MS;

/**
 * Below this the sun gives so little, behind hills and clouds and on a roof that looks the other way, that an inverter
 * may sleep.
 */
const WELL_UP_DEG = 6;
/** Times of the sun are told in such steps: inverters wake a little after it rises, and readers are not told the place. */
const ABOUT_MS = 10 * MINUTE_MS;

interface SunLight {
  readonly light: 'day' | 'dark';
  /** When the sun rises next, unix milliseconds; `now`: it has risen, and inverters wake any minute. */
  readonly morning: number | 'now' | undefined;
}

function bySun({ latitude, longitude }: Place, nowMs: number): SunLight {
  const { altitude } = getPosition(new Date(nowMs), latitude, longitude);
  if (altitude >= WELL_UP_DEG) return { light: 'day', morning: undefined };
  const days = [-DAY_MS, 0, DAY_MS].map((ms) => getTimes(new Date(nowMs + ms), latitude, longitude));
  const isMorning = days.some(
    ({ sunrise, solarNoon }) => sunrise !== null && Number(sunrise) <= nowMs && nowMs < Number(solarNoon),
  );
  if (isMorning) return { light: 'dark', morning: 'now' };
  const risesMs = days
    .map(({ sunrise }) => Number(sunrise ?? 0))
    .filter((ms) => ms > nowMs && ms - nowMs <= DAY_MS);
  if (risesMs.length === 0) return { light: 'dark', morning: undefined };
  return { light: 'dark', morning: Math.ceil(Math.min(...risesMs) / ABOUT_MS) * ABOUT_MS };
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
  const firsts = firstAnswersMs(past);
  const lasts = past
    .filter(({ isToSilence, lastMs }) => isToSilence && nowMs - lastMs >= SAME_DAY_MS)
    .map(({ lastMs }) => lastMs);
  const isBefore = firsts.length > 0 && now < Math.min(...firsts.map(timeOfDay));
  const isAfter = lasts.length > 0 && now > Math.max(...lasts.map(timeOfDay));
  const isAmid =
    firsts.length > 0 &&
    lasts.length > 0 &&
    now > Math.max(...firsts.map(timeOfDay)) + MARGIN_MS &&
    now < Math.min(...lasts.map(timeOfDay)) - MARGIN_MS;
  if (isAmid || isWithin(SURELY_LIGHT)) return { light: 'day', wakeAtMs: undefined };
  if (isWithin(SURELY_DARK) || ((isBefore || isAfter) && !isWithin(NEVER_DARK)))
    return { light: 'dark', wakeAtMs: nextWakingMs({ nowMs, spans }) };
  return { light: 'unknown', wakeAtMs: undefined };
}

/** The time of the day at which they woke last, when that comes next. */
function nextWakingMs({ nowMs, spans }: Pick<DaylightConditions, 'nowMs' | 'spans'>): number | undefined {
  const lastFirstMs = firstAnswersMs(spans.filter(({ lastMs }) => lastMs <= nowMs)).at(-1);
  if (lastFirstMs === undefined) return undefined;
  return lastFirstMs + Math.ceil((nowMs - lastFirstMs) / DAY_MS) * DAY_MS;
}

/** When inverters woke, as far as somebody watched. */
function firstAnswersMs(spans: readonly AnsweredSpan[]): readonly number[] {
  return spans.filter(({ isFromSilence }) => isFromSilence).map(({ firstMs }) => firstMs);
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}
