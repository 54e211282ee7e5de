import type { Clock } from './clock.ts';

/** Timers by name: setting one anew replaces the one before. */
export interface NamedTimers<Name extends string> {
  set(name: Name, delayMs: number): void;
  clear(name: Name): void;
}

export function createNamedTimers<Name extends string>(
  clock: Clock,
  onFire: (name: Name) => void,
): NamedTimers<Name> {
  const cancels = new Map<Name, () => void>();

  function clear(name: Name): void {
    cancels.get(name)?.();
    cancels.delete(name);
  }

  return {
    clear,
    set(name, delayMs) {
      clear(name);
      const cancel = clock.after(delayMs, () => {
        cancels.delete(name);
        onFire(name);
      });
      cancels.set(name, cancel);
    },
  };
}
