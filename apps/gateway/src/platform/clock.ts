/**
 * Time as a port. Ages, time-outs and intervals use the monotonic part; the wall clock serves display and the time
 * field of radio requests only, so a jump of the host's clock moves no timer.
 */
export interface Clock {
  /** Milliseconds since an arbitrary start; never goes back. */
  monotonicMs(): number;
  /** Unix time of the host in milliseconds. */
  unixMs(): number;
  /** Calls `action` once after `delayMs` (0 or more); returns the function that cancels it. */
  after(delayMs: number, action: () => void): () => void;
  /** Calls `action` when what waits for its turn by now has had it; no time has to pass for that. */
  nextTurn(action: () => void): void;
}

/** The clock of the host. */
export const systemClock: Clock = {
  monotonicMs: () => performance.now(),
  unixMs: () => Date.now(),
  after(delayMs, action) {
    const timer = setTimeout(action, delayMs);
    return () => clearTimeout(timer);
  },
  nextTurn: (action) => void setImmediate(action),
};
