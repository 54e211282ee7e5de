import type { AccessEntry, ShareFacts } from '@heliograph/contract';
import { restarted } from '@heliograph/testbed/gateway/config-calls.ts';
import { startTestGateway, type TestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { login, postData, send } from '@heliograph/testbed/outside/http-client.ts';
import { openSocket } from '@heliograph/testbed/outside/socket-client.ts';
import { describe, expect, it } from 'vitest';

const DAY_S = 86_400;
const FOR_GRANDMA = { name: 'Grandma', page: 'home', valid_for: DAY_S };
const LIVE = '/api/livedata/status';

/** Where nobody may read without a login. */
const startClosed = () =>
  startTestGateway({
    prepare: (settings) =>
      settings.update('security', (security) => ({ ...security, allow_readonly: false })),
  });

async function post({ port }: TestGateway, name: string, body: unknown, headers = login()) {
  const { status, text } = await postData(port, `/api/heliograph/${name}`, body, headers);
  return status === 200 ? JSON.parse(text) : { code: status };
}

async function made(gateway: TestGateway, wanted: object = {}): Promise<string> {
  return (await post(gateway, 'share-create', { ...FOR_GRANDMA, ...wanted })).secret;
}

/** As a page does it: with no login. */
async function open({ port }: TestGateway, secret: string) {
  const answer = await postData(port, '/api/heliograph/share-open', { secret }, {});
  const [setCookie = ''] = answer.headers['set-cookie'] ?? [];
  const [cookie = ''] = setCookie.split(';');
  return { status: answer.status, ...JSON.parse(answer.text), setCookie, cookie };
}

const statusOf = async ({ port }: TestGateway, cookie: string, path = LIVE) =>
  (await send(port, path, { headers: { cookie } })).status;

const listOf = async ({ port }: TestGateway): Promise<readonly ShareFacts[]> =>
  JSON.parse((await send(port, '/api/heliograph/shares', { headers: login() })).text).shares;

describe('a link that shares a page', () => {
  it('lets a browser read what its page needs, and nothing else', async () => {
    const gateway = await startClosed();
    const { cookie, setCookie, page } = await open(gateway, await made(gateway));
    expect(page).toBe('home');
    expect(setCookie).toMatch(/; Max-Age=86400; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(await statusOf(gateway, cookie)).toBe(200);
    expect(await statusOf(gateway, '')).toBe(401);
    expect(await statusOf(gateway, cookie, '/api/heliograph/history')).toBe(403);
    expect(await statusOf(gateway, cookie, '/api/dtu/config')).toBe(401);
    const order = { serial: '112174506011', limit_value: 50, limit_type: 1 };
    expect((await postData(gateway.port, '/api/limit/config', order, { cookie })).status).toBe(401);
  });

  it('to everything has all that readers have', async () => {
    const gateway = await startClosed();
    const { cookie } = await open(gateway, await made(gateway, { page: 'all' }));
    expect(await statusOf(gateway, cookie, '/api/heliograph/history')).toBe(200);
    expect(await statusOf(gateway, cookie, '/api/prometheus/metrics')).toBe(200);
    expect(await statusOf(gateway, cookie, '/api/heliograph/accounts')).toBe(401);
  });

  it('is not told by its cookie, by the log, or by the settings', async () => {
    const gateway = await startClosed();
    const secret = await made(gateway);
    const { cookie } = await open(gateway, secret);
    await post(gateway, 'share-create', { ...FOR_GRANDMA, name: '<b>"\u2028' });
    expect(cookie).not.toContain(secret);
    const key = cookie.split('=')[1] ?? '';
    expect(await open(gateway, key)).toMatchObject({ code: 21_021 });
    const bundle = await send(gateway.port, '/api/heliograph/support-bundle', { headers: login() });
    const log = gateway.logLines.join('\n');
    for (const text of [bundle.text, log]) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(key);
    }
    expect((await listOf(gateway)).map(({ name }) => name)).toEqual(['Grandma', '<b>"\u2028']);
  });

  it('goes on after a restart, for whoever has opened it and for others', async () => {
    const gateway = await startClosed();
    const secret = await made(gateway);
    const { cookie } = await open(gateway, secret);
    await postData(gateway.port, '/api/maintenance/reboot', { reboot: true });
    await restarted(gateway);
    expect(await statusOf(gateway, cookie)).toBe(200);
    expect(await open(gateway, secret)).toMatchObject({ page: 'home' });
  });

  it('takes its sockets with it when somebody ends it', async () => {
    const gateway = await startClosed();
    const { cookie } = await open(gateway, await made(gateway));
    const origin = `http://127.0.0.1:${gateway.port}`;
    const socket = await openSocket(gateway.port, { headers: { cookie, origin } });
    const [{ id = '' } = {}] = await listOf(gateway);
    expect(await post(gateway, 'share-end', { id })).toMatchObject({ code: 21_020 });
    expect(await socket.closed).toBe(4401);
    expect(await statusOf(gateway, cookie)).toBe(401);
    expect(await post(gateway, 'share-end', { id })).toMatchObject({ code: 21_021 });
  });

  it('ends by itself, sockets and all, and says so to whoever opens it later', async () => {
    const gateway = await startClosed();
    const secret = await made(gateway, { valid_for: 60 });
    const { cookie } = await open(gateway, secret);
    const origin = `http://127.0.0.1:${gateway.port}`;
    const socket = await openSocket(gateway.port, { headers: { cookie, origin } });
    await gateway.clock.advanceAsync(59_000);
    expect(await statusOf(gateway, cookie)).toBe(200);
    await gateway.clock.advanceAsync(2_000);
    expect(await socket.closed).toBe(4401);
    expect(await statusOf(gateway, cookie)).toBe(401);
    expect(await open(gateway, secret)).toMatchObject({ code: 21_023, cookie: '' });
    expect(await listOf(gateway)).toMatchObject([{ name: 'Grandma', expired: true }]);
  });

  it('is written down when it is made, opened and ended, and who guesses has to wait', async () => {
    const gateway = await startClosed();
    await open(gateway, await made(gateway));
    const [{ id = '' } = {}] = await listOf(gateway);
    await post(gateway, 'share-end', { id });
    const { text } = await send(gateway.port, '/api/heliograph/access-log', { headers: login() });
    const { entries }: { entries: readonly AccessEntry[] } = JSON.parse(text);
    expect(entries.map(({ kind, user, what = '' }) => `${kind} ${user} ${what}`)).toEqual([
      'done admin /api/heliograph/share-end',
      'opened Grandma ',
      'done admin /api/heliograph/share-create',
    ]);
    const codes = [];
    for (let guess = 0; guess < 6; guess++) {
      const { status, code } = await open(gateway, `hgl_${'x'.repeat(42)}${guess}`);
      codes.push(status === 200 ? code : status);
    }
    expect(codes).toEqual([21_021, 21_021, 21_021, 21_021, 21_021, 429]);
  });

  it('is made and ended by an admin in person only, and leaves a login as it is', async () => {
    const gateway = await startClosed();
    const { token } = await post(gateway, 'token-create', { name: 'script', role: 'admin' });
    expect(await post(gateway, 'share-create', FOR_GRANDMA, login(token))).toMatchObject({ code: 403 });
    const { cookie } = await open(gateway, await made(gateway, { page: 'history' }));
    const answer = await send(gateway.port, '/api/dtu/config', { headers: { ...login(), cookie } });
    expect(answer.status).toBe(200);
  });
});
