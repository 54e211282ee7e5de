import { YEAR_MAX, YEAR_MIN } from '@heliograph/contract';
import type { Clock } from '../platform/clock.ts';
import type { NtpClient, NtpReply } from '../platform/ntp-client.ts';

/** What came of asking a server for the time. */
export type ServerAnswer =
  /** At this address of the server it was `unixMs` when the monotonic clock showed `atMonotonicMs`. */
  | {
      readonly kind: 'time';
      readonly unixMs: number;
      readonly atMonotonicMs: number;
      readonly address: string;
    }
  /** The server does not want to be asked before `untilMonotonicMs`; the code is its own (`RATE`, `DENY` ...). */
  | { readonly kind: 'unwanted'; readonly code: string; readonly untilMonotonicMs: number }
  | { readonly kind: 'failed'; readonly reason: string };

/** Asks a server once, at one of its addresses. Never rejects; settles at once when `signal` aborts. */
export type ServerQuery = (server: string, signal: AbortSignal) => Promise<ServerAnswer>;

/** Why a try failed, as the log says it; see `ntp-failure.ts`. */
export const UNKNOWN_HOST = 'its name leads nowhere';
export const IMPOSSIBLE_TIME = 'its time is impossible';

/** Names of pools lead to four servers at a time. */
const ADDRESSES_MAX = 4;
const LOOKUP_TIMEOUT_MS = 10_000;
const MINUTE_MS = 60_000;
/** How long a server is left alone that says so. Source: RFC 5905, section 7.4, which gives no times. */
const LEFT_ALONE_MS: Readonly<Record<string, number>> = {
  RATE: 30 * MINUTE_MS,
  DENY: 24 * 60 * MINUTE_MS,
  RSTR: 24 * 60 * MINUTE_MS,
};
const FIRST_MS = Date.UTC(YEAR_MIN, 0, 1);
const END_MS = Date.UTC(YEAR_MAX + 1, 0, 1);

interface LeftAlone {
  readonly code: string;
  readonly untilMs: number;
}

/** Tries the addresses of a server in turn, and leaves those alone that do not want to be asked. */
export function createServerQuery({ client, clock }: { client: NtpClient; clock: Clock }): ServerQuery {
  const leftAlone = new Map<string, LeftAlone>();
  let lastServer: string | undefined;

  function forgetOld(server: string): void {
    for (const [address, { untilMs }] of leftAlone) {
      if (server !== lastServer || untilMs <= clock.monotonicMs()) leftAlone.delete(address);
    }
    lastServer = server;
  }

  /** The answer, or why this address gives none. */
  async function askAddress(address: string, signal: AbortSignal): Promise<NtpReply> {
    const reply = await client.ask(address, signal);
    const waitMs = reply.kind === 'kiss' ? LEFT_ALONE_MS[reply.code] : undefined;
    if (reply.kind === 'kiss' && waitMs !== undefined) {
      leftAlone.set(address, { code: reply.code, untilMs: clock.monotonicMs() + waitMs });
    }
    if (reply.kind !== 'time' || __WITHOUT__.timeYears) return reply;
    if (reply.unixMs >= FIRST_MS && reply.unixMs < END_MS) return reply;
    return { kind: 'failed', reason: IMPOSSIBLE_TIME };
  }

  return async (server, signal) => {
    forgetOld(server);
    const addresses = await addressesOf(server, signal, { client, clock });
    let reason: string = UNKNOWN_HOST;
    for (const address of addresses) {
      if (signal.aborted) break;
      if (leftAlone.has(address)) continue;
      const reply = await askAddress(address, signal);
      if (reply.kind === 'time') return { ...reply, address };
      reason = reply.kind === 'kiss' ? `it answered ${reply.code}` : reply.reason;
    }
    return unwanted(addresses.map((address) => leftAlone.get(address))) ?? { kind: 'failed', reason };
  };
}

/** The first few addresses; empty after an abort, or when the network does not tell in time. */
function addressesOf(
  server: string,
  signal: AbortSignal,
  { client, clock }: { readonly client: NtpClient; readonly clock: Clock },
): Promise<readonly string[]> {
  return new Promise((resolve) => {
    const settle = (addresses: readonly string[]) => {
      cancelTimeout();
      signal.removeEventListener('abort', onAbort);
      resolve(addresses.slice(0, ADDRESSES_MAX));
    };
    const onAbort = () => settle([]);
    const cancelTimeout = clock.after(LOOKUP_TIMEOUT_MS, onAbort);
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort);
    void client.addressesOf(server).then(settle, onAbort);
  });
}

/** Set when every address is to be left alone: what the first one to be asked again said. */
function unwanted(states: readonly (LeftAlone | undefined)[]): ServerAnswer | undefined {
  let soonest: LeftAlone | undefined;
  for (const state of states) {
    if (state === undefined) return undefined;
    if (soonest === undefined || state.untilMs < soonest.untilMs) soonest = state;
  }
  return soonest && { kind: 'unwanted', code: soonest.code, untilMonotonicMs: soonest.untilMs };
}
