import type { ExpectedYield } from '@heliograph/contract';
import { describe, expect, it } from 'vitest';
import { expectedCurve } from './expected-curve.ts';

const NOON_S = 1_782_036_000;
const TOLD: ExpectedYield = {
  ...{ at: [NOON_S, NOON_S + 900], low: [700, 720], high: [900, 940] },
  ...{ low_energy: 355, high_energy: 460, rough: false },
};

describe('the band of a clear sky', () => {
  it('goes from the lower to the higher of what is told, through the middle of each quarter of an hour', () => {
    expect(expectedCurve(TOLD)).toEqual({
      ...{ tier: 'quarter', step: 900, at: [NOON_S + 450, NOON_S + 1350] },
      ...{ mean: [800, 830], min: [700, 720], max: [900, 940] },
    });
  });

  it.each<[string, ExpectedYield | undefined]>([
    ['before the answer is there', undefined],
    ['without a place of the plant', { ...TOLD, at: [], low: [], high: [] }],
    ['while which way its strings look is only guessed', { ...TOLD, rough: true }],
  ])('is not drawn %s', (_when, told) => {
    expect(expectedCurve(told)).toBeUndefined();
  });
});
