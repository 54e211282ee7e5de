import { timezoneOf } from '@heliograph/contract';
import { describe, expect, it } from 'vitest';
import { barNames, dateAfter, firstDayOf, isDate, lastDayOf, spanOf, standing } from './periods.ts';

const berlin = timezoneOf('CET-1CEST,M3.5.0,M10.5.0/3');
const offsetOf = (unixS: number) => berlin.utcOffsetS(unixS);
const at = (text: string) => Date.parse(text) / 1000;

describe('a period', () => {
  it.each([
    ['day', '2026-06-21', '2026-06-21T00:00+02:00', '2026-06-22T00:00+02:00', 24],
    ['day', '2026-03-29', '2026-03-29T00:00+01:00', '2026-03-30T00:00+02:00', 23],
    ['day', '2026-10-25', '2026-10-25T00:00+02:00', '2026-10-26T00:00+01:00', 25],
    ['month', '2026-02-11', '2026-02-01T00:00+01:00', '2026-03-01T00:00+01:00', 28 * 24],
    ['year', '2026-02-11', '2026-01-01T00:00+01:00', '2027-01-01T00:00+01:00', 365 * 24],
  ] as const)('%s of %s begins and ends at midnight of the plant', (period, date, from, to, hours) => {
    const { fromS, toS } = spanOf(period, date, offsetOf);
    expect([fromS, toS]).toEqual([at(from), at(to)]);
    expect((toS - fromS) / 3600).toBe(hours);
  });

  it('of everything begins with the first year and ends with the last day', () => {
    const kept = { first: '2024-03-14', last: '2026-11-24' };
    expect(spanOf('all', '2026-11-24', offsetOf, kept)).toEqual({
      fromS: at('2024-01-01T00:00+01:00'),
      toS: at('2026-11-25T00:00+01:00'),
    });
    expect(barNames('all', '2026-11-24', kept)).toEqual(['2024', '2025', '2026']);
  });

  it.each([
    ['day', '2026-03-01', -1, '2026-02-28'],
    ['day', '2026-12-31', 1, '2027-01-01'],
    ['month', '2026-03-31', -1, '2026-02-28'],
    ['month', '2026-01-31', 1, '2026-02-28'],
    ['month', '2026-12-05', 1, '2027-01-05'],
    ['year', '2024-02-29', -1, '2023-02-28'],
    ['all', '2024-02-29', 1, '2024-02-29'],
  ] as const)('%s from %s, %d on, is that of %s', (period, date, steps, wanted) => {
    expect(dateAfter(period, date, steps)).toBe(wanted);
  });

  it('knows its first and its last day', () => {
    expect([firstDayOf('month', '2026-02-11'), lastDayOf('month', '2026-02-11')]).toEqual([
      '2026-02-01',
      '2026-02-28',
    ]);
    expect([firstDayOf('year', '2026-02-11'), lastDayOf('year', '2026-02-11')]).toEqual([
      '2026-01-01',
      '2026-12-31',
    ]);
    expect([firstDayOf('day', '2026-02-11'), lastDayOf('day', '2026-02-11')]).toEqual([
      '2026-02-11',
      '2026-02-11',
    ]);
  });

  it('has a place for every bar, whether or not anything is known of it', () => {
    expect(barNames('month', '2024-02-11')).toHaveLength(29);
    expect(barNames('month', '2024-02-11').at(-1)).toBe('2024-02-29');
    expect(barNames('year', '2024-02-11')).toEqual(expect.arrayContaining(['2024-01', '2024-12']));
  });
});

describe('a date', () => {
  it.each(['2026-06-21', '2024-02-29'])('%s is one', (text) => expect(isDate(text)).toBe(true));
  it.each(['', '2026-6-21', '2026-02-30', '2026-13-01', '1969-01-01', '2026-06-21T10'])(
    '"%s" is none',
    (text) => expect(isDate(text)).toBe(false),
  );
});

it('tells what cannot be there yet from what was never kept', () => {
  const kept = { first: '2026-06-10', today: '2026-06-21' };
  const standingOf = (first: string, last = first) => standing({ first, last }, kept);
  expect(standingOf('2026-06-22')).toBe('future');
  expect(standingOf('2026-06-09')).toBe('before');
  expect(standingOf('2026-06-01', '2026-06-30')).toBe('within');
  expect(standingOf('2026-06-21')).toBe('within');
});

it.each(['', '不可用', '2026-13-01'])('a day called %j has no day after it, and nothing breaks', (date) => {
  expect(dateAfter('day', date, 1)).toBe('—');
  expect(dateAfter('month', date, 1)).toBe('—');
});
