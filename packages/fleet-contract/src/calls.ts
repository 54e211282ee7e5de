import type { Group, PartFailures, Site } from './sites.ts';

/**
 * The calls of the fleet page. A body is JSON. An answer that is not 2xx is `Refusal`. Who may call:
 * - `open`: everybody
 * - `see`: whoever is logged in or has opened a link, who gets what is of their groups
 * - `manage`: who manages the group that it is about, and admins
 * - `admin`: admins of the fleet
 * - `own`: whoever is logged in, about the own account
 */
export type FleetAccess = 'open' | 'see' | 'own' | 'manage' | 'admin';

/** Where a member of a group stands: `viewer` sees it, `manager` renames its sites, sets their places and shares it as well. */
export const MEMBER_ROLES = ['viewer', 'manager'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** Why a call is not carried out. */
export const REFUSALS = [
  /** Nobody is logged in, or the login is over. */
  'login',
  /** Name or password are wrong. */
  'credentials',
  /** Too many wrong passwords; wait as `retry-after` says. */
  'throttled',
  /** This is for others. */
  'forbidden',
  /** There is no such site, group, account or link. */
  'unknown',
  /** Something else has this name or id already. */
  'taken',
  /** The body makes no sense. */
  'values',
  /** It would be the last admin that can log in. */
  'last-admin',
  /** The database does not answer; nothing was changed. */
  'database',
  /** The time-series database does not answer. */
  'timeseries',
  /** The fleet page itself has a fault, or its database is not as it has to be; its log says which. */
  'fault',
] as const;
export type RefusalName = (typeof REFUSALS)[number];
export interface Refusal {
  readonly refusal: RefusalName;
}

/** The status of the answer that says so. */
export const REFUSAL_STATUS: Readonly<Record<RefusalName, number>> = {
  ...{ login: 401, credentials: 401, throttled: 429, forbidden: 403, unknown: 404, taken: 409 },
  ...{ values: 400, 'last-admin': 409, database: 503, timeseries: 503, fault: 500 },
};

/** Who looks. */
export interface Me {
  /** Empty: by a link. */
  readonly name: string;
  readonly admin: boolean;
  /** Ids of the groups that one may manage. */
  readonly manages: readonly string[];
  /** The link by which somebody looks, and when it ends (Unix seconds). */
  readonly share?: { readonly name: string; readonly until: number };
}

/** Everything that the list of sites shows; the live stream begins with it as well. */
export interface FleetView {
  readonly me: Me;
  readonly version: string;
  readonly groups: readonly Group[];
  readonly sites: readonly Site[];
  readonly parts: PartFailures;
}

/** What has changed since the last event of the stream: whole sites, and ids of those that are gone. */
export interface FleetChange {
  readonly sites: readonly Site[];
  readonly gone: readonly string[];
  readonly parts: PartFailures;
}

/** One curve: pairs of Unix seconds and a value, null where nothing was measured. */
export type Curve = readonly (readonly [atS: number, value: number | null])[];

/** A day of power in W, every five minutes, and energy in Wh of each of the last 31 days, by the clock of `zone`. */
export interface SiteHistory {
  readonly power: Curve;
  readonly days: readonly { readonly day: string; readonly wh: number | null }[];
}

export interface AccountView {
  readonly name: string;
  readonly admin: boolean;
  readonly groups: readonly { readonly group: string; readonly role: MemberRole }[];
}

export interface ShareView {
  readonly id: string;
  readonly name: string;
  readonly group: string;
  /** Unix seconds. */
  readonly until: number;
  readonly by: string;
}

/** Where each call is, who may, and in the types what it answers and is asked with. */
interface FleetCall<Answer, Query extends string = never> {
  readonly method: 'GET' | 'POST';
  readonly path: `/api/fleet/${string}`;
  readonly access: FleetAccess;
  readonly query?: readonly Query[];
  readonly types?: { readonly answer: Answer };
}

type Done = Readonly<Record<string, never>>;
const get = <Answer, Query extends string = never>(
  path: string,
  access: FleetAccess,
  ...query: Query[]
): FleetCall<Answer, Query> => ({ method: 'GET', path: `/api/fleet/${path}`, access, query });
const post = <Answer = Done>(path: string, access: FleetAccess): FleetCall<Answer> => ({
  ...{ method: 'POST', path: `/api/fleet/${path}`, access },
});

/** The one table of who may call what: the server asks it before anything else is done. */
export const FLEET_CALLS = {
  /** All sites that one may see, as they are now. */
  getView: get<FleetView>('view', 'see'),
  /**
   * Server-sent events: `view` first, then `change`, once a second at most; and a comment every 10 s where nothing changes. A further
   * `view` comes where groups have changed, or what one may see: it is all that there is then.
   */
  getLive: get<never>('live', 'see'),
  /** `site` or `group` is an id, and only one of them is given, or none for all that one may see; `day` is YYYY-MM-DD, `zone` IANA. */
  getHistory: get<SiteHistory, 'site' | 'group' | 'day' | 'zone'>(
    'history',
    'see',
    'site',
    'group',
    'day',
    'zone',
  ),
  /** All accounts, without their passwords. */
  getAccounts: get<{ readonly accounts: readonly AccountView[] }>('accounts', 'admin'),
  /** The links that show a group. Admins get all, managers those of their groups. */
  getShares: get<{ readonly shares: readonly ShareView[] }>('shares', 'manage'),
  /** Begins a session of 30 days; the answer brings its cookie. */
  login: post<Me>('login', 'open'),
  /** Opens a link by its secret: the session that follows sees the group of the link, until that ends. */
  openShare: post<Me>('share-open', 'open'),
  /** Ends the session. */
  logout: post('logout', 'open'),
  /** Changes the password of who is logged in, and ends the other sessions of that account. */
  setOwnPassword: post('own-password', 'own'),
  /** Adds a site. The answer has its password, once: for the broker and for readings. */
  addSite: post<{ readonly password: string }>('site-add', 'admin'),
  /** Gives a site another name, group or place. Only admins may give it another group. */
  changeSite: post('site-change', 'manage'),
  /** Gives a site another password. The old one is good no more. */
  renewSite: post<{ readonly password: string }>('site-renew', 'admin'),
  /** Removes a site. Its readings stay, so its id is not given again. */
  removeSite: post('site-remove', 'admin'),
  /** Adds a group of sites. */
  addGroup: post<Group>('group-add', 'admin'),
  /** Gives a group another name. */
  renameGroup: post('group-rename', 'manage'),
  /** Removes a group. Its sites stay and are in no group then. */
  removeGroup: post('group-remove', 'admin'),
  /** Adds an account, or changes one. A new password ends its sessions. */
  saveAccount: post('account-save', 'admin'),
  /** Removes an account and ends its sessions. */
  removeAccount: post('account-remove', 'admin'),
  /** Makes a link that shows a group until it ends. The answer has its secret, once. */
  addShare: post<{ readonly secret: string }>('share-add', 'manage'),
  /** Ends a link, and what it shows to whom at the moment. */
  endShare: post('share-end', 'manage'),
} as const;
export type FleetCallName = keyof typeof FLEET_CALLS;
export type FleetAnswer<C extends FleetCallName> = NonNullable<(typeof FLEET_CALLS)[C]['types']>['answer'];
