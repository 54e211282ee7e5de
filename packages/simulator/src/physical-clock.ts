/** Time as a port; the gateway's clock fits. Radio timing uses it as it is, the simulated world through a gear. */
export interface SimulatorClock {
  /** Milliseconds since an arbitrary start; never goes back. */
  monotonicMs(): number;
  /** Unix time in milliseconds, as a clock on the wall beside the simulated inverters shows it. */
  unixMs(): number;
  /** Calls `action` once after `delayMs`; returns the function that cancels it. */
  after(delayMs: number, action: () => void): () => void;
}

/** The time of sun, weather and energy: it starts at the wall clock's time and runs `speed` times as fast. */
export interface PhysicalClock {
  /** Simulated unix time at the start, whole milliseconds. */
  readonly startMs: number;
  /** Simulated unix time now, whole milliseconds; never goes back. */
  nowMs(): number;
}

export function createPhysicalClock(clock: SimulatorClock, speed: number): PhysicalClock {
  const startMs = Math.floor(clock.unixMs());
  const startMonotonicMs = clock.monotonicMs();
  return {
    startMs,
    nowMs: () => startMs + Math.floor((clock.monotonicMs() - startMonotonicMs) * speed),
  };
}

/** A clock whose wall clock keeps pace with a simulated sun. */
export interface PacedClock {
  /** By how many milliseconds it is ahead of the clock it was made from. */
  aheadMs(): number;
}

/**
 * The same clock with a wall clock that runs `speed` times as fast from now on, so that noon on it is noon in a world that
 * is simulated at that speed. Delays and monotonic time stay those of the host.
 */
export function keepPace<Clock extends SimulatorClock>(clock: Clock, speed: number): Clock & PacedClock {
  const startMs = clock.monotonicMs();
  const aheadMs = () => (clock.monotonicMs() - startMs) * (speed - 1);
  return { ...clock, aheadMs, unixMs: () => clock.unixMs() + aheadMs() };
}
