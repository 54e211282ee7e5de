import { createHash } from 'node:crypto';
import { ROLES, type Role } from '@heliograph/contract';
import type { Clock } from '../platform/clock.ts';
import type { DataDirectory } from '../platform/data-directory.ts';
import type { DeviceClock } from '../platform/device-clock.ts';
import type { Log } from '../platform/log.ts';
import { openMemoryFile } from '../platform/memory-file.ts';
import { plainAddress } from '../platform/plain-address.ts';
import { Secret } from '../platform/secret.ts';

/** Who logged in, from where, and when. */
export interface Login {
  readonly userName: string;
  /** The id of the passkey that it was made with; undefined: with the password. */
  readonly passkey?: string | undefined;
  /** What somebody may do for whom a provider of OpenID Connect has spoken; undefined: what the account may. */
  readonly openIdRole?: Role | undefined;
  readonly address: string;
  /** What the browser calls itself; the beginning of it. */
  readonly agent: string;
}

/** A login that goes on until somebody ends it, or its time is over. */
export interface Session extends Login {
  readonly id: string;
  /** Unix milliseconds; 0: the clock was not set. */
  readonly beganAtMs: number;
  /** The same, of the last call. */
  readonly usedAtMs: number;
  /** It has just begun: whoever uses it has told the password, or used the passkey, a moment ago. */
  readonly isFresh: boolean;
}

/**
 * The logins that go on. A browser keeps the token of its own in place of the password; here there is only the token's digest,
 * so that whoever reads the data folder is not logged in.
 */
export interface Sessions {
  /**
   * Begins one; resolves with its token, which is told once, when it survives a restart. `browser` is the mark that the browser
   * has got at a login before, if it has one that is known; who has none gets one.
   */
  begin(
    login: Login & { readonly browser?: string | undefined },
  ): Promise<{ readonly session: Session; readonly token: Secret; readonly browser: Secret | undefined }>;
  /** Which browser has this mark: somebody has logged in there once. The mark logs nobody in. */
  browserOf(mark: string): string | undefined;
  /** Somebody has logged out there: nothing is to be left of that. */
  forgetBrowser(mark: string): void;
  /** Whose token this is, which counts as use; undefined: of nobody, or its time is over. */
  find(token: string): Session | undefined;
  /** The last used first. */
  all(): readonly Session[];
  /** Resolves when that survives a restart; false: there is no such session. */
  end(id: string): Promise<boolean>;
  /** Passwords have changed or passkeys are no more: ends the sessions that were made with them, and tells of each. */
  endOutdated(): void;
  /** Calls `listener` with the id of each that has ended; returns the function that ends it. */
  onEnd(listener: (id: string) => void): () => void;
  /** Removes the file, so that none goes on after a restart; what comes later is not written. */
  forget(): Promise<void>;
  close(): Promise<void>;
}

export interface SessionsOptions {
  readonly clock: Clock;
  readonly deviceClock: Pick<DeviceClock, 'isSet' | 'unixMs'>;
  readonly directory: DataDirectory;
  readonly log: Log;
  readonly randomBytes: (count: number) => Uint8Array;
  /** What the password of a user is kept as. A session is over as soon as that is another one, however that came. */
  readonly passwordHashOf: (userName: string) => string;
  /** Whether there is this passkey still. A session that was made with it is over as soon as there is not. */
  readonly hasPasskey?: (id: string) => boolean;
  /** Of what a provider of OpenID Connect is believed by. Sessions that it has spoken for are over when that is another one; empty: there is none. */
  readonly openIdDigest?: () => string;
}

const TOKEN_START = 'hgs_';
/** Nobody guesses so many. */
const TOKEN_BYTES = 32;
/** By this a token is told from a password, which would have to be hashed. */
const TOKEN = /^hgs_[\w-]{43}$/;
const ID_BYTES = 9;
const AGENT_MAX_LENGTH = 200;
const DAY_MS = 86_400_000;
/** Who does not come for so long logs in anew. */
const IDLE_MAX_MS = 30 * DAY_MS;
/** And so does who comes every day, after so long. */
const LIFE_MAX_MS = 180 * DAY_MS;
/** Whoever comes by a provider comes by it again, so that it can say by then that they may no more. */
const OPENID_LIFE_MAX_MS = DAY_MS;
/** The one that was used longest ago gives way. */
const SESSIONS_MAX = 64;
/** Browsers that somebody has logged in with; the one that did so longest ago gives way. */
const BROWSERS_MAX = 64;
/** When a session was used last is written so often: it takes a month until that matters. */
const WRITE_INTERVAL_MS = 3_600_000;

/** So long a login is fresh. */
const FRESH_MS = 300_000;

/** One that goes on. Ends are on the monotonic clock, which no change of the time of day moves. */
interface Kept extends Omit<Session, 'isFresh'> {
  readonly digest: string;
  /** The digest of what the password of its user was kept as, or of what the provider was believed by. */
  readonly hashDigest: string;
  readonly idleEndsAtMs: number;
  readonly lifeEndsAtMs: number;
}

export async function openSessions(options: SessionsOptions): Promise<Sessions> {
  const { clock, deviceClock, directory, log, randomBytes } = options;
  const file = await openMemoryFile({
    directory,
    log,
    name: 'sessions.json',
    isDurable: true,
    read: readRemembered,
    subject: 'Who is logged in',
    whenLost: 'everybody has to log in again',
  });
  /** By the digest of the token; the last used last. */
  const kept = new Map<string, Kept>();
  const listeners = new Set<(id: string) => void>();
  let cancelWrite: (() => void) | undefined;
  for (const told of file.remembered?.sessions ?? []) keep(resumed(told));
  /** Digests of their marks; who logged in last is last. */
  const browsers = new Set(file.remembered?.browsers);

  const wallMs = () => (deviceClock.isSet() ? deviceClock.unixMs() : 0);

  /** While the gateway was off its time went on, where the clock tells how much that was. */
  function resumed({ idleLeftMs, lifeLeftMs, writtenAtMs, ...session }: Remembered): Kept {
    const isDated = writtenAtMs > 0 && deviceClock.isSet();
    const awayMs = isDated ? Math.max(0, deviceClock.unixMs() - writtenAtMs) : 0;
    const nowMs = clock.monotonicMs();
    return {
      ...session,
      idleEndsAtMs: nowMs + Math.min(IDLE_MAX_MS, idleLeftMs) - awayMs,
      lifeEndsAtMs: nowMs + Math.min(lifeMaxMs(session), lifeLeftMs) - awayMs,
    };
  }

  function keep(session: Kept): void {
    kept.delete(session.digest); // a map keeps its order: the last used goes to the end
    kept.set(session.digest, session);
  }

  /** Empty: nobody of that kind gets in any more. */
  function hashDigestOf({ userName, openIdRole }: Pick<Login, 'userName' | 'openIdRole'>): string {
    if (openIdRole === undefined) return digestOf(options.passwordHashOf(userName));
    const digest = options.openIdDigest?.() ?? '';
    return digest === '' ? '' : digestOf(digest);
  }

  function isOver(session: Kept): boolean {
    const { passkey, hashDigest, idleEndsAtMs, lifeEndsAtMs } = session;
    const isLate = clock.monotonicMs() >= Math.min(idleEndsAtMs, lifeEndsAtMs);
    const isWithout = passkey !== undefined && options.hasPasskey?.(passkey) !== true;
    return isLate || isWithout || hashDigest !== hashDigestOf(session);
  }

  function endAll(isMeant: (session: Kept) => boolean): readonly Kept[] {
    const ended = [...kept.values()].filter(isMeant);
    for (const { digest } of ended) kept.delete(digest);
    if (!__WITHOUT__.sessionEnd)
      for (const { id } of ended) for (const listener of [...listeners]) listener(id);
    return ended;
  }

  async function write(): Promise<void> {
    cancelWrite?.();
    cancelWrite = undefined;
    file.remember(() => {
      const nowMs = clock.monotonicMs();
      return {
        browsers: [...browsers],
        sessions: [...kept.values()].map(({ idleEndsAtMs, lifeEndsAtMs, ...session }) => ({
          ...session,
          idleLeftMs: idleEndsAtMs - nowMs,
          lifeLeftMs: lifeEndsAtMs - nowMs,
          writtenAtMs: wallMs(),
        })),
      };
    });
    await file.written();
  }

  function writeLater(): void {
    cancelWrite ??= clock.after(WRITE_INTERVAL_MS, () => void write());
  }

  const randomText = (bytes: number) => Buffer.from(randomBytes(bytes)).toString('base64url');

  /** A new mark for who has none. */
  function noteBrowser(mark: string | undefined): Secret | undefined {
    const isKnown = mark !== undefined && browsers.delete(digestOf(mark)); // as above
    const next = isKnown ? mark : randomText(TOKEN_BYTES);
    browsers.add(digestOf(next));
    const [oldest] = browsers;
    if (browsers.size > BROWSERS_MAX && oldest !== undefined) browsers.delete(oldest);
    return isKnown ? undefined : new Secret(next);
  }

  const facts = ({ lifeEndsAtMs, ...session }: Kept): Session => {
    const { id, userName, address, agent, beganAtMs, usedAtMs, openIdRole } = session;
    return {
      ...{ id, userName, address: plainAddress(address), agent, beganAtMs, usedAtMs },
      ...(openIdRole !== undefined && { openIdRole }),
      isFresh: lifeEndsAtMs - clock.monotonicMs() > lifeMaxMs(session) - FRESH_MS,
    };
  };

  return {
    async begin({ userName, address, agent, passkey, openIdRole, browser: mark }) {
      const token = new Secret(`${TOKEN_START}${randomText(TOKEN_BYTES)}`);
      const nowMs = clock.monotonicMs();
      const session: Kept = {
        ...{ userName, address, agent: agent.slice(0, AGENT_MAX_LENGTH) },
        ...(passkey !== undefined && { passkey }),
        ...(openIdRole !== undefined && { openIdRole }),
        id: randomText(ID_BYTES),
        digest: digestOf(token.reveal()),
        hashDigest: hashDigestOf({ userName, openIdRole }),
        beganAtMs: wallMs(),
        usedAtMs: wallMs(),
        idleEndsAtMs: nowMs + IDLE_MAX_MS,
        lifeEndsAtMs: nowMs + lifeMaxMs({ openIdRole }),
      };
      endAll(isOver);
      const surplus = new Set([...kept.keys()].slice(0, Math.max(0, kept.size + 1 - SESSIONS_MAX)));
      endAll(({ digest }) => surplus.has(digest));
      keep(session);
      const browser = noteBrowser(mark);
      await write();
      return { session: facts(session), token, browser };
    },
    browserOf(mark) {
      const digest = digestOf(mark);
      return browsers.has(digest) ? digest : undefined;
    },
    find(token) {
      if (!isSessionToken(token)) return undefined;
      const session = kept.get(digestOf(token));
      if (session === undefined) return undefined;
      if (isOver(session)) {
        endAll(isOver);
        writeLater();
        return undefined;
      }
      const used = { ...session, usedAtMs: wallMs(), idleEndsAtMs: clock.monotonicMs() + IDLE_MAX_MS };
      keep(used);
      writeLater();
      return facts(used);
    },
    forgetBrowser(mark) {
      if (browsers.delete(digestOf(mark))) writeLater();
    },
    all: () =>
      [...kept.values()]
        .filter((session) => !isOver(session))
        .map(facts)
        .reverse(),
    async end(id) {
      const ended = endAll((session) => session.id === id);
      if (ended.length > 0) await write();
      return ended.length > 0;
    },
    endOutdated() {
      if (endAll(isOver).length > 0) writeLater(); // they are over in the file, too: by the password
    },
    onEnd(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async forget() {
      cancelWrite?.();
      cancelWrite = undefined;
      await file.forget();
    },
    async close() {
      if (cancelWrite !== undefined) void write();
      await file.close();
    },
  };
}

const lifeMaxMs = ({ openIdRole }: Pick<Login, 'openIdRole'>) =>
  openIdRole === undefined ? LIFE_MAX_MS : OPENID_LIFE_MAX_MS;

/** Whether this looks like the token of a session; no password that anybody chooses does. */
export function isSessionToken(text: string): boolean {
  return TOKEN.test(text);
}

/** What goes in has as many random bits as its digest, so the digest needs no salt and no time. */
function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

interface Remembered extends Omit<Session, 'isFresh'> {
  readonly digest: string;
  readonly hashDigest: string;
  readonly idleLeftMs: number;
  readonly lifeLeftMs: number;
  /** Unix milliseconds; 0: the clock was not set. */
  readonly writtenAtMs: number;
}

interface RememberedLogins {
  readonly sessions: readonly Remembered[];
  readonly browsers: readonly string[];
}

/** Files from before browsers were known have none. */
function readRemembered(value: unknown): RememberedLogins | undefined {
  const { sessions, browsers = [] } = Object(value);
  if (!Array.isArray(sessions) || !Array.isArray(browsers)) return undefined;
  return {
    sessions: sessions.filter(isRemembered).slice(-SESSIONS_MAX),
    browsers: browsers.filter((digest) => typeof digest === 'string').slice(-BROWSERS_MAX),
  };
}

function isRemembered(value: unknown): value is Remembered {
  const { id, digest, hashDigest, userName, address, agent, passkey = '', ...others } = Object(value);
  const { openIdRole = 'viewer', ...numbers } = others;
  const { beganAtMs, usedAtMs, idleLeftMs, lifeLeftMs, writtenAtMs } = numbers;
  return (
    ROLES.includes(openIdRole) &&
    [id, digest, hashDigest, userName, address, agent, passkey].every((text) => typeof text === 'string') &&
    [beganAtMs, usedAtMs, idleLeftMs, lifeLeftMs, writtenAtMs].every(Number.isFinite)
  );
}
