import { expect, it } from 'vitest';
import { highest, percentile, slopeOf } from './statistics.ts';

it('finds the value that so many stay below', () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect([0, 0.5, 0.99, 1].map((share) => percentile(values, share))).toEqual([1, 50, 99, 100]);
  expect([percentile([], 0.99), percentile([7], 0.99), highest([]), highest([3, 9, 4])]).toEqual([
    0, 7, 0, 9,
  ]);
});

it('draws the line through points', () => {
  expect(slopeOf([1, 2, 3, 4].map((x) => [x, 5 - 2 * x]))).toBe(-2);
  expect(
    slopeOf([
      [0, 1],
      [1, 0],
      [2, 1],
    ]),
  ).toBe(0);
  expect([slopeOf([]), slopeOf([[1, 9]])]).toEqual([0, 0]);
});
