import { describe, expect, it } from 'vitest';
import { type HistoryView, historyQuery, PLANT, readHistoryView } from './history-address.ts';

const TODAY: HistoryView = { period: 'day', date: undefined, subject: PLANT, comparison: undefined };

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
  ])('says all that is shown: $period $date $subject $comparison', (view) => {
    expect(readHistoryView(historyQuery(view))).toEqual(view);
  });

  it.each(['?period=week', '?date=2026-02-30', '?of=../x', '?with=tomorrow', '?date=&of=&with='])(
    'that was made up, %s, shows today',
    (search) => {
      expect(readHistoryView(search)).toEqual(TODAY);
    },
  );
});
