import type { Clock } from '../src/platform/clock.ts';

interface Entry {
  readonly dueMs: number;
  readonly order: number;
  readonly action: () => void;
}

/** A clock that stands still until a test advances it; actions run in the order they are due. */
export interface VirtualClock extends Clock {
  /** Runs everything due within the next `ms` milliseconds, each action at its own time. */
  advance(ms: number): void;
  /** As `advance`, but lets promises settle after every action. */
  advanceAsync(ms: number): Promise<void>;
  /** Moves the wall clock by `ms` without moving the monotonic one. */
  shiftWallClock(ms: number): void;
}

export function createVirtualClock(
  startUnixMs = Date.UTC(2024, 5, 21, 9, 30),
  startMonotonicMs = 0,
): VirtualClock {
  let nowMs = startMonotonicMs;
  let wallOffsetMs = startUnixMs - startMonotonicMs;
  let order = 0;
  const entries = new Set<Entry>();

  function nextDue(untilMs: number): Entry | undefined {
    let next: Entry | undefined;
    for (const entry of entries) {
      if (entry.dueMs > untilMs) continue;
      if (
        next === undefined ||
        entry.dueMs < next.dueMs ||
        (entry.dueMs === next.dueMs && entry.order < next.order)
      ) {
        next = entry;
      }
    }
    return next;
  }

  function run(entry: Entry): void {
    entries.delete(entry);
    nowMs = Math.max(nowMs, entry.dueMs);
    entry.action();
  }

  return {
    monotonicMs: () => nowMs,
    unixMs: () => nowMs + wallOffsetMs,
    after(delayMs, action) {
      const entry = { dueMs: nowMs + Math.max(0, delayMs), order: order++, action };
      entries.add(entry);
      return () => entries.delete(entry);
    },
    nextTurn: (action) => void setImmediate(action),
    advance(ms) {
      const untilMs = nowMs + ms;
      for (let entry = nextDue(untilMs); entry !== undefined; entry = nextDue(untilMs)) run(entry);
      nowMs = untilMs;
    },
    async advanceAsync(ms) {
      const untilMs = nowMs + ms;
      for (let entry = nextDue(untilMs); entry !== undefined; entry = nextDue(untilMs)) {
        run(entry);
        await new Promise((resolve) => setImmediate(resolve));
      }
      nowMs = untilMs;
      await new Promise((resolve) => setImmediate(resolve));
    },
    shiftWallClock(ms) {
      wallOffsetMs += ms;
    },
  };
}
