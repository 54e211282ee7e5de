const ROUND_MS = 200;
const ROUNDS = 7;

/**
 * Microseconds per call: the best of several rounds, as everything but the work itself only adds to it. The clock is
 * looked at once in a batch of calls.
 */
export function costUs(work: () => void, batch: number): number {
  let bestUs = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const startedAtMs = performance.now();
    let calls = 0;
    while (performance.now() - startedAtMs < ROUND_MS) {
      for (let call = 0; call < batch; call++) work();
      calls += batch;
    }
    bestUs = Math.min(bestUs, ((performance.now() - startedAtMs) * 1000) / calls);
  }
  return bestUs;
}
