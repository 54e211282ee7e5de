import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { hash as bcryptHash, compare } from 'bcryptjs';

/** What stands for a login or a link: 256 random bits. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What is kept of a token. It needs no salt, since nobody can guess 256 bits. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url');

export const isToken = (text: string): boolean => /^[\w-]{20,64}$/.test(text);

export const newId = (): string => randomBytes(9).toString('base64url');

/** Letters and digits that nobody takes for each other; 32 of them, so each is 5 bits. */
const READABLE = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Five groups of four to read off a screen and type: 100 random bits. */
export function newPassword(): string {
  const letters = [...randomBytes(20)].map((byte) => READABLE[byte % READABLE.length]).join('');
  return letters.replace(/(.{4})(?!$)/g, '$1-');
}

/**
 * Passwords of sites are made here and have 100 random bits, so nobody guesses one however cheap a try is. What costs is that all
 * sites come back at once when a broker has gone: at the usual cost a thousand of them would take it a minute.
 */
const SITE_COST = 4;

/** As the broker takes it: NATS knows bcrypt by `$2a$`, which is the same for such passwords. */
export const hashSitePassword = async (password: string): Promise<string> =>
  (await bcryptHash(password, SITE_COST)).replace(/^\$2b\$/, '$2a$');

export const isSitePassword = (password: string, hash: string): Promise<boolean> => compare(password, hash);

/** Of scrypt: 32 MB and some 60 ms. */
const COST = { N: 2 ** 15, r: 8, p: 1 };
const KEY_LENGTH = 32;
const PATTERN = /^scrypt\$(\d{1,2})\$([\w-]{22})\$([\w-]{43})$/;

/** As many at once as leave a core to everything else, and as many more as come within a few seconds. */
const AT_ONCE = 2;
const WAITING_MAX = 32;

/** Hashes passwords of people; a few at once, so that a flood of logins takes neither the memory nor the time of all others. */
export interface PasswordHasher {
  /** Undefined: too many wait already. */
  hash(password: string): Promise<string | undefined>;
  /** Takes as long where there is no such account (`hash` undefined). */
  matches(password: string, hash: string | undefined): Promise<boolean | undefined>;
}

export function createPasswordHasher(): PasswordHasher {
  const inTurn = limitedTo(AT_ONCE, WAITING_MAX);
  const ofNobody = writtenHash(randomBytes(16), randomBytes(KEY_LENGTH));
  return {
    hash: (password) =>
      inTurn(async () => {
        const salt = randomBytes(16);
        return writtenHash(salt, await derive(password, salt));
      }),
    matches: (password, hash = ofNobody) =>
      inTurn(async () => {
        const [, , salt = '', key = ''] = PATTERN.exec(hash) ?? [];
        const derived = await derive(password, Buffer.from(salt, 'base64url'));
        const wanted = Buffer.from(key, 'base64url');
        return wanted.length === derived.length && timingSafeEqual(derived, wanted);
      }),
  };
}

const writtenHash = (salt: Buffer, key: Buffer) =>
  `scrypt$15$${salt.toString('base64url')}$${key.toString('base64url')}`;

function derive(password: string, salt: Buffer): Promise<Buffer> {
  // Scrypt pads with zero bytes, so a password and the same one with a NUL behind it would be one; digests are of one length.
  const digest = createHash('sha256').update(password).digest();
  return new Promise((resolve, reject) => {
    scrypt(digest, salt, KEY_LENGTH, { ...COST, maxmem: 64 * 2 ** 20 }, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}

/** Runs so many at once, lets so many wait, and answers undefined to all others. */
export function limitedTo(atOnce: number, waitingMax: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <Result>(work: () => Promise<Result>): Promise<Result | undefined> => {
    if (running >= atOnce) {
      if (waiting.length >= waitingMax) return undefined;
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
    } else running += 1;
    try {
      return await work();
    } finally {
      // Whoever is next takes over the place.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
