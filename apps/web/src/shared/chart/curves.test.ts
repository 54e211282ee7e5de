import { timezoneOf } from '@heliograph/contract';
import { describe, expect, it } from 'vitest';
import { alignCurves, type Curve, daylightOf, lonelyPlaces, movedCurve, valueAt } from './curves.ts';

const curve = (points: readonly (readonly [number, number | null])[]): Curve => {
  const values = points.map(([, value]) => value);
  return { at: points.map(([at]) => at), mean: values, min: values, max: values };
};
const berlin = timezoneOf('CET-1CEST,M3.5.0,M10.5.0/3');
const offsetOf = (unixS: number) => berlin.utcOffsetS(unixS);
const at = (text: string) => Date.parse(text) / 1000;

describe('curves on one axis', () => {
  it('keep their gaps, and have no point where only another one has one', () => {
    const aligned = alignCurves([
      curve([
        [10, 1],
        [30, null],
      ]),
      curve([
        [10, 5],
        [20, 6],
      ]),
    ]);
    expect(aligned.at).toEqual([10, 20, 30]);
    expect(aligned.curves.map(({ mean }) => mean)).toEqual([
      [1, undefined, null],
      [5, 6, undefined],
    ]);
  });

  it('have a gap until they go on, however many points others have in it', () => {
    const aligned = alignCurves([
      curve([
        [10, 1],
        [20, null],
        [50, 2],
      ]),
      curve([
        [30, 5],
        [40, 6],
      ]),
    ]);
    expect(aligned.curves[0]?.mean).toEqual([1, null, null, null, 2]);
  });

  it('have lonely points between gaps, at either end, and where only others have points beside them', () => {
    expect(lonelyPlaces([5, null, 6, 7, null, 8, null])).toEqual([0, 5]);
    expect(lonelyPlaces([undefined, 5, undefined, null, 6, undefined, 7, null, 8])).toEqual([1, 8]);
    expect(lonelyPlaces([5])).toEqual([0]);
    expect(lonelyPlaces([null, undefined])).toEqual([]);
  });

  it('are read at the point before where they have none of their own, but never across a gap', () => {
    expect(valueAt([7, undefined, undefined], 2)).toBe(7);
    expect(valueAt([7, null, undefined], 2)).toBeUndefined();
    expect(valueAt([undefined], 0)).toBeUndefined();
  });
});

describe('the curve of another day', () => {
  it('lies at the same time of the day', () => {
    const moved = movedCurve(
      curve([[at('2026-06-20T10:15+02:00'), 3]]),
      at('2026-06-20T00:00+02:00'),
      at('2026-06-21T00:00+02:00'),
      offsetOf,
    );
    expect(moved.at).toEqual([at('2026-06-21T10:15+02:00')]);
  });

  it('does so across the change to summer time, in both directions', () => {
    const [saturday, sunday] = [at('2026-03-28T00:00+01:00'), at('2026-03-29T00:00+01:00')];
    const before = curve([[at('2026-03-28T10:15+01:00'), 3]]);
    expect(movedCurve(before, saturday, sunday, offsetOf).at).toEqual([at('2026-03-29T10:15+02:00')]);
    const after = curve([[at('2026-03-29T10:15+02:00'), 3]]);
    expect(movedCurve(after, sunday, saturday, offsetOf).at).toEqual([at('2026-03-28T10:15+01:00')]);
  });
});

describe('the part of a day that is drawn', () => {
  const day = { fromS: 0, toS: 24 * 3600 };

  it('is that between the sun’s rise and set, to whole hours', () => {
    const sun = { riseS: 5.2 * 3600, setS: 20.4 * 3600 };
    expect(daylightOf(day, sun, [])).toEqual({ fromS: 5 * 3600, toS: 21 * 3600 });
  });

  it('has room for what was measured outside of that, and leaves out zeros of the night', () => {
    const sun = { riseS: 7 * 3600, setS: 16 * 3600 };
    const measured = curve([
      [3600, 0],
      [6.5 * 3600, 3],
      [17.1 * 3600, 2],
      [23 * 3600, 0],
    ]);
    expect(daylightOf(day, sun, [measured])).toEqual({ fromS: 6 * 3600, toS: 18 * 3600 });
  });

  it('is never more than the day', () => {
    expect(daylightOf(day, undefined, [curve([[23.9 * 3600, 5]])])).toEqual({
      fromS: 4 * 3600,
      toS: 24 * 3600,
    });
  });
});
