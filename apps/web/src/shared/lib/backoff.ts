const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;
/** So much two turns in a row may be further apart: pages that are in step by chance do not stay so. */
const TURN_DRIFT_MS = 500;

/**
 * How long to wait before the next attempt: between nothing and 0.5 s doubled with every failure up to 15 s. The
 * full range is random, so that many pages do not come back in the same moment.
 *
 * @param failures failed attempts in a row so far
 * @param random a number from 0 up to, not including, 1
 */
export function backoffDelayMs(failures: number, random: number): number {
  return random * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures);
}

/**
 * How long to wait when something was lost that all other pages have lost in the same moment: each draws a turn of
 * its own within 15 s.
 */
export function turnDelayMs(random: number): number {
  return random * LONGEST_WAIT_MS;
}

/** Until the next turn, when it was too early in the last one: turns that were spread stay so. */
export function nextTurnDelayMs(random: number): number {
  return LONGEST_WAIT_MS + random * TURN_DRIFT_MS;
}
