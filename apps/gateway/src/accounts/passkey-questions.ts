import { type BegunLoginParts, createBegunLogins } from './begun-logins.ts';

/** What an authenticator is to sign, and what for. */
export interface PasskeyQuestion {
  /** As base64url. */
  readonly challenge: string;
  /** The name of the gateway that the page was opened by. */
  readonly host: string;
  /** To make a passkey for this account, with this name and handle; undefined: to log in with one. */
  readonly making: { readonly user: string; readonly name: string; readonly handle: string } | undefined;
}

/** The questions that wait for an answer. Source: docs/decisions/0060-passkeys.md. */
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

export function createPasskeyQuestions(parts: BegunLoginParts): PasskeyQuestions {
  const begun = createBegunLogins<PasskeyQuestion>({
    ...{ ...parts, validS: QUESTION_VALID_S, keyBytes: KEY_BYTES },
    without: () => ({
      bounds: __WITHOUT__.passkeyQuestions,
      browser: __WITHOUT__.passkeyBrowser,
      once: __WITHOUT__.passkeyOnce,
    }),
  });
  return {
    ask(from, about) {
      const challenge = Buffer.from(parts.randomBytes(CHALLENGE_BYTES)).toString('base64url');
      const question = { ...about, challenge };
      return { question, key: begun.add(from, question) };
    },
    take: (keys, challenge) => begun.take(keys, (question) => question.challenge === challenge),
    count: begun.count,
  };
}
