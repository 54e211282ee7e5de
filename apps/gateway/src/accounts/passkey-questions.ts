import type { Clock } from '../platform/clock.ts';

/** What an authenticator is to sign, and what for. */
export interface PasskeyQuestion {
  /** As base64url. */
  readonly challenge: string;
  /** The name of the gateway that the page was opened by. */
  readonly host: string;
  /** To make a passkey for this account, with this name and handle; undefined: to log in with one. */
  readonly making: { readonly user: string; readonly name: string; readonly handle: string } | undefined;
}

/**
 * The questions that wait for an answer, in memory: each is good once, for five minutes, and for the browser that got it, which knows
 * the key of it. Whoever asks without end pushes out the own ones.
 */
export interface PasskeyQuestions {
  /** `from`: who asks, an address or a network. */
  ask(from: string, about: Omit<PasskeyQuestion, 'challenge'>): { question: PasskeyQuestion; key: string };
  /** Takes the question of one of these keys, which is over with that; undefined: there is none. */
  take(keys: readonly string[], challenge: string): PasskeyQuestion | undefined;
  /** How many wait. */
  count(): number;
}

export const QUESTION_VALID_S = 300;
const CHALLENGE_BYTES = 32;
const KEY_BYTES = 16;
const QUESTIONS_MAX = 512;
/** People in one home share an address. */
const QUESTIONS_OF_ONE_MAX = 16;

interface Waiting extends PasskeyQuestion {
  readonly from: string;
  readonly endsAtMs: number;
}

export function createPasskeyQuestions({
  clock,
  randomBytes,
}: {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly randomBytes: (count: number) => Uint8Array;
}): PasskeyQuestions {
  /** By their keys, the oldest first. */
  const waiting = new Map<string, Waiting>();
  const randomText = (bytes: number) => Buffer.from(randomBytes(bytes)).toString('base64url');
  function makeRoom(from: string): void {
    const nowMs = clock.monotonicMs();
    const counts = new Map<string, number>();
    for (const [key, question] of waiting) {
      if (question.endsAtMs <= nowMs) waiting.delete(key);
      else counts.set(question.from, (counts.get(question.from) ?? 0) + 1);
    }
    if ((counts.get(from) ?? 0) >= QUESTIONS_OF_ONE_MAX) dropOldestOf(from);
    else if (waiting.size >= QUESTIONS_MAX) dropOldestOf(whoHasMost(counts));
  }

  function dropOldestOf(from: string | undefined): void {
    for (const [key, question] of waiting) {
      if (question.from === from) return void waiting.delete(key);
    }
  }

  /** Without the guard whoever knows the challenge has the question. */
  const keyOf = (keys: readonly string[], challenge: string) =>
    __WITHOUT__.passkeyBrowser
      ? [...waiting].find(([, question]) => question.challenge === challenge)?.[0]
      : keys.find((key) => waiting.get(key)?.challenge === challenge);

  return {
    ask(from, about) {
      if (!__WITHOUT__.passkeyQuestions) makeRoom(from);
      const question = { ...about, challenge: randomText(CHALLENGE_BYTES) };
      const key = randomText(KEY_BYTES);
      waiting.set(key, { ...question, from, endsAtMs: clock.monotonicMs() + QUESTION_VALID_S * 1000 });
      return { question, key };
    },
    take(keys, challenge) {
      const key = keyOf(keys, challenge);
      const found = key === undefined ? undefined : waiting.get(key);
      if (key === undefined || found === undefined || found.endsAtMs <= clock.monotonicMs()) return undefined;
      if (!__WITHOUT__.passkeyOnce) waiting.delete(key);
      const { challenge: asked, host, making } = found;
      return { challenge: asked, host, making };
    },
    count: () => waiting.size,
  };
}

function whoHasMost(counts: ReadonlyMap<string, number>): string | undefined {
  let found: string | undefined;
  let most = 0;
  for (const [from, count] of counts) {
    if (count > most) [found, most] = [from, count];
  }
  return found;
}
