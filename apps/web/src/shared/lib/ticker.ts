import type { Clock } from './clock.ts';

/** A count that grows once per interval while somebody looks. */
export interface Ticker {
  subscribe(listener: () => void): () => void;
  count(): number;
}

/** One timer for all who need to count seconds; it rests while nobody is subscribed. */
export function createTicker(clock: Clock, intervalMs: number): Ticker {
  const listeners = new Set<() => void>();
  let count = 0;
  let cancel: (() => void) | undefined;

  function tick(): void {
    cancel = clock.after(intervalMs, tick);
    count += 1;
    for (const listener of [...listeners]) listener();
  }

  return {
    count: () => count,
    subscribe(listener) {
      listeners.add(listener);
      cancel ??= clock.after(intervalMs, tick);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        cancel?.();
        cancel = undefined;
      };
    },
  };
}
