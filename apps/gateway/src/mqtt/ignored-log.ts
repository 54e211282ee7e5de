import type { Clock } from '../platform/clock.ts';
import type { Log, LogFacts } from '../platform/log.ts';

/** Tells of messages that are ignored, so that a flood of them does not drown everything else in the log. */
export interface IgnoredLog {
  tell(message: string, facts: LogFacts): void;
  /** Tells at once what is still to be told; nothing is waited for any more. */
  stop(): void;
}

const WINDOW_MS = 60_000;
/** In a minute; further ones are only counted, until a minute has passed without any. All are told at debug. */
const LINES_MAX = 20;

export function createIgnoredLog({ log, clock }: { readonly log: Log; readonly clock: Clock }): IgnoredLog {
  let told = 0;
  let further = 0;
  let cancelWindow: (() => void) | undefined;

  function sum(): void {
    if (further > 0) log.info('Further MQTT messages were ignored.', { count: further });
  }

  function endWindow(): void {
    sum();
    cancelWindow = further > 0 ? clock.after(WINDOW_MS, endWindow) : undefined;
    told = further > 0 ? LINES_MAX : 0;
    further = 0;
  }

  return {
    tell(message, facts) {
      cancelWindow ??= clock.after(WINDOW_MS, endWindow);
      const isShown = told < LINES_MAX;
      if (isShown) told += 1;
      else further += 1;
      log[isShown ? 'info' : 'debug'](message, facts);
    },
    stop() {
      cancelWindow?.();
      sum();
      further = 0;
    },
  };
}
