import { describe, expect, it } from 'vitest';
import { retryDelayMs } from './retry-delay.ts';

const ALMOST_1 = 1 - Number.EPSILON;

describe('the delay until the next attempt', () => {
  it('doubles from 1 s to 60 s', () => {
    const delays = [1, 2, 3, 4, 5, 6, 7, 8, 100, 5000].map((failures) => retryDelayMs(failures, 0.5));
    expect(delays).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000, 60_000]);
  });

  it('is up to a tenth shorter or longer, but never under 1 s and never over 60 s', () => {
    expect([retryDelayMs(1, 0), retryDelayMs(1, ALMOST_1)]).toEqual([1000, 1100]);
    expect([retryDelayMs(4, 0), retryDelayMs(4, ALMOST_1)]).toEqual([7200, 8800]);
    expect([retryDelayMs(9, 0), retryDelayMs(9, ALMOST_1)]).toEqual([54_000, 60_000]);
  });

  it.each([0, 0.5, ALMOST_1])('means at most 12 attempts in 5 minutes of refusals (%d)', (random) => {
    let atMs = 0;
    let attempts = 1;
    while (atMs <= 300_000) {
      atMs += retryDelayMs(attempts, random);
      if (atMs <= 300_000) attempts += 1;
    }
    expect(attempts).toBeGreaterThanOrEqual(9);
    expect(attempts).toBeLessThanOrEqual(12);
  });
});
