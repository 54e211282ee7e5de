import type { NtpFailure } from '@heliograph/contract';
import type { Clock } from '../platform/clock.ts';
import type { DeviceClock } from '../platform/device-clock.ts';
import { ntpFailure } from './ntp-failure.ts';
import type { ServerQuery } from './server-query.ts';

/** What came of asking a time server that is not saved yet. */
export type ServerTrial =
  /** How far the server is ahead of the gateway's clock. */
  | { readonly kind: 'time'; readonly address: string; readonly offsetMs: number }
  | { readonly kind: 'failed'; readonly failure: NtpFailure }
  /** Too many others are being asked. */
  | { readonly kind: 'busy' };

/** Asks a server once, and changes nothing. Ends after 12 s at the latest. */
export type TryServer = (server: string) => Promise<ServerTrial>;

export interface ServerTrialParts {
  readonly clock: Clock;
  readonly deviceClock: Pick<DeviceClock, 'unixMs'>;
  readonly query: ServerQuery;
}

/** At the same time; who clicks again and again must not open sockets without end. */
const TRIALS_MAX = 4;
const TRIAL_MAX_MS = 12_000;

export function createServerTrials({ clock, deviceClock, query }: ServerTrialParts): TryServer {
  let trials = 0;
  return async (server) => {
    if (trials >= TRIALS_MAX) return { kind: 'busy' };
    trials += 1;
    const ending = new AbortController();
    const cancel = clock.after(TRIAL_MAX_MS, () => ending.abort());
    try {
      const answer = await query(server, ending.signal);
      if (answer.kind !== 'time') {
        return { kind: 'failed', failure: ending.signal.aborted ? 'no-answer' : ntpFailure(answer) };
      }
      const nowMs = answer.unixMs + clock.monotonicMs() - answer.atMonotonicMs;
      return { kind: 'time', address: answer.address, offsetMs: nowMs - deviceClock.unixMs() };
    } finally {
      cancel();
      trials -= 1;
    }
  };
}
