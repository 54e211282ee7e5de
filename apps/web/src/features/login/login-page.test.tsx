// @vitest-environment happy-dom

import { authenticate } from '@heliograph/contract';
import { screen, waitFor } from '@testing-library/react';
import { CircleAlert } from 'lucide';
import { describe, expect, it } from 'vitest';
import { jsonResponse, LOGGED_IN, readable, renderApp } from '../../../test/render-app.tsx';
import { shownIcons } from '../../../test/shown-icons.ts';

const authenticated = { type: 'success', message: 'Authentication successful.', code: 10_002 };
const userName = () => screen.findByLabelText('Username');
const password = () => screen.getByLabelText('Password');
const form = () => {
  const found = document.querySelector('form');
  if (found === null) throw new Error('no form');
  return found;
};
const submitButton = () => form().querySelector('button[type="submit"]') as HTMLButtonElement;

async function logInWith(app: Awaited<ReturnType<typeof renderApp>>, name: string, secret: string) {
  await app.user.type(await userName(), name);
  await app.user.type(password(), secret);
  await app.user.click(submitButton());
}

/** By it the page asks how else somebody can log in. */
const SIGN_IN = '/api/heliograph/sign-in';

describe('the required messages', () => {
  it('show after a submit attempt only, and go when the field is filled', async () => {
    let calls = 0;
    const app = await renderApp({
      path: '/login',
      fetch: async (path) => {
        calls += Number(path === authenticate.path);
        return jsonResponse(authenticated);
      },
    });
    await userName();
    expect(screen.queryByText(/is required/)).toBeNull();
    await app.user.click(submitButton());
    expect(screen.getByText('Username is required')).toBeDefined();
    expect(screen.getByText('Password is required')).toBeDefined();
    expect((await userName()).getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(await userName());
    await app.user.type(await userName(), 'admin');
    expect(screen.queryByText('Username is required')).toBeNull();
    await app.user.click(submitButton());
    expect(document.activeElement).toBe(password());
    expect(calls).toBe(0);
  });
});

describe('the fields', () => {
  it('say who the user is', async () => {
    await renderApp({ path: '/login' });
    const field = await userName();
    const hint = document.getElementById(field.getAttribute('aria-describedby') ?? '');
    expect(readable(hint)).toBe('admin, or your own.');
  });

  it('show the password that is typed, and hide it again', async () => {
    const app = await renderApp({ path: '/login' });
    await app.user.type(await screen.findByLabelText('Password'), 'my secret');
    const type = () => password().getAttribute('type');
    expect(type()).toBe('password');
    await app.user.click(screen.getByRole('button', { name: 'Show' }));
    expect([type(), (password() as HTMLInputElement).value]).toEqual(['text', 'my secret']);
    await app.user.click(screen.getByRole('button', { name: 'Hide' }));
    expect(type()).toBe('password');
  });
});

describe('who is logged in already', () => {
  it.each([
    ['/login', 'Continue to “Live view”', '/'],
    ['/login?returnUrl=%2Fsettings%2Fntp%3Fa%3D1', 'Continue to “NTP settings”', '/settings/ntp'],
    ['/login?returnUrl=%2F%2Fevil.example', 'Continue to “Live view”', '/'],
  ])('is told so at %s, with a way on', async (path, way, leadsTo) => {
    const { user } = await renderApp({ path, stored: LOGGED_IN });
    await screen.findByText('You are logged in as admin.');
    await userName(); // to log in again is possible
    await user.click(screen.getByRole('link', { name: way }));
    await waitFor(() => expect(window.location.pathname).toBe(leadsTo));
  });

  it('is not claimed of anybody else', async () => {
    await renderApp({ path: '/login' });
    await userName();
    expect(screen.queryByText(/You are logged in/)).toBeNull();
    expect(screen.queryByRole('link', { name: /^Continue/ })).toBeNull();
  });
});

describe('a login', () => {
  it('keeps the record, and leads to where the user came from', async () => {
    let header: unknown;
    const app = await renderApp({
      path: '/login?returnUrl=%2Fsettings%2Fntp',
      fetch: async (_path, init) => {
        header = new Headers(init.headers).get('authorization');
        return jsonResponse(authenticated);
      },
    });
    await logInWith(app, 'admin', 'openDTU42');
    await waitFor(() => expect(window.location.pathname).toBe('/settings/ntp'));
    expect(header).toBe('Basic YWRtaW46b3BlbkRUVTQy');
    expect(JSON.parse(app.storage.getItem('user') ?? '')).toEqual({
      ...authenticated,
      authdata: 'YWRtaW46b3BlbkRUVTQy',
    });
    expect(screen.getByRole('button', { name: 'Log out' })).toBeDefined();
  });

  it('keeps the token of a gateway that gives one, and no password', async () => {
    const app = await renderApp({
      path: '/login',
      fetch: async () => jsonResponse({ ...authenticated, token: 'hgs_x' }),
    });
    await logInWith(app, 'admin', 'openDTU42');
    await waitFor(() => expect(window.location.pathname).toBe('/'));
    expect(JSON.parse(app.storage.getItem('user') ?? '')).toEqual({
      ...authenticated,
      authdata: 'YWRtaW46aGdzX3g=',
    });
  });

  it.each(['//evil.example', '/\\evil.example', 'javascript:alert(1)', 'https://evil.example'])(
    'is not led astray by %s',
    async (returnUrl) => {
      const app = await renderApp({
        path: `/login?returnUrl=${encodeURIComponent(returnUrl)}`,
        fetch: async () => jsonResponse(authenticated),
      });
      await logInWith(app, 'admin', 'x');
      await waitFor(() => expect(window.location.pathname).toBe('/'));
    },
  );

  it('carries a password beyond ASCII as UTF-8', async () => {
    let header = '';
    const app = await renderApp({
      path: '/login',
      fetch: async (_path, init) => {
        header = new Headers(init.headers).get('authorization') ?? '';
        return jsonResponse(authenticated);
      },
    });
    await logInWith(app, 'admin', 'Größe€');
    expect(Buffer.from(header.slice(6), 'base64').toString('utf8')).toBe('admin:Größe€');
  });

  it('disables the button while the call runs, without taking the focus from it', async () => {
    let answer: (response: Response) => void = () => undefined;
    let calls = 0;
    const app = await renderApp({
      path: '/login',
      fetch: async (path) => {
        if (path !== authenticate.path) return jsonResponse({});
        calls += 1;
        return new Promise((resolve) => {
          answer = resolve;
        });
      },
    });
    await logInWith(app, 'admin', 'x');
    expect(submitButton().getAttribute('aria-disabled')).toBe('true');
    expect(readable(submitButton())).toBe('Logging in…');
    expect(document.activeElement).toBe(submitButton());
    await app.user.click(submitButton());
    expect(calls).toBe(1);
    await app.doing(() => answer(new Response('', { status: 401 })));
    await waitFor(() => expect(submitButton().getAttribute('aria-disabled')).toBe('false'));
  });

  it('that fails leads to the password, ready to be typed again', async () => {
    const app = await renderApp({ path: '/login', fetch: async () => new Response('', { status: 401 }) });
    await logInWith(app, 'admin', 'wrong');
    await screen.findByText('Invalid credentials');
    const field = password() as HTMLInputElement;
    expect(document.activeElement).toBe(field);
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, 5]);
  });

  it('leads back to the very address it was asked from', async () => {
    const whole = '/info/system?q=50%25%20a&b=1#end';
    const app = await renderApp({
      path: `/login?returnUrl=${encodeURIComponent(whole)}`,
      fetch: async () => jsonResponse(authenticated),
    });
    await logInWith(app, 'admin', 'x');
    await waitFor(() => expect(window.location.pathname).toBe('/info/system'));
    expect(window.location.search + window.location.hash).toBe('?q=50%25%20a&b=1#end');
  });

  it('that fails ends a login that was there before', async () => {
    const app = await renderApp({
      path: '/login',
      stored: LOGGED_IN,
      fetch: async () => new Response('', { status: 401 }),
    });
    await logInWith(app, 'admin', 'wrong');
    await screen.findByText('Invalid credentials');
    expect(app.storage.getItem('user')).toBeNull();
    expect(window.location.pathname).toBe('/login');
  });

  it.each([
    ['wrong credentials', new Response('', { status: 401 }), 'Invalid credentials'],
    [
      'too many attempts',
      jsonResponse({}, 429, { 'retry-after': '8' }),
      'Too many attempts. Please wait 8 s and try again.',
    ],
    [
      'too many attempts without a time',
      jsonResponse({}, 429),
      'Too many attempts. Please wait a moment and try again.',
    ],
    ['an error with a message', jsonResponse({ message: 'Disk full' }, 500), 'Login failed: Disk full'],
    ['HTML', new Response('<html>'), 'The answer could not be read. Is this the address of the gateway?'],
    ['a warning', jsonResponse({ type: 'warning', code: 1005 }), 'Values are missing!'],
  ])('answered with %s says so in an alert', async (_what, response, text) => {
    const app = await renderApp({ path: '/login', fetch: async () => response.clone() });
    await logInWith(app, 'admin', 'x');
    const alert = await screen.findByRole('alert');
    expect(readable(alert)).toBe(text);
    expect(shownIcons(alert)).toEqual([CircleAlert]); // that of a danger
    expect(app.storage.getItem('user')).toBeNull();
  });

  it('without a gateway says that it does not answer', async () => {
    const app = await renderApp({ path: '/login' });
    await logInWith(app, 'admin', 'x');
    expect(readable(await screen.findByRole('alert'))).toMatch(/^The gateway does not answer/);
  });
});

it('leads to the question about a password that everybody knows where the gateway wants it asked', async () => {
  const app = await renderApp({
    path: '/login?returnUrl=%2Finfo%2Fsystem',
    fetch: async (path) =>
      jsonResponse(path === authenticate.path ? { ...authenticated, ask_password: true } : {}),
  });
  await logInWith(app, 'admin', 'openDTU42');
  await waitFor(() => expect(window.location.pathname).toBe('/welcome'));
  expect(window.location.search).toBe('?returnUrl=%2Finfo%2Fsystem');
  expect(app.storage.getItem('user')).not.toContain('ask_password');
});

it.each([
  ['/login', '/welcome'],
  ['/login?returnUrl=%2Fabout', '/about'],
])('opened at %s leads on a fresh gateway to %s', async (path, led) => {
  const app = await renderApp({
    path,
    fetch: async (asked) =>
      jsonResponse(asked === authenticate.path ? { ...authenticated, open_guide: true } : {}),
  });
  await logInWith(app, 'admin', 'x');
  await waitFor(() => expect(window.location.pathname).toBe(led));
  expect(app.storage.getItem('user')).not.toContain('open_guide');
});

describe('behind a proxy that has logged somebody in', () => {
  it('one click goes on, with the name and without a password', async () => {
    const sent: (string | null)[] = [];
    const app = await renderApp({
      path: '/login?returnUrl=%2Fsettings%2Fntp',
      fetch: async (path, init) => {
        if (path === SIGN_IN) return jsonResponse({ proxy_user: '<b>anna</b>' });
        if (path !== authenticate.path) return jsonResponse({});
        sent.push(new Headers(init.headers).get('authorization'));
        return jsonResponse({ ...authenticated, role: 'viewer' });
      },
    });
    await screen.findByText('The proxy in front of the gateway has logged you in.');
    await app.user.click(screen.getByRole('button', { name: 'Continue as <b>anna</b>' }));
    await waitFor(() => expect(window.location.pathname).toBe('/settings/ntp'));
    const authdata = btoa('<b>anna</b>:');
    expect(sent[0]).toBe(`Basic ${authdata}`);
    expect(JSON.parse(app.storage.getItem('user') ?? '')).toEqual({
      ...{ ...authenticated, role: 'viewer', authdata },
    });
  });

  it('that has another one by now, says so and keeps nobody', async () => {
    const app = await renderApp({
      path: '/login',
      fetch: async (path) =>
        path === SIGN_IN ? jsonResponse({ proxy_user: 'anna' }) : new Response('', { status: 401 }),
    });
    await app.user.click(await screen.findByRole('button', { name: 'Continue as anna' }));
    expect(readable(await screen.findByRole('alert'))).toBe('Invalid credentials');
    expect(app.storage.getItem('user')).toBeNull();
  });

  it('that names nobody, there is no such button', async () => {
    await renderApp({ path: '/login', fetch: async () => jsonResponse({}) });
    await userName();
    expect(screen.queryByRole('button', { name: /^Continue as/ })).toBeNull();
  });
});
