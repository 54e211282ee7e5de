/** Between two transmissions of one order, to the millisecond. */
const WINDOW_MS = 2001;

/**
 * Whether the first wait of an order is going on, the only time in which the limit of before may be shown although
 * the inverter holds the new one already. `sentAtMs`: when each transmission of a limit to that inverter began.
 */
export function isFirstWait(sentAtMs: readonly number[], nowMs: number): boolean {
  const last = sentAtMs.at(-1);
  const isRepetition = last !== undefined && sentAtMs.at(-2) === last - WINDOW_MS;
  return last !== undefined && !isRepetition && nowMs - last <= WINDOW_MS;
}
