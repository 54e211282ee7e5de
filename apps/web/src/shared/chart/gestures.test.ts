import { describe, expect, it } from 'vitest';
import { pinched, rangeWithin, zoomed } from './gestures.ts';

const DAY = { min: 0, max: 86_400 };

describe('a part of a chart', () => {
  it('stays inside of the whole, as long as it is', () => {
    expect(rangeWithin({ min: -1000, max: 2600 }, DAY)).toEqual({ min: 0, max: 3600 });
    expect(rangeWithin({ min: 86_000, max: 89_600 }, DAY)).toEqual({ min: 82_800, max: 86_400 });
    expect(rangeWithin({ min: -1, max: 100_000 }, DAY)).toEqual(DAY);
  });

  it('never becomes so short that nothing is left', () => {
    const { min, max } = rangeWithin({ min: 500, max: 501 }, DAY);
    expect(max - min).toBe(120);
  });

  it('grows around what is looked at', () => {
    expect(zoomed({ min: 0, max: 100 }, 0.5)).toEqual({ min: 25, max: 75 });
    expect(zoomed({ min: 0, max: 100 }, 0.5, 0)).toEqual({ min: 0, max: 50 });
  });

  it('keeps below two fingers what they have taken hold of', () => {
    expect(pinched([100, 200], [50, 150], 400)).toEqual({ min: 50, max: 450 });
    expect(pinched([100, 200], [0, 400], 400)).toEqual({ min: 100, max: 200 });
  });

  it('is left as it is while both fingers are at one place', () => {
    expect(pinched([100, 200], [50, 50], 400)).toBeUndefined();
  });
});
