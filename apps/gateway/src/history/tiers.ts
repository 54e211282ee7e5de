/**
 * How finely history is kept. A span of time is named by a number: of `raw`, `minute`, `quarter` and `hour` the unix time
 * in seconds at which it begins, of `day` the days from 1970-01-01 to the local date, of `month` the months from January
 * 1970. So a day is that of the plant's own time zone and has 23 or 25 hours where the clock is changed.
 */
export const SPANS = ['minute', 'quarter', 'hour', 'day', 'month'] as const;
export type Span = (typeof SPANS)[number];

const DAY_S = 86_400;

/** 2000-01-01. What is kept of a day before comes from a clock that nobody had set: it does not begin the history. */
export const FIRST_PLAUSIBLE_DAY = 10_957;

/** Of the spans that have the same length everywhere, in seconds. */
export const SPAN_LENGTH_S = { minute: 60, quarter: 900, hour: 3600 } as const;

/** Seconds to add to UTC for local time, at a unix time in seconds. */
export type UtcOffset = (unixS: number) => number;

/** The span in which a unix time in seconds lies. */
export function keyAt(span: Span, unixS: number, utcOffsetS: UtcOffset): number {
  if (span === 'day') return dayAt(unixS, utcOffsetS);
  if (span === 'month') return monthOfDay(dayAt(unixS, utcOffsetS));
  const lengthS = SPAN_LENGTH_S[span];
  return Math.floor(unixS / lengthS) * lengthS;
}

function dayAt(unixS: number, utcOffsetS: UtcOffset): number {
  return Math.floor((unixS + utcOffsetS(unixS)) / DAY_S);
}

export function monthOfDay(day: number): number {
  const date = new Date(day * DAY_S * 1000);
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
}

/** The first day of a month. */
export function firstDayOf(month: number): number {
  return Date.UTC(1970 + Math.floor(month / 12), month % 12, 1) / DAY_S / 1000;
}

/** The unix time in seconds at which a span begins. */
export function startOf(span: Span, key: number, utcOffsetS: UtcOffset): number {
  if (span === 'day') return startOfDay(key, utcOffsetS);
  if (span === 'month') return startOfDay(firstDayOf(key), utcOffsetS);
  return key;
}

/** The time from which times within a span are told in its bytes: near its start, and the same in every time zone. */
export function baseOf(span: Span, key: number): number {
  if (span === 'day') return key * DAY_S;
  return span === 'month' ? firstDayOf(key) * DAY_S : key;
}

/** Local midnight. Where the clock is changed at midnight, the first moment that is of the day. */
function startOfDay(day: number, utcOffsetS: UtcOffset): number {
  const localS = day * DAY_S;
  // The offset before the change and that after it: one of both gives a time that lies in the day.
  const starts = [localS - utcOffsetS(localS - DAY_S), localS - utcOffsetS(localS + DAY_S)];
  const inside = starts.filter((startS) => dayAt(startS, utcOffsetS) === day);
  return Math.min(...(inside.length > 0 ? inside : starts));
}

/** `2026-06-21` of a day, `2026-06` of a month. */
export function dateText(span: 'day' | 'month', key: number): string {
  const day = span === 'day' ? key : firstDayOf(key);
  return new Date(day * DAY_S * 1000).toISOString().slice(0, span === 'day' ? 10 : 7);
}
