const FIRST_RETRY_MS = 1000;
const MAX_RETRY_MS = 60_000;
/** Many gateways whose broker came back do not connect together. */
const RETRY_JITTER = 0.1;

/**
 * Milliseconds until the broker is tried again: 1 s, doubled with each failure, 60 s at most. `failures` is how many
 * attempts in a row have failed (1 or more), `random` is 0 up to, but not including, 1.
 */
export function retryDelayMs(failures: number, random: number): number {
  const baseMs = Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), MAX_RETRY_MS);
  const jitteredMs = baseMs * (1 + RETRY_JITTER * (2 * random - 1));
  return Math.round(Math.min(Math.max(jitteredMs, FIRST_RETRY_MS), MAX_RETRY_MS));
}
