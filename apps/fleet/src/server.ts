import type { FleetPart, PartFailures } from '@heliograph/fleet-contract';
import { viewerOf } from './access.ts';
import { type Broker, connectBroker } from './broker.ts';
import { createBudget } from './budget.ts';
import { createHandlers } from './handlers.ts';
import { createHistory } from './history.ts';
import { createHttp, type FindViewer } from './http.ts';
import { addIngest } from './ingest.ts';
import { createLive } from './live.ts';
import type { Log } from './log.ts';
import { createLogins } from './logins.ts';
import type { FleetOptions } from './options.ts';
import { createPasswordHasher } from './secrets.ts';
import { createSiteBook } from './site-book.ts';
import { openStaticWeb } from './static-web.ts';
import { openStore } from './store.ts';
import { createTimeseries } from './timeseries.ts';

/** A fleet page that runs. */
export interface FleetServer {
  readonly port: number;
  stop(): Promise<void>;
}

export interface FleetServerOptions extends FleetOptions {
  readonly webFolder: string;
  readonly version: string;
  readonly log: Log;
  readonly tellMs?: number;
}

const TICK_MS = 1000;
/** So often it is looked whether the other pages should hear of something, which is seldom. */
const TELL_MS = 10_000;
/** Sessions that this page has not heard of are looked for in the database: so many at once, and one in so many milliseconds. */
const FOUND = { burst: 200, refillMs: 20, max: 1 };

/** Creates the parts and passes them to each other; nothing else does. */
export async function startFleetServer(options: FleetServerOptions): Promise<FleetServer> {
  const { log, version } = options;
  const nowMs = Date.now;
  const book = createSiteBook(nowMs);
  const store = openStore({ database: options.database, log, nowMs });
  store.onSnapshot(({ sites, siteNews }) => {
    book.setRegistered(sites);
    book.takeNews(siteNews);
  });
  const broker: Broker = connectBroker({ addresses: options.brokers, book, log, nowMs });
  // What the broker has told of sites before it was known that there are these is told once more.
  let hasSites = false;
  store.onSnapshot(({ sites }) => {
    if (!hasSites && sites.length > 0) broker.readKept();
    hasSites = sites.length > 0;
  });
  const timeseries = createTimeseries({ addresses: options.timeseries, log, nowMs });
  const hasher = createPasswordHasher();

  const sources: Readonly<Record<FleetPart, { failingSinceMs(): number | undefined }>> = {
    ...{ broker, database: store, timeseries },
    node: { failingSinceMs: broker.nodeFailingSinceMs },
  };
  function failures(): PartFailures {
    const failing = (Object.keys(sources) as FleetPart[]).flatMap((part) => {
      const sinceMs = sources[part].failingSinceMs();
      return sinceMs === undefined ? [] : [[part, Math.max(0, Math.round((nowMs() - sinceMs) / 1000))]];
    });
    return Object.fromEntries(failing);
  }

  const lookups = createBudget(FOUND);
  const knownViewer = (session: string) => {
    const snapshot = store.snapshot();
    const found = snapshot.sessions.get(session);
    return found === undefined ? undefined : viewerOf(found, snapshot, nowMs() / 1000);
  };
  const findViewer: FindViewer = async (session) => {
    const known = knownViewer(session);
    if (known !== undefined || store.snapshot().sessions.has(session)) return known;
    if (lookups.waitMs('', nowMs()) > 0) return 'throttled';
    lookups.take('', nowMs());
    const found = await store.findSession(session);
    if (found === 'database') return 'database';
    if (found === undefined) return undefined;
    // It was begun at another page just now, and its account may be as new.
    await store.refresh().catch(() => undefined); // then it goes by the copy that there is
    return viewerOf(found, store.snapshot(), nowMs() / 1000);
  };

  const live = createLive({ store, book, version, failures, viewerOf: knownViewer, nowMs });
  const app = createHttp({
    ...{ trustedProxies: options.trustedProxies, findViewer, live, log },
    handlers: createHandlers({
      ...{ store, book, hasher, version, failures, nowMs },
      brokerUsers: options.brokers.map(({ username }) => decodeURIComponent(username)),
      history: createHistory({ book, store, timeseries, nowMs }),
      logins: createLogins(store, hasher, nowMs),
    }),
    subjects: { book, snapshot: store.snapshot },
    web: await openStaticWeb(options.webFolder),
  });
  addIngest(app, { store, book, timeseries, limits: options.limits, log, nowMs });
  await app.listen({ host: options.host, port: options.port });
  const ticking = setInterval(live.tick, TICK_MS);
  const telling = setInterval(() => {
    const news = store.failingSinceMs() === undefined ? book.newsToTell() : [];
    if (news.length === 0) return;
    void store.tellNews(news).then((isTold) => isTold && book.takeNews(news));
  }, options.tellMs ?? TELL_MS);
  const address = app.server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : options.port,
    async stop() {
      clearInterval(ticking);
      clearInterval(telling);
      live.stop();
      await app.close();
      timeseries.stop();
      await broker.stop();
      await store.stop();
    },
  };
}
