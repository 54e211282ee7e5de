import type { SimulatorClock } from '../physical-clock.ts';

/** Delays that a restart forgets all at once. */
export interface Timers {
  after(delayMs: number, action: () => void): void;
  clear(): void;
}

export function createTimers(clock: SimulatorClock): Timers {
  const cancels = new Set<() => void>();
  return {
    after(delayMs, action) {
      const cancel = clock.after(delayMs, () => {
        cancels.delete(cancel);
        action();
      });
      cancels.add(cancel);
    },
    clear() {
      for (const cancel of cancels) cancel();
      cancels.clear();
    },
  };
}
