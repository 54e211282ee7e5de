import { type SessionList, SOCKET_CLOSE } from '@heliograph/contract';
import { restarted } from '@heliograph/testbed/gateway/config-calls.ts';
import { startTestGateway, type TestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { AS_FORM, dataForm, login, postData, send } from '@heliograph/testbed/outside/http-client.ts';
import { openSocket } from '@heliograph/testbed/outside/socket-client.ts';
import { describe, expect, it } from 'vitest';

const AUTHENTICATE = '/api/security/authenticate';
const SESSIONS = '/api/heliograph/sessions';
const END = '/api/heliograph/session-end';
const OF_PAGE = { 'x-heliograph-page': '1', 'x-requested-with': 'XMLHttpRequest', 'user-agent': 'A browser' };

/** What a page has after a login. */
interface PageLogin {
  readonly token: string;
  /** Of its calls. */
  readonly headers: Readonly<Record<string, string>>;
  /** Of its sockets. */
  readonly cookie: string;
}

/** A gateway that tells visitors nothing, so that a socket shows whether its cookie is good. */
const startClosed = () =>
  startTestGateway({
    prepare: async (settings) => {
      await settings.update('security', (current) => ({ ...current, allow_readonly: false }));
    },
  });

async function logIn({ port }: TestGateway, password = 'openDTU42'): Promise<PageLogin> {
  const answer = await send(port, AUTHENTICATE, { headers: { ...OF_PAGE, ...login(password) } });
  expect(answer.status).toBe(200);
  const { token } = JSON.parse(answer.text);
  expect(token).toMatch(/^hgs_[\w-]{43}$/);
  const [cookie = ''] = (answer.headers['set-cookie'] ?? []).map((text) => text.split(';')[0] ?? '');
  return { token, cookie, headers: { ...OF_PAGE, ...login(token) } };
}

const statusOf = async ({ port }: TestGateway, { headers }: PageLogin) =>
  (await send(port, SESSIONS, { headers })).status;
const listOf = async ({ port }: TestGateway, { headers }: PageLogin): Promise<SessionList['sessions']> =>
  JSON.parse((await send(port, SESSIONS, { headers })).text).sessions;
const end = async ({ port }: TestGateway, { headers }: PageLogin, id: string) =>
  JSON.parse(
    (await send(port, END, { method: 'POST', headers: { ...headers, ...AS_FORM }, body: dataForm({ id }) }))
      .text,
  ).code;
const socketOf = ({ port }: TestGateway, { cookie }: PageLogin, path = '/console') =>
  openSocket(port, { headers: { cookie, origin: `http://127.0.0.1:${port}` } }, path);

/** What a browser keeps of a login, beside the ticket for its sockets. */
async function marksOf({ port }: TestGateway, headers: Readonly<Record<string, string>> = {}) {
  const answer = await send(port, AUTHENTICATE, { headers: { ...OF_PAGE, ...login(), ...headers } });
  expect(answer.status).toBe(200);
  return (answer.headers['set-cookie'] ?? []).filter((text) => text.startsWith('wsbrowser_'));
}

describe('a browser in which somebody logs in', () => {
  it('gets one mark, which is known after a restart and logs nobody in', async () => {
    const gateway = await startClosed();
    const [mark = ''] = await marksOf(gateway);
    expect(mark).toMatch(/^wsbrowser_\d+=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Strict$/);
    const cookie = mark.split(';')[0] ?? '';
    expect(await marksOf(gateway, { cookie })).toEqual([]);
    expect((await send(gateway.port, SESSIONS, { headers: { ...OF_PAGE, cookie } })).status).toBe(401);
    await expect(socketOf(gateway, { token: '', headers: {}, cookie })).rejects.toThrow('401');
    await postData(gateway.port, '/api/maintenance/reboot', { reboot: true });
    await restarted(gateway);
    expect(await marksOf(gateway, { cookie })).toEqual([]);
    expect(await marksOf(gateway, { cookie: `${cookie}x` })).toHaveLength(1);
  });

  it('has no mark any more once somebody has logged out there', async () => {
    const gateway = await startTestGateway();
    const [mark = ''] = await marksOf(gateway);
    const cookie = mark.split(';')[0] ?? '';
    const out = await send(gateway.port, AUTHENTICATE, { headers: { ...OF_PAGE, cookie } });
    expect(out.headers['set-cookie']).toEqual([expect.stringMatching(/^wsbrowser_\d+=; Max-Age=0; /)]);
    expect(await marksOf(gateway, { cookie })).toHaveLength(1);
  });

  it('may try passwords while many others at its address do', async () => {
    const gateway = await startTestGateway();
    const [mark = ''] = await marksOf(gateway);
    const cookie = mark.split(';')[0] ?? '';
    const tried = async (password: string, headers = {}) =>
      (await send(gateway.port, AUTHENTICATE, { headers: { ...OF_PAGE, ...login(password), ...headers } }))
        .status;
    const others = [];
    for (let guess = 0; guess < 8; guess++) others.push(await tried(`guess ${guess}`));
    expect(others.slice(-2)).toEqual([429, 429]);
    expect(await tried('mistyped', { cookie })).toBe(401);
    expect(await tried('openDTU42', { cookie })).toBe(200);
  });
});

describe('a page that logs in', () => {
  it('gets a token that is good in place of the password, and is in no file and no log', async () => {
    const gateway = await startTestGateway();
    const page = await logIn(gateway);
    expect(await listOf(gateway, page)).toEqual([
      {
        id: expect.any(String),
        user: 'admin',
        since: Math.floor(gateway.clock.unixMs() / 1000),
        last_used: Math.floor(gateway.clock.unixMs() / 1000),
        address: expect.stringContaining('127.0.0.1'),
        agent: 'A browser',
        own: true,
      },
    ]);
    const again = await send(gateway.port, AUTHENTICATE, { headers: page.headers });
    expect(JSON.parse(again.text)).not.toHaveProperty('token');
    expect(await listOf(gateway, page)).toHaveLength(1);
    expect(gateway.logLines.join('\n')).not.toContain(page.token);
  });

  it('is told from a program, which goes on with its password', async () => {
    const gateway = await startTestGateway();
    const answer = await send(gateway.port, AUTHENTICATE, { headers: login() });
    expect(answer.text).toBe('{"type":"success","message":"Authentication successful.","code":10002}');
    expect(JSON.parse((await send(gateway.port, SESSIONS, { headers: login() })).text)).toEqual({
      sessions: [],
    });
  });

  it('gets a cookie of its own, whatever cookie it brings', async () => {
    const gateway = await startClosed();
    const planted = `wsid_${gateway.port}=${'0'.repeat(32)}`;
    const answer = await send(gateway.port, AUTHENTICATE, {
      headers: { ...OF_PAGE, ...login(), cookie: planted },
    });
    expect(answer.headers['set-cookie']?.[0]).not.toContain(planted);
    await expect(socketOf(gateway, { token: '', headers: {}, cookie: planted })).rejects.toThrow('401');
  });
});

describe('a token', () => {
  it.each([
    ['of another user', (token: string) => login(token, 'root')],
    ['that was changed', (token: string) => login(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`)],
    ['of another form', () => login('hgs_')],
  ])('%s is refused', async (_, headersOf) => {
    const gateway = await startTestGateway();
    const { token } = await logIn(gateway);
    expect((await send(gateway.port, SESSIONS, { headers: headersOf(token) })).status).toBe(401);
  });

  it('that is wrong keeps nobody out, since nobody guesses one', async () => {
    const gateway = await startTestGateway();
    for (let count = 0; count < 50; count += 1) {
      const wrong = login(`hgs_${String(count).padStart(43, 'x')}`);
      expect((await send(gateway.port, SESSIONS, { headers: wrong })).status).toBe(401);
    }
    await logIn(gateway);
  });
});

describe('a session that ends', () => {
  it('ends everywhere within a second: its calls, its cookie and its open sockets, and nobody else’s', async () => {
    const gateway = await startClosed();
    const [stolen, own] = [await logIn(gateway), await logIn(gateway)];
    const sockets = await Promise.all([socketOf(gateway, stolen), socketOf(gateway, own)]);
    const [{ id } = { id: '' }] = (await listOf(gateway, own)).filter((session) => !session.own);
    const startMs = performance.now();
    expect(await end(gateway, own, id)).toBe(21_001);
    expect(await sockets[0].closed).toBe(SOCKET_CLOSE.unauthorized);
    expect(performance.now() - startMs).toBeLessThan(1000);
    expect(await statusOf(gateway, stolen)).toBe(401);
    await expect(socketOf(gateway, stolen)).rejects.toThrow('401');
    expect(sockets[1].socket.readyState).toBe(sockets[1].socket.OPEN);
    expect(await statusOf(gateway, own)).toBe(200);
    expect(await end(gateway, own, id)).toBe(21_002);
  });

  it('is that of the call where no other is named', async () => {
    const gateway = await startTestGateway();
    const page = await logIn(gateway);
    expect(await end(gateway, page, '')).toBe(21_001);
    expect(await statusOf(gateway, page)).toBe(401);
  });

  it('ends with its cookie, when a page says that it is logged out', async () => {
    const gateway = await startTestGateway();
    const page = await logIn(gateway);
    const answer = await send(gateway.port, AUTHENTICATE, { headers: { ...OF_PAGE, cookie: page.cookie } });
    expect(answer.status).toBe(401);
    expect(answer.headers['set-cookie']?.[0]).toContain('Max-Age=0');
    expect(await statusOf(gateway, page)).toBe(401);
  });

  it('ends with the password', async () => {
    const gateway = await startTestGateway();
    const [page, other] = [await logIn(gateway), await logIn(gateway)];
    const socket = await socketOf(gateway, other);
    const settings = { password: 'another one', allow_readonly: true };
    await postData(gateway.port, '/api/security/config', settings, page.headers);
    expect(await socket.closed).toBe(SOCKET_CLOSE.unauthorized);
    expect([await statusOf(gateway, page), await statusOf(gateway, other)]).toEqual([401, 401]);
    expect(await statusOf(gateway, await logIn(gateway, 'another one'))).toBe(200);
  });
});

describe('a session over a restart', () => {
  it('goes on', async () => {
    const gateway = await startTestGateway();
    const page = await logIn(gateway);
    await postData(gateway.port, '/api/maintenance/reboot', { reboot: true }, page.headers);
    await restarted(gateway);
    expect(await statusOf(gateway, page)).toBe(200);
  });

  it('is over where all settings were reset, though the password is the same', async () => {
    const gateway = await startTestGateway();
    const page = await logIn(gateway);
    await postData(gateway.port, '/api/config/delete', { delete: true }, page.headers);
    await restarted(gateway);
    expect(await statusOf(gateway, page)).toBe(401);
  });
});
