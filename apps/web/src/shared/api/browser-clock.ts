import { type Clock, createSleepProofTime } from '../lib/clock.ts';

export function createBrowserClock(): Clock {
  return {
    elapsedMs: createSleepProofTime(
      () => performance.now(),
      () => Date.now(),
    ),
    unixMs: () => Date.now(),
    after(delayMs, action) {
      const timer = setTimeout(action, delayMs);
      return () => clearTimeout(timer);
    },
  };
}
