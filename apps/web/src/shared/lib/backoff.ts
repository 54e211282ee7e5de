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

/**
 * Something was lost that all other pages have lost in the same moment: each page has a turn of its own, which comes
 * round every 15 s, so that pages that were spread stay so.
 *
 * @param random a number from 0 up to, not including, 1
 * @returns what to ask `turnDelayMs` with; drawn once, since each draw could bring many pages together
 */
export function drawTurnMs(random: number): number {
  return random * LONGEST_WAIT_MS;
}

/** How long until the next turn: above 0, up to 15 s. */
export function turnDelayMs(nowMs: number, turnMs: number): number {
  return LONGEST_WAIT_MS - ((nowMs + turnMs) % LONGEST_WAIT_MS);
}
