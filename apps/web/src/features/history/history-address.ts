import { isDate, PERIODS, type Period } from '../../shared/lib/periods.ts';

/** Of what: the plant or one of its inverters as a whole, one string of it, or its parts beside each other. */
export interface Subject {
  /** A serial; empty for the plant. */
  readonly serial: string;
  /** From 1; undefined: the whole. */
  readonly string: number | undefined;
  readonly isEach: boolean;
}

/** With what it is compared: the period before, the same a year before, or one that was chosen. */
export type Comparison = 'before' | 'last-year' | { readonly date: string } | undefined;

/** A part of a day: seconds since midnight by the clock on the wall. */
export interface DayPart {
  readonly fromS: number;
  readonly toS: number;
  /** Where the clock is put back and says it a second time, that time is meant. */
  readonly isFromAgain?: boolean;
  readonly isToAgain?: boolean;
}

/** What the page shows. All of it stands in the address, so that a link and the way back show the same. */
export interface HistoryView {
  readonly period: Period;
  /** Undefined: today, whichever day that is. */
  readonly date: string | undefined;
  readonly subject: Subject;
  readonly comparison: Comparison;
  /** What is looked at more closely; undefined: all of the day. */
  readonly part: DayPart | undefined;
}

export const PLANT: Subject = { serial: '', string: undefined, isEach: false };

/** `116182831004`, `116182831004-2` for its second string, `each` or `116182831004-each` for the parts. */
export function subjectText({ serial, string, isEach }: Subject): string {
  return [serial, isEach ? 'each' : string].filter((part) => part !== '' && part !== undefined).join('-');
}

export function readSubject(text: string): Subject {
  const [, serial = '', part = ''] =
    /^([0-9a-z]{1,16})?(?:-?(each|\d{1,2}))?$/i.exec(text === 'each' ? '-each' : text) ?? [];
  if (part === 'each') return { serial, string: undefined, isEach: true };
  return { serial, string: Number(part) > 0 ? Number(part) : undefined, isEach: false };
}

export function readHistoryView(search: string): HistoryView {
  const query = new URLSearchParams(search);
  const period = PERIODS.find((one) => one === query.get('period')) ?? 'day';
  const date = wholeDate(period, query.get('date') ?? '');
  return {
    period,
    date: isDate(date) ? date : undefined,
    subject: readSubject(query.get('of') ?? ''),
    comparison: readComparison(query.get('with') ?? ''),
    part: period === 'day' ? readPart(query.get('part') ?? '') : undefined,
  };
}

/** Whoever writes an address names a month `2026-03` and a year `2026`: its first day stands for it. */
function wholeDate(period: Period, text: string): string {
  if (period === 'year' && /^\d{4}$/.test(text)) return `${text}-01-01`;
  return period !== 'day' && /^\d{4}-\d\d$/.test(text) ? `${text}-01` : text;
}

const HOURS_IN_DAY = 24;

/** What stands behind a time that the clock says for the second time on that day. */
const AGAIN = 'b';

/** `093000-110500`: from half past nine to five past eleven. */
function readPart(text: string): DayPart | undefined {
  const [from, to] = text.split('-').map((time) => {
    const [, hours, minutes, seconds, again] = /^(\d\d)([0-5]\d)([0-5]\d)(b?)$/.exec(time) ?? [];
    const wallS = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
    return { wallS, isAgain: again === AGAIN };
  });
  if (from === undefined || to === undefined || !(to.wallS <= HOURS_IN_DAY * 3600)) return undefined;
  // A quarter past two for the second time is behind half past two for the first time.
  const isInOrder = from.wallS < to.wallS || (to.isAgain && !from.isAgain);
  if (!isInOrder || Number.isNaN(from.wallS)) return undefined;
  return {
    ...{ fromS: from.wallS, toS: to.wallS },
    ...(from.isAgain && { isFromAgain: true }),
    ...(to.isAgain && { isToAgain: true }),
  };
}

function partText({ fromS, toS, isFromAgain = false, isToAgain = false }: DayPart): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const time = (wallS: number, isAgain: boolean) =>
    two(wallS / 3600) + two((wallS / 60) % 60) + two(wallS % 60) + (isAgain ? AGAIN : '');
  return `${time(fromS, isFromAgain)}-${time(toS, isToAgain)}`;
}

function readComparison(text: string): Comparison {
  if (text === 'before' || text === 'last-year') return text;
  return isDate(text) ? { date: text } : undefined;
}

/** What is usual is left out: the address of today's curve of the plant has no query. */
export function historyQuery({ period, date, subject, comparison, part }: HistoryView): string {
  const query = new URLSearchParams();
  if (period !== 'day') query.set('period', period);
  if (date !== undefined) query.set('date', date);
  if (subjectText(subject) !== '') query.set('of', subjectText(subject));
  if (comparison !== undefined)
    query.set('with', typeof comparison === 'string' ? comparison : comparison.date);
  if (part !== undefined && period === 'day') query.set('part', partText(part));
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
