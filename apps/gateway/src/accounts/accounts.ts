import { createHash } from 'node:crypto';
import {
  ACCOUNT_COUNT_MAX,
  ADMIN_USER_NAME,
  DEFAULT_ADMIN_PASSWORD,
  PROGRAM_TOKEN_COUNT_MAX,
  type ResultName,
  type Role,
} from '@heliograph/contract';
import type { Clock } from '../platform/clock.ts';
import type { DataDirectory } from '../platform/data-directory.ts';
import type { DeviceClock } from '../platform/device-clock.ts';
import type { Log } from '../platform/log.ts';
import { Secret } from '../platform/secret.ts';
import { type HashCost, hashPassword, isCheaper, passwordMatches } from '../settings/password-hash.ts';
import type { StoredAccount } from '../settings/sections.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import { openLastUses } from './last-uses.ts';

/** Somebody who can log in. */
export interface Account {
  readonly name: string;
  readonly role: Role;
  /** What the password is kept as; empty: there is none yet, and nobody gets in. */
  readonly passwordHash: string;
}

/** A program that has a token. */
export interface TokenHolder {
  readonly id: string;
  /** What its owner calls it. */
  readonly name: string;
  readonly role: Role;
}

export interface ProgramToken extends TokenHolder {
  /** Unix seconds; 0: the clock was not set. */
  readonly madeAtS: number;
  /** The same, of the last call; 0: it was never used, as far as is known. */
  readonly usedAtS: number;
}

export interface AccountChange {
  readonly name: string;
  readonly role: Role;
  /** Undefined: it stays as it is. */
  readonly password: Secret | undefined;
  readonly isNew: boolean;
}

/** Why a change is not made, or that it was. */
export type AccountOutcome = Extract<
  ResultName,
  | 'AccountSaved'
  | 'AccountTaken'
  | 'AccountUnknown'
  | 'AccountCount'
  | 'AccountAdmin'
  | 'PasswordLength'
  | 'ListFull'
>;

/**
 * Who may log in, and which programs may call without. The one user that every gateway has, `admin`, is kept as the original keeps it,
 * among the security settings; the others are a section of their own.
 */
export interface Accounts {
  /** By its name, exactly; undefined: there is no such account. */
  find(name: string): Account | undefined;
  /** `admin` first. */
  all(): readonly Account[];
  /** Rejects with `NotSavedError` where it cannot be written. */
  save(change: AccountChange): Promise<AccountOutcome>;
  /** Its logins end with it. False: there is no such account. */
  remove(name: string): Promise<boolean>;
  /** Whether this is the password of the account. */
  isPassword(name: string, password: Secret): Promise<boolean>;
  setPassword(name: string, password: Secret): Promise<void>;
  /** A restored hash may be far cheaper to guess than ours. Resolves with what counts from now on; never rejects. */
  hashAnew(password: Secret, account: Account): Promise<string>;
  /** The hash is the same password hashed anew, so nobody has to log in again. */
  isSamePassword(hash: string): boolean;
  /** Whose token this is, which counts as use. */
  findToken(token: string): TokenHolder | undefined;
  tokens(): readonly ProgramToken[];
  /** Its text is told once; of it there is only a digest. */
  createToken(made: Omit<TokenHolder, 'id'>): Promise<{ readonly token: Secret } | 'ListFull'>;
  /** False: there is no such token. */
  endToken(id: string): Promise<boolean>;
  /** Removes when tokens were used. */
  forget(): Promise<void>;
  close(): Promise<void>;
}

export interface AccountsOptions {
  readonly settings: SettingsStore;
  readonly clock: Clock;
  readonly deviceClock: Pick<DeviceClock, 'isSet' | 'unixMs'>;
  readonly directory: DataDirectory;
  readonly log: Log;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly hashCost: HashCost;
}

const TOKEN_START = 'hgt_';
/** Nobody guesses so many. */
const TOKEN_BYTES = 32;
const TOKEN = /^hgt_[\w-]{43}$/;
const ID_BYTES = 9;

export async function openAccounts(options: AccountsOptions): Promise<Accounts> {
  const { settings, clock, deviceClock, directory, log, randomBytes, hashCost } = options;
  const uses = await openLastUses({
    ...{ clock, deviceClock, directory, log, name: 'token-uses.json' },
    subject: 'When the tokens of programs were used last',
    ids: () => stored().token.map(({ id }) => id),
  });
  let sameAnew = '';

  const nowS = () => (deviceClock.isSet() ? Math.floor(deviceClock.unixMs() / 1000) : 0);
  const stored = () => settings.get('accounts');

  const admin = (): Account => ({
    ...{ name: ADMIN_USER_NAME, role: 'admin', passwordHash: settings.get('security').password_hash },
  });

  function find(name: string): Account | undefined {
    if (name === ADMIN_USER_NAME) return admin();
    const account = stored().user.find((one) => one.name === name);
    return account && accountOf(account);
  }

  const hashOf = (password: Secret) => hashPassword(password, randomBytes, hashCost);

  async function setPassword(name: string, password: Secret): Promise<void> {
    const passwordHash = await hashOf(password);
    if (name !== ADMIN_USER_NAME) return setHash(name, passwordHash);
    const isDefault = password.reveal() === DEFAULT_ADMIN_PASSWORD;
    await settings.update('security', (current) => ({
      ...{ ...current, password_hash: passwordHash, default_password: isDefault },
    }));
  }

  async function setHash(name: string, password_hash: string, only?: string): Promise<void> {
    await settings.update('accounts', (current) => ({
      ...current,
      user: current.user.map((user) =>
        user.name === name && (only === undefined || user.password_hash === only)
          ? { ...user, password_hash }
          : user,
      ),
    }));
  }

  return {
    find,
    all: () => [admin(), ...stored().user.map(accountOf)],
    async save({ name, role, password, isNew }) {
      if (name.toLowerCase() === ADMIN_USER_NAME) return 'AccountAdmin';
      if (isNew && password === undefined) return 'PasswordLength';
      const password_hash = password && (await hashOf(password));
      let outcome: AccountOutcome = 'AccountSaved';
      await settings.update('accounts', (current) => {
        const { user: users } = current;
        const before = users.find((user) => user.name === name);
        outcome = isNew
          ? outcomeOfNew(name, users)
          : before === undefined
            ? 'AccountUnknown'
            : 'AccountSaved';
        if (outcome !== 'AccountSaved') return current;
        const saved = { name, role, password_hash: password_hash ?? before?.password_hash ?? '' };
        const user = isNew ? [...users, saved] : users.map((one) => (one === before ? saved : one));
        return { ...current, user };
      });
      return outcome;
    },
    async remove(name) {
      if (!stored().user.some((user) => user.name === name)) return false;
      await settings.update('accounts', (current) => ({
        ...current,
        user: current.user.filter((user) => user.name !== name),
      }));
      return true;
    },
    async isPassword(name, password) {
      const hash = find(name)?.passwordHash ?? '';
      return hash !== '' && (await passwordMatches(password, hash));
    },
    setPassword,
    async hashAnew(password, { name, passwordHash: hash }) {
      if (!isCheaper(hash, hashCost)) return hash;
      try {
        sameAnew = await hashOf(password);
        if (name !== ADMIN_USER_NAME) await setHash(name, sameAnew, hash);
        else {
          await settings.update('security', (current) =>
            current.password_hash === hash ? { ...current, password_hash: sameAnew } : current,
          );
        }
        return sameAnew;
      } catch (error) {
        // The next login tries again.
        log.warn('The password could not be hashed anew.', { error });
        return hash;
      }
    },
    isSamePassword: (hash) => hash === sameAnew,
    findToken(token) {
      if (!isProgramToken(token)) return undefined;
      const digest = digestOf(token);
      const found = stored().token.find((one) => one.digest === digest);
      if (found === undefined) return undefined;
      uses.note(found.id);
      return { id: found.id, name: found.name, role: found.role };
    },
    tokens: () =>
      stored().token.map(({ id, name, role, made_at: madeAtS }) => ({
        ...{ id, name, role, madeAtS, usedAtS: uses.of(id) },
      })),
    async createToken({ name, role }) {
      const token = new Secret(
        `${TOKEN_START}${Buffer.from(randomBytes(TOKEN_BYTES)).toString('base64url')}`,
      );
      const id = Buffer.from(randomBytes(ID_BYTES)).toString('base64url');
      let isFull = false;
      await settings.update('accounts', (current) => {
        isFull = current.token.length >= PROGRAM_TOKEN_COUNT_MAX;
        if (isFull) return current;
        const made = { id, name, role, digest: digestOf(token.reveal()), made_at: nowS() };
        return { ...current, token: [...current.token, made] };
      });
      return isFull ? 'ListFull' : { token };
    },
    async endToken(id) {
      if (!stored().token.some((token) => token.id === id)) return false;
      await settings.update('accounts', (current) => ({
        ...current,
        token: current.token.filter((token) => token.id !== id),
      }));
      return true;
    },
    forget: uses.forget,
    close: uses.close,
  };
}

/** Two names that differ by capitals alone would be taken for each other. */
function outcomeOfNew(name: string, users: readonly StoredAccount[]): AccountOutcome {
  const isTaken = users.some((user) => user.name.toLowerCase() === name.toLowerCase());
  if (isTaken) return 'AccountTaken';
  return users.length >= ACCOUNT_COUNT_MAX ? 'AccountCount' : 'AccountSaved';
}

const accountOf = ({ name, role, password_hash: passwordHash }: StoredAccount): Account => ({
  ...{ name, role, passwordHash },
});

/** Whether this looks like the token of a program; no password that anybody chooses does. */
export function isProgramToken(text: string): boolean {
  return TOKEN.test(text);
}

/** What goes in has as many random bits as its digest, so the digest needs no salt and no time. */
function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
