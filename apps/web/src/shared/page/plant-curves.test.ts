import type { HistoryCurve } from '@heliograph/contract';
import { describe, expect, it } from 'vitest';
import { withNewest } from './plant-curves.ts';

const LAST_S = 1_782_034_080;
const curve = (values: readonly number[]): HistoryCurve => ({
  ...{ tier: 'minute', step: 60, mean: values, min: values, max: values },
  at: values.map((_, place) => LAST_S - 60 * (values.length - 1 - place)),
});

describe('what has come since history was asked', () => {
  it('goes on from the last point', () => {
    const longer = withNewest(curve([200, 210]), { atS: LAST_S + 75, powerW: 215 });
    expect(longer.at).toEqual([LAST_S - 60, LAST_S, LAST_S + 75]);
    expect([longer.mean, longer.min, longer.max]).toEqual([
      [200, 210, 215],
      [200, 210, 215],
      [200, 210, 215],
    ]);
  });

  it('goes on without a gap where history writes as rarely as it may', () => {
    expect(withNewest(curve([200]), { atS: LAST_S + 960, powerW: 215 }).mean).toEqual([200, 215]);
  });

  it('stands alone behind a time of which nothing is known', () => {
    const longer = withNewest(curve([200, 0]), { atS: LAST_S + 7200, powerW: 215 });
    expect(longer.at).toEqual([LAST_S - 60, LAST_S, LAST_S + 60, LAST_S + 7200]);
    expect(longer.mean).toEqual([200, 0, null, 215]);
  });

  it('is the first point of a day without any, and nothing where history knows more', () => {
    expect(withNewest(curve([]), { atS: LAST_S, powerW: 215 }).mean).toEqual([215]);
    const known = curve([200, 210]);
    expect(withNewest(known, { atS: LAST_S, powerW: 215 })).toBe(known);
  });
});
