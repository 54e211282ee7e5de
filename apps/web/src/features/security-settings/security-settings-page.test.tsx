// @vitest-environment happy-dom
import { basicAuthorization, encodeCredentials, type SessionFacts } from '@heliograph/contract';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { postedData, SAVED } from '../../../test/answer.ts';
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
    /** What it tells besides of a login. */
    token: {} as { token?: string },
    sessions: undefined as SessionFacts[] | undefined,
    answerOfSessions(path: string, body: RequestInit['body']): Response | undefined {
      const { sessions } = gateway;
      if (path === '/api/heliograph/sessions') {
        return sessions === undefined ? new Response('', { status: 404 }) : jsonResponse({ sessions });
      }
      if (path === '/api/heliograph/passkeys') return new Response('', { status: 404 });
      if (path !== '/api/heliograph/session-end') return undefined;
      const { id } = postedData({ body: body ?? null });
      gateway.sessions = sessions?.filter((session) => session.id !== id);
      return jsonResponse({ type: 'success', code: 21_001 });
    },
    async fetch(path: string, { method, headers, body }: RequestInit): Promise<Response> {
      const { token = gateway.password } = gateway.token;
      const isKnown = [gateway.password, token]
        .map(authorization)
        .includes(new Headers(headers).get('authorization') ?? '');
      const answer = gateway.answerOfSessions(path, body);
      if (answer !== undefined) return answer;
      gateway.calls.push(`${method} ${path} ${isKnown ? 'in' : 'out'}`);
      if (!isKnown) return new Response('', { status: 401 });
      if (path === '/api/security/authenticate') {
        return jsonResponse({ type: 'success', code: 10_002, ...gateway.token });
      }
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

async function openPage(
  stored = { password: BULLETS, allow_readonly: true },
  locale?: 'de' | 'fr',
  sessions?: SessionFacts[],
) {
  const gateway = fakeGateway(stored);
  gateway.sessions = sessions;
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

const FIREFOX = 'Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0';
const EDGE =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0';
const sessionOf = (id: string, changes: Partial<SessionFacts> = {}): SessionFacts => ({
  ...{ id, user: 'admin', since: 0, last_used: 0, address: '192.168.4.31', agent: FIREFOX, own: false },
  ...changes,
});

describe('the logins that go on', () => {
  it('are named by what they are, and one that is not wanted is ended', async () => {
    const sessions = [
      sessionOf('own', { own: true }),
      sessionOf('lost', { agent: EDGE, address: '10.0.0.7' }),
    ];
    const { user, gateway } = await openPage(undefined, undefined, sessions);
    const list = await screen.findByRole('region', { name: 'Where you are logged in' });
    expect(readable(list)).toContain('Firefox on Androidthis browserfrom 192.168.4.31');
    expect(readable(list)).toContain('Edge on Windowsfrom 10.0.0.7');
    expect(screen.queryByRole('button', { name: 'End all others' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'End: Edge on Windows, from 10.0.0.7' }));
    await waitFor(() => expect(readable(list)).not.toContain('Edge'));
    expect(gateway.sessions?.map(({ id }) => id)).toEqual(['own']);
  });

  it('are ended all at once, but for this one', async () => {
    const sessions = [sessionOf('own', { own: true }), sessionOf('a', { agent: 'curl/8' }), sessionOf('b')];
    const { user, gateway } = await openPage(undefined, undefined, sessions);
    const list = await screen.findByRole('region', { name: 'Where you are logged in' });
    expect(readable(list)).toContain('A browserfrom');
    await user.click(screen.getByRole('button', { name: 'End all others' }));
    await waitFor(() => expect(gateway.sessions?.map(({ id }) => id)).toEqual(['own']));
  });

  it('say whose they are where they are those of other people, and stay when all own ones are ended', async () => {
    const sessions = [
      sessionOf('own', { own: true }),
      sessionOf('phone'),
      sessionOf('tablet'),
      sessionOf('otto', { user: 'Otto', agent: EDGE, address: '10.0.0.7' }),
    ];
    const { user, gateway } = await openPage(undefined, undefined, sessions);
    const list = await screen.findByRole('region', { name: 'Where you are logged in' });
    expect(readable(list)).toContain('Where others are logged inOtto, Edge on Windowsfrom 10.0.0.7');
    await user.click(screen.getByRole('button', { name: 'End all others' }));
    await waitFor(() => expect(gateway.sessions?.map(({ id }) => id)).toEqual(['own', 'otto']));
    await user.click(screen.getByRole('button', { name: 'End: Otto, Edge on Windows, from 10.0.0.7' }));
    await waitFor(() => expect(readable(list)).not.toContain('Where others are logged in'));
  });

  it('are not spoken of where the device knows none', async () => {
    await openPage();
    expect(screen.queryByText('Where you are logged in')).toBeNull();
  });
});

describe('a password that everybody would guess', () => {
  it.each(['openDTU42', 'aaaaaaaa', 'admin2024'])(
    '%s is warned of while it is typed, and saved',
    async (weak) => {
      const { gateway, user } = await openPage();
      const warning = /one of the first that somebody would guess/;
      expect(screen.queryByText(warning)).toBeNull(); // not of what stands for the stored one
      await user.type(password(), weak);
      expect(messageOf(password())).toMatch(warning);
      await user.type(repeat(), weak);
      await user.click(saveButton());
      await screen.findByText('Settings saved!');
      expect(gateway.posts.at(-1)?.password).toBe(weak);
    },
  );

  it('is not what is longer', async () => {
    const { user } = await openPage();
    await user.type(password(), 'roof and sun 7');
    expect(messageOf(password())).not.toMatch(/guess/);
  });
});

describe('a password that was changed where the gateway has sessions', () => {
  it('is not kept in the browser', async () => {
    const { gateway, user, app } = await openPage();
    gateway.token = { token: 'hgs_new' };
    await fill(user, SAME_LENGTH, SAME_LENGTH);
    await user.click(saveButton());
    await screen.findByText('Settings saved!');
    await waitFor(() => expect(app.session.user()?.authdata).toBe(encodeCredentials('admin', 'hgs_new')));
    expect(app.storage.getItem('user')).not.toContain(encodeCredentials('admin', SAME_LENGTH));
  });
});
