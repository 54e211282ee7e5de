import {
  basicAuthorization,
  decodeAuthorization,
  encodeCredentials,
  isRecord,
  type ReceivedApiResult,
  type ReceivedAuthentication,
  ROLES,
  type Role,
  readJson,
} from '@heliograph/contract';
import { createSubscribers } from '../lib/subscribers.ts';

/** The stored record of the logged-in user: what authentication answered, and the encoded credentials. */
export type StoredUser = ReceivedApiResult & {
  /** Base64 of UTF-8 `user:password`; our gateway gives a token that stands in place of the password. */
  readonly authdata: string;
  /** Of somebody who is no admin. */
  readonly role?: Role;
};

/** Whether it holds what our gateway gave in place of the password. */
export const holdsToken = ({ authdata }: StoredUser): boolean =>
  decodeAuthorization(basicAuthorization(authdata))?.password.startsWith('hgs_') === true;

/** Whether a role is at least another one. */
export const mayAs = (role: Role, least: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(least);

export const roleOf = ({ role = 'admin' }: Pick<StoredUser, 'role'>): Role => role;

/** Whose record it is. */
export function userNameOf({ authdata }: Pick<StoredUser, 'authdata'>): string {
  return decodeAuthorization(basicAuthorization(authdata))?.userName ?? '';
}

/** The record of a login: where the gateway has given a token for them, the credentials themselves are not kept. */
export function recordOfLogin(
  { token, refused: _, ask_password: __, open_guide: ___, ...answer }: ReceivedAuthentication,
  userName: string,
  authdata: string,
): StoredUser {
  return { ...answer, authdata: token === undefined ? authdata : encodeCredentials(userName, token) };
}

/** Why a login began or ended: `expired` is a 401 answer, `elsewhere` another tab of this browser. */
export type SessionEvent = 'logged-in' | 'logged-out' | 'expired' | 'elsewhere';

/** The only owner of the stored user record. */
export interface Session {
  /** The user, or undefined when logged out. The same object until something changes. */
  user(): StoredUser | undefined;
  logIn(user: StoredUser): void;
  /** The same login by other credentials, which changes nothing for anybody. */
  renew(user: StoredUser): void;
  logOut(): void;
  /**
   * The gateway refused the credentials: the record is cleared, unless another tab has stored others meanwhile (the
   * password was changed there), which are taken.
   */
  expire(): void;
  /**
   * Whether a call was refused since this was last asked (an early one may be refused before anybody listens), and
   * whether that ended a login or there was none.
   */
  takeExpiry(): 'login-ended' | 'no-login' | undefined;
  /** With the record that has ended, where one has. */
  subscribe(listener: (event: SessionEvent, ended: StoredUser | undefined) => void): () => void;
  /** Another tab changed the storage: `key` is null when it was cleared as a whole. */
  storageChanged(key: string | null): void;
}

function readUser(text: string | null): StoredUser | undefined {
  const record = readJson(text ?? '');
  const isUser =
    isRecord(record) && typeof record.authdata === 'string' && /^[A-Za-z0-9+/]+={0,2}$/.test(record.authdata);
  return isUser ? (record as unknown as StoredUser) : undefined; // anything else is no record of ours
}

/**
 * Stored under the key `user`, behind which stands the base path: gateways below different paths of one host have
 * logins of their own. Source: docs/specification-check.md#3-entities-and-their-fields.
 */
export function createSession(storage: Storage | undefined, basePath = ''): Session {
  const userKey = `user${basePath}`;
  const subscribers = createSubscribers<[SessionEvent, StoredUser | undefined]>();
  let user = readStored();
  let expiry: ReturnType<Session['takeExpiry']>;

  function readStored(): StoredUser | undefined {
    try {
      return readUser(storage?.getItem(userKey) ?? null);
    } catch {
      return undefined; // storage is refused: the login lasts as long as the page
    }
  }

  function store(record: StoredUser | undefined): void {
    user = record;
    if (record === undefined && __WITHOUT__.userRecord) return;
    try {
      if (record === undefined) storage?.removeItem(userKey);
      else storage?.setItem(userKey, JSON.stringify(record));
    } catch {
      // storage is refused or full: the login lasts as long as the page
    }
  }

  function end(event: SessionEvent): void {
    const ended = user;
    store(undefined);
    subscribers.notify(event, ended);
  }

  return {
    user: () => user,
    logIn(record) {
      store(record);
      subscribers.notify('logged-in', undefined);
    },
    renew: store,
    logOut: () => end('logged-out'),
    expire() {
      const stored = readStored();
      if (stored !== undefined && stored.authdata !== user?.authdata) {
        user = stored;
        return subscribers.notify('logged-in', undefined);
      }
      expiry = user === undefined ? 'no-login' : 'login-ended';
      end('expired');
    },
    takeExpiry() {
      const taken = expiry;
      expiry = undefined;
      return taken;
    },
    subscribe: subscribers.subscribe,
    storageChanged(key) {
      if (key !== userKey && key !== null) return;
      const stored = readStored();
      if (stored?.authdata === user?.authdata) return;
      user = stored;
      subscribers.notify(stored === undefined ? 'elsewhere' : 'logged-in', undefined);
    },
  };
}
