const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;

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
