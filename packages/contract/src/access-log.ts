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
 * - `done`: a call that only an admin in person may make, or a restart; `what` is its path, and behind a `#` which of several things it
 *   did: something `new`, or a `password`
 */
export const ACCESS_KINDS = [
  ...(['login', 'refused', 'logout', 'ended', 'done', 'opened'] as const),
  ...(['passkey-added', 'passkey-removed', 'passkey-copied'] as const),
] as const;
export type AccessKind = (typeof ACCESS_KINDS)[number];

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
  readonly count?: number;
  readonly what?: string;
  /** Whose account or login it was, or what the token, the link or the file is called. */
  readonly on?: string;
  /** What that account or token may do since then. */
  readonly role?: Role;
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
    },
  ];
}

/** What happened at the door; with `before` what is older than the entry of that id, with `find` what has the text in name, address, browser or path. */
export const getAccessLog: Endpoint<AccessEntries, AccessEntries, undefined, never, 'before' | 'find'> = {
  method: 'GET',
  path: '/api/heliograph/access-log',
  access: 'owner',
  query: [],
  optionalQuery: ['before', 'find'],
  read: (value) =>
    isRecord(value) && Array.isArray(value.entries)
      ? { entries: value.entries.flatMap(readEntry), more: value.more === true }
      : undefined,
};
