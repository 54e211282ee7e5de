const FIRST_RETRY_MS = 1000;
const MAX_RETRY_MS = 60_000;
/** Many gateways whose broker came back do not connect together. */
const RETRY_JITTER = 0.1;

/**
 * Milliseconds until the broker is tried again: 1 s, doubled with each failure, 60 s at most. `failures` is how many
 * attempts in a row have failed (1 or more), `random` is 0 up to, but not including, 1.
 */
export function retryDelayMs(failures: number, random: number): number {
  const maxMs = __WITHOUT__.retryCap ? Number.POSITIVE_INFINITY : MAX_RETRY_MS;
  const jitter = __WITHOUT__.retryJitter ? 0 : RETRY_JITTER;
  const doublings = __WITHOUT__.longerRetries ? 0 : failures - 1;
  const baseMs = Math.min(FIRST_RETRY_MS * 2 ** doublings, maxMs);
  const jitteredMs = baseMs * (1 + jitter * (2 * random - 1));
  return Math.round(Math.min(Math.max(jitteredMs, FIRST_RETRY_MS), maxMs));
}
