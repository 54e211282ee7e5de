import type { Clock } from '../platform/clock.ts';

/** A login by the provider that has begun. */
export interface OpenIdAttempt {
  /** By these the provider's answer is known to be the one to this. */
  readonly state: string;
  readonly nonce: string;
  /** Whoever brings the code shows by it that they have begun. */
  readonly verifier: string;
  /** Where the page wants to go afterwards. */
  readonly returnUrl: string;
}

/**
 * The logins that wait for somebody to come back from the provider, in memory: each is good once, for ten minutes, and for the browser
 * that began it, which knows its key. Whoever begins without end pushes out the own ones. Source: docs/decisions/0059-openid-connect.md.
 */
export interface OpenIdAttempts {
  /** `from`: who begins, an address or a network. */
  begin(from: string, returnUrl: string): { readonly attempt: OpenIdAttempt; readonly key: string };
  /** Takes the attempt of one of these keys, which is over with that; undefined: there is none. */
  take(keys: readonly string[], state: string): OpenIdAttempt | undefined;
  /** How many wait. */
  count(): number;
}

export const ATTEMPT_VALID_S = 600;
const ATTEMPTS_MAX = 512;
/** People in one home share an address. */
const ATTEMPTS_OF_ONE_MAX = 16;
const RANDOM_BYTES = 32;

interface Waiting extends OpenIdAttempt {
  readonly from: string;
  readonly endsAtMs: number;
}

export function createOpenIdAttempts({
  clock,
  randomBytes,
}: {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly randomBytes: (count: number) => Uint8Array;
}): OpenIdAttempts {
  /** By their keys, the oldest first. */
  const waiting = new Map<string, Waiting>();
  const randomText = () => Buffer.from(randomBytes(RANDOM_BYTES)).toString('base64url');

  function makeRoom(from: string): void {
    const nowMs = clock.monotonicMs();
    const counts = new Map<string, number>();
    for (const [key, attempt] of waiting) {
      if (attempt.endsAtMs <= nowMs) waiting.delete(key);
      else counts.set(attempt.from, (counts.get(attempt.from) ?? 0) + 1);
    }
    if ((counts.get(from) ?? 0) >= ATTEMPTS_OF_ONE_MAX) dropOldestOf(from);
    else if (waiting.size >= ATTEMPTS_MAX) dropOldestOf([...counts].sort(([, a], [, b]) => b - a)[0]?.[0]);
  }

  function dropOldestOf(from: string | undefined): void {
    for (const [key, attempt] of waiting) {
      if (attempt.from === from) return void waiting.delete(key);
    }
  }

  /** Without the guard whoever knows the state has the attempt. */
  const keyOf = (keys: readonly string[], state: string) =>
    __WITHOUT__.openIdBrowser
      ? [...waiting].find(([, attempt]) => attempt.state === state)?.[0]
      : keys.find((key) => waiting.get(key)?.state === state);

  return {
    begin(from, returnUrl) {
      if (!__WITHOUT__.openIdLogins) makeRoom(from);
      const attempt = { state: randomText(), nonce: randomText(), verifier: randomText(), returnUrl };
      const key = randomText();
      waiting.set(key, { ...attempt, from, endsAtMs: clock.monotonicMs() + ATTEMPT_VALID_S * 1000 });
      return { attempt, key };
    },
    take(keys, state) {
      const key = keyOf(keys, state);
      const found = key === undefined ? undefined : waiting.get(key);
      if (key === undefined || found === undefined || found.endsAtMs <= clock.monotonicMs()) return undefined;
      if (!__WITHOUT__.openIdOnce) waiting.delete(key);
      return found;
    },
    count: () => waiting.size,
  };
}
