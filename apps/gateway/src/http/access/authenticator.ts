import { createHmac } from 'node:crypto';
import {
  ADMIN_USER_NAME,
  basicAuthorization,
  decodeAuthorization,
  encodeCredentials,
} from '@heliograph/contract';
import { isSessionToken, type Session } from '../../accounts/sessions.ts';
import type { Log } from '../../platform/log.ts';
import { Secret } from '../../platform/secret.ts';
import { passwordMatches } from '../../settings/password-hash.ts';
import type { Client } from '../limits/client-address.ts';
import type { ClientLimits } from '../limits/client-limits.ts';

/** What an Authorization header is worth. */
export type LoginVerdict =
  | {
      readonly kind: 'admin';
      /** By whose token it came; undefined: by the password. */
      readonly session?: Session;
    }
  | { readonly kind: 'refused' }
  /** Not looked at: too many were wrong, or too many are waiting. */
  | { readonly kind: 'throttled'; readonly waitS: number };

export interface Authenticator {
  /** Judges the Authorization header of a request from `address`. */
  check(header: string | undefined, address: string): Promise<LoginVerdict>;
  /** Whether a header is known to be the admin's without looking at the password. */
  knows(header: string | undefined): boolean;
  /** Of a header that holds the token of a session in place of a password. */
  sessionOf(header: string | undefined): Session | undefined;
  /** Forgets the header that was right: the password has changed. */
  forgetVerified(): void;
  /** Knows the header of the password that counts from now on, without hashing it. */
  remember(password: Secret): void;
}

/** Passwords being hashed plus those that wait for their turn. */
const PENDING_MAX = 5;

interface Credentials {
  readonly userName: string;
  readonly password: Secret;
}

const ADMIN: LoginVerdict = { kind: 'admin' };
const REFUSED: LoginVerdict = { kind: 'refused' };

export interface AuthenticatorOptions {
  readonly limits: Pick<ClientLimits, 'clientOf' | 'logins'>;
  readonly log: Log;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly passwordHash: () => string;
  /** Where there are sessions: whose token this is. */
  readonly findSession?: (token: string) => Session | undefined;
  /** A password is the one behind `hash`: the moment to hash it anew. Resolves with its hash from now on; never rejects. */
  readonly hashAnew?: (password: Secret, hash: string) => Promise<string>;
}

/**
 * Hashing a password is slow on purpose, and every call carries it. So a header that was right is remembered, as a
 * keyed digest whose key lives as long as the process. There is one user and one way to write the header, so there is
 * one digest to remember.
 */
export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const { log, randomBytes, passwordHash, hashAnew } = options;
  const { clientOf, logins } = options.limits;
  const key = randomBytes(32);
  let verified: string | undefined;
  const pending = new Map<string, Promise<LoginVerdict>>();
  const matches = createPasswordMatcher();

  async function verify(header: string, digest: string, client: Client): Promise<LoginVerdict> {
    const credentials = readExactly(header);
    if (credentials === undefined) return REFUSED;
    logins.beginHash(client);
    try {
      return await judge(credentials, digest, client);
    } finally {
      logins.endHash(client);
    }
  }

  async function judge(credentials: Credentials, digest: string, client: Client): Promise<LoginVerdict> {
    const hash = passwordHash();
    // The password is hashed for another user name as well, so that the time tells nothing about names.
    const isAdmin = credentials.userName === ADMIN_USER_NAME;
    const isHashed = isAdmin || !__WITHOUT__.hashForUnknown;
    const right = isHashed && (await matches(credentials.password, hash)) && isAdmin;
    const countsNow =
      right && hash === passwordHash() ? await hashAnew?.(credentials.password, hash) : undefined;
    if (right && (countsNow ?? hash) === passwordHash()) {
      verified = digest;
      logins.noteLogin(client);
      logins.forgetFailures(client);
      return ADMIN;
    }
    logins.noteRefused(digest);
    logins.countFailure(client);
    log.warn('A login was refused.', { address: client.address });
    return REFUSED;
  }

  /** A token is either good or it is not: nobody guesses one, so it costs no hash and counts for no throttle. */
  function tokenVerdict(header: string): LoginVerdict | undefined {
    const credentials = readExactly(header);
    const token = credentials?.password.reveal() ?? '';
    if (credentials === undefined || !isSessionToken(token)) return undefined;
    const session = options.findSession?.(token);
    return session?.userName === credentials.userName ? { kind: 'admin', session } : REFUSED;
  }

  const digestOf = (header: string) => createHmac('sha256', key).update(header).digest('base64');

  async function checkPassword(header: string, client: Client): Promise<LoginVerdict> {
    const digest = digestOf(header);
    if (digest === verified && !__WITHOUT__.rightHeader) {
      logins.noteLogin(client);
      return ADMIN;
    }
    if (logins.isRefused(digest) && !__WITHOUT__.wrongHeaders) return REFUSED;
    const running = pending.get(digest);
    if (running !== undefined) return running;
    const waitS = logins.waitS(client);
    if (waitS > 0) return { kind: 'throttled', waitS };
    if (pending.size >= PENDING_MAX) return { kind: 'throttled', waitS: 1 };
    const verdict = verify(header, digest, client).finally(() => pending.delete(digest));
    pending.set(digest, verdict);
    return verdict;
  }

  return {
    async check(header, address) {
      if (header === undefined) return REFUSED;
      const client = clientOf(address);
      const byToken = tokenVerdict(header);
      if (byToken?.kind === 'admin') logins.noteLogin(client);
      return byToken ?? checkPassword(header, client);
    },
    knows: (header) =>
      header !== undefined && (digestOf(header) === verified || tokenVerdict(header)?.kind === 'admin'),
    sessionOf(header) {
      const verdict = header === undefined ? undefined : tokenVerdict(header);
      return verdict?.kind === 'admin' ? verdict.session : undefined;
    },
    forgetVerified() {
      verified = undefined;
      logins.forgetRefused();
    },
    remember(password) {
      if (__WITHOUT__.endWithPassword) return;
      verified = digestOf(basicAuthorization(encodeCredentials(ADMIN_USER_NAME, password.reveal())));
    },
  };
}

/** Compares one password at a time: each hash takes 34 MB. */
function createPasswordMatcher(): typeof passwordMatches {
  let lastHash: Promise<unknown> = Promise.resolve();
  return (password, hash) => {
    const done = lastHash.then(() => passwordMatches(password, hash));
    lastHash = done.catch(() => undefined); // whoever asked hears of it
    return done;
  };
}

/**
 * Reads the credentials of a header that is written exactly as they are encoded; other ways to write the same bytes are
 * refused. Source: docs/reference/original-device.md#paths-and-methods (the header is compared as exact text).
 */
function readExactly(header: string): Credentials | undefined {
  const credentials = decodeAuthorization(header);
  if (credentials === undefined) return undefined;
  const { userName, password } = credentials;
  const isExact = basicAuthorization(encodeCredentials(userName, password)) === header;
  if (!isExact && !__WITHOUT__.exactHeader) return undefined;
  return { userName, password: new Secret(password) };
}
