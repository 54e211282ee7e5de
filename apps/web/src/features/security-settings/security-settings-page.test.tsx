// @vitest-environment happy-dom
import { basicAuthorization, encodeCredentials } from '@heliograph/contract';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { SAVED } from '../../../test/answer.ts';
import { messageOf, saveButton } from '../../../test/form-parts.ts';
import { ADMIN_RECORD, jsonResponse, LOGGED_IN, readable, renderApp } from '../../../test/render-app.tsx';

const BULLETS = '••••••••';
const SAME_LENGTH = 'grün & süß';
const authorization = (password: string) => basicAuthorization(encodeCredentials('admin', password));

/** A gateway that keeps the security settings as ours does, and knows one password. */
function fakeGateway(stored: { password?: string; allow_readonly?: boolean; later?: unknown }) {
  const gateway = {
    password: 'openDTU42',
    posts: [] as { password: string; allow_readonly: boolean }[],
    /** Path and whether the credentials were good. */
    calls: [] as string[],
    answerPost: undefined as (() => Response) | undefined,
    async fetch(path: string, { method, headers, body }: RequestInit): Promise<Response> {
      const isKnown = new Headers(headers).get('authorization') === authorization(gateway.password);
      gateway.calls.push(`${method} ${path} ${isKnown ? 'in' : 'out'}`);
      if (!isKnown) return new Response('', { status: 401 });
      if (path === '/api/security/authenticate') return jsonResponse({ type: 'success', code: 10_002 });
      if (method !== 'POST') return jsonResponse(stored);
      const posted = JSON.parse(String((body as FormData).get('data')));
      gateway.posts.push(posted);
      if (gateway.answerPost !== undefined) return gateway.answerPost();
      if (posted.password !== stored.password) gateway.password = posted.password;
      return jsonResponse(SAVED);
    },
  };
  return gateway;
}

async function openPage(stored = { password: BULLETS, allow_readonly: true }, locale?: 'de' | 'fr') {
  const gateway = fakeGateway(stored);
  const app = await renderApp({
    path: '/settings/security',
    stored: LOGGED_IN,
    fetch: gateway.fetch,
    ...(locale === undefined ? {} : { locale }),
  });
  await screen.findByRole('switch');
  return { gateway, app, user: app.user };
}

type User = Awaited<ReturnType<typeof openPage>>['user'];
const password = () => screen.getByLabelText<HTMLInputElement>('New password');
const repeat = () => screen.getByLabelText<HTMLInputElement>('Repeat password');

async function fill(user: User, first: string, second: string) {
  for (const [field, text] of [
    [password(), first],
    [repeat(), second],
  ] as const) {
    await user.clear(field);
    await user.click(field);
    if (text !== '') await user.paste(text);
  }
}

describe('the security settings', () => {
  it('keep the password when none is typed', async () => {
    const { gateway, user, app } = await openPage();
    expect([password().value, repeat().value]).toEqual(['', '']);
    await user.click(screen.getByRole('switch', { name: 'Read without a login' }));
    await user.click(saveButton());
    await screen.findByText('Settings saved!');
    expect(gateway.posts).toEqual([{ password: BULLETS, allow_readonly: false }]);
    expect(app.session.user()?.authdata).toBe(ADMIN_RECORD.authdata);
  });

  it('never show the password of an original device, and send it back', async () => {
    const { gateway, user } = await openPage({ password: 'openDTU42', allow_readonly: false });
    expect([password().value, document.body.innerHTML.includes('openDTU42')]).toEqual(['', false]);
    await user.click(screen.getByRole('switch'));
    await user.click(saveButton());
    await screen.findByText('Settings saved!');
    expect(gateway.posts).toEqual([{ password: 'openDTU42', allow_readonly: true }]);
  });

  it.each([
    ['the new password', SAME_LENGTH, ''],
    ['the repeated one', '', SAME_LENGTH],
    ['both, unlike', SAME_LENGTH, 'grun & suss'],
  ])('send nothing while the two are not equal: %s', async (_which, first, second) => {
    const { gateway, user } = await openPage();
    await fill(user, first, second);
    await user.click(saveButton());
    expect(messageOf(repeat())).toBe('Passwords are not equal');
    expect([document.activeElement, gateway.posts]).toEqual([repeat(), []]);
  });

  it.each([
    ['x'.repeat(7), 'Password must be between 8 and 64 characters long!'],
    ['x'.repeat(65), 'At most 64 characters: 1 too many.'],
    ['ü'.repeat(33), /^At most 64 characters: 2 too many\. .* count twice/],
  ])('refuse %j when it is left', async (text, message) => {
    const { gateway, user } = await openPage();
    await fill(user, text, text);
    expect(messageOf(password())).toMatch(message);
    await user.click(saveButton());
    expect([document.activeElement, gateway.posts]).toEqual([password(), []]);
  });

  it('tell the room that is left when characters count as more than one', async () => {
    const { user } = await openPage();
    await user.type(password(), 'roof');
    expect(messageOf(password())).toBe('8 to 64 characters.');
    await user.type(password(), 'ü');
    expect(messageOf(password())).toMatch(/^58 of 64 characters left/);
  });

  it('show a password as it is typed when asked to', async () => {
    const { user } = await openPage();
    await user.type(password(), 'roof');
    expect(password().type).toBe('password');
    await user.click(screen.getByRole('button', { name: /^Show/ }));
    expect(password().type).toBe('text');
  });

  it('point at the password that the gateway refuses, and keep what was typed', async () => {
    const { gateway, user, app } = await openPage();
    gateway.answerPost = () => jsonResponse({ type: 'warning', code: 10_001, param: { max: 63 } });
    await fill(user, SAME_LENGTH, SAME_LENGTH);
    await user.click(saveButton());
    await waitFor(() =>
      expect(messageOf(password())).toBe('Password must be between 8 and 63 characters long!'),
    );
    expect([password().value, repeat().value]).toEqual([SAME_LENGTH, SAME_LENGTH]);
    expect(app.session.user()?.authdata).toBe(ADMIN_RECORD.authdata);
  });

  it('say whose password it is and what it protects', async () => {
    await openPage();
    const text = readable(screen.getByRole('region', { name: 'Admin password' }));
    expect(text).toContain('Protects this web interface and the gateway’s access point.');
    expect(text).toContain('The username is admin.');
  });

  it('tell password managers whose password it is', async () => {
    await openPage();
    const name = document.querySelector<HTMLInputElement>('form [autocomplete="username"]');
    expect([name?.value, password().autocomplete, repeat().autocomplete]).toEqual([
      'admin',
      'new-password',
      'new-password',
    ]);
  });

  it.each([
    ['de', 'Neues Passwort', 'Lesen ohne Anmeldung'],
    ['fr', 'Nouveau mot de passe', 'Lecture sans connexion'],
  ] as const)('speak %s', async (locale, label, name) => {
    await openPage(undefined, locale);
    expect([screen.getByLabelText(label), screen.getByRole('switch', { name })]).toHaveLength(2);
  });
});

describe('after a new password', () => {
  it('this browser stays logged in: the very next call carries it', async () => {
    const { gateway, user, app } = await openPage();
    await fill(user, SAME_LENGTH, SAME_LENGTH);
    await user.click(saveButton());
    await screen.findByText('Settings saved!');
    await waitFor(() => expect(gateway.calls).toHaveLength(5));
    expect(gateway.calls).toEqual([
      'GET /api/security/config in',
      'GET /api/security/config in',
      'POST /api/security/config in',
      'GET /api/security/authenticate in',
      'GET /api/security/config in',
    ]);
    expect(JSON.parse(app.storage.getItem('user') ?? '')).toEqual({
      ...ADMIN_RECORD,
      authdata: encodeCredentials('admin', SAME_LENGTH),
    });
    await waitFor(() => expect([password().value, repeat().value]).toEqual(['', '']));
    expect(screen.getByRole('button', { name: /log out/i })).toBeDefined();
  });

  it('that is not good after all, the login page follows', async () => {
    const { gateway, user } = await openPage();
    gateway.answerPost = () => {
      gateway.password = 'something else';
      return jsonResponse(SAVED);
    };
    await fill(user, SAME_LENGTH, SAME_LENGTH);
    await user.click(saveButton());
    await waitFor(() => expect(window.location.pathname).toBe('/login'));
    expect(window.location.search).toBe('?returnUrl=%2Fsettings%2Fsecurity');
  });
});
