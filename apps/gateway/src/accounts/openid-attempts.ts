import { type BegunLoginParts, createBegunLogins } from './begun-logins.ts';

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

/** The logins that wait for somebody to come back from the provider. Source: docs/decisions/0059-openid-connect.md. */
export interface OpenIdAttempts {
  /** `from`: who begins, an address or a network. */
  begin(from: string, returnUrl: string): { readonly attempt: OpenIdAttempt; readonly key: string };
  /** Takes the attempt of one of these keys, which is over with that; undefined: there is none. */
  take(keys: readonly string[], state: string): OpenIdAttempt | undefined;
  /** How many wait. */
  count(): number;
}

export const ATTEMPT_VALID_S = 600;
const RANDOM_BYTES = 32;

export function createOpenIdAttempts(parts: BegunLoginParts): OpenIdAttempts {
  const begun = createBegunLogins<OpenIdAttempt>({
    ...{ ...parts, validS: ATTEMPT_VALID_S, keyBytes: RANDOM_BYTES },
    without: () => ({
      bounds: __WITHOUT__.openIdLogins,
      browser: __WITHOUT__.openIdBrowser,
      once: __WITHOUT__.openIdOnce,
    }),
  });
  const randomText = () => Buffer.from(parts.randomBytes(RANDOM_BYTES)).toString('base64url');
  return {
    begin(from, returnUrl) {
      const attempt = { state: randomText(), nonce: randomText(), verifier: randomText(), returnUrl };
      return { attempt, key: begun.add(from, attempt) };
    },
    take: (keys, state) => begun.take(keys, (attempt) => attempt.state === state),
    count: begun.count,
  };
}
