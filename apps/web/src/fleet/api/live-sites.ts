import {
  FLEET_CALLS,
  FLEET_PARTS,
  type FleetChange,
  type FleetPart,
  type FleetView,
  type PartFailures,
  type Site,
} from '@heliograph/fleet-contract';
import type { Clock } from '../../shared/lib/clock.ts';
import { readRefusal } from './call-fleet.ts';
import { createEventReader, type StreamEvent } from './event-stream.ts';

/** A site, and when something was heard of it, by our own clock: the server tells an age, which grows while nothing comes. */
export interface KnownSite extends Site {
  readonly heardAtMs: number | undefined;
}

/** Since when a part of the server does not answer, by our own clock. */
export type PartsAway = { readonly [P in FleetPart]?: number };

/** All that is known of the fleet now. */
export interface KnownFleet extends Pick<FleetView, 'me' | 'groups' | 'version'> {
  readonly sites: readonly KnownSite[];
  readonly partsAway: PartsAway;
}

export interface LiveSnapshot {
  /** `login`: nobody is logged in, so nothing is asked for. */
  readonly phase: 'starting' | 'live' | 'lost' | 'login';
  readonly fleet: KnownFleet | undefined;
  /** When the server was last heard, while it is not. */
  readonly lostAtMs: number | undefined;
  /** What was over while one was looking, until one is logged in again; undefined where one has left, or was not here yet. */
  readonly ended?: 'login' | 'share' | undefined;
}

export interface LiveSites {
  subscribe(listener: () => void): () => void;
  snapshot(): LiveSnapshot;
  /** Asks for everything anew: at the start, after a login, after something was changed. */
  restart(): void;
  /** The login is over: what was known is forgotten. */
  end(): void;
  /** The same where whoever was logged in wanted that. */
  leave(): void;
  /** The network may be there again, or gone. */
  wake(): void;
}

interface LiveParts {
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>;
  readonly clock: Clock;
  /** A number from 0 up to, not including, 1. */
  readonly random: () => number;
}

/** The server says something every 10 s at least; what has not come by then does not come. */
const SILENT_AFTER_MS = 13_000;
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 8000;

/** Keeps what the server streams, and the stream itself: it comes back by itself whenever it ends. */
export function createLiveSites({ fetch, clock, random }: LiveParts): LiveSites {
  const listeners = new Set<() => void>();
  let snapshot: LiveSnapshot = { phase: 'starting', fleet: undefined, lostAtMs: undefined };
  let heardAtMs = clock.elapsedMs();
  let retryMs = FIRST_RETRY_MS;
  let stop: () => void = () => undefined;

  function show(next: Partial<LiveSnapshot>): void {
    snapshot = { ...snapshot, ...next };
    for (const listener of [...listeners]) listener();
  }

  function lose(): void {
    stop();
    const waitMs = retryMs * (0.75 + random() / 2);
    retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
    stop = clock.after(waitMs, connect);
    if (snapshot.phase !== 'lost') show({ phase: 'lost', lostAtMs: heardAtMs });
  }

  function connect(): void {
    stop();
    const connection = new AbortController();
    let stopWatching: () => void = () => undefined;
    const watch = () => {
      stopWatching();
      stopWatching = clock.after(SILENT_AFTER_MS, lose);
    };
    stop = () => {
      stopWatching();
      connection.abort();
    };
    watch();
    void follow(connection.signal, watch).then((end) => {
      if (connection.signal.aborted) return;
      if (end === 'login') endByServer();
      else lose();
    });
  }

  /** Answers when the stream has ended. */
  async function follow(signal: AbortSignal, watch: () => void): Promise<'login' | 'lost'> {
    try {
      const response = await fetch(FLEET_CALLS.getLive.path, {
        headers: { accept: 'text/event-stream' },
        cache: 'no-store',
        signal,
      });
      if (!response.ok || response.body === null) {
        const failure = await readRefusal(response);
        return failure.kind === 'refused' && failure.refusal === 'login' ? 'login' : 'lost';
      }
      const read = createEventReader((event) => {
        if (!signal.aborted) take(event);
      });
      const text = new TextDecoder();
      const reader = response.body.getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done || signal.aborted) return 'lost';
        heardAtMs = clock.elapsedMs();
        watch();
        read(text.decode(value, { stream: true }));
      }
    } catch {
      return 'lost'; // no answer, or one that broke off
    }
  }

  function take({ name, data }: StreamEvent): void {
    const nowMs = clock.elapsedMs();
    if (name === 'view') {
      const view = JSON.parse(data) as FleetView;
      retryMs = FIRST_RETRY_MS;
      const sites = view.sites.map((site) => known(site, nowMs));
      const { me, groups, version } = view;
      const fleet = { me, groups, version, sites, partsAway: away(view.parts, nowMs) };
      show({ phase: 'live', lostAtMs: undefined, ended: undefined, fleet });
    }
    if (name === 'change' && snapshot.fleet !== undefined) {
      show({ fleet: changed(snapshot.fleet, JSON.parse(data) as FleetChange, nowMs) });
    }
  }

  function forget(ended: LiveSnapshot['ended']): void {
    stop();
    stop = () => undefined;
    show({ phase: 'login', fleet: undefined, lostAtMs: undefined, ended });
  }

  /** Told more than once of the same end, it still knows what was over. */
  function endByServer(): void {
    const { fleet, ended } = snapshot;
    if (fleet === undefined) forget(ended);
    else forget(fleet.me.share === undefined ? 'login' : 'share');
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot: () => snapshot,
    restart() {
      retryMs = FIRST_RETRY_MS;
      if (snapshot.phase === 'login') show({ phase: 'starting' });
      connect();
    },
    end: endByServer,
    leave: () => forget(undefined),
    wake() {
      const isSilent = clock.elapsedMs() - heardAtMs > SILENT_AFTER_MS;
      if (snapshot.phase === 'lost' || (snapshot.phase === 'live' && isSilent)) connect();
    },
  };
}

const known = (site: Site, nowMs: number): KnownSite => ({
  ...site,
  heardAtMs: site.heard === undefined ? undefined : nowMs - site.heard * 1000,
});

function away(parts: PartFailures, nowMs: number): PartsAway {
  const failed = FLEET_PARTS.filter((part) => parts[part] !== undefined);
  return Object.fromEntries(failed.map((part) => [part, nowMs - (parts[part] ?? 0) * 1000]));
}

/** What has not changed is the same object as before, so that it is not drawn again. */
function changed(fleet: KnownFleet, change: FleetChange, nowMs: number): KnownFleet {
  const news = new Map(change.sites.map((site) => [site.id, known(site, nowMs)]));
  const gone = new Set(change.gone);
  const kept = fleet.sites.filter(({ id }) => !gone.has(id)).map((site) => news.get(site.id) ?? site);
  const ids = new Set(fleet.sites.map(({ id }) => id));
  const added = [...news.values()].filter(({ id }) => !ids.has(id) && !gone.has(id));
  return { ...fleet, sites: [...kept, ...added], partsAway: away(change.parts, nowMs) };
}
