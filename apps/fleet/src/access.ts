import {
  FLEET_CALLS,
  type FleetAccess,
  type FleetBodies,
  type FleetCallName,
  type Me,
  type RefusalName,
  type ShareView,
} from '@heliograph/fleet-contract';
import type { Scope, SiteBook } from './site-book.ts';
import type { Session, Snapshot } from './store.ts';

/** Who looks, and what that one may see. */
export interface Viewer {
  readonly me: Me;
  readonly scope: Scope;
  /** The same for all who see the same, so that what they get is made once. */
  readonly scopeKey: string;
  /** Unix seconds. */
  readonly until: number;
}

/** Of a session as things are now: undefined where it is over, or its account or link has gone. */
export function viewerOf(session: Session, snapshot: Snapshot, nowS: number): Viewer | undefined {
  if (session.until <= nowS) return undefined;
  return session.share === '' ? ofAccount(session, snapshot) : ofShare(session, snapshot, nowS);
}

function ofAccount({ account, until }: Session, { accounts }: Snapshot): Viewer | undefined {
  const found = accounts.get(account);
  if (found === undefined) return undefined;
  const { name, admin, groups } = found;
  const manages = groups.filter(({ role }) => role === 'manager').map(({ group }) => group);
  return {
    me: { name, admin, manages },
    ...scopeOf(admin ? 'all' : groups.map(({ group }) => group)),
    until,
  };
}

function ofShare({ share: id, until }: Session, { shares }: Snapshot, nowS: number): Viewer | undefined {
  const share = shares.get(id);
  return share === undefined || share.until <= nowS
    ? undefined
    : viewerOfShare(share, Math.min(until, share.until));
}

export const viewerOfShare = ({ name, group, until }: ShareView, endsS = until): Viewer => ({
  me: { name: '', admin: false, manages: [], share: { name, until } },
  ...scopeOf([group]),
  until: endsS,
});

const scopeOf = (groups: 'all' | readonly string[]): Pick<Viewer, 'scope' | 'scopeKey'> =>
  groups === 'all'
    ? { scope: 'all', scopeKey: 'all' }
    : { scope: new Set(groups), scopeKey: `of ${[...groups].sort().join(' ')}` };

/** Where there is nobody, only calls that are open to everybody go on. */
export function refusalFor(call: FleetCallName, viewer: Viewer | undefined): RefusalName | undefined {
  const { access } = FLEET_CALLS[call];
  if (access === 'open') return undefined;
  if (viewer === undefined) return 'login';
  return MAY[access](viewer.me) || __WITHOUT__.fleetAccess ? undefined : 'forbidden';
}

const MAY: Readonly<Record<Exclude<FleetAccess, 'open'>, (me: Me) => boolean>> = {
  see: () => true,
  own: ({ share }) => share === undefined,
  manage: ({ admin, manages }) => admin || manages.length > 0,
  admin: ({ admin }) => admin,
};

/** The calls of managers, but for the list of links, which is about all groups: its handler leaves out those of others. */
type AboutGroup = 'changeSite' | 'renameGroup' | 'addShare' | 'endShare';

export interface Subjects {
  readonly book: Pick<SiteBook, 'groupOf'>;
  readonly snapshot: () => Snapshot;
}

type GroupOf<Body> = (body: Body, subjects: Subjects) => string | undefined;

/** The group that such a call is about; an empty text is what has none, undefined that there is nothing of that id. */
export const GROUP_OF: { readonly [C in AboutGroup]: GroupOf<FleetBodies[C]> } = {
  changeSite: ({ id }, { book }) => book.groupOf(id),
  renameGroup: ({ id }, { snapshot }) => existing(id, snapshot()),
  addShare: ({ group }, { snapshot }) => existing(group, snapshot()),
  endShare: ({ id }, { snapshot }) => snapshot().shares.get(id)?.group,
};

const existing = (id: string, { groups }: Snapshot) => groups.find((group) => group.id === id)?.id;

/** What one does not see is to them as if it were not there. */
export function refusalForSubject(
  call: FleetCallName,
  body: unknown,
  viewer: Viewer | undefined,
  subjects: Subjects,
): RefusalName | undefined {
  if (!isAboutGroup(call) || viewer === undefined || __WITHOUT__.fleetAccess) return undefined;
  // The body is what the schema of this call has made of it.
  const group = (GROUP_OF[call] as GroupOf<never> as GroupOf<unknown>)(body, subjects);
  if (group === undefined) return 'unknown';
  if (viewer.scope !== 'all' && !viewer.scope.has(group)) return 'unknown';
  return viewer.me.admin || viewer.me.manages.includes(group) ? undefined : 'forbidden';
}

const isAboutGroup = (call: FleetCallName): call is AboutGroup => call in GROUP_OF;
