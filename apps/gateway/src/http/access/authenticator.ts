import { createHmac } from 'node:crypto';
import {
  ADMIN_USER_NAME,
  basicAuthorization,
  decodeAuthorization,
  encodeCredentials,
  type Role,
} from '@heliograph/contract';
import { type Account, isProgramToken, type TokenHolder } from '../../accounts/accounts.ts';
import { isSessionToken, type Session } from '../../accounts/sessions.ts';
import type { ActingUser } from '../../platform/acting-user.ts';
import type { Log } from '../../platform/log.ts';
import { Secret } from '../../platform/secret.ts';
import { passwordMatches } from '../../settings/password-hash.ts';
import type { Client } from '../limits/client-address.ts';
import type { ClientLimits } from '../limits/client-limits.ts';

/** What an Authorization header is worth. */
export type LoginVerdict =
  | { readonly kind: 'known'; readonly who: Who }
  | { readonly kind: 'refused' }
  /** Not looked at: too many were wrong, or too many are waiting. */
  | { readonly kind: 'throttled'; readonly waitS: number };

/** Who has logged in, and how. */
export interface Who {
  /** Of the account; of a program that came with a token, what the token is called. */
  readonly name: string;
  readonly role: Role;
  /** By a password, by the token that a page got in its place, by the token of a program, or by the word of a proxy. */
  readonly by: 'password' | 'session' | 'token' | 'proxy';
  /** By whose token a page came. */
  readonly session?: Session;
}

/** For whom the gateway works when they ask. */
export const actingUserOf = (who: Pick<Who, 'name' | 'by'> | undefined): ActingUser | undefined =>
  who && { kind: who.by === 'token' ? 'program' : 'account', name: who.name };

export interface Authenticator {
  /** Judges the Authorization header of a request from `address`, with its Cookie header. */
  check(header: string | undefined, address: string, cookies?: string): Promise<LoginVerdict>;
  /** Whose a header is, as far as that is known without looking at a password. */
  knownBy(header: string | undefined): Who | undefined;
  /** Forgets the headers whose passwords are others now, and those that were wrong. */
  forgetOutdated(): void;
  /** Knows the header of the password that counts from now on, without hashing it. */
  remember(userName: string, password: Secret): void;
}

/** Passwords being hashed plus those that wait for their turn. */
const PENDING_MAX = 5;

interface Credentials {
  readonly userName: string;
  readonly password: Secret;
}

const REFUSED: LoginVerdict = { kind: 'refused' };

export interface AuthenticatorOptions {
  readonly limits: Pick<ClientLimits, 'clientOf' | 'logins'>;
  readonly log: Log;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly accountOf: (userName: string) => Account | undefined;
  /** Where there are sessions: whose token this is. */
  readonly findSession?: (token: string) => Session | undefined;
  /** Which browser the Cookie header of a request is of, where somebody has logged in with it before. */
  readonly browserOf?: (cookies: string | undefined) => string | undefined;
  /** Where programs have tokens: whose this is. */
  readonly findToken?: (token: string) => TokenHolder | undefined;
  /** A login was refused; the name is as it came. */
  readonly onRefused?: (userName: string, address: string) => void;
  /** A password is the one of the account: the moment to hash it anew. Resolves with its hash from now on; never rejects. */
  readonly hashAnew?: (password: Secret, account: Account) => Promise<string>;
}

/** A header that was right. */
interface Verified {
  readonly digest: string;
  /** What the password was kept as then. */
  readonly hash: string;
}

/**
 * Hashing a password is slow on purpose, and every call carries it. So a header that was right is remembered, as a
 * keyed digest whose key lives as long as the process. There is one way to write the header, so there is one digest to remember
 * for each account.
 */
export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const { log, randomBytes, accountOf, hashAnew } = options;
  const { clientOf, logins } = options.limits;
  const key = randomBytes(32);
  /** By the name of the account. */
  const verified = new Map<string, Verified>();
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

  async function judge(
    { userName, password }: Credentials,
    digest: string,
    client: Client,
  ): Promise<LoginVerdict> {
    const account = accountOf(userName);
    // The password is hashed for a name that nobody has as well, so that the time tells nothing about names.
    const hash = account?.passwordHash || (accountOf(ADMIN_USER_NAME)?.passwordHash ?? '');
    const isHashed = account !== undefined || !__WITHOUT__.hashForUnknown;
    const isRight = isHashed && (await matches(password, hash)) && Boolean(account?.passwordHash);
    if (account !== undefined && isRight) {
      const countsNow = (isStill(account, hash) && (await hashAnew?.(password, account))) || hash;
      if (isStill(account, countsNow)) {
        verified.set(userName, { digest, hash: countsNow });
        logins.noteLogin(client);
        logins.forgetFailures(client);
        return known({ name: userName, role: account.role, by: 'password' });
      }
    }
    logins.noteRefused(digest);
    logins.countFailure(client);
    log.warn('A login was refused.', { address: client.address });
    options.onRefused?.(userName, client.address);
    return REFUSED;
  }

  /** Hashing takes a while, and the password may be another one meanwhile. */
  const isStill = ({ name }: Account, hash: string) => accountOf(name)?.passwordHash === hash;

  /** A token is either good or it is not: nobody guesses one, so it costs no hash and counts for no throttle. */
  function byToken(header: string): LoginVerdict | undefined {
    const credentials = readExactly(header);
    const token = credentials?.password.reveal() ?? '';
    if (credentials === undefined) return undefined;
    if (isProgramToken(token)) return byProgramToken(token);
    if (!isSessionToken(token)) return undefined;
    const session = options.findSession?.(token);
    if (session === undefined || session.userName !== credentials.userName) return REFUSED;
    return bySession(session);
  }

  function bySession(session: Session): LoginVerdict {
    const { userName, openIdRole } = session;
    const account = accountOf(userName);
    if (openIdRole === undefined) {
      return account === undefined ? REFUSED : known({ ...account, by: 'session', session });
    }
    // Nobody is taken for an account that was made with the name of theirs.
    return account === undefined
      ? known({ name: userName, role: openIdRole, by: 'session', session })
      : REFUSED;
  }

  /** Programs often have no field for a user name, or one of their own: a token says by itself whose it is. */
  function byProgramToken(token: string): LoginVerdict {
    const holder = options.findToken?.(token);
    return holder === undefined ? REFUSED : known({ ...holder, by: 'token' });
  }

  const known = ({ name, role, by, session }: Who): LoginVerdict => ({
    kind: 'known',
    who: { name, role, by, ...(session && { session }) },
  });

  const digestOf = (header: string) => createHmac('sha256', key).update(header).digest('base64');

  /** Whose header it is, if it was right and the password is still the same. */
  function verifiedAs(digest: string): LoginVerdict | undefined {
    const [name] = [...verified].find(([, one]) => one.digest === digest) ?? [];
    const account = name === undefined ? undefined : accountOf(name);
    return account && known({ ...account, by: 'password' });
  }

  async function checkPassword(header: string, client: Client): Promise<LoginVerdict> {
    const digest = digestOf(header);
    const right = verifiedAs(digest);
    if (right !== undefined && !__WITHOUT__.rightHeader) {
      logins.noteLogin(client);
      return right;
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
    async check(header, address, cookies) {
      if (header === undefined) return REFUSED;
      const browser = __WITHOUT__.knownBrowsers ? undefined : options.browserOf?.(cookies);
      const client = browser === undefined ? clientOf(address) : { ...clientOf(address), browser };
      const verdict = byToken(header);
      if (verdict?.kind === 'known') logins.noteLogin(client);
      return verdict ?? checkPassword(header, client);
    },
    knownBy(header) {
      if (header === undefined) return undefined;
      const verdict = byToken(header) ?? verifiedAs(digestOf(header));
      return verdict?.kind === 'known' ? verdict.who : undefined;
    },
    forgetOutdated() {
      for (const [name, { hash }] of verified) {
        if (accountOf(name)?.passwordHash !== hash) verified.delete(name);
      }
      logins.forgetRefused();
    },
    remember(userName, password) {
      const account = accountOf(userName);
      if (account === undefined || __WITHOUT__.endWithPassword) return;
      const digest = digestOf(basicAuthorization(encodeCredentials(userName, password.reveal())));
      verified.set(userName, { digest, hash: account.passwordHash });
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
