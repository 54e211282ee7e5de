import type { Clock } from './clock.ts';

/** Something that is done again and again, never twice at once. It begins paused. */
export interface Repeat {
  /** What decides the next time has changed. */
  reconsider(): void;
  /** Goes on; what is due to be repeated at all is done at once. */
  resume(): void;
  pause(): void;
}

/** `nextMs`: how long to wait before the next time; undefined when there is nothing to do. */
export function createRepeat(
  clock: Clock,
  action: () => Promise<void>,
  nextMs: () => number | undefined,
): Repeat {
  let isPaused = true;
  let isUnderWay = false;
  let waitsSinceMs = 0;
  let cancel: (() => void) | undefined;

  function schedule(atOnce: boolean): void {
    if (cancel === undefined) waitsSinceMs = clock.elapsedMs();
    cancel?.();
    cancel = undefined;
    if (isPaused || isUnderWay) return;
    const waitMs = nextMs();
    if (waitMs === undefined) return;
    // What has been waited already counts, or frequent changes would put it off for ever.
    const delayMs = atOnce ? 0 : Math.max(0, waitsSinceMs + waitMs - clock.elapsedMs());
    cancel = clock.after(delayMs, () => void run());
  }

  async function run(): Promise<void> {
    cancel = undefined;
    isUnderWay = true;
    await action();
    isUnderWay = false;
    schedule(false);
  }

  return {
    reconsider: () => schedule(false),
    pause() {
      isPaused = true;
      schedule(false);
    },
    resume() {
      if (!isPaused) return;
      isPaused = false;
      schedule(true);
    },
  };
}
