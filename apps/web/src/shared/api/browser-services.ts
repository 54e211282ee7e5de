import {
  authenticate,
  CHOICE_COOKIES,
  endSession,
  type FirstPage,
  getLiveData,
  REQUESTED_WITH_HEADER,
  SOCKETS,
} from '@heliograph/contract';
import type { Clock } from '../lib/clock.ts';
import { createTicker } from '../lib/ticker.ts';
import { createBrowserClock } from './browser-clock.ts';
import { createCall } from './call.ts';
import { askAnything, type Contact, createContact } from './contact.ts';
import { createFirstRendering, type FirstRendering } from './first-rendering.ts';
import { followSession } from './follow-session.ts';
import { forgetValues } from './forget-values.ts';
import { createLiveLink } from './live-link.ts';
import type { LiveSeed } from './live-link-state.ts';
import { createPreferences, type Preferences } from './preferences.ts';
import { renewLogin } from './renew-login.ts';
import type { Services } from './services.ts';
import { createSession } from './session.ts';
import { socketAddress, withLogin } from './socket-address.ts';
import { startMd5Worker } from './start-md5-worker.ts';

const SECOND_MS = 1000;
/** A file that is still missing after a reload is not tried again before this has passed. */
const RELOAD_AGAIN_AFTER_MS = 60_000;

/** Reading the property itself throws where storage is forbidden. */
function storageOf(page: Window): Storage | undefined {
  try {
    return page.localStorage;
  } catch {
    return undefined; // private or sandboxed: choices last as long as the page
  }
}

/** What the gateway has rendered a page from. */
export interface ReceivedPage {
  readonly page: FirstPage;
  /** When it came, in milliseconds of `performance.now`; without it, with the document. */
  readonly receivedAtMs?: number;
}

/**
 * The services on a real browser window. `basePath` is what stands before every path of the gateway: nothing, or where a
 * proxy has put it, without a slash at the end.
 */
export function createBrowserServices(page: Window, basePath: string, received?: ReceivedPage): Services {
  const storage = storageOf(page);
  const clock = createBrowserClock();
  const first = __FOR_DEVICE__ ? undefined : received && firstRenderingOf(page, clock, received);
  const session = createSession(storage, basePath);
  const fetchPublic = (url: string, init: RequestInit) => page.fetch(url, init);
  const fetch = (path: string, init: RequestInit) => fetchPublic(basePath + path, init);
  const contact: Contact = createContact({
    clock,
    probe: () => askAnything(call),
    isHidden: () => page.document.visibilityState === 'hidden',
    heardAtMs: first?.isFresh ? first.atMs : undefined,
  });
  const call = createCall({ fetch, session, clock, contact });
  // The cookie for sockets is out of our reach: asking for a login without one makes the gateway end it.
  if (!__FOR_DEVICE__) {
    const endLogin = () => {
      const headers = { [REQUESTED_WITH_HEADER.name]: REQUESTED_WITH_HEADER.value };
      fetch(authenticate.path, { headers }).catch(() => undefined); // no answer: the next start of a page tries again
    };
    session.subscribe((event, ended) => {
      // A page of settings that sends a visitor to the login ends nothing.
      if (event !== 'logged-in' && (event !== 'expired' || ended !== undefined)) forgetValues(page, basePath);
      if (event !== 'logged-out') return;
      if (ended !== undefined) void call(endSession, { body: { id: '' }, authdata: ended.authdata });
      endLogin();
    });
    // The gateway knew a login that was ended here when it could not be reached.
    if (first && first.page.reader !== 'visitor' && session.user() === undefined) endLogin();
  }
  const { random } = Math;
  const openSocket = (path: string) => {
    const address = socketAddress(page.location.origin, basePath + path);
    const authdata = __FOR_DEVICE__ ? session.user()?.authdata : undefined;
    return new WebSocket(authdata === undefined ? address : withLogin(address, authdata));
  };
  const liveLink = createLiveLink({
    clock,
    random,
    openSocket: (name) => openSocket(SOCKETS[name].path),
    fetchLiveData: async (query) => {
      const result = await call(getLiveData, { query });
      if (!__FOR_DEVICE__ && result.kind === 'unauthorized') forgetValues(page, basePath);
      return result;
    },
    renewLogin: () => {
      if (session.user() !== undefined) void renewLogin({ call, session });
    },
    seed: first && seedOf(first),
  });
  liveLink.subscribe(() => {
    if (liveLink.snapshot().phase === 'live') contact.heard();
  });
  return {
    clock,
    seconds: createTicker(clock, SECOND_MS),
    preferences: __FOR_DEVICE__
      ? createPreferences(storage)
      : withCookies(createPreferences(storage), page.document, basePath),
    session,
    call,
    fetchPublic,
    liveLink,
    contact,
    random,
    openSocket,
    openRequest: (method, path) => {
      const request = new XMLHttpRequest();
      request.open(method, basePath + path);
      return request;
    },
    startMd5Worker,
    first,
  };
}

/**
 * The page is as old as its answer: the script may have come much later. A page that the browser has kept, or goes back
 * to, is as old as nobody knows.
 */
function firstRenderingOf(
  { performance }: Window,
  clock: Clock,
  { page, receivedAtMs }: ReceivedPage,
): FirstRendering {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const sinceMs = receivedAtMs ?? visit?.responseStart;
  const passedMs = sinceMs === undefined ? 0 : Math.max(0, performance.now() - sinceMs);
  const isDocumentFresh = visit !== undefined && visit.type !== 'back_forward' && visit.transferSize > 0;
  const isFresh = receivedAtMs !== undefined || isDocumentFresh;
  return createFirstRendering(page, clock.elapsedMs() - passedMs, isFresh);
}

/** The live data of the page, where they need not be asked for again. */
function seedOf({ live, atMs, isFresh }: FirstRendering): LiveSeed | undefined {
  return live !== undefined && isFresh ? { live, atMs } : undefined;
}

const COOKIE_SECONDS = 365 * 24 * 3600;

/** The gateway renders the page in the language and theme that were chosen here: cookies tell it. */
function withCookies(preferences: Preferences, document: Document, basePath: string): Preferences {
  const tell = (name: keyof typeof CHOICE_COOKIES, value = '') => {
    if (!CHOICE.test(value)) return;
    document.cookie = `${CHOICE_COOKIES[name]}=${value}; Path=${basePath}/; Max-Age=${COOKIE_SECONDS}; SameSite=Lax`;
  };
  tell('locale', preferences.read('locale'));
  tell('theme', preferences.read('theme'));
  return {
    read: preferences.read,
    write(name, value) {
      preferences.write(name, value);
      if (name === 'locale' || name === 'theme') tell(name, value);
    },
  };
}

/** What is stored may have been written by anybody. */
const CHOICE = /^[a-z]{2,5}$/;

/** Hands on what the browser tells: it woke up, another tab logged out, a file of ours is gone. */
export function followBrowser(page: Window, services: Services): void {
  const { liveLink, contact, session, preferences, clock, first } = services;
  // Everybody may read: what a link showed here before holds nobody any more.
  const isOpenToAll = first?.page.reader === 'visitor' && first.page.shared === undefined;
  if (!__FOR_DEVICE__ && isOpenToAll && preferences.read('shared')) preferences.write('shared', '');
  page.addEventListener('online', liveLink.wake);
  page.addEventListener('online', contact.wake);
  page.addEventListener('offline', liveLink.networkLost);
  page.addEventListener('offline', contact.wake);
  page.document.addEventListener('resume', liveLink.wake); // after a freeze, before queued messages
  page.document.addEventListener('visibilitychange', () => {
    if (page.document.visibilityState !== 'visible') return;
    liveLink.wake();
    contact.wake();
  });
  page.addEventListener('pagehide', liveLink.suspend);
  page.addEventListener('pageshow', (event) => {
    if (event.persisted) liveLink.wake();
  });
  page.addEventListener('storage', (event) => session.storageChanged(event.key));
  followSession(session, liveLink);
  // After an update of the gateway an open page asks for files that are gone: load the new page, once.
  page.addEventListener('vite:preloadError', () => {
    if (__WITHOUT__.reloadOnce) return;
    const lastMs = Number(preferences.read('reloadedAt') ?? 0);
    if (clock.unixMs() - lastMs < RELOAD_AGAIN_AFTER_MS) return;
    preferences.write('reloadedAt', String(clock.unixMs()));
    // A gateway that does not answer has lost no file: what is shown is better than an error of the browser.
    void page.fetch('', { method: 'HEAD' }).then(
      () => page.location.reload(),
      () => undefined,
    );
  });
}
