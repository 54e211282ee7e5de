import { describe, expect, it } from 'vitest';
import { offsetOf } from './plant-timezone.ts';
import { dateText, keyAt, SPANS, startOf } from './tiers.ts';

const BERLIN = offsetOf('CET-1CEST,M3.5.0,M10.5.0/3');
/** Its clock is changed at midnight. */
const CAIRO = offsetOf('EET-2EEST,M4.5.5/0,M10.5.4/24');
const HOUR_S = 3600;
const at = (text: string) => Date.parse(text) / 1000;

function hoursOf(date: string, offset: typeof BERLIN): number {
  const day = keyAt('day', at(`${date}T12:00Z`), offset);
  return (startOf('day', day + 1, offset) - startOf('day', day, offset)) / HOUR_S;
}

describe('a day', () => {
  it.each([
    ['2026-06-21', 24],
    ['2026-03-29', 23],
    ['2026-10-25', 25],
  ])('%s has %d hours in Berlin', (date, hours) => {
    expect(hoursOf(date, BERLIN)).toBe(hours);
  });

  it.each([
    ['2026-04-24', 23],
    ['2026-10-29', 25],
  ])('%s has %d hours in Cairo, where midnight itself is moved', (date, hours) => {
    expect(hoursOf(date, CAIRO)).toBe(hours);
  });

  it('is that of the place, whatever day it is in Greenwich', () => {
    expect(dateText('day', keyAt('day', at('2026-06-20T22:30Z'), BERLIN))).toBe('2026-06-21');
    expect(dateText('day', keyAt('day', at('2026-06-20T21:30Z'), BERLIN))).toBe('2026-06-20');
    expect(dateText('month', keyAt('month', at('2026-06-30T22:30Z'), BERLIN))).toBe('2026-07');
  });
});

describe('every span', () => {
  it.each(SPANS)('of a %s holds its own start, and not the second before it', (span) => {
    for (let unixS = at('2026-01-01T00:00Z'); unixS < at('2027-01-01T00:00Z'); unixS += 7 * HOUR_S + 13) {
      for (const offset of [BERLIN, CAIRO]) {
        const key = keyAt(span, unixS, offset);
        const startS = startOf(span, key, offset);
        expect(startS).toBeLessThanOrEqual(unixS);
        expect(keyAt(span, startS, offset)).toBe(key);
        expect(keyAt(span, startS - 1, offset)).toBeLessThan(key);
      }
    }
  });
});
