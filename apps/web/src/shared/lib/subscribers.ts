/** The listeners of one owner. */
export interface Subscribers<Args extends readonly unknown[] = []> {
  /** Adds a listener; returns the function that takes it away. */
  subscribe(listener: (...args: Args) => void): () => void;
  notify(...args: Args): void;
}

export function createSubscribers<Args extends readonly unknown[] = []>(): Subscribers<Args> {
  const listeners = new Set<(...args: Args) => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    notify(...args) {
      for (const listener of [...listeners]) listener(...args);
    },
  };
}
