import { describe, expect, it } from 'vitest';
import { askAgainAfterMs, isDismissible, type OrderPhase } from './pending-order.ts';

const placed = (phase: OrderPhase = 'waiting') => ({ phase, placedAtMs: 0 });

describe('an order', () => {
  it('can be put away unless it simply waits', () => {
    expect(isDismissible(placed())).toBe(false);
    for (const phase of ['failed', 'unknown', 'accepted', 'settling', 'contradicted', 'different'] as const) {
      expect(isDismissible(placed(phase))).toBe(true);
    }
  });
});

describe('asking again', () => {
  it('is each second at first, and slower after half a minute', () => {
    expect(askAgainAfterMs([placed()], 29_999)).toBe(1000);
    expect(askAgainAfterMs([placed()], 30_000)).toBe(5000);
  });

  it('is slower when only the next turn can tell something new', () => {
    for (const phase of ['failed', 'accepted', 'settling', 'unread'] as const) {
      expect(askAgainAfterMs([placed(phase)], 0)).toBe(5000);
    }
    expect(askAgainAfterMs([placed('failed'), placed()], 0)).toBe(1000);
  });

  it('ends with the last open order', () => {
    expect(askAgainAfterMs([], 0)).toBeUndefined();
    expect(askAgainAfterMs([placed('different')], 0)).toBeUndefined();
  });
});
