/** Time as a port: everything in the web app that waits or measures gets its time from here. */
export interface Clock {
  /** Milliseconds since an arbitrary start; never goes back and also counts the time the computer slept. */
  elapsedMs(): number;
  /** The wall clock: unix time in milliseconds. For display only. */
  unixMs(): number;
  /** Calls `action` once after `delayMs` (0 or more); returns the function that cancels it. */
  after(delayMs: number, action: () => void): () => void;
}

// A wall clock that runs ahead of the monotonic one by more than this has counted a sleep (or was set forward).
const SLEEP_NOTICED_MS = 1000;

/**
 * Joins a monotonic clock that may stand still while the computer sleeps with the wall clock, which does not: each
 * step takes the longer of the two, so an age can only come out too high, never too low, and never goes back.
 */
export function createSleepProofTime(monotonicMs: () => number, unixMs: () => number): () => number {
  let elapsedMs = 0;
  let lastMonotonicMs = monotonicMs();
  let lastUnixMs = unixMs();
  return () => {
    const stepMs = Math.max(0, monotonicMs() - lastMonotonicMs);
    const wallStepMs = unixMs() - lastUnixMs;
    lastMonotonicMs += stepMs;
    lastUnixMs += wallStepMs;
    elapsedMs += wallStepMs > stepMs + SLEEP_NOTICED_MS ? wallStepMs : stepMs;
    return elapsedMs;
  };
}
