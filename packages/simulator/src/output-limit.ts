/** The output limit of an inverter: what was commanded, and the ramp on which the output follows it. */

export interface OutputLimit {
  /** `percent` of the maximum AC power; what lies beyond 0 to 100 is cut. A persistent one survives `forget`. */
  set(percent: number, isPersistent: boolean, nowMs: number): void;
  /** What the inverter says its limit is. */
  percent(): number;
  /** What it falls back to. */
  persistentPercent(): number;
  /** Back to the last persistent limit, at once: what happens at night and at a restart. */
  forget(nowMs: number): void;
  /** The share of the maximum power, 0 to 1, that the ramp has reached. */
  shareAt(timeMs: number): number;
  /** When the ramp ends or ended. */
  settledMs(): number;
}

const FULL_PERCENT = 100;
const RAMP_PERCENT_PER_MS = 20 / 1000;

/** No limit, unless other ones are given to begin with. */
export function createOutputLimit(
  startPersistentPercent = FULL_PERCENT,
  startPercent = startPersistentPercent,
): OutputLimit {
  let persistentPercent = startPersistentPercent;
  let targetPercent = startPercent;
  let rampFromPercent = startPercent;
  let rampStartMs = Number.NEGATIVE_INFINITY;

  const rampMs = () => Math.abs(targetPercent - rampFromPercent) / RAMP_PERCENT_PER_MS;
  function reachedPercent(timeMs: number): number {
    const sinceStartMs = timeMs - rampStartMs;
    if (sinceStartMs >= rampMs()) return targetPercent;
    const wayPercent = sinceStartMs * RAMP_PERCENT_PER_MS;
    return rampFromPercent + Math.sign(targetPercent - rampFromPercent) * wayPercent;
  }

  return {
    set(percent, isPersistent, nowMs) {
      rampFromPercent = reachedPercent(nowMs);
      rampStartMs = nowMs;
      targetPercent = Math.min(FULL_PERCENT, Math.max(0, percent));
      if (isPersistent) persistentPercent = targetPercent;
    },
    percent: () => targetPercent,
    persistentPercent: () => persistentPercent,
    forget(nowMs) {
      targetPercent = persistentPercent;
      rampFromPercent = persistentPercent;
      rampStartMs = nowMs;
    },
    shareAt: (timeMs) => reachedPercent(timeMs) / FULL_PERCENT,
    settledMs: () => rampStartMs + rampMs(),
  };
}
