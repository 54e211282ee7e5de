import { describe, expect, it } from 'vitest';
import { brandSeason } from './brand-season.ts';

describe('the season of the brand icon', () => {
  // Local times; Easter Sunday 2026 is 5 April, 2024 is 31 March (Good Friday in March, Monday in April).
  it.each([
    ['2026-12-23T23:59:59', 'sun'],
    ['2026-12-24T00:00:00', 'tree'],
    ['2026-12-26T23:59:59', 'tree'],
    ['2026-12-27T00:00:00', 'sun'],
    ['2026-04-02T23:59:59', 'sun'],
    ['2026-04-03T00:00:00', 'egg'],
    ['2026-04-05T23:59:59', 'egg'],
    ['2026-04-06T00:00:00', 'sun'],
    ['2024-03-29T00:00:00', 'egg'],
    ['2024-03-31T23:59:59', 'egg'],
    ['2024-04-01T00:00:00', 'sun'],
    ['2026-06-21T12:00:00', 'sun'],
    ['2026-01-24T12:00:00', 'sun'],
  ])('at %s is %s', (moment, season) => {
    expect(brandSeason(new Date(moment))).toBe(season);
  });
});
