import { describe, expect, it } from 'vitest';
import { easterSunday } from './easter.ts';

describe('Easter Sunday', () => {
  // Source: docs/reference/original-device.md#the-web-app-of-the-device; the extremes (22 March, 25 April) from the
  // Gregorian tables.
  it.each([
    '2022-04-17',
    '2023-04-09',
    '2024-03-31',
    '2025-04-20',
    '2026-04-05',
    '2027-03-28',
    '2028-04-16',
    '2029-04-01',
    '2030-04-21',
    '2031-04-13',
    '1818-03-22',
    '1943-04-25',
    '1954-04-18',
    '1981-04-19',
    '2038-04-25',
  ])('is on %s', (date) => {
    const [year, month, day] = date.split('-').map(Number);
    expect(easterSunday(year ?? 0)).toEqual({ month, day });
  });

  it('is a Sunday between 22 March and 25 April in every year of three centuries', () => {
    for (let year = 1900; year < 2200; year++) {
      const { month, day } = easterSunday(year);
      const date = new Date(Date.UTC(year, month - 1, day));
      expect(date.getUTCDay(), String(year)).toBe(0);
      expect(month * 100 + day).toBeGreaterThanOrEqual(322);
      expect(month * 100 + day).toBeLessThanOrEqual(425);
    }
  });
});
