import { describe, expect, it } from 'vitest';
import { backoffDelayMs, nextTurnDelayMs, turnDelayMs } from './backoff.ts';

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

describe('a turn', () => {
  it('is drawn within 15 s, and the next ones stay that far apart', () => {
    expect([turnDelayMs(0), turnDelayMs(0.5), turnDelayMs(1)]).toEqual([0, 7500, 15_000]);
    expect([nextTurnDelayMs(0), nextTurnDelayMs(1)]).toEqual([15_000, 15_500]);
  });
});
