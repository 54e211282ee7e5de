import { chance } from '@heliograph/testbed/dice.ts';
import { describe, expect, it } from 'vitest';
import { medianInPlace, medianOf } from './statistics.ts';

describe('the median of numbers whose order may be lost', () => {
  it('is the same as of sorted ones, however many they are and however often one is there', () => {
    for (let count = 1; count < 200; count += 1) {
      const numbers = Array.from({ length: count }, (_, index) => Math.floor(chance(count, index) * 50) - 10);
      const room = new Float64Array(count + 3).fill(Number.NEGATIVE_INFINITY);
      room.set(numbers);
      expect(medianInPlace(room, count)).toBe(medianOf(numbers));
    }
    expect(medianInPlace(new Float64Array(4), 0)).toBeNaN();
  });

  it('is found in numbers that are sorted already, either way', () => {
    const rising = Float64Array.from({ length: 1001 }, (_, index) => index);
    expect(medianInPlace(rising.slice(), 1001)).toBe(500);
    expect(medianInPlace(rising.slice().reverse(), 1001)).toBe(500);
  });
});
