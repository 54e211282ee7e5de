import { getLiveData } from '@heliograph/contract';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { createCall } from '../src/shared/api/call.ts';
import { askAnything, type Contact, createContact } from '../src/shared/api/contact.ts';
import type { FirstRendering } from '../src/shared/api/first-rendering.ts';
import { createLiveLink } from '../src/shared/api/live-link.ts';
import { createPreferences } from '../src/shared/api/preferences.ts';
import type { Services } from '../src/shared/api/services.ts';
import { createSession } from '../src/shared/api/session.ts';
import { createTicker } from '../src/shared/lib/ticker.ts';
import { FakeSockets } from './fake-socket.ts';
import { createMemoryStorage } from './memory-storage.ts';
import { startTestMd5 } from './test-md5.ts';

/** Of a summer's day, wherever the test runs. */
const NOON_MS = new Date(2026, 5, 21, 12).getTime();

/** What a gateway answers over HTTP. */
export type TestFetch = (path: string, init: RequestInit) => Promise<Response>;

export interface TestServicesOptions {
  /** Not reachable unless given. */
  readonly fetch?: TestFetch;
  readonly stored?: Readonly<Record<string, string>>;
  readonly startUnixMs?: number;
  /** What came with the page. */
  readonly first?: FirstRendering;
  /** What files are sent with; none unless given. */
  readonly openRequest?: () => XMLHttpRequest;
}

/** The real services on fake time, sockets, network and storage. */
export function createTestServices(options: TestServicesOptions = {}) {
  const clock = createVirtualClock(options.startUnixMs ?? NOON_MS);
  const sockets = new FakeSockets();
  const storage = createMemoryStorage(options.stored);
  const session = createSession(storage);
  const fetch = options.fetch ?? (() => Promise.reject(new TypeError('no network in this test')));
  const contact: Contact = createContact({
    clock,
    probe: () => askAnything(call),
    isHidden: () => document.visibilityState === 'hidden',
  });
  const call = createCall({ clock, session, fetch, contact });
  const liveLink = createLiveLink({
    clock,
    random: () => 0.5,
    openSocket: sockets.open,
    fetchLiveData: (query) => call(getLiveData, { query }),
    renewLogin: () => undefined,
  });
  liveLink.subscribe(() => {
    if (liveLink.snapshot().phase === 'live') contact.heard();
  });
  const services: Services = {
    clock,
    seconds: createTicker(clock, 1000),
    preferences: createPreferences(storage),
    session,
    call,
    fetchPublic: fetch,
    liveLink,
    contact,
    random: () => 0.5,
    openSocket: sockets.open,
    openRequest: (method, path) => {
      const request = (options.openRequest ?? noRequest)();
      request.open(method, path);
      return request;
    },
    startMd5Worker: startTestMd5,
    first: options.first,
  };
  return { services, clock, sockets, storage };
}

function noRequest(): never {
  throw new Error('nothing is sent in this test');
}

export function jsonResponse(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });
}
