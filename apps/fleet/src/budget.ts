/**
 * How many times each of many may fail: `burst` at once, then one in `refillMs`. Of those that have not failed lately nothing is kept,
 * and never of more than `max`; then the one that has been quiet for longest is forgotten.
 */
export interface Budget {
  /** Milliseconds until another try is let through; 0: now. */
  waitMs(key: string, nowMs: number): number;
  take(key: string, nowMs: number): void;
  /** It was no failure after all. */
  giveBack(key: string): void;
}

export function createBudget({
  burst,
  refillMs,
  max,
}: {
  burst: number;
  refillMs: number;
  max: number;
}): Budget {
  /** When all of it is there again. */
  const fullAt = new Map<string, number>();
  return {
    waitMs: (key, nowMs) => Math.max(0, (fullAt.get(key) ?? 0) - nowMs - (burst - 1) * refillMs),
    take(key, nowMs) {
      const next = Math.max(fullAt.get(key) ?? 0, nowMs) + refillMs;
      fullAt.delete(key);
      fullAt.set(key, next);
      if (fullAt.size > max) forget(nowMs);
    },
    giveBack(key) {
      const at = fullAt.get(key);
      if (at !== undefined) fullAt.set(key, at - refillMs);
    },
  };

  function forget(nowMs: number): void {
    for (const [key, at] of fullAt) {
      if (at <= nowMs) fullAt.delete(key);
    }
    const [oldest] = fullAt.keys();
    if (fullAt.size > max && oldest !== undefined) fullAt.delete(oldest);
  }
}
