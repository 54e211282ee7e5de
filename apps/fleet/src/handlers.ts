import type {
  FleetAnswer,
  FleetBodies,
  FleetCallName,
  FleetView,
  PartFailures,
} from '@heliograph/fleet-contract';
import { type Viewer, viewerOfShare } from './access.ts';
import { createBudget } from './budget.ts';
import type { History } from './history.ts';
import type { Logins } from './logins.ts';
import { Refused } from './refused.ts';
import { hashSitePassword, newId, newPassword, newToken, type PasswordHasher, tokenHash } from './secrets.ts';
import type { RegisteredSite, SiteBook } from './site-book.ts';
import type { Store, StoreRefusal } from './store.ts';

/** The answer is under way already, and goes on. */
export class Streamed {}

/** What a call is about. */
export interface Call<Body = unknown> {
  readonly body: Body;
  readonly query: Readonly<Record<string, string>>;
  /** Who calls, after the table of calls has let it through; undefined where that is open to everybody. */
  readonly viewer: Viewer | undefined;
  /** Hash of the token of the session. */
  readonly session: string | undefined;
  readonly address: string;
  /** A session that begins with the answer, or ends with it. */
  setSession(token: string | undefined, maxAgeS: number): void;
  /** Makes the answer a stream of events. */
  stream(viewer: Viewer): Streamed | Refused;
}

type BodyOf<C> = C extends keyof FleetBodies ? FleetBodies[C] : undefined;
type AnswerOf<C extends FleetCallName> = C extends 'getLive' ? Streamed : FleetAnswer<C>;
type Handler<C extends FleetCallName> = (
  call: Call<BodyOf<C>>,
  viewer: Viewer,
) => Promise<AnswerOf<C> | Refused> | AnswerOf<C> | Refused;
export type Handlers = { readonly [C in FleetCallName]: Handler<C> };

export interface HandlerParts {
  readonly store: Store;
  readonly book: SiteBook;
  readonly history: History;
  readonly logins: Logins;
  readonly hasher: PasswordHasher;
  readonly version: string;
  /** Names by which fleet pages come to the broker: no site can be called so. */
  readonly brokerUsers: readonly string[];
  /** Which part of the fleet page does not answer, and since when. */
  readonly failures: () => PartFailures;
  readonly nowMs: () => number;
}

/** Curves that one session may wait for, so that others get theirs too. */
const HISTORIES_AT_ONCE = 4;
/** Links that are none: nobody guesses one, but each is a question to the database. */
const GUESSES = { burst: 20, refillMs: 5000, max: 10_000 };
/** A login of an account ends after so long. */
const SESSION_S = 30 * 86_400;

export function createHandlers(parts: HandlerParts): Handlers {
  const { store, book, history, logins, hasher, nowMs } = parts;
  const nowS = () => Math.floor(nowMs() / 1000);
  const snapshot = () => store.snapshot();
  const reading = new Map<string, number>();
  const guesses = createBudget(GUESSES);

  /** Never goes on with a token that was there before: somebody else may have put it there. */
  async function begin(call: Call<unknown>, owner: { account: string; share: string }, until: number) {
    const token = newToken();
    const refusal = await store.beginSession(tokenHash(token), { ...owner, until });
    if (refusal !== undefined) return new Refused(refusal);
    if (call.session !== undefined) await store.endSession(call.session);
    call.setSession(token, until - nowS());
    return undefined;
  }

  function knownGroup(id: string): boolean {
    return id === '' || snapshot().groups.some((group) => group.id === id);
  }

  return {
    getView: (_, viewer) => viewOf(parts, viewer),
    getLive: (call, viewer) => call.stream(viewer),
    async getHistory({ query, session = '' }, viewer) {
      const underWay = reading.get(session) ?? 0;
      if (underWay >= HISTORIES_AT_ONCE) return new Refused('throttled', 2);
      reading.set(session, underWay + 1);
      try {
        return await history.read(query, viewer.scope);
      } finally {
        const left = (reading.get(session) ?? 1) - 1;
        if (left === 0) reading.delete(session);
        else reading.set(session, left);
      }
    },
    getAccounts: () => ({ accounts: [...snapshot().accounts.values()] }),
    getShares: (_, { me }) => ({
      shares: [...snapshot().shares.values()].filter(({ group }) => me.admin || me.manages.includes(group)),
    }),
    async login(call) {
      const found = await logins.check(call.body.name, call.body.password, call.address);
      if (found instanceof Refused) return found;
      const refused = await begin(call, { account: found.name, share: '' }, nowS() + SESSION_S);
      if (refused !== undefined) return refused;
      const account = snapshot().accounts.get(found.name);
      const manages = (account?.groups ?? []).filter(({ role }) => role === 'manager');
      return {
        ...{ name: found.name, admin: account?.admin ?? false },
        manages: manages.map(({ group }) => group),
      };
    },
    async openShare(call) {
      const waitMs = guesses.waitMs(call.address, nowMs());
      if (waitMs > 0) return new Refused('throttled', Math.ceil(waitMs / 1000));
      const share = await store.findShare(tokenHash(call.body.secret));
      if (share === 'database') return new Refused('database');
      if (share === undefined || share.until <= nowS()) {
        guesses.take(call.address, nowMs());
        return new Refused('unknown');
      }
      const refused = await begin(call, { account: '', share: share.id }, share.until);
      return refused ?? viewerOfShare(share).me;
    },
    async logout(call) {
      const refusal = call.session === undefined ? undefined : await store.endSession(call.session);
      if (refusal !== undefined) return new Refused(refusal);
      call.setSession(undefined, 0);
      return {};
    },
    async setOwnPassword({ body, address, session = '' }, { me }) {
      const found = await logins.check(me.name, body.current, address);
      if (found instanceof Refused) return found;
      const hash = await hasher.hash(body.password);
      if (hash === undefined) return new Refused('throttled', 5);
      return done(await store.setPassword(found.name, hash, session));
    },
    async addSite({ body: { id, name, group } }) {
      if (parts.brokerUsers.includes(id)) return new Refused('taken');
      if (!knownGroup(group)) return new Refused('unknown');
      const password = newPassword();
      const refusal = await store.addSite(
        { id, name, group, place: undefined },
        await hashSitePassword(password),
      );
      return refusal === undefined ? { password } : new Refused(refusal);
    },
    async changeSite({ body }, { me }) {
      const { id, name, group } = body;
      const place: RegisteredSite['place'] = body.place ?? undefined;
      // Whoever could take a site out of a group, or put it into another one, could show it to others.
      if (group !== book.groupOf(id) && !me.admin) return new Refused('forbidden');
      if (!knownGroup(group)) return new Refused('unknown');
      return done(await store.changeSite({ id, name, group, place }));
    },
    async renewSite({ body: { id } }) {
      const password = newPassword();
      const refusal = await store.renewSite(id, await hashSitePassword(password));
      return refusal === undefined ? { password } : new Refused(refusal);
    },
    removeSite: async ({ body: { id } }) => done(await store.removeSite(id)),
    async addGroup({ body: { name } }) {
      const group = { id: newId(), name };
      const refusal = await store.addGroup(group);
      return refusal === undefined ? group : new Refused(refusal);
    },
    renameGroup: async ({ body }) => done(await store.renameGroup(body)),
    removeGroup: async ({ body: { id } }) => done(await store.removeGroup(id)),
    async saveAccount({ body: { password, ...account } }) {
      const passwordHash = password === '' ? undefined : await hasher.hash(password);
      if (password !== '' && passwordHash === undefined) return new Refused('throttled', 5);
      return done(await store.saveAccount({ ...account, passwordHash }));
    },
    removeAccount: async ({ body: { name } }) => done(await store.removeAccount(name)),
    async addShare({ body: { name, group, validFor } }, { me }) {
      const secret = newToken();
      const refusal = await store.addShare({
        ...{ name, group, by: me.name, until: nowS() + validFor },
        secretHash: tokenHash(secret),
      });
      return refusal === undefined ? { secret } : new Refused(refusal);
    },
    endShare: async ({ body: { id } }) => done(await store.endShare(id)),
  };
}

const done = (refusal: StoreRefusal | undefined) => (refusal === undefined ? {} : new Refused(refusal));

/** All of a view but its sites, which are many. */
export function viewHead(
  {
    store,
    version,
    failures,
  }: Pick<HandlerParts, 'version' | 'failures'> & { store: Pick<Store, 'snapshot'> },
  { me, scope }: Viewer,
): Omit<FleetView, 'sites'> {
  const groups = store.snapshot().groups.filter(({ id }) => scope === 'all' || scope.has(id));
  return { me, version, groups, parts: failures() };
}

const viewOf = (parts: HandlerParts, viewer: Viewer): FleetView => ({
  ...viewHead(parts, viewer),
  sites: parts.book.sitesIn(viewer.scope),
});
