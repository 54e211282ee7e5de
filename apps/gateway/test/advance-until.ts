import type { VirtualClock } from './virtual-clock.ts';

/** Beyond this many seconds of the clock it is never going to happen. */
const SECONDS_MAX = 100_000;

/**
 * Advances a clock second by second until something is so, for what needs the disk or the network meanwhile. What
 * rejects is not so yet.
 */
export async function advanceUntil(clock: VirtualClock, isSo: () => Promise<boolean>): Promise<void> {
  for (let seconds = 0; seconds < SECONDS_MAX; seconds++) {
    if (await isSo().catch(() => false)) return;
    await clock.advanceAsync(1000);
  }
  throw new Error('it never happened');
}
