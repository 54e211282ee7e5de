import { act, cleanup, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { App } from '../src/app/app.tsx';
import { createPageStore } from '../src/app/page-store.ts';
import { followSession } from '../src/shared/api/follow-session.ts';
import type { Locale } from '../src/shared/i18n/locales.ts';
import { createTextStore } from '../src/shared/i18n/text-store.ts';
import { createTestServices, type TestServicesOptions } from './test-services.ts';

export const ADMIN_RECORD = { type: 'success', message: '', code: 10_002, authdata: 'YWRtaW46b3BlbkRUVTQy' };
/** What the browser of an admin has stored. */
export const LOGGED_IN = { user: JSON.stringify(ADMIN_RECORD) };

interface RenderOptions extends TestServicesOptions {
  readonly path?: string;
  readonly locale?: Locale;
  /** Of the window, in pixels. */
  readonly width?: number;
  /** Opens the link before the app is drawn, as the page does on the way to the live view. */
  readonly startEarly?: boolean;
}

export { jsonResponse } from './test-services.ts';

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
  const { services, clock, sockets, storage } = createTestServices(options);
  const { session, liveLink } = services;
  followSession(session, liveLink);
  if (options.startEarly === true) {
    liveLink.start();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const locale = options.locale ?? 'en';
  const texts = createTextStore();
  const start = await texts.loadStart(locale);
  await act(async () => {
    render(
      <App
        services={services}
        pages={createPageStore()}
        texts={texts}
        language={{ locale, start }}
        browserLanguages={[locale]}
      />,
    );
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
