import type { AccountView, Group, MemberRole, RefusalName, ShareView } from '@heliograph/fleet-contract';
import pg from 'pg';
import { failureText, type Log } from './log.ts';
import { newId } from './secrets.ts';
import type { RegisteredSite, SiteNews } from './site-book.ts';
import { MIGRATIONS } from './store-schema.ts';

/** Everything that every page keeps a copy of, so that who is logged in goes on seeing while the database is away. */
export interface Snapshot {
  readonly sites: readonly RegisteredSite[];
  /** By site: what its password is checked with. */
  readonly siteHashes: ReadonlyMap<string, string>;
  readonly siteNews: readonly SiteNews[];
  readonly groups: readonly Group[];
  readonly accounts: ReadonlyMap<string, AccountView>;
  readonly shares: ReadonlyMap<string, ShareView>;
  /** By the hash of their token. */
  readonly sessions: ReadonlyMap<string, Session>;
}

/** A login that goes on: of an account, or by a link. */
export interface Session {
  readonly account: string;
  readonly share: string;
  /** Unix seconds. */
  readonly until: number;
}

/** What a change may be refused with; anything else that goes wrong is thrown. */
export type StoreRefusal = Extract<
  RefusalName,
  'unknown' | 'taken' | 'values' | 'last-admin' | 'database' | 'fault'
>;

export interface NewAccount extends AccountView {
  /** Undefined: that of an account that is there stays. */
  readonly passwordHash: string | undefined;
  readonly isNew: boolean;
}

export interface NewShare extends Omit<ShareView, 'id'> {
  readonly secretHash: string;
}

/**
 * The database, and a copy of what is in it. Changes are told to all pages (NOTIFY), and are in the copy of this one before its answer.
 * Who changes something gets undefined where it was done.
 */
export interface Store {
  snapshot(): Snapshot;
  /** Whether it has answered since this page was started. */
  isKnown(): boolean;
  /** Unix milliseconds; undefined: it answers. */
  failingSinceMs(): number | undefined;
  onSnapshot(listener: (snapshot: Snapshot) => void): void;
  /** Reads the copy anew; throws where that fails. */
  refresh(): Promise<void>;
  /** Of a session that this page has not heard of, such as one that was begun at another one just now. */
  findSession(hash: string): Promise<Session | undefined | 'database'>;
  /** `name` as somebody types it; the answer has it as it is written. */
  findAccount(
    name: string,
  ): Promise<{ readonly name: string; readonly passwordHash: string } | undefined | 'database'>;
  findShare(secretHash: string): Promise<ShareView | undefined | 'database'>;
  beginSession(hash: string, session: Session): Promise<StoreRefusal | undefined>;
  endSession(hash: string): Promise<StoreRefusal | undefined>;
  setPassword(account: string, passwordHash: string, keepSession: string): Promise<StoreRefusal | undefined>;
  addSite(site: RegisteredSite, passwordHash: string): Promise<StoreRefusal | undefined>;
  changeSite(site: RegisteredSite): Promise<StoreRefusal | undefined>;
  renewSite(id: string, passwordHash: string): Promise<StoreRefusal | undefined>;
  removeSite(id: string): Promise<StoreRefusal | undefined>;
  addGroup(group: Group): Promise<StoreRefusal | undefined>;
  renameGroup(group: Group): Promise<StoreRefusal | undefined>;
  removeGroup(id: string): Promise<StoreRefusal | undefined>;
  saveAccount(account: NewAccount): Promise<StoreRefusal | undefined>;
  removeAccount(name: string): Promise<StoreRefusal | undefined>;
  addShare(share: NewShare): Promise<StoreRefusal | undefined>;
  endShare(id: string): Promise<StoreRefusal | undefined>;
  /** For the other pages, which read it with their next copy. False: it was not written. */
  tellNews(news: readonly SiteNews[]): Promise<boolean>;
  stop(): Promise<void>;
}

export interface StoreOptions {
  readonly database: string;
  readonly log: Log;
  readonly nowMs: () => number;
}

const TIMEOUT_MS = 5000;
/** At the most so much later a page knows what was changed at another one, where no notification came through. */
const REFRESH_MS = 30_000;
/** So often the database is asked whether it is there. */
const LOOK_MS = 5000;
const RETRY_MS = 1000;
const POOL_MAX = 8;
/** By it whoever changes something tells all others that listen. */
export const CHANNEL = 'heliograph_fleet';
/** Any number that nobody else locks by. */
const LOCK = 7_453_902_316;
/** Of one account, and of one link, which many may open; then the oldest end. */
const SESSIONS_MAX = 100;
const SESSIONS_OF_LINK_MAX = 1000;

const EMPTY: Snapshot = {
  ...{ sites: [], siteHashes: new Map(), siteNews: [], groups: [] },
  ...{ accounts: new Map(), shares: new Map(), sessions: new Map() },
};

export function connectionOf(database: string): pg.ClientConfig {
  return {
    ...{ connectionString: database, connectionTimeoutMillis: TIMEOUT_MS, keepAlive: true },
    ...{ query_timeout: TIMEOUT_MS, statement_timeout: TIMEOUT_MS, application_name: 'heliograph fleet' },
    idle_in_transaction_session_timeout: TIMEOUT_MS,
  };
}

/** Several pages may start at once: one migrates, the others wait for it and find it done. */
export async function migrate(client: pg.ClientBase): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    await client.query('CREATE SCHEMA IF NOT EXISTS fleet');
    await client.query('CREATE TABLE IF NOT EXISTS fleet.version (version integer NOT NULL)');
    const { rows } = await client.query<{ version: number }>('SELECT version FROM fleet.version');
    const done = rows[0]?.version ?? 0;
    for (const text of MIGRATIONS.slice(done)) await client.query(text);
    if (done < MIGRATIONS.length) {
      await client.query('DELETE FROM fleet.version');
      await client.query('INSERT INTO fleet.version (version) VALUES ($1)', [MIGRATIONS.length]);
    }
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined); // the connection may be what has failed
    throw error;
  }
}

type Query = Pick<pg.ClientBase, 'query'>;

export function openStore({ database, log, nowMs }: StoreOptions): Store {
  const pool = new pg.Pool({
    ...connectionOf(database),
    ...{ max: POOL_MAX, idleTimeoutMillis: 30_000, allowExitOnIdle: true },
  });
  pool.on('error', () => undefined); // an idle connection has gone; the one that listens tells of it
  const listeners = new Set<(snapshot: Snapshot) => void>();
  let snapshot = EMPTY;
  let failingSinceMs: number | undefined = nowMs();
  let isStopped = false;
  let isReady = false;
  let listening: pg.Client | undefined;
  const timers = new Set<NodeJS.Timeout>();

  function noteAnswer(): void {
    if (failingSinceMs !== undefined) log.info('The database answers.');
    failingSinceMs = undefined;
  }

  function noteFailure(error: unknown): void {
    if (isStopped) return;
    if (failingSinceMs === undefined || !isReady) {
      log.warn('The database does not answer; it is asked again.', { failure: failureText(error) });
    }
    failingSinceMs ??= nowMs();
  }

  let refreshing: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  /** What is asked for while one is under way needs another one, since that may have read before. */
  function refresh(): Promise<void> {
    if (refreshing === undefined) {
      refreshing = readSnapshot().finally(() => {
        refreshing = undefined;
      });
      return refreshing;
    }
    next ??= refreshing
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return refresh();
      });
    return next;
  }

  async function readSnapshot(): Promise<void> {
    snapshot = await inTransaction((query) => snapshotOf(query, Math.floor(nowMs() / 1000)), 'READ');
    for (const listener of listeners) listener(snapshot);
  }

  async function inTransaction<Result>(
    work: (query: Query) => Promise<Result>,
    mode: 'READ' | 'WRITE',
  ): Promise<Result> {
    const client = await pool.connect();
    let failure: unknown;
    try {
      await client.query(mode === 'READ' ? 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY' : 'BEGIN');
      const result = await work(client);
      await client.query('COMMIT');
      return result;
    } catch (error) {
      failure = error;
      await client.query('ROLLBACK').catch(() => undefined); // the connection may be what has failed
      throw error;
    } finally {
      // One that does not answer is not used again.
      client.release(failure !== undefined && !(failure instanceof pg.DatabaseError || isRefused(failure)));
    }
  }

  /** Keeps a connection of its own, which hears of changes and notices within seconds that the database has gone. */
  async function listen(): Promise<void> {
    const client = new pg.Client(connectionOf(database));
    let isOver = false;
    const end = (error: unknown) => {
      if (isOver) return;
      isOver = true;
      if (listening === client) listening = undefined;
      noteFailure(error);
      client.end().catch(() => undefined); // it has gone already
      after(RETRY_MS, listen);
    };
    client.on('error', end);
    client.on('end', () => end(new Error('The connection was closed.')));
    client.on('notification', () => {
      refresh().catch(noteFailure);
    });
    try {
      await client.connect();
      if (!isReady) await migrate(client);
      isReady = true;
      await client.query(`LISTEN ${CHANNEL}`);
      await refresh();
      if (isStopped) return await client.end();
      listening = client;
      noteAnswer();
      look(client, end);
    } catch (error) {
      end(error);
    }
  }

  function look(client: pg.Client, end: (error: unknown) => void): void {
    after(LOOK_MS, async () => {
      if (listening !== client) return;
      try {
        await client.query('SELECT 1');
        // It may have been something else that has failed meanwhile, such as one question that took too long.
        if (failingSinceMs !== undefined) await refresh();
        noteAnswer();
        look(client, end);
      } catch (error) {
        end(error);
      }
    });
  }

  function after(ms: number, work: () => Promise<void>): void {
    if (isStopped) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      void work();
    }, ms);
    timers.add(timer);
  }

  function refreshInTurns(): void {
    after(REFRESH_MS, async () => {
      if (listening !== undefined) await refresh().catch(noteFailure);
      refreshInTurns();
    });
  }

  /** Carries out a change, tells the other pages and brings the copy of this one up to date. */
  async function change(
    work: (query: Query) => Promise<StoreRefusal | undefined>,
  ): Promise<StoreRefusal | undefined> {
    try {
      await inTransaction(async (query) => {
        const refusal = await work(query);
        if (refusal !== undefined) throw new RefusedError(refusal);
        await query.query('SELECT pg_notify($1, $2)', [CHANNEL, '']);
      }, 'WRITE');
    } catch (error) {
      return refusalOf(error, log);
    }
    // It is done, whether the copy can be read now or only later.
    await refresh().catch(noteFailure);
    return undefined;
  }

  async function find<Row extends pg.QueryResultRow>(
    text: string,
    values: unknown[],
  ): Promise<Row | undefined | 'database'> {
    try {
      const { rows } = await pool.query<Row>(text, values);
      return rows[0];
    } catch (error) {
      const refusal = refusalOf(error, log);
      if (refusal === 'values') return undefined;
      if (refusal === 'fault') throw error;
      return 'database';
    }
  }

  void listen();
  refreshInTurns();

  return {
    snapshot: () => snapshot,
    isKnown: () => snapshot !== EMPTY,
    failingSinceMs: () => failingSinceMs,
    onSnapshot: (listener) => listeners.add(listener),
    refresh,
    async findSession(hash) {
      const row = await find<SessionRow>(`${SESSIONS} WHERE token_hash = $1`, [hash]);
      return typeof row === 'object' ? sessionOf(row) : row;
    },
    findAccount: (name) =>
      find('SELECT name, password_hash AS "passwordHash" FROM fleet.accounts WHERE lower(name) = lower($1)', [
        name,
      ]),
    async findShare(secretHash) {
      const row = await find<ShareRow>(`${SHARES} WHERE secret_hash = $1`, [secretHash]);
      return typeof row === 'object' ? shareOf(row) : row;
    },
    beginSession: (hash, session) => change((query) => beginSession(query, hash, session, nowMs())),
    endSession: (hash) =>
      change(async (query) => {
        await query.query('DELETE FROM fleet.sessions WHERE token_hash = $1', [hash]);
        return undefined;
      }),
    setPassword: (account, passwordHash, keepSession) =>
      change(async (query) => {
        await query.query('DELETE FROM fleet.sessions WHERE account = $1 AND token_hash <> $2', [
          account,
          keepSession,
        ]);
        return known(
          await query.query('UPDATE fleet.accounts SET password_hash = $2 WHERE name = $1', [
            account,
            passwordHash,
          ]),
        );
      }),
    addSite: ({ id, name, group, place }, passwordHash) =>
      change(async (query) => {
        // Taken for ever: its readings stay, and are for who sees its group.
        await query.query('INSERT INTO fleet.used_ids (id) VALUES ($1)', [id]);
        await query.query(
          'INSERT INTO fleet.sites (id, name, group_id, lat, lon, password_hash) VALUES ($1, $2, $3, $4, $5, $6)',
          [id, name, group === '' ? null : group, place?.lat ?? null, place?.lon ?? null, passwordHash],
        );
        return undefined;
      }),
    changeSite: ({ id, name, group, place }) =>
      change(async (query) =>
        known(
          await query.query(
            'UPDATE fleet.sites SET name = $2, group_id = $3, lat = $4, lon = $5 WHERE id = $1',
            [id, name, group === '' ? null : group, place?.lat ?? null, place?.lon ?? null],
          ),
        ),
      ),
    renewSite: (id, passwordHash) =>
      change(async (query) =>
        known(
          await query.query('UPDATE fleet.sites SET password_hash = $2 WHERE id = $1', [id, passwordHash]),
        ),
      ),
    removeSite: (id) =>
      change(async (query) => {
        const removed = known(await query.query('DELETE FROM fleet.sites WHERE id = $1', [id]));
        // A page of an older version, beside this one, may have added it.
        await query.query('INSERT INTO fleet.used_ids (id) VALUES ($1) ON CONFLICT DO NOTHING', [id]);
        return removed;
      }),
    addGroup: ({ id, name }) =>
      change(async (query) => {
        await query.query('INSERT INTO fleet.groups (id, name) VALUES ($1, $2)', [id, name]);
        return undefined;
      }),
    renameGroup: ({ id, name }) =>
      change(async (query) =>
        known(await query.query('UPDATE fleet.groups SET name = $2 WHERE id = $1', [id, name])),
      ),
    removeGroup: (id) =>
      change(async (query) => known(await query.query('DELETE FROM fleet.groups WHERE id = $1', [id]))),
    saveAccount: (account) => change((query) => saveAccount(query, account)),
    removeAccount: (name) =>
      change(async (query) => {
        await query.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
        return (
          known(await query.query('DELETE FROM fleet.accounts WHERE name = $1', [name])) ??
          (await withoutAdmin(query))
        );
      }),
    addShare: ({ name, group, until, by, secretHash }) =>
      change(async (query) => {
        await query.query(
          'INSERT INTO fleet.shares (id, name, group_id, secret_hash, until, made_by) VALUES ($1, $2, $3, $4, $5, $6)',
          [newId(), name, group, secretHash, until, by],
        );
        return undefined;
      }),
    endShare: (id) =>
      change(async (query) => known(await query.query('DELETE FROM fleet.shares WHERE id = $1', [id]))),
    async tellNews(news) {
      try {
        await pool.query(TELL_NEWS, [
          ...[news.map(({ site }) => site), news.map(({ heard }) => heard ?? null)],
          ...[news.map(({ refused }) => refused ?? null), news.map(({ tooMany }) => tooMany ?? null)],
        ]);
        return true;
      } catch (error) {
        refusalOf(error, log);
        return false;
      }
    },
    async stop() {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
      await listening?.end().catch(() => undefined); // it may have gone
      await pool.end();
    },
  };
}

/** Takes everything back that was done in a transaction. */
class RefusedError extends Error {
  readonly refusal: StoreRefusal;
  constructor(refusal: StoreRefusal) {
    super(refusal);
    this.refusal = refusal;
  }
}

const isRefused = (error: unknown): error is RefusedError => error instanceof RefusedError;

/** Of what JavaScript itself throws: no connection is the reason. */
const OF_THE_LANGUAGE = [TypeError, RangeError, ReferenceError, SyntaxError];
/** Codes of PostgreSQL for a question that it cannot carry out as it is: no such table, no right to it. */
const CANNOT_BE_ASKED = /^42/;

/** What PostgreSQL says by its codes. What it would carry out if it could, or cannot be asked at all, is `database`; what can never be is `fault`. */
export function refusalOf(error: unknown, log: Log): StoreRefusal {
  if (isRefused(error)) return error.refusal;
  const code = error instanceof pg.DatabaseError ? (error.code ?? '') : '';
  if (code === '23505') return 'taken';
  if (code === '23503') return 'unknown';
  if (code.startsWith('22')) return 'values';
  if (CANNOT_BE_ASKED.test(code) || OF_THE_LANGUAGE.some((kind) => error instanceof kind)) {
    log.error('The database was asked what it cannot do.', { failure: failureText(error) });
    return 'fault';
  }
  log.warn('The database has not done what was asked.', { failure: failureText(error) });
  return 'database';
}

const known = ({ rowCount }: pg.QueryResult): StoreRefusal | undefined => (rowCount ? undefined : 'unknown');

/** Nobody could put that right again at the page. */
async function withoutAdmin(query: Query): Promise<StoreRefusal | undefined> {
  const { rows } = await query.query('SELECT 1 FROM fleet.accounts WHERE admin LIMIT 1');
  return rows.length === 0 ? 'last-admin' : undefined;
}

export async function saveAccount(
  query: Query,
  { name, admin, groups, passwordHash, isNew }: NewAccount,
): Promise<StoreRefusal | undefined> {
  // Two admins who make each other none at the same time would both find the other one.
  await query.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
  if (isNew) {
    if (passwordHash === undefined) return 'values';
    await query.query('INSERT INTO fleet.accounts (name, password_hash, admin) VALUES ($1, $2, $3)', [
      ...[name, passwordHash, admin],
    ]);
  } else {
    const changed = await query.query(
      'UPDATE fleet.accounts SET admin = $2, password_hash = coalesce($3, password_hash) WHERE name = $1',
      [name, admin, passwordHash ?? null],
    );
    if (changed.rowCount === 0) return 'unknown';
    await query.query('DELETE FROM fleet.memberships WHERE account = $1', [name]);
    if (passwordHash !== undefined)
      await query.query('DELETE FROM fleet.sessions WHERE account = $1', [name]);
  }
  const roles = new Map<string, MemberRole>(groups.map(({ group, role }) => [group, role]));
  await query.query(
    `INSERT INTO fleet.memberships (account, group_id, role)
     SELECT $1, given.id, given.role FROM unnest($2::text[], $3::text[]) AS given (id, role)`,
    [name, [...roles.keys()], [...roles.values()]],
  );
  return await withoutAdmin(query);
}

async function beginSession(
  query: Query,
  hash: string,
  { account, share, until }: Session,
  nowMs: number,
): Promise<undefined> {
  const nowS = Math.floor(nowMs / 1000);
  const [column, owner, max] =
    share === '' ? ['account', account, SESSIONS_MAX] : ['share', share, SESSIONS_OF_LINK_MAX];
  await query.query('DELETE FROM fleet.sessions WHERE until <= $1', [nowS]);
  await query.query(
    `DELETE FROM fleet.sessions WHERE token_hash IN (
       SELECT token_hash FROM fleet.sessions WHERE ${column} = $1 ORDER BY begun DESC OFFSET $2
     )`,
    [owner, Number(max) - 1],
  );
  await query.query(
    `INSERT INTO fleet.sessions (token_hash, ${column}, begun, until) VALUES ($1, $2, $3, $4)`,
    [hash, owner, nowS, until],
  );
  return undefined;
}

interface SessionRow {
  readonly token_hash: string;
  readonly account: string | null;
  readonly share: string | null;
  readonly until: string;
}
const SESSIONS = 'SELECT token_hash, account, share, until FROM fleet.sessions';
const sessionOf = ({ account, share, until }: SessionRow): Session => ({
  ...{ account: account ?? '', share: share ?? '', until: Number(until) },
});

interface ShareRow {
  readonly id: string;
  readonly name: string;
  readonly group_id: string;
  readonly until: string;
  readonly made_by: string;
}
const SHARES = 'SELECT id, name, group_id, until, made_by FROM fleet.shares';
const shareOf = ({ id, name, group_id: group, until, made_by: by }: ShareRow): ShareView => ({
  ...{ id, name, group, until: Number(until), by },
});

/** Of sites that are there still; what is later counts, whichever page has told it. */
const TELL_NEWS = `
  INSERT INTO fleet.site_news (site, heard, refused, too_many)
  SELECT given.* FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[]) AS given (site, heard, refused, too_many)
  JOIN fleet.sites ON sites.id = given.site
  ORDER BY given.site
  ON CONFLICT (site) DO UPDATE SET
    heard = GREATEST(site_news.heard, excluded.heard),
    refused = GREATEST(site_news.refused, excluded.refused),
    too_many = GREATEST(site_news.too_many, excluded.too_many)`;

interface NewsRow {
  readonly site: string;
  readonly heard: string | null;
  readonly refused: string | null;
  readonly too_many: string | null;
}
const secondsOf = (text: string | null) => (text === null ? undefined : Number(text));
const newsOf = ({ site, heard, refused, too_many: tooMany }: NewsRow): SiteNews => ({
  ...{ site, heard: secondsOf(heard), refused: secondsOf(refused), tooMany: secondsOf(tooMany) },
});

interface SiteRow {
  readonly id: string;
  readonly name: string;
  readonly group_id: string | null;
  readonly lat: number | null;
  readonly lon: number | null;
  readonly password_hash: string;
}

async function snapshotOf(query: Query, nowS: number): Promise<Snapshot> {
  const { rows: sites } = await query.query<SiteRow>(
    'SELECT id, name, group_id, lat, lon, password_hash FROM fleet.sites ORDER BY id',
  );
  const { rows: news } = await query.query<NewsRow>(
    'SELECT site, heard, refused, too_many FROM fleet.site_news',
  );
  const { rows: groups } = await query.query<Group>('SELECT id, name FROM fleet.groups ORDER BY lower(name)');
  const { rows: accounts } = await query.query<{ name: string; admin: boolean }>(
    'SELECT name, admin FROM fleet.accounts ORDER BY lower(name)',
  );
  const { rows: members } = await query.query<{ account: string; group_id: string; role: MemberRole }>(
    'SELECT account, group_id, role FROM fleet.memberships ORDER BY group_id',
  );
  const { rows: shares } = await query.query<ShareRow>(`${SHARES} WHERE until > $1 ORDER BY until`, [nowS]);
  const { rows: sessions } = await query.query<SessionRow>(`${SESSIONS} WHERE until > $1`, [nowS]);
  const groupsOf = new Map<string, { group: string; role: MemberRole }[]>();
  for (const { account, group_id: group, role } of members) {
    groupsOf.set(account, [...(groupsOf.get(account) ?? []), { group, role }]);
  }
  return {
    sites: sites.map(({ id, name, group_id: group, lat, lon }) => ({
      ...{ id, name, group: group ?? '' },
      place: lat === null || lon === null ? undefined : { lat, lon },
    })),
    siteHashes: new Map(sites.map(({ id, password_hash: hash }) => [id, hash])),
    siteNews: news.map(newsOf),
    groups,
    accounts: new Map(
      accounts.map(({ name, admin }) => [name, { name, admin, groups: groupsOf.get(name) ?? [] }]),
    ),
    shares: new Map(shares.map((row) => [row.id, shareOf(row)])),
    sessions: new Map(sessions.map((row) => [row.token_hash, sessionOf(row)])),
  };
}
