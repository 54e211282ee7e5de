import { getLiveData } from '@heliograph/contract';
import { act, cleanup, configure, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { App } from '../src/app/app.tsx';
import { createCall } from '../src/shared/api/call.ts';
import { followSession } from '../src/shared/api/follow-session.ts';
import { createLiveLink } from '../src/shared/api/live-link.ts';
import { createPreferences } from '../src/shared/api/preferences.ts';
import type { Services } from '../src/shared/api/services.ts';
import { createSession } from '../src/shared/api/session.ts';
import { type Locale, loadMessages } from '../src/shared/i18n/locales.ts';
import { createTicker } from '../src/shared/lib/ticker.ts';
import { FakeSockets } from './fake-socket.ts';
import { createMemoryStorage } from './memory-storage.ts';
import { createVirtualClock } from './virtual-clock.ts';

// A failed query names what it looked for; the whole page beside it would hide that.
configure({ getElementError: (message) => new Error(message ?? 'not found') });

export const ADMIN_RECORD = { type: 'success', message: '', code: 10_002, authdata: 'YWRtaW46b3BlbkRUVTQy' };

interface RenderOptions {
  readonly path?: string;
  /** What the gateway answers over HTTP; not reachable unless given. */
  readonly fetch?: (path: string, init: RequestInit) => Promise<Response>;
  readonly stored?: Readonly<Record<string, string>>;
  readonly locale?: Locale;
  readonly startUnixMs?: number;
  /** Of the window, in pixels. */
  readonly width?: number;
  /** Opens the link before the app is drawn, as the page does on the way to the live view. */
  readonly startEarly?: boolean;
}

export function jsonResponse(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });
}

const { happyDOM } = globalThis.window as unknown as {
  happyDOM: { setViewport(size: { width: number }): void };
};
/** Wide enough for the menus in the bar. */
const DESKTOP_WIDTH = 1280;

/** The whole app on fake time, sockets, network and storage, as a user meets it. */
export async function renderApp(options: RenderOptions = {}) {
  cleanup();
  happyDOM.setViewport({ width: options.width ?? DESKTOP_WIDTH });
  window.history.replaceState(null, '', options.path ?? '/');
  document.documentElement.removeAttribute('data-theme');
  const clock = createVirtualClock(options.startUnixMs);
  const sockets = new FakeSockets();
  const storage = createMemoryStorage(options.stored);
  const session = createSession(storage);
  const fetch = options.fetch ?? (() => Promise.reject(new TypeError('no network in this test')));
  const call = createCall({ clock, session, fetch });
  const liveLink = createLiveLink({
    clock,
    random: () => 0.5,
    openSocket: sockets.open,
    fetchLiveData: () => call(getLiveData),
    renewLogin: () => undefined,
  });
  followSession(session, liveLink);
  const services: Services = {
    clock,
    seconds: createTicker(clock, 1000),
    preferences: createPreferences(storage),
    session,
    call,
    liveLink,
  };
  if (options.startEarly === true) {
    liveLink.start();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const locale = options.locale ?? 'en';
  const messages = await loadMessages(locale);
  await act(async () => {
    render(<App services={services} language={{ locale, messages }} browserLanguages={[locale]} />);
  });
  return {
    user: userEvent.setup(),
    clock,
    sockets,
    session,
    storage,
    /** Lets time pass, with everything that waits for it. */
    advance: (ms: number) => act(async () => clock.advance(ms)),
    /** A push over the socket, which is opened if it is not yet. */
    push: (message: unknown) =>
      act(async () => {
        if (sockets.all.length === 0) clock.advance(2000);
        sockets.last.opens();
        sockets.last.says(message);
      }),
    doing: (action: () => void) => act(async () => action()),
  };
}

/** Text as a user reads it: every kind of space is a space. */
export function readable(element: Element | null): string {
  return (element?.textContent ?? '').replace(/\s+/g, ' ').trim();
}
