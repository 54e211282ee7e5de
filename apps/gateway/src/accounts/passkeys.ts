import { PASSKEY_COUNT_MAX } from '@heliograph/contract';
import type { DataDirectory } from '../platform/data-directory.ts';
import type { DeviceClock } from '../platform/device-clock.ts';
import type { Log } from '../platform/log.ts';
import { openMemoryFile } from '../platform/memory-file.ts';
import type { StoredPasskey } from '../settings/sections.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import type { Account } from './accounts.ts';

/** A passkey, with what is known of its use. */
export interface Passkey extends StoredPasskey {
  /** Unix seconds; 0: it was never used, as far as is known. */
  readonly usedAtS: number;
}

/** What is kept of a new one. */
export type NewPasskey = Omit<StoredPasskey, 'id' | 'made_at'>;

/** The keys by which people log in without a password. Source: docs/decisions/0060-passkeys.md. */
export interface Passkeys {
  all(): readonly Passkey[];
  of(userName: string): readonly Passkey[];
  /** By the id that its authenticator gave it; undefined: there is none, or nobody gets in by it. */
  find(credential: string): Passkey | undefined;
  has(id: string): boolean;
  /** By which the passkeys of an account tell whose they are. */
  handleOf(userName: string): string;
  /** Rejects with `NotSavedError` where it cannot be written. */
  add(made: NewPasskey): Promise<'PasskeyChanged' | 'ListFull' | 'PasskeyRefused'>;
  /** How many of an account were removed; all of them where `id` is undefined. The logins that were made with them end. */
  remove(userName: string, id?: string): Promise<number>;
  /** It has signed for a login, and so often by now; resolves when that survives a restart. */
  noteUse(id: string, counter: number): Promise<void>;
  /** How often it had signed at the last login by it. */
  counterOf(passkey: StoredPasskey): number;
  /** Removes when they were used. */
  forget(): Promise<void>;
  close(): Promise<void>;
}

export interface PasskeysOptions {
  readonly settings: Pick<SettingsStore, 'get' | 'update' | 'subscribe'>;
  readonly accountOf: (userName: string) => Account | undefined;
  readonly deviceClock: Pick<DeviceClock, 'isSet' | 'unixMs'>;
  readonly directory: DataDirectory;
  readonly log: Log;
  readonly randomBytes: (count: number) => Uint8Array;
}

const ID_BYTES = 9;
const HANDLE_BYTES = 32;

/** Unix seconds of the last use, and how often it had signed by then. */
type Use = readonly [id: string, usedAtS: number, counter: number];

export async function openPasskeys(options: PasskeysOptions): Promise<Passkeys> {
  const { settings, accountOf, deviceClock, directory, log, randomBytes } = options;
  const file = await openMemoryFile({
    ...{ directory, log, name: 'passkey-uses.json', isDurable: true, read: readUses },
    subject: 'When passkeys were used last',
    whenLost: 'it is told as unknown',
  });
  const uses = new Map((file.remembered ?? []).map((use) => [use[0], use] as const));
  const stored = () => settings.get('passkeys').passkey;
  const nowS = () => (deviceClock.isSet() ? Math.floor(deviceClock.unixMs() / 1000) : 0);
  const randomText = (bytes: number) => Buffer.from(randomBytes(bytes)).toString('base64url');
  const withUse = (passkey: StoredPasskey): Passkey => ({
    ...passkey,
    usedAtS: uses.get(passkey.id)?.[1] ?? 0,
  });

  /** Whoever gets the name of an account that is no more does not get its passkeys with it. */
  function removeLeftOver(): void {
    if (stored().every(({ user }) => accountOf(user) !== undefined)) return;
    settings
      .update('passkeys', ({ passkey }) => ({
        passkey: passkey.filter(({ user }) => accountOf(user) !== undefined),
      }))
      .catch((error: unknown) => log.warn('Passkeys of nobody could not be removed.', { error }));
  }
  const stopFollowing = settings.subscribe('accounts', removeLeftOver);
  removeLeftOver();

  async function remove(isMeant: (passkey: StoredPasskey) => boolean): Promise<number> {
    let count = 0;
    if (!stored().some(isMeant)) return count;
    await settings.update('passkeys', ({ passkey }) => {
      count = passkey.filter(isMeant).length;
      return { passkey: passkey.filter((one) => !isMeant(one)) };
    });
    return count;
  }

  return {
    all: () => stored().map(withUse),
    of: (userName) =>
      stored()
        .filter(({ user }) => user === userName)
        .map(withUse),
    find(credential) {
      const found = stored().find((one) => one.credential === credential);
      // An account that came back from a backup has no password, and nobody gets in until it has one.
      const isGood = found !== undefined && Boolean(accountOf(found.user)?.passwordHash);
      return isGood ? withUse(found) : undefined;
    },
    has: (id) => stored().some((one) => one.id === id),
    handleOf: (userName) =>
      stored().find(({ user }) => user === userName)?.handle ?? randomText(HANDLE_BYTES),
    async add(made) {
      let outcome: Awaited<ReturnType<Passkeys['add']>> = 'PasskeyChanged';
      await settings.update('passkeys', (current) => {
        const { passkey: passkeys } = current;
        const isFull = passkeys.filter(({ user }) => user === made.user).length >= PASSKEY_COUNT_MAX;
        const isTaken = passkeys.some(({ credential }) => credential === made.credential);
        outcome = isTaken ? 'PasskeyRefused' : isFull ? 'ListFull' : 'PasskeyChanged';
        if (outcome !== 'PasskeyChanged' || accountOf(made.user) === undefined) return current;
        return { passkey: [...passkeys, { ...made, id: randomText(ID_BYTES), made_at: nowS() }] };
      });
      return outcome;
    },
    remove: (userName, id) =>
      remove((passkey) => passkey.user === userName && (id === undefined || passkey.id === id)),
    async noteUse(id, counter) {
      uses.set(id, [id, nowS(), counter]);
      const known = new Set(stored().map((passkey) => passkey.id));
      file.remember(() => ({ uses: [...uses.values()].filter(([one]) => known.has(one)) }));
      await file.written();
    },
    counterOf: ({ id, counter }) => uses.get(id)?.[2] ?? counter,
    forget: file.forget,
    async close() {
      stopFollowing();
      await file.close();
    },
  };
}

function readUses(value: unknown): readonly Use[] | undefined {
  const { uses } = Object(value);
  const isUse = (one: unknown): one is Use =>
    Array.isArray(one) && typeof one[0] === 'string' && [one[1], one[2]].every(Number.isFinite);
  return Array.isArray(uses) ? uses.filter(isUse) : undefined;
}
