// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { wireInverter, wireMessage } from '../../test/live-messages.ts';
import { jsonResponse, LOGGED_IN, readable, renderApp } from '../../test/render-app.tsx';
import { createFirstRendering } from '../shared/api/first-rendering.ts';
import { PATHS } from '../shared/lib/paths.ts';
import { ROUTES } from './routes.ts';

const title = () => screen.findByRole('heading', { level: 1 });

describe('every route', () => {
  it.each(Object.values(PATHS))('%s shows one page with a title of its own', async (path) => {
    await renderApp({ path, stored: LOGGED_IN });
    const heading = readable(await title());
    expect(document.title).toBe(`${heading} · Heliograph`);
    expect(window.location.pathname).toBe(path);
    expect(screen.getByRole('main')).toBeDefined();
  });

  it('that is none of ours leads home', async () => {
    await renderApp({ path: '/no/such/page' });
    expect(readable(await title())).toBe('Page not found');
    expect(screen.getByRole('link', { name: 'Back to the live view' }).getAttribute('href')).toBe('/');
  });

  it.each(['/firmware/upgrade', '/maintenance/reboot'])('%s asks for the login first', async (path) => {
    const whole = `${path}?file=a%20b%26c#end`;
    await renderApp({ path: whole });
    await waitFor(() => expect(window.location.pathname).toBe('/login'));
    expect(new URLSearchParams(window.location.search).get('returnUrl')).toBe(whole);
  });
});

describe('a page that is loaded when it is opened', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('has its heading while it is on its way', async () => {
    vi.spyOn(ROUTES.about, 'load').mockReturnValue(new Promise(() => undefined));
    await renderApp({ path: '/about' });
    expect(readable(screen.getByRole('main'))).toBe('About');
    expect(readable(await title())).toBe('About');
  });

  it('that is lost says so, and is tried again by whoever comes back', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined); // React tells of the error, too
    const load = vi.spyOn(ROUTES.about, 'load').mockRejectedValueOnce(new TypeError('gone'));
    const app = await renderApp({ path: '/about' });
    expect(readable(await title())).toBe('This page could not be shown.');
    expect(within(screen.getByRole('main')).getByRole('button', { name: 'Reload the page' })).toBeDefined();
    await app.user.click(screen.getByRole('link', { name: 'Live view' }));
    await app.user.click(screen.getByRole('link', { name: 'About' }));
    await waitFor(async () => expect(readable(await title())).toBe('About'));
    await screen.findByText('Where the project comes from');
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('that is lost again does not ask without end', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const load = vi.spyOn(ROUTES.about, 'load').mockRejectedValue(new TypeError('gone'));
    const app = await renderApp({ path: '/about' });
    expect(readable(await title())).toBe('This page could not be shown.');
    await app.advance(60_000);
    expect(load).toHaveBeenCalledTimes(1);
  });
});

describe('the page that finds a setting', () => {
  it('leads whoever is not logged in to the login, and back', async () => {
    await renderApp({ path: '/settings' });
    await waitFor(() => expect(window.location.pathname).toBe('/login'));
    expect(window.location.search).toBe('?returnUrl=%2Fsettings');
  });
});

describe('the navigation bar', () => {
  const settings = [
    '/settings/network',
    '/settings/ntp',
    '/settings/mqtt',
    '/settings/inverter',
    '/settings',
    '/settings/accounts',
    '/settings/signin',
    '/settings/timeseries',
    '/limits',
    '/settings/sources',
    '/settings/alerts',
    '/settings/security',
    '/settings/dtu',
    '/settings/device',
    '/settings/config',
    '/firmware/upgrade',
    '/maintenance/reboot',
  ];
  const info = [
    ...['/info/system', '/info/network', '/info/ntp', '/info/mqtt', '/events', '/info/radio'],
    '/info/console',
  ];

  const openList = (name: string) => {
    const button = screen.getByRole('button', { name });
    const list = document.getElementById(button.getAttribute('aria-controls') ?? '');
    if (list === null) throw new Error('the button controls nothing');
    return { button, list };
  };

  it.each([
    ['Settings', settings],
    ['Info', info],
  ])('has every entry under %s, in order', async (name, paths) => {
    const app = await renderApp({ path: '/about' });
    const { button, list } = openList(name);
    expect(list.hidden).toBe(true);
    await app.user.click(button);
    expect(list.hidden).toBe(false);
    expect(button.getAttribute('aria-expanded')).toBe('true');
    expect([...list.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual(paths);
  });

  it('closes a menu when an entry is chosen, at Esc with the focus given back, and when it is left', async () => {
    const app = await renderApp({ path: '/about' });
    const { button, list } = openList('Info');
    await app.user.click(button);
    await app.user.click(within(list).getByRole('link', { name: 'System' }));
    expect([list.hidden, window.location.pathname]).toEqual([true, '/info/system']);

    await app.user.click(button);
    await app.user.keyboard('{ArrowDown}');
    await waitFor(() => expect(document.activeElement?.getAttribute('href')).toBe('/info/system'));
    await app.user.keyboard('{Escape}');
    expect([list.hidden, document.activeElement]).toEqual([true, button]);

    await app.user.click(button);
    await app.user.click(screen.getByRole('main'));
    expect(list.hidden).toBe(true);
  });

  it.each([
    ['/settings/ntp', 'Settings'],
    ['/maintenance/reboot', 'Settings'],
    ['/info/console', 'Info'],
    ['/about', undefined],
  ])('marks at %s the menu that has it: %s', async (path, current) => {
    await renderApp({ path, stored: LOGGED_IN });
    const marked = ['Settings', 'Info'].filter(
      (name) => screen.getByRole('button', { name }).getAttribute('aria-current') === 'true',
    );
    expect(marked).toEqual(current === undefined ? [] : [current]);
  });

  it('opens a menu with an arrow key and moves in it as in a ring', async () => {
    const app = await renderApp({ path: '/about' });
    const { button, list } = openList('Info');
    await app.doing(() => button.focus());
    for (const [key, href] of [
      ['{ArrowDown}', '/info/system'],
      ['{ArrowUp}', '/info/console'],
      ['{ArrowDown}', '/info/system'],
      ['{End}', '/info/console'],
      ['{Home}', '/info/system'],
    ] as const) {
      await app.user.keyboard(key);
      expect(list.hidden).toBe(false);
      await waitFor(() => expect(document.activeElement?.getAttribute('href')).toBe(href));
    }
  });

  it('logs out, says so, and goes home', async () => {
    const app = await renderApp({ path: '/about', stored: LOGGED_IN });
    await app.user.click(screen.getByRole('button', { name: 'Log out' }));
    expect(app.storage.getItem('user')).toBeNull();
    expect(window.location.pathname).toBe('/');
    expect(screen.getByText('You are logged out.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Log in' })).toBeDefined();
  });

  it('looks at the date every 10 seconds, changes its icon by it, and asks the time no more when it is gone', async () => {
    const app = await renderApp({
      path: '/about',
      startUnixMs: new Date(2026, 11, 23, 23, 59, 45).getTime(),
    });
    const season = () =>
      screen.getByRole('banner').querySelector('[data-season]')?.getAttribute('data-season');
    const unixMs = vi.spyOn(app.clock, 'unixMs');
    const looksIn = async (ms: number) => {
      unixMs.mockClear();
      await app.advance(ms);
      return unixMs.mock.calls.length;
    };
    expect([season(), await looksIn(9_999)]).toEqual(['sun', 0]);
    expect([await looksIn(1), season()]).toEqual([1, 'sun']);
    expect([await looksIn(9_999), season()]).toEqual([0, 'sun']);
    expect(await looksIn(1)).toBe(1);
    await waitFor(() => expect(season()).toBe('tree'));
    cleanup();
    expect(await looksIn(60_000)).toBe(0);
  });

  it('goes round the themes and remembers the choice', async () => {
    const app = await renderApp({ path: '/about', stored: { theme: 'light' } });
    await app.user.click(screen.getByRole('button', { name: /^Appearance: Light/ }));
    expect([app.storage.getItem('theme'), document.documentElement.getAttribute('data-theme')]).toEqual([
      'dark',
      'dark',
    ]);
    await app.user.click(screen.getByRole('button', { name: /^Appearance: Dark/ }));
    expect([app.storage.getItem('theme'), document.documentElement.hasAttribute('data-theme')]).toEqual([
      'auto',
      false,
    ]);
  });
});

describe('whether the gateway answers', () => {
  const link = () => screen.getByRole('banner').querySelector('[data-link]')?.getAttribute('data-link');

  it.each(['/about', '/login', '/settings/dtu', '/info/console'])(
    'stands in the bar of %s, and follows it',
    async (path) => {
      const gateway = { isThere: true };
      const app = await renderApp({
        path,
        fetch: async () =>
          gateway.isThere ? new Response('<p>', { status: 200 }) : Promise.reject(new TypeError('gone')),
      });
      const pass = async (seconds: number) => {
        for (let passed = 0; passed < seconds; passed++) await app.advance(1000);
      };
      await pass(1);
      expect(link()).toBe('connected');
      gateway.isThere = false;
      await pass(20);
      expect(link()).toBe('offline');
      expect(screen.getByRole('banner').textContent).toMatch(/Offline for/);
      gateway.isThere = true;
      await pass(6);
      expect(link()).toBe('connected');
    },
  );
});

describe('the language', () => {
  it('changes everything at once, also the page that is loaded later, and is remembered', async () => {
    const app = await renderApp({ path: '/about' });
    await screen.findByText('Where the project comes from');
    await app.user.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'de');
    await screen.findByText('Woher das Projekt kommt');
    expect(screen.getByRole('button', { name: 'Einstellungen' })).toBeDefined();
    expect([document.documentElement.lang, app.storage.getItem('locale')]).toEqual(['de', 'de']);
    await app.user.selectOptions(screen.getByRole('combobox', { name: 'Sprache' }), 'fr');
    await screen.findByText('D’où vient le projet');
    await waitFor(() => expect(document.title).toBe('À propos · Heliograph')); // an effect, a moment later
  });
});

describe('a login that is no longer good', () => {
  it('leads to the login page and back to the page', async () => {
    const app = await renderApp({
      path: '/',
      stored: LOGGED_IN,
      fetch: async () => new Response('', { status: 401 }),
    });
    await waitFor(() =>
      expect(window.location.pathname + window.location.search).toBe('/login?returnUrl=%2F'),
    );
    expect(app.storage.getItem('user')).toBeNull();
  });

  it('leads back to the very place: path, query and hash', async () => {
    await renderApp({
      path: '/?x=a%20b#south',
      stored: LOGGED_IN,
      fetch: async () => new Response('', { status: 401 }),
    });
    await waitFor(() => expect(window.location.pathname).toBe('/login'));
    expect(new URLSearchParams(window.location.search).get('returnUrl')).toBe('/?x=a%20b#south');
  });

  it('leads there also when it was refused before anything was drawn', async () => {
    await renderApp({ startEarly: true, fetch: async () => new Response('', { status: 401 }) });
    await waitFor(() =>
      expect(window.location.pathname + window.location.search).toBe('/login?returnUrl=%2F'),
    );
  });

  it.each([
    ['had ended before the page came is told, and the values stay', 401, ['You are logged out.']],
    ['is still good although its cookie is gone changes nothing', 200, []],
  ])('that %s', async (_, status, told) => {
    const page = {
      ...{ path: '/', search: '', basePath: '', languages: [], unixMs: 0, utcOffsetS: 0 },
      ...({ reader: 'visitor', answers: {} } as const),
    };
    const app = await renderApp({
      stored: LOGGED_IN,
      first: createFirstRendering(page, 0, true),
      fetch: async (path) => {
        const isGood = path !== '/api/security/authenticate';
        if (isGood) return jsonResponse(wireMessage([wireInverter()]));
        return jsonResponse({ type: 'success', message: '', code: 10_002 }, status);
      },
    });
    const isOut = told.length > 0;
    await screen.findByRole('button', { name: isOut ? 'Log in' : 'Log out' });
    expect((await screen.findAllByRole('article')).length).toBe(2);
    expect(screen.queryAllByText('You are logged out.').map(readable)).toEqual(told);
    expect(window.location.pathname).toBe('/');
    expect(app.storage.getItem('user') === null).toBe(isOut);
  });

  it('does not lead there again when the visitor may read meanwhile', async () => {
    let status = 401;
    const app = await renderApp({
      fetch: async () =>
        status === 401 ? new Response('', { status }) : jsonResponse(wireMessage([wireInverter()])),
    });
    await waitFor(() => expect(window.location.pathname).toBe('/login'));
    status = 200;
    await app.user.click(screen.getByRole('link', { name: 'Heliograph' }));
    expect((await screen.findAllByRole('article')).length).toBe(2);
    expect(window.location.pathname).toBe('/');
  });

  it('takes the live values away at logout where visitors may not read', async () => {
    const app = await renderApp({
      stored: LOGGED_IN,
      fetch: async (_path, init) =>
        new Headers(init.headers).has('authorization')
          ? jsonResponse(wireMessage([wireInverter()]))
          : new Response('', { status: 401 }),
    });
    await app.push(wireMessage([wireInverter()]));
    await app.user.click(screen.getByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(window.location.pathname).toBe('/login'));
    expect(app.sockets.inUse).toBe(0);
  });

  it('in another window ends it here, and is told', async () => {
    const app = await renderApp({ path: '/about', stored: LOGGED_IN });
    await app.doing(() => {
      app.storage.removeItem('user');
      app.session.storageChanged('user');
    });
    expect(screen.getByText('You were logged out in another window.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Log in' })).toBeDefined();
    expect(window.location.pathname).toBe('/about');
  });
});

describe('on a phone', () => {
  it('a button opens a sheet with everything, and choosing an entry closes it', async () => {
    const app = await renderApp({ path: '/about', width: 390 });
    expect(screen.queryByRole('button', { name: 'Settings' })).toBeNull();
    await app.user.click(screen.getByRole('button', { name: 'Menu' }));
    const sheet = within(screen.getByRole('dialog', { name: 'Menu' }));
    expect(sheet.getAllByRole('link')).toHaveLength(28);
    expect(sheet.getByRole('combobox', { name: 'Language' })).toBeDefined();
    await app.user.click(sheet.getByRole('link', { name: 'Reboot' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(window.location.pathname).toBe('/login');
  });

  it.each([320, 390, 960, 1100, 1279])(
    'at %d px too, where the menus might not fit into the bar',
    async (width) => {
      await renderApp({ path: '/about', width });
      expect(screen.getByRole('button', { name: 'Menu' })).toBeDefined();
    },
  );

  it('the sheet closes when the page changes without it', async () => {
    const app = await renderApp({ path: '/about', width: 390 });
    await app.user.click(screen.getByRole('button', { name: 'Menu' }));
    expect(screen.getByRole('dialog')).toBeDefined();
    await app.doing(() => {
      window.history.replaceState(null, '', '/info/system'); // what Back does to the address
      window.dispatchEvent(new PopStateEvent('popstate'));
    });
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('a new page', () => {
  it('takes the focus to where it begins', async () => {
    const app = await renderApp({
      path: '/about',
      fetch: async () => jsonResponse(wireMessage([wireInverter()])),
    });
    await app.user.click(screen.getByRole('link', { name: 'Heliograph' }));
    expect(document.activeElement).toBe(screen.getByRole('main'));
    expect((await screen.findAllByText('247.1', { exact: false })).length).toBeGreaterThan(0);
  });
});
