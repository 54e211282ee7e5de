import type { Clock } from '../../platform/clock.ts';

/** One thing to do at one time; setting it again replaces the time. */
export interface Timer {
  /** Acts at `dueMs` on the monotonic clock, or as soon as possible when that has passed. */
  set(dueMs: number): void;
  clear(): void;
}

/** A timer never acts early, even where the host's timers do (they count whole milliseconds of another clock). */
export function createTimer(clock: Clock, action: () => void): Timer {
  let cancel: (() => void) | undefined;

  function clear(): void {
    cancel?.();
    cancel = undefined;
  }

  function set(dueMs: number): void {
    clear();
    cancel = clock.after(Math.max(0, Math.ceil(dueMs - clock.monotonicMs())), () => {
      cancel = undefined;
      if (clock.monotonicMs() < dueMs) set(dueMs);
      else action();
    });
  }

  return { set, clear };
}
