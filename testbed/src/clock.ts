interface Entry {
  readonly dueMs: number;
  readonly order: number;
  readonly action: () => void;
}

/**
 * A clock that stands still until a test advances it; actions run in the order in which they are due. It fits the clock
 * that the gateway, the simulator and the web app each ask for, and knows none of them.
 */
export interface VirtualClock {
  monotonicMs(): number;
  /** The same, as the web app calls it. */
  elapsedMs(): number;
  unixMs(): number;
  after(delayMs: number, action: () => void): () => void;
  nextTurn(action: () => void): void;
  /** Runs everything due within the next `ms` milliseconds, each action at its own time. */
  advance(ms: number): void;
  /** As `advance`, but lets promises settle after every action. */
  advanceAsync(ms: number): Promise<void>;
  /** Lets time pass without running anything, as a sleeping computer or a frozen page does. */
  sleep(ms: number): void;
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
    elapsedMs: () => nowMs,
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
    sleep(ms) {
      nowMs += ms;
    },
    shiftWallClock(ms) {
      wallOffsetMs += ms;
    },
  };
}

/** Beyond this many seconds of the clock it is never going to happen. */
const SECONDS_MAX = 100_000;

/**
 * Advances a clock second by second until something is so, for what needs the disk or the network meanwhile. What
 * rejects is not so yet.
 */
export async function advanceUntil(clock: VirtualClock, isSo: () => Promise<boolean>): Promise<void> {
  for (let seconds = 0; seconds < SECONDS_MAX; seconds++) {
    if (await isSo().catch(() => false)) return;
    await clock.advanceAsync(1000);
  }
  throw new Error('it never happened');
}
