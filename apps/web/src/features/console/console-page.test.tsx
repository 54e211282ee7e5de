// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { jsonResponse, LOGGED_IN, readable, renderApp } from '../../../test/render-app.tsx';

type App = Awaited<ReturnType<typeof renderApp>>;
type Options = Parameters<typeof renderApp>[0];

const STATUS = { fetch: async () => jsonResponse({ hostname: 'roof' }) };
const lines = () => [...screen.getByRole('log').querySelectorAll('[class]')].map(readable);
const link = () => readable(screen.getByRole('main').querySelector('[role="status"]'));

/** The console, connected. */
async function openConsole(options: Options = {}): Promise<App> {
  const app = await renderApp({ ...STATUS, path: '/info/console', ...options });
  await screen.findByRole('log');
  await app.doing(() => app.sockets.last.opens());
  return app;
}

/** What the gateway says, until it is drawn. */
async function say(app: App, text: string, lastLine: string): Promise<void> {
  await app.doing(() => app.sockets.last.says(text));
  await screen.findByText(new RegExp(`${lastLine}$`));
}

async function look(app: App, visibility: DocumentVisibilityState): Promise<void> {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility);
  await app.doing(() => document.dispatchEvent(new Event('visibilitychange')));
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the console', () => {
  it('shows lines with the time they came, the newest last', async () => {
    const app = await openConsole({ startUnixMs: new Date(2026, 5, 21, 9, 5, 7, 42).getTime() });
    expect(link()).toBe('Connected');
    expect(readable(screen.getByRole('log'))).toBe('Waiting for the next line…');
    await say(app, 'info  one\r\nwarn  two\r\n', 'two');
    expect(lines()).toEqual(['09:05:07.042 > info one', '09:05:07.042 > warn two']);
    expect(screen.getByText('2 lines')).toBeDefined();
  });

  it('draws no more rows than can be seen, and some spare', async () => {
    const app = await openConsole();
    await say(app, Array.from({ length: 3000 }, (_, index) => `line ${index}\r\n`).join(''), 'line 2999');
    expect(lines().length).toBeLessThan(100);
    expect(screen.getByText('2,000 lines · only the last 2,000 are kept')).toBeDefined();
  });

  it('shows what comes when it does not follow, also after a clearing', async () => {
    const app = await openConsole();
    await say(app, 'one\r\n', 'one');
    await app.user.click(screen.getByRole('switch', { name: 'Auto-scroll' }));
    await app.doing(() => app.sockets.last.says('two\r\nthree\r\n'));
    await screen.findByText('3 lines');
    expect(lines()).toHaveLength(3);
    expect(screen.queryByRole('button', { name: /^Show/ })).toBeNull();
    await app.user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(screen.getByRole<HTMLInputElement>('switch').checked).toBe(false);
    await say(app, 'four\r\n', 'four');
    expect(screen.getByText('1 line')).toBeDefined();
  });

  it('filters what it shows, and says so when nothing is left', async () => {
    const app = await openConsole();
    await say(app, 'one\r\ntwo\r\n', 'two');
    await app.user.type(screen.getByRole('searchbox', { name: 'Filter' }), 'TW');
    expect(lines()).toHaveLength(1);
    expect(screen.getByText('1 of 2 lines')).toBeDefined();
    await app.user.type(screen.getByRole('searchbox'), 'x');
    expect(readable(screen.getByRole('log'))).toBe('No line contains this text.');
  });

  it('says that copying is not possible, and what is', async () => {
    const app = await openConsole();
    await say(app, 'one\r\n', 'one');
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not permitted'));
    await app.user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await screen.findByText(/^Copying is not possible here/)).toBeDefined();
  });

  it('saves what it shows as a file named by the time', async () => {
    const app = await openConsole({ startUnixMs: new Date(2026, 5, 21, 9, 5, 7, 42).getTime() });
    await say(app, 'one\r\ntwo\r\n', 'two');
    const saved: { name: string; blob: Blob }[] = [];
    let blob = new Blob();
    vi.spyOn(URL, 'createObjectURL').mockImplementation((made) => {
      blob = made as Blob;
      return 'blob:made';
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push({ name: this.download, blob });
    });
    await app.user.click(screen.getByRole('button', { name: 'Download' }));
    expect(saved.map(({ name }) => name)).toEqual(['console-2026-06-21T09-05-07.txt']);
    expect(await saved[0]?.blob.text()).toBe('09:05:07.042 > one\n09:05:07.042 > two\n');
  });
});

describe('the link of the console', () => {
  it('is open while the page is there', async () => {
    const app = await openConsole();
    expect(app.sockets.inUse).toBe(1);
    await app.user.click(screen.getByRole('link', { name: 'Heliograph' }));
    expect(app.sockets.all[0]?.isClosed).toBe(true);
  });

  it('says where lines may be missing after it broke', async () => {
    const app = await openConsole();
    await say(app, 'one\r\nhalf a li', 'half a li');
    await app.doing(() => app.sockets.last.breaks());
    expect(link()).toBe('Reconnecting');
    await app.advance(1000);
    await app.doing(() => app.sockets.last.opens());
    await say(app, 'two\r\n', 'two');
    expect(lines().map((line) => line.slice('00:00:00.000 > '.length))).toEqual([
      'one',
      'half a li',
      'The connection was interrupted here; lines may be missing.',
      'two',
    ]);
  });

  it('tells why it cannot be made, and tries again when asked to', async () => {
    const app = await renderApp({ path: '/info/console' });
    await screen.findByRole('log');
    for (let attempt = 0; attempt < 2; attempt++) {
      await app.doing(() => app.sockets.last.breaks());
      await app.advance(1000);
    }
    await app.doing(() => app.sockets.last.breaks());
    expect(link()).toBe('Offline');
    expect(screen.getByText(/^The gateway does not answer/)).toBeDefined();
    const before = app.sockets.all.length;
    await app.user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(app.sockets.all).toHaveLength(before + 1);
    await app.doing(() => app.sockets.last.opens());
    expect(screen.queryByText(/^The gateway does not answer/)).toBeNull();
  });

  it('names what may block it when the gateway answers all the same', async () => {
    const app = await renderApp({ ...STATUS, path: '/info/console' });
    await screen.findByRole('log');
    for (let attempt = 0; attempt < 3; attempt++) {
      await app.doing(() => app.sockets.last.breaks());
      await app.advance(1000);
    }
    expect(await screen.findByText(/something in between blocks WebSockets/)).toBeDefined();
  });

  it('leads to the login and back where visitors may not read', async () => {
    const fetch = async () => jsonResponse({ message: 'no' }, 401);
    const app = await renderApp({ path: '/info/console', fetch });
    await screen.findByRole('log');
    await app.doing(() => app.sockets.last.breaks());
    await waitFor(() =>
      expect(window.location.pathname + window.location.search).toBe('/login?returnUrl=%2Finfo%2Fconsole'),
    );
  });

  it('is closed when nobody has looked for five minutes, and made again when somebody does', async () => {
    const app = await openConsole();
    await look(app, 'hidden');
    await app.advance(240_000);
    expect(app.sockets.inUse).toBe(1);
    await look(app, 'visible');
    await look(app, 'hidden');
    await app.advance(299_000);
    expect(app.sockets.inUse).toBe(1);
    await app.advance(1_000);
    expect(app.sockets.inUse).toBe(0);
    await look(app, 'visible');
    expect(app.sockets.inUse).toBe(1);
  });

  it('is made anew after a logout: a visitor may not see what the admin may', async () => {
    const app = await openConsole({ stored: LOGGED_IN });
    const [socket] = app.sockets.all;
    await app.doing(() => app.session.storageChanged(null));
    app.storage.removeItem('user');
    await app.doing(() => app.session.storageChanged('user'));
    expect([socket?.isClosed, app.sockets.inUse]).toEqual([true, 1]);
  });
});

it.each([
  ['en', 'Connected', 'Auto-scroll'],
  ['de', 'Verbunden', 'Automatisch scrollen'],
  ['fr', 'Connecté', 'Défilement auto'],
] as const)('the console speaks %s', async (locale, connected, autoScroll) => {
  await openConsole({ locale });
  expect(link()).toBe(connected);
  expect(screen.getByRole('switch', { name: autoScroll })).toBeDefined();
});
