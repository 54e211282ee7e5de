import { timezoneOf } from '@heliograph/contract';
import { describe, expect, it } from 'vitest';
import { spanOf } from '../../shared/lib/periods.ts';
import { partOfSpan, spanOfPart, withFiner } from './day-part.ts';

const { utcOffsetS } = timezoneOf('CET-1CEST,M3.5.0,M10.5.0/3');
const HOUR_S = 3600;
const unixS = (text: string) => Date.parse(text) / 1000;

describe('a part of a day', () => {
  it.each([
    ['2026-06-21', '2026-06-21T07:30:00Z', '2026-06-21T09:05:07Z'],
    ['2026-03-29, in which an hour is missing', '2026-03-29T07:30:00Z', '2026-03-29T09:05:07Z'],
    ['2026-10-25, which has an hour twice', '2026-10-25T08:30:00Z', '2026-10-25T10:05:07Z'],
  ])('is told by the clock on the wall: %s', (day, from, to) => {
    const span = spanOf('day', day.slice(0, 10), utcOffsetS);
    const part = { fromS: 9.5 * HOUR_S, toS: 11 * HOUR_S + 307 };
    const shown = { fromS: unixS(from), toS: unixS(to) };
    expect(spanOfPart(part, span, utcOffsetS)).toEqual(shown);
    expect(partOfSpan(shown, span, utcOffsetS)).toEqual(part);
  });
});

describe('a curve that is told in more detail', () => {
  const curveOf = (step: number, at: readonly number[]) => {
    const values = at.map((time) => time + step / 1000);
    return { ...{ at, step, mean: values, min: values, max: values }, tier: 'minute' as const };
  };
  const minutes = curveOf(60, [0, 60, 120, 180]);

  it('has the finer points where there are some, and its own elsewhere', () => {
    const joined = withFiner(minutes, curveOf(5, [60, 65, 115]));
    expect(joined.at).toEqual([0, 60, 65, 115, 120, 180]);
    expect(joined.mean).toEqual([0.06, 60.005, 65.005, 115.005, 120.06, 180.06]);
    expect(joined.max).toEqual(joined.mean);
  });

  it('reaches to its end', () => {
    expect(withFiner(minutes, curveOf(5, [170, 200])).at).toEqual([0, 60, 120, 170, 200]);
  });

  it('stays as it is where nothing finer is known', () => {
    expect(withFiner(minutes, undefined)).toBe(minutes);
    expect(withFiner(minutes, curveOf(5, []))).toBe(minutes);
    expect(withFiner(minutes, curveOf(60, [60, 120]))).toBe(minutes);
  });
});
