import { type Endpoint, ROLES, type Role } from './endpoint.ts';
import { isNumber, isRecord } from './unknown-values.ts';

/**
 * What happened at the door: who logged in and from where, which logins were refused, and what was done that only an admin may. Ours
 * alone (docs/decisions/0053-access-log.md).
 */

/**
 * - `login`: somebody logged in at a page; with a passkey where `what` is the name of one
 * - `refused`: logins with a wrong name or password, `count` of them from one address within a minute
 * - `logout`: somebody logged out
 * - `ended`: somebody ended a login of `on` in the list of logins
 * - `passkey-added`, `passkey-removed`: what somebody did with an own passkey, whose name is `what`
 * - `passkey-copied`: a login was refused because the passkey counts backwards, as a copy does; `what` is its name
 * - `opened`: somebody opened a link that shares pages; `user` is the name of the link
 * - `done`: something was changed or ordered; `what` is one of `ACCESS_DEEDS`
 */
export const ACCESS_KINDS = [
  ...(['login', 'refused', 'logout', 'ended', 'done', 'opened'] as const),
  ...(['passkey-added', 'passkey-removed', 'passkey-copied'] as const),
] as const;
export type AccessKind = (typeof ACCESS_KINDS)[number];

/**
 * What can be done: the paths of the calls that do it, and behind a `#` which of several things one did, as something `new` or a
 * `password`. `mqtt` and `modbus`: a command that came by these. `start#password`: the admin got a new password by a flag.
 */
export const ACCESS_DEEDS = [
  ...([
    '/api/heliograph/first-password',
    '/api/heliograph/first-run-done',
    '/api/security/config',
    '/api/security/config#password',
    '/api/heliograph/own-password',
    'start#password',
    '/api/heliograph/account-save',
    '/api/heliograph/account-save#new',
    '/api/heliograph/account-save#password',
    '/api/heliograph/account-remove',
    '/api/heliograph/token-create',
    '/api/heliograph/token-end',
    '/api/heliograph/share-create',
    '/api/heliograph/share-end',
    '/api/heliograph/passkeys-remove',
    '/api/heliograph/sign-in-settings',
    '/api/heliograph/backup',
    '/api/config/upload',
    '/api/file/upload',
    '/api/config/delete',
    '/api/file/delete_all',
    '/api/file/delete',
    '/api/heliograph/take-back',
    '/api/firmware/update',
    '/api/maintenance/reboot',
    '/api/limit/config',
    '/api/power/config',
    'mqtt',
    'modbus',
    '/api/heliograph/limit-claim',
    '/api/heliograph/limit-release',
    '/api/heliograph/limit-settings',
    '/api/heliograph/rule',
    '/api/heliograph/rule-arming',
    '/api/heliograph/fail-safe-test',
    '/api/heliograph/meter',
    '/api/heliograph/modbus-settings',
    '/api/heliograph/alert-settings',
    '/api/heliograph/findings',
    '/api/heliograph/history-settings',
    '/api/heliograph/history-import',
    '/api/heliograph/history-import-take-back',
    '/api/heliograph/history-replace',
    '/api/heliograph/plant',
    '/api/inverter/add',
    '/api/inverter/edit',
    '/api/inverter/del',
    '/api/inverter/order',
    '/api/inverter/stats_reset',
    '/api/heliograph/source',
    '/api/heliograph/source-removal',
    '/api/heliograph/source-polling',
    '/api/heliograph/source-inverter',
    '/api/heliograph/source-document',
    '/api/heliograph/source-reboot',
    '/api/heliograph/radio-settings',
    '/api/heliograph/timeseries-settings',
    '/api/dtu/config',
    '/api/device/config',
    '/api/network/config',
    '/api/mqtt/config',
    '/api/ntp/config',
    '/api/ntp/time',
    '/api/logging/config',
  ] as const),
] as const;
export type AccessDeed = (typeof ACCESS_DEEDS)[number];

/** Who tried to log in where nobody knows who it was: by a provider, or with a passkey that no account has. No user is called like this. */
export const UNKNOWN_VISITORS = { openid: '/openid', passkey: '/passkey' } as const;
export type UnknownVisitor = (typeof UNKNOWN_VISITORS)[keyof typeof UNKNOWN_VISITORS];

export interface AccessEntry {
  /** Larger than that of every entry before. */
  readonly id: number;
  /** Unix seconds; 0: the clock of the gateway was not set. */
  readonly at: number;
  readonly kind: AccessKind;
  /** Of `refused`: the names that were tried, three at most, separated by commas. */
  readonly user: string;
  /** Empty: more addresses than are told apart. */
  readonly address: string;
  /** What the browser calls itself. */
  readonly agent?: string;
  /** How many there were: of `refused` within a minute, of the same `done` within ten minutes. */
  readonly count?: number;
  readonly what?: string;
  /** Whose account or login it was, or what the token, the link or the file is called. */
  readonly on?: string;
  /** What that account or token may do since then. */
  readonly role?: Role;
  /** It was a program; `user` is what its token is called, or the way by which a command came. */
  readonly program?: boolean;
  /** The id of the change of the settings that came of it. */
  readonly change?: number;
}

export interface AccessEntries {
  /** The newest first, 100 at most. */
  readonly entries: readonly AccessEntry[];
  /** There are older ones: ask for those before the last one. */
  readonly more: boolean;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const numberOf = (value: unknown) => (isNumber(value) ? value : 0);

const readRole = (value: unknown) => ROLES.find((known) => known === value);

function readEntry(sent: unknown): readonly AccessEntry[] {
  const kind = isRecord(sent) ? ACCESS_KINDS.find((known) => known === sent.kind) : undefined;
  if (!isRecord(sent) || kind === undefined) return [];
  const role = readRole(sent.role);
  return [
    {
      ...{ id: numberOf(sent.id), at: numberOf(sent.at), kind },
      ...{ user: textOf(sent.user), address: textOf(sent.address) },
      ...(typeof sent.agent === 'string' && { agent: sent.agent }),
      ...(isNumber(sent.count) && { count: sent.count }),
      ...(typeof sent.what === 'string' && { what: sent.what }),
      ...(typeof sent.on === 'string' && { on: sent.on }),
      ...(role !== undefined && { role }),
      ...(sent.program === true && { program: true }),
      ...(isNumber(sent.change) && { change: sent.change }),
    },
  ];
}

/**
 * What happened at the door, and what was done; with `before` what is older than the entry of that id, with `find` what has each word of it
 * in name, address, browser or path. `means` says of each of these words what it is in the language of the page: kinds, deeds and roles with
 * commas between them, and semicolons between the words.
 */
export const getAccessLog: Endpoint<
  AccessEntries,
  AccessEntries,
  undefined,
  never,
  'before' | 'find' | 'means'
> = {
  method: 'GET',
  path: '/api/heliograph/access-log',
  access: 'owner',
  query: [],
  optionalQuery: ['before', 'find', 'means'],
  read: (value) =>
    isRecord(value) && Array.isArray(value.entries)
      ? { entries: value.entries.flatMap(readEntry), more: value.more === true }
      : undefined,
};
