import { describe, expect, it } from 'vitest';
import { householdLoadW } from './household.ts';

const DAY_S = 86_400;
const START_S = 1_782_000_000;
const day = (seed: number) =>
  Array.from({ length: DAY_S / 10 }, (_, index) => householdLoadW(seed, START_S + index * 10));

describe('a simulated household', () => {
  it('takes the same at the same time, and another one something else', () => {
    expect(day(1)).toEqual(day(1));
    expect(day(1)).not.toEqual(day(2));
  });

  it('takes something at any time, and several kWh a day', () => {
    for (const seed of [1, 2, 3]) {
      const loads = day(seed);
      expect(Math.min(...loads)).toBeGreaterThan(80);
      expect(Math.max(...loads)).toBeGreaterThan(2000);
      const kWh = loads.reduce((sum, watts) => sum + watts / 360_000, 0);
      expect(kWh).toBeGreaterThan(5);
      expect(kWh).toBeLessThan(20);
    }
  });
});
