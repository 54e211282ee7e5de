import { describe, expect, it } from 'vitest';
import { chanceAt, createRandom, seedFor, smoothNoise } from './seeded-random.ts';

function take(count: number, next: () => number): number[] {
  return Array.from({ length: count }, next);
}

describe('seeded chance', () => {
  it('repeats itself for the same seed and not for another', () => {
    expect(take(50, createRandom(7))).toEqual(take(50, createRandom(7)));
    expect(take(50, createRandom(7))).not.toEqual(take(50, createRandom(8)));
  });

  it('is spread evenly from 0 to 1', () => {
    const numbers = take(20_000, createRandom(3));
    const tenths = Array.from({ length: 10 }, (_, tenth) =>
      numbers.filter((number) => Math.floor(number * 10) === tenth),
    );
    for (const tenth of tenths) expect(tenth.length).toBeGreaterThan(1800);
    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...numbers)).toBeLessThan(1);
  });

  it('knows an index far beyond 32 bits and below zero', () => {
    for (const index of [-1, 2 ** 31, 2 ** 40]) {
      expect(chanceAt(1, index)).toBeGreaterThanOrEqual(0);
      expect(chanceAt(1, index)).toBeLessThan(1);
    }
  });

  it('gives every name its own seed', () => {
    const names = ['', 'a', 'b', 'ab', 'ba', 'string 1', 'string 2'];
    expect(new Set(names.map((name) => seedFor(1, name))).size).toBe(names.length);
    expect(seedFor(1, 'air')).not.toBe(seedFor(2, 'air'));
  });
});

describe('smooth noise', () => {
  it('stays between -1 and 1 and takes no jump', () => {
    let before = smoothNoise(5, 0);
    let highest = before;
    let lowest = before;
    for (let step = 1; step <= 20_000; step++) {
      const now = smoothNoise(5, step / 100);
      expect(Math.abs(now - before)).toBeLessThan(0.04);
      highest = Math.max(highest, now);
      lowest = Math.min(lowest, now);
      before = now;
    }
    expect(highest).toBeLessThanOrEqual(1);
    expect(highest).toBeGreaterThan(0.8);
    expect(lowest).toBeGreaterThanOrEqual(-1);
    expect(lowest).toBeLessThan(-0.8);
  });
});
