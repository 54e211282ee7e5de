import type { Clock } from '../src/shared/lib/clock.ts';

interface Entry {
  readonly dueMs: number;
  readonly order: number;
  readonly action: () => void;
}

/** A clock that stands still until a test advances it. */
export interface VirtualClock extends Clock {
  /** Runs everything due within the next `ms` milliseconds, each at its own time. */
  advance(ms: number): void;
  /** Lets time pass without running anything, as a sleeping computer or a frozen page does. */
  sleep(ms: number): void;
}

/** Starts at zero; the wall clock at noon of a summer's day (local time). */
export function createVirtualClock(startUnixMs = new Date(2026, 5, 21, 12).getTime()): VirtualClock {
  let nowMs = 0;
  let order = 0;
  const entries = new Set<Entry>();

  function nextDue(untilMs: number): Entry | undefined {
    return [...entries]
      .filter(({ dueMs }) => dueMs <= untilMs)
      .sort((one, other) => one.dueMs - other.dueMs || one.order - other.order)[0];
  }

  return {
    elapsedMs: () => nowMs,
    unixMs: () => startUnixMs + nowMs,
    after(delayMs, action) {
      const entry = { dueMs: nowMs + Math.max(0, delayMs), order: order++, action };
      entries.add(entry);
      return () => entries.delete(entry);
    },
    advance(ms) {
      const untilMs = nowMs + ms;
      for (let entry = nextDue(untilMs); entry !== undefined; entry = nextDue(untilMs)) {
        entries.delete(entry);
        nowMs = Math.max(nowMs, entry.dueMs);
        entry.action();
      }
      nowMs = untilMs;
    },
    sleep(ms) {
      nowMs += ms;
    },
  };
}
