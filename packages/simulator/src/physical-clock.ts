/** Time as a port; the gateway's clock fits. Radio timing uses it as it is, the simulated world through a gear. */
export interface SimulatorClock {
  /** Milliseconds since an arbitrary start; never goes back. */
  monotonicMs(): number;
  /** Unix time in milliseconds. */
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
  /** What a wall clock showed at a simulated time; what lies before the start happened at speed 1. */
  wallMs(simulatedMs: number): number;
}

export function createPhysicalClock(clock: SimulatorClock, speed: number): PhysicalClock {
  const startMs = Math.floor(clock.unixMs());
  const startMonotonicMs = clock.monotonicMs();
  return {
    startMs,
    nowMs: () => startMs + Math.floor((clock.monotonicMs() - startMonotonicMs) * speed),
    wallMs(simulatedMs) {
      const sinceStartMs = simulatedMs - startMs;
      return startMs + (sinceStartMs > 0 ? sinceStartMs / speed : sinceStartMs);
    },
  };
}
