import { describe, expect, it } from 'vitest';
import { type HistoryView, historyQuery, PLANT, readHistoryView } from './history-address.ts';

const TODAY: HistoryView = {
  ...{ period: 'day', date: undefined, subject: PLANT, comparison: undefined, part: undefined },
};

describe('the address of a page of history', () => {
  it('of today has nothing in it', () => {
    expect(historyQuery(TODAY)).toBe('');
    expect(readHistoryView('')).toEqual(TODAY);
  });

  it.each<HistoryView>([
    { ...TODAY, period: 'month', date: '2026-06-21' },
    { ...TODAY, period: 'all' },
    { ...TODAY, subject: { serial: '116182831004', string: undefined, isEach: false } },
    { ...TODAY, subject: { serial: '116182831004', string: 2, isEach: false } },
    { ...TODAY, subject: { serial: '116182831004', string: undefined, isEach: true } },
    { ...TODAY, subject: { serial: '', string: undefined, isEach: true } },
    { ...TODAY, comparison: 'before' },
    { ...TODAY, comparison: 'last-year', date: '2026-06-21' },
    { ...TODAY, comparison: { date: '2025-06-20' } },
    { ...TODAY, part: { fromS: 9.5 * 3600, toS: 11 * 3600 + 305 } },
    { ...TODAY, date: '2026-06-21', part: { fromS: 0, toS: 24 * 3600 } },
  ])('says all that is shown: $period $date $subject $comparison $part', (view) => {
    expect(readHistoryView(historyQuery(view))).toEqual(view);
  });

  it.each([
    ['?period=month&date=2026-03', '2026-03-01'],
    ['?period=year&date=2026-03', '2026-03-01'],
    ['?period=year&date=2026', '2026-01-01'],
    ['?period=month&date=2026', undefined],
    ['?period=month&date=2026-13', undefined],
    ['?date=2026-03', undefined],
  ])('may name a month or a year alone: %s', (search, date) => {
    expect(readHistoryView(search).date).toBe(date);
  });

  it.each([
    '?period=week',
    '?date=2026-02-30',
    '?of=../x',
    '?with=tomorrow',
    '?date=&of=&with=',
    '?part=9-10',
    '?part=110000-093000',
    '?part=000000-250000',
  ])('that was made up, %s, shows today', (search) => {
    expect(readHistoryView(search)).toEqual(TODAY);
  });

  it('has parts of days only', () => {
    const part = { fromS: 3600, toS: 7200 };
    expect(historyQuery({ ...TODAY, period: 'month', part })).toBe('?period=month');
    expect(readHistoryView('?period=month&part=010000-020000').part).toBeUndefined();
  });
});
