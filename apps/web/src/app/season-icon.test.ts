import { describe, expect, it } from 'vitest';
import { MONTHS_OF_OTHERS } from './brand-icon.tsx';
import { seasonIcon } from './season-icon.ts';

describe('the icon of the season', () => {
  it.each([
    [new Date(2026, 11, 24), 'tree'],
    [new Date(2026, 3, 3), 'egg'],
    [new Date(2026, 3, 6), undefined],
    [new Date(2026, 5, 21), undefined],
  ])('of %s is %s', (day, season) => {
    expect(seasonIcon(day)?.season).toBe(season);
  });

  it('is another one in no month in which it is not looked for', () => {
    const months = new Set<number>();
    for (const day = new Date(1990, 0, 1, 12); day.getFullYear() < 2200; day.setDate(day.getDate() + 1)) {
      if (seasonIcon(day) !== undefined) months.add(day.getMonth());
    }
    expect([...months].toSorted((a, b) => a - b)).toEqual(MONTHS_OF_OTHERS);
  });
});
