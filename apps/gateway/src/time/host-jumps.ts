import type { Clock } from '../platform/clock.ts';

const CHECK_INTERVAL_MS = 10_000;
/** Less is how two clocks drift apart. */
const MIN_JUMP_MS = 1000;

/**
 * Calls `onJump` when the host's clock was set, or went on while the host slept. Returns the function that ends it.
 */
export function watchHostJumps(clock: Clock, onJump: () => void): () => void {
  const offsetMs = () => clock.unixMs() - clock.monotonicMs();
  let knownMs = offsetMs();
  let cancel = () => {};
  const check = () => {
    cancel = clock.after(CHECK_INTERVAL_MS, check);
    const jumpMs = offsetMs() - knownMs;
    if (Math.abs(jumpMs) <= MIN_JUMP_MS) return;
    knownMs += jumpMs;
    onJump();
  };
  cancel = clock.after(CHECK_INTERVAL_MS, check);
  return () => cancel();
}
