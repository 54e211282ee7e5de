/** What a page of history is about: a day, a month, a year or everything. */
export type Period = 'day' | 'month' | 'year' | 'all';
export const PERIODS: readonly Period[] = ['day', 'month', 'year', 'all'];

/** From one unix second to another, which is not included. */
export interface UnixSpan {
  readonly fromS: number;
  readonly toS: number;
}

type UtcOffset = (unixS: number) => number;

const DAY_MS = 86_400_000;
const msOf = (date: string) => Date.parse(`${date}T00:00Z`);
/** A dash where it makes no sense: a gateway of another kind may call days anything. */
const dateOfMs = (ms: number) =>
  Math.abs(ms) < Date.UTC(10_000, 0) ? new Date(ms).toISOString().slice(0, 'yyyy-mm-dd'.length) : '—';

/** Whether a text is a date of the calendar, such as `2026-06-21`. */
export function isDate(text: string): boolean {
  return (
    /^(19[7-9]\d|20\d\d)-\d\d-\d\d$/.test(text) && !Number.isNaN(msOf(text)) && dateOfMs(msOf(text)) === text
  );
}

/** The unix second at which a local day begins; where the clock is set at midnight, that is the first one of the day. */
function startOfDay(date: string, utcOffsetS: UtcOffset): number {
  const wallS = msOf(date) / 1000;
  return wallS - utcOffsetS(wallS - utcOffsetS(wallS));
}

/** The first day of the period that a day lies in. */
export function firstDayOf(period: Period, date: string): string {
  if (period === 'month') return `${date.slice(0, 7)}-01`;
  return period === 'year' ? `${date.slice(0, 4)}-01-01` : date;
}

/** The day in another period, so many periods on; the last of a month where that one is shorter. */
export function dateAfter(period: Period, date: string, steps: number): string {
  if (period === 'day') return dateOfMs(msOf(date) + steps * DAY_MS);
  if (period === 'all') return date;
  const months = period === 'year' ? 12 * steps : steps;
  const wanted = new Date(msOf(`${date.slice(0, 7)}-01`));
  wanted.setUTCMonth(wanted.getUTCMonth() + months);
  const last = new Date(Date.UTC(wanted.getUTCFullYear(), wanted.getUTCMonth() + 1, 0)).getUTCDate();
  wanted.setUTCDate(Math.min(Number(date.slice(8)), last));
  return dateOfMs(wanted.getTime());
}

/** The period that a day lies in; of everything what lies between the first day and the last. */
export function spanOf(
  period: Period,
  date: string,
  utcOffsetS: UtcOffset,
  kept?: { readonly first: string; readonly last: string },
): UnixSpan {
  if (period === 'all') {
    const [first, last] = [kept?.first ?? date, kept?.last ?? date];
    return {
      fromS: startOfDay(firstDayOf('year', first), utcOffsetS),
      toS: startOfDay(dateAfter('day', last, 1), utcOffsetS),
    };
  }
  const first = firstDayOf(period, date);
  return {
    fromS: startOfDay(first, utcOffsetS),
    toS: startOfDay(dateAfter(period, first, 1), utcOffsetS),
  };
}

/** What the bars of a period are: the energy of an hour, a day, a month or a year. */
export const BAR_STEP = { day: 'hour', month: 'day', year: 'month', all: 'year' } as const;

/** The names of all bars of a period, also of those of which nothing is known: `2026-06-21`, `2026-06` or `2026`. */
export function barNames(
  period: Exclude<Period, 'day'>,
  date: string,
  kept?: { readonly first: string; readonly last: string },
): string[] {
  if (period === 'month') {
    const first = firstDayOf('month', date);
    const end = dateAfter('month', first, 1);
    const count = Math.round((msOf(end) - msOf(first)) / DAY_MS);
    return Array.from({ length: count }, (_, index) => dateAfter('day', first, index));
  }
  const year = date.slice(0, 4);
  if (period === 'year') {
    return Array.from({ length: 12 }, (_, index) => `${year}-${String(index + 1).padStart(2, '0')}`);
  }
  const [from, to] = [Number((kept?.first ?? date).slice(0, 4)), Number((kept?.last ?? date).slice(0, 4))];
  return Array.from({ length: Math.max(1, to - from + 1) }, (_, index) => String(from + index));
}

/** Where a day lies: whether there can be anything of it. */
export function standing(
  span: { readonly first: string; readonly last: string },
  kept: { readonly first: string | undefined; readonly today: string },
): 'future' | 'before' | 'within' {
  if (span.first > kept.today) return 'future';
  return kept.first !== undefined && span.last < kept.first ? 'before' : 'within';
}

/** The last day of the period that a day lies in. */
export function lastDayOf(period: Period, date: string): string {
  if (period === 'all') return date;
  return dateAfter('day', dateAfter(period, firstDayOf(period, date), 1), -1);
}
