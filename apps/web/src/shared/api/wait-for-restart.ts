import { getSystemStatus, type ReceivedSystemStatus } from '@heliograph/contract';
import type { Services } from './services.ts';

const ASK_EVERY_MS = 1000;
/** A page must not wait for a connection that died with the gateway. */
const ANSWER_WAIT_MS = 3000;
/** It begins about a second after the answer: who is still there after this long does not restart. */
const BEGINS_WITHIN_MS = 10_000;

/** What became of a restart. */
export type RestartEnd =
  /** It is back, after so long, and says this of itself. */
  | { readonly kind: 'back'; readonly tookMs: number; readonly status: ReceivedSystemStatus }
  /** It never went away. */
  | { readonly kind: 'stayed' };

/**
 * Waits until a gateway that was told to restart has done so, which its uptime proves.
 *
 * @param restartMs when that was, in the clock's elapsed milliseconds.
 * @param isWanted asked before each question; false ends the waiting with undefined.
 * @param onAway told each time that it does not answer.
 */
export async function waitForRestart(
  { call, clock }: Pick<Services, 'call' | 'clock'>,
  restartMs: number,
  isWanted: (passedMs: number) => boolean,
  onAway?: () => void,
): Promise<RestartEnd | undefined> {
  for (;;) {
    await new Promise<void>((resolve) => clock.after(ASK_EVERY_MS, resolve));
    if (!isWanted(clock.elapsedMs() - restartMs)) return undefined;
    const result = await call(getSystemStatus, { waitMs: ANSWER_WAIT_MS });
    const passedMs = clock.elapsedMs() - restartMs;
    if (result.kind !== 'answered' || result.answer.uptimeS === undefined) {
      if (!__FOR_DEVICE__) onAway?.();
      continue;
    }
    const { answer: status } = result;
    if (result.answer.uptimeS * 1000 < passedMs) return { kind: 'back', tookMs: passedMs, status };
    if (passedMs > BEGINS_WITHIN_MS) return { kind: 'stayed' };
  }
}
