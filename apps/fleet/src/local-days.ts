/** Days by the clock of a zone, of which some have 23 or 25 hours. */

/** A day as people write it, and the instants (Unix seconds) from which and up to which it is. */
export interface LocalDay {
  readonly day: string;
  readonly fromS: number;
  readonly toS: number;
}

const DAY_S = 86_400;
const QUARTER_S = 900;
/** No zone is further from Greenwich. */
const OFFSET_MAX_S = 15 * 3600;

export function isZone(zone: string): boolean {
  if (!/^[A-Za-z][\w+/-]{0,63}$/.test(zone)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false; // that is how it says so
  }
}

/** Of a day that there is in the calendar, from 2000 to 2199. */
export function isDay(day: string): boolean {
  if (!/^2[01]\d\d-\d\d-\d\d$/.test(day)) return false;
  const atMs = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(atMs) && textOf(atMs / 1000) === day;
}

/** So many days up to and with this one. */
export function localDays(last: string, count: number, zone: string): readonly LocalDay[] {
  const format = new Intl.DateTimeFormat('en-CA', {
    ...{ timeZone: zone, calendar: 'iso8601', numberingSystem: 'latn' },
    ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
  });
  const noonS = Date.parse(`${last}T12:00:00Z`) / 1000;
  const days = Array.from({ length: count + 1 }, (_, index) => textOf(noonS + (index + 1 - count) * DAY_S));
  const begins = days.map((day) => beginOf(day, format));
  return days.slice(0, count).map((day, index) => ({
    ...{ day, fromS: begins[index] ?? 0, toS: begins[index + 1] ?? 0 },
  }));
}

const textOf = (atS: number) => new Date(atS * 1000).toISOString().slice(0, 10);

/** The first instant of a day: where clocks skip midnight, it begins at one; a day that a zone has skipped is empty. */
function beginOf(day: string, format: Intl.DateTimeFormat): number {
  const midnightS = Date.parse(`${day}T00:00:00Z`) / 1000;
  let before = (midnightS - OFFSET_MAX_S) / QUARTER_S;
  let from = (midnightS + OFFSET_MAX_S + DAY_S) / QUARTER_S;
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2);
    if (dateOf(middle * QUARTER_S, format) >= day) from = middle;
    else before = middle;
  }
  return from * QUARTER_S;
}

function dateOf(atS: number, format: Intl.DateTimeFormat): string {
  const parts = new Map(format.formatToParts(atS * 1000).map(({ type, value }) => [type, value]));
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
}
