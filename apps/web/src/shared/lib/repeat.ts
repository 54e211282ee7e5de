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
  let cancel: (() => void) | undefined;

  function schedule(atOnce: boolean): void {
    cancel?.();
    cancel = undefined;
    if (isPaused || isUnderWay) return;
    const delayMs = nextMs();
    if (delayMs !== undefined) cancel = clock.after(atOnce ? 0 : delayMs, () => void run());
  }

  async function run(): Promise<void> {
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
