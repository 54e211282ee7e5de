import { expect, it } from 'vitest';
import { highest, longestGap, percentile, slopeOf } from './statistics.ts';

it('finds the value that so many stay below', () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect([0, 0.5, 0.99, 1].map((share) => percentile(values, share))).toEqual([1, 50, 99, 100]);
  expect([percentile([], 0.99), percentile([7], 0.99), highest([]), highest([3, 9, 4])]).toEqual([
    0, 7, 0, 9,
  ]);
});

it('finds the longest time without anything, also before the first one and after the last one', () => {
  expect(longestGap([10, 20, 30], 5, 35)).toBe(10);
  expect(longestGap([10, 30], 5, 35)).toBe(20);
  expect([longestGap([10, 20], 0, 60), longestGap([50], 0, 60), longestGap([], 0, 60)]).toEqual([40, 50, 60]);
  expect(longestGap([-100, 10, 900], 0, 20)).toBe(10);
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
