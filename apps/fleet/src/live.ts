import type { ServerResponse } from 'node:http';
import { constants, deflateRawSync } from 'node:zlib';
import type { FleetChange, FleetPart, PartFailures, Site } from '@heliograph/fleet-contract';
import type { Viewer } from './access.ts';
import { viewHead } from './handlers.ts';
import { Refused } from './refused.ts';
import { isInScope, type SiteBook, type SiteChanges } from './site-book.ts';
import type { Snapshot, Store } from './store.ts';

/** Streams of events, which say what has changed once a second at most. */
export interface Live {
  /** Undefined: it is one of them now. */
  refusalFor(address: string, session: string): Refused | undefined;
  add(stream: NewStream): void;
  /** Once a second. */
  tick(): void;
  count(): number;
  stop(): void;
}

export interface NewStream {
  readonly response: Pick<ServerResponse, 'write' | 'end' | 'destroy' | 'on' | 'writableLength'>;
  readonly viewer: Viewer;
  readonly session: string;
  readonly address: string;
  /** What it is sent is packed: gzip, of which the headers say so already. */
  readonly isPacked: boolean;
}

export interface LiveOptions {
  readonly store: Pick<Store, 'snapshot'>;
  readonly book: Pick<SiteBook, 'takeChanges' | 'sitesIn' | 'site' | 'groupOf'>;
  readonly version: string;
  readonly failures: () => PartFailures;
  /** Who looks by this session now. */
  readonly viewerOf: (session: string) => Viewer | undefined;
  readonly nowMs: () => number;
  readonly limits?: StreamLimits;
}

export interface StreamLimits {
  readonly all: number;
  readonly ofAddress: number;
  readonly ofSession: number;
  /** Bytes that may wait for a reader besides what it got at its beginning. */
  readonly waitingBytes: number;
}

const LIMITS: StreamLimits = { all: 1000, ofAddress: 100, ofSession: 10, waitingBytes: 1_000_000 };
/** So often something comes at least, so that a proxy does not take the stream for dead. */
const COMMENT_MS = 10_000;

interface Stream extends NewStream {
  viewer: Viewer;
  /** What its head was made of. */
  snapshot: Snapshot;
  head: string;
  failing: string;
  lastMs: number;
  waitingMax: number;
}

export function createLive(options: LiveOptions): Live {
  const { store, book, nowMs, viewerOf, failures } = options;
  const limits = options.limits ?? LIMITS;
  const streams = new Set<Stream>();
  /** What is made once for all who see the same, for as long as it is true. */
  let views = new Map<string, string>();
  let packs = new Map<string, Buffer>();

  function viewFor(viewer: Viewer): string {
    const sites = views.get(viewer.scopeKey) ?? JSON.stringify(book.sitesIn(viewer.scope));
    views.set(viewer.scopeKey, sites);
    // The sites are a text already, and are put in behind the rest.
    return `${JSON.stringify(viewHead(options, viewer)).slice(0, -1)},"sites":${sites}}`;
  }

  /** What a head says besides what changes come with. */
  const headOf = (viewer: Viewer) => JSON.stringify({ ...viewHead(options, viewer), parts: {} });

  function send(stream: Stream, event: string): void {
    const { response, isPacked } = stream;
    // Who does not read gets no more: the browser asks anew when it does, and has everything at once.
    if (response.writableLength > stream.waitingMax) {
      drop(stream);
      return;
    }
    stream.lastMs = nowMs();
    response.write(isPacked ? packed(event) : event);
  }

  /** Once for all who get the same event. */
  function packed(event: string): Buffer {
    const known = packs.get(event);
    if (known !== undefined) return known;
    const made = pack(event);
    packs.set(event, made);
    return made;
  }

  function sendView(stream: Stream, before = ''): void {
    const event = `${before}event: view\ndata: ${viewFor(stream.viewer)}\n\n`;
    stream.waitingMax = limits.waitingBytes + event.length;
    stream.head = headOf(stream.viewer);
    stream.snapshot = store.snapshot();
    stream.failing = failingOf(failures());
    send(stream, event);
  }

  function drop(stream: Stream): void {
    streams.delete(stream);
    stream.response.destroy();
  }

  /** Whoever was logged out, or whose link is over, sees no more from now on; who may see other groups than before gets all of these. */
  function follow(stream: Stream): 'over' | 'other-view' | 'same' {
    if (stream.viewer.until <= nowMs() / 1000) return 'over';
    const snapshot = store.snapshot();
    if (snapshot === stream.snapshot) return 'same';
    stream.snapshot = snapshot;
    const viewer = viewerOf(stream.session);
    if (viewer === undefined) return 'over';
    stream.viewer = viewer;
    return headOf(viewer) === stream.head ? 'same' : 'other-view';
  }

  function goOn(stream: Stream, changes: ReturnType<typeof changeTexts>): void {
    const so = follow(stream);
    if (so === 'over') {
      streams.delete(stream);
      stream.response.end();
      return;
    }
    if (so === 'other-view') {
      sendView(stream);
      return;
    }
    const failing = failingOf(failures());
    const event = changes(stream.viewer, failing !== stream.failing);
    stream.failing = failing;
    if (event !== undefined) send(stream, event);
    else if (nowMs() - stream.lastMs >= COMMENT_MS) send(stream, ': here\n\n');
  }

  return {
    refusalFor(address, session) {
      const others = [...streams];
      const isFull =
        others.length >= limits.all ||
        others.filter((one) => one.address === address).length >= limits.ofAddress ||
        others.filter((one) => one.session === session).length >= limits.ofSession;
      return isFull ? new Refused('throttled', 10) : undefined;
    },
    add(added) {
      const stream: Stream = {
        ...added,
        ...{ snapshot: store.snapshot(), head: '', failing: '', lastMs: nowMs(), waitingMax: 0 },
      };
      streams.add(stream);
      added.response.on('close', () => streams.delete(stream));
      added.response.on('error', () => streams.delete(stream));
      if (added.isPacked) added.response.write(GZIP_BEGINS);
      sendView(stream, 'retry: 2000\n\n');
    },
    tick() {
      views = new Map();
      const changes = changeTexts(book, book.takeChanges(), failures());
      for (const stream of [...streams]) goOn(stream, changes);
      // They are true for this second only.
      views = new Map();
      packs = new Map();
    },
    count: () => streams.size,
    stop() {
      for (const { response } of streams) response.end();
      streams.clear();
    },
  };
}

/** What a file of gzip begins with: nothing is said of it. */
const GZIP_BEGINS = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/**
 * A piece of a deflated stream that looks back at nothing before itself, and ends at a whole byte. So the same piece fits into the streams
 * of all who look, wherever each of them began. A thousand sites that change in the same second are a tenth of their size.
 */
const pack = (event: string): Buffer =>
  deflateRawSync(event, { level: 3, finishFlush: constants.Z_SYNC_FLUSH });

const failingOf = (parts: PartFailures): string =>
  (Object.keys(parts) as FleetPart[]).filter((part) => parts[part] !== undefined).join(' ');

/** Makes the events of one second, each once for all who see the same. */
function changeTexts(
  book: Pick<SiteBook, 'site' | 'groupOf'>,
  changes: SiteChanges,
  parts: PartFailures,
): (viewer: Viewer, saysParts: boolean) => string | undefined {
  const texts = new Map<string, { readonly isEmpty: boolean; readonly text: string }>();
  const sitesOf = new Map<string, string>();

  /** The only thing of a site that depends on who sees it is whether another one is called the same. */
  function textOf(site: Site): string {
    const key = `${site.problems.includes('same-name') ? '=' : ''}${site.id}`;
    const text = sitesOf.get(key) ?? JSON.stringify(site);
    sitesOf.set(key, text);
    return text;
  }

  function made({ scope, scopeKey }: Viewer) {
    const known = texts.get(scopeKey);
    if (known !== undefined) return known;
    const sites: string[] = [];
    const gone: string[] = [];
    for (const [id, groups] of changes) {
      const site = book.site(id, scope);
      if (site !== undefined) sites.push(textOf(site));
      else if ([...groups].some((group) => isInScope(group, scope))) gone.push(id);
    }
    const rest = JSON.stringify({ gone, parts } satisfies Omit<FleetChange, 'sites'>);
    const text = `event: change\ndata: {"sites":[${sites.join(',')}],${rest.slice(1)}\n\n`;
    const event = { isEmpty: sites.length === 0 && gone.length === 0, text };
    texts.set(scopeKey, event);
    return event;
  }

  return (viewer, saysParts) => {
    const { isEmpty, text } = made(viewer);
    return isEmpty && !saysParts ? undefined : text;
  };
}
