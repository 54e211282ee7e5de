import { setTimeout as wait } from 'node:timers/promises';

export interface Patience {
  /** As in "the broker has all of it": for the error. */
  readonly what?: string;
  readonly timeoutMs?: number;
  readonly everyMs?: number;
}

/**
 * Looks again and again at what other processes or the network bring, until `check` throws no more and does not answer
 * false.
 */
export async function eventually(check: () => unknown, patience: Patience = {}): Promise<void> {
  const { what = String(check), timeoutMs = 20_000, everyMs = 2 } = patience;
  const untilMs = performance.now() + timeoutMs;
  for (;;) {
    let problem: unknown = new Error(`it never happened: ${what}`);
    try {
      if ((await check()) !== false) return;
    } catch (error) {
      problem = error;
    }
    if (performance.now() > untilMs) throw problem;
    await wait(everyMs);
  }
}
