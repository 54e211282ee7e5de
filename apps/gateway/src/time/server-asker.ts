import type { Clock } from '../platform/clock.ts';
import type { ServerAnswer, ServerQuery } from './server-query.ts';

/** Asks the time server, one question at a time. */
export interface ServerAsker {
  /** Asks now; what is under way or due is dropped. */
  ask(): void;
  askAfter(delayMs: number): void;
  isAsking(): boolean;
  /** Milliseconds until it asks by itself; 0 while it is asking, undefined while nothing is due. */
  nextInMs(): number | undefined;
  /** Drops what is under way or due. */
  pause(): void;
}

export interface ServerAskerOptions {
  readonly clock: Clock;
  readonly query: ServerQuery;
  readonly server: () => string;
  /** Told of the answer to the last question, and of none that was dropped. */
  readonly onAnswer: (answer: ServerAnswer) => void;
}

export function createServerAsker({ clock, query, server, onAnswer }: ServerAskerOptions): ServerAsker {
  let asking: AbortController | undefined;
  let cancelNext = () => {};
  let nextAtMs: number | undefined;

  function pause(): void {
    cancelNext();
    nextAtMs = undefined;
    asking?.abort();
    asking = undefined;
  }

  function ask(): void {
    pause();
    const own = new AbortController();
    asking = own;
    const take = (answer: ServerAnswer) => {
      if (asking !== own) return;
      asking = undefined;
      onAnswer(answer);
    };
    query(server(), own.signal).then(take, (error: unknown) => {
      take({ kind: 'failed', reason: String(error) });
    });
  }

  return {
    ask,
    askAfter(delayMs) {
      cancelNext = clock.after(delayMs, ask);
      nextAtMs = clock.monotonicMs() + delayMs;
    },
    isAsking: () => asking !== undefined,
    nextInMs() {
      if (asking !== undefined) return 0;
      return nextAtMs === undefined ? undefined : Math.max(0, nextAtMs - clock.monotonicMs());
    },
    pause,
  };
}
