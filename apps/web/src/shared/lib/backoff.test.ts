import { describe, expect, it } from 'vitest';
import { backoffDelayMs, drawTurnMs, turnDelayMs } from './backoff.ts';

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
  it('is drawn within 15 s, and comes round after 15 s each time', () => {
    const turnMs = drawTurnMs(0.2);
    expect([0, 11_999, 12_000, 12_001, 26_000, 27_000].map((nowMs) => turnDelayMs(nowMs, turnMs))).toEqual([
      12_000, 1, 15_000, 14_999, 1000, 15_000,
    ]);
  });

  it('is there for every draw', () => {
    expect([0, 0.5, 0.999].map((random) => turnDelayMs(0, drawTurnMs(random)))).toEqual([15_000, 7500, 15]);
  });
});
