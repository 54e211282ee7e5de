import { describe, expect, it } from 'vitest';
import { backoffDelayMs } from './backoff.ts';

describe('the back-off', () => {
  it('doubles from half a second to 15 s and stays there', () => {
    const longest = [0, 1, 2, 3, 4, 5, 6, 50, 5000].map((failures) => backoffDelayMs(failures, 1));
    expect(longest).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000, 15_000]);
  });

  it('uses the full range', () => {
    expect(backoffDelayMs(3, 0)).toBe(0);
    expect(backoffDelayMs(3, 0.25)).toBe(1000);
  });
});
