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

/** What the page shows. All of it stands in the address, so that a link and the way back show the same. */
export interface HistoryView {
  readonly period: Period;
  /** Undefined: today, whichever day that is. */
  readonly date: string | undefined;
  readonly subject: Subject;
  readonly comparison: Comparison;
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
  const date = query.get('date') ?? '';
  return {
    period: PERIODS.find((period) => period === query.get('period')) ?? 'day',
    date: isDate(date) ? date : undefined,
    subject: readSubject(query.get('of') ?? ''),
    comparison: readComparison(query.get('with') ?? ''),
  };
}

function readComparison(text: string): Comparison {
  if (text === 'before' || text === 'last-year') return text;
  return isDate(text) ? { date: text } : undefined;
}

/** What is usual is left out: the address of today's curve of the plant has no query. */
export function historyQuery({ period, date, subject, comparison }: HistoryView): string {
  const query = new URLSearchParams();
  if (period !== 'day') query.set('period', period);
  if (date !== undefined) query.set('date', date);
  if (subjectText(subject) !== '') query.set('of', subjectText(subject));
  if (comparison !== undefined)
    query.set('with', typeof comparison === 'string' ? comparison : comparison.date);
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
