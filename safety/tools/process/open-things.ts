import type { VirtualClock } from '@heliograph/testbed/clock.ts';

/** How many of these kinds of things are open in this process. */
export const openResources = (kind: RegExp) =>
  process.getActiveResourcesInfo().filter((name) => kind.test(name)).length;

/** A clock that knows how many of its timers are pending. */
export function countTimers(clock: VirtualClock): {
  readonly clock: VirtualClock;
  readonly pending: () => number;
} {
  let pending = 0;
  return {
    pending: () => pending,
    clock: {
      ...clock,
      after(delayMs, action) {
        let isPending = true;
        const settle = () => {
          if (isPending) pending -= 1;
          isPending = false;
        };
        pending += 1;
        const cancel = clock.after(delayMs, () => {
          settle();
          action();
        });
        return () => {
          settle();
          return cancel();
        };
      },
    },
  };
}
