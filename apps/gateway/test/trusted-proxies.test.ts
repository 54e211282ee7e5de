import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startTestGateway, type TestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { login, postData, send } from '@heliograph/testbed/outside/http-client.ts';
import { openSocket } from '@heliograph/testbed/outside/socket-client.ts';
import { describe, expect, it } from 'vitest';

const SECRET = 'a-secret-that-only-the-proxy-knows-0123456789';
const MARK = { 'x-requested-with': 'XMLHttpRequest' };
const PAGE = { ...MARK, 'x-heliograph-page': '1' };

const startBehindProxy = (address = '127.0.0.0/8', strangers: 'refused' | 'viewer' = 'refused') =>
  startTestGateway({
    async prepare(settings) {
      await settings.update('security', (security) => ({ ...security, allow_readonly: false }));
      await settings.update('accounts', (accounts) => ({
        ...accounts,
        user: [{ name: 'anna', role: 'admin', password_hash: '' }],
      }));
      await settings.update('signin', (signin) => ({
        ...signin,
        proxy: { addresses: [address], user_header: 'Remote-User', secret: SECRET, strangers },
      }));
    },
  });

const named = (user: string, more: object = {}) => ({
  'remote-user': user,
  'heliograph-proxy-secret': SECRET,
  ...more,
});

const statusOf = async ({ port }: TestGateway, path: string, headers: Record<string, string>) =>
  (await send(port, path, { headers })).status;

const entriesOf = async ({ port }: TestGateway) =>
  JSON.parse((await send(port, '/api/heliograph/access-log', { headers: login() })).text).entries;

describe('behind a proxy that is believed', () => {
  it('a page learns whom the proxy names, and goes on with that name alone', async () => {
    const gateway = await startBehindProxy();
    const { port } = gateway;
    const ways = await send(port, '/api/heliograph/sign-in', { headers: named('anna') });
    expect(JSON.parse(ways.text)).toEqual({ proxy_user: 'anna' });
    const answer = await send(port, '/api/security/authenticate', { headers: named('anna', PAGE) });
    expect(JSON.parse(answer.text)).not.toHaveProperty('token');
    expect(answer.headers['set-cookie']).toBeUndefined();
    const record = login('', 'anna');
    expect(await statusOf(gateway, '/api/dtu/config', named('anna', record))).toBe(200);
    expect(await statusOf(gateway, '/api/dtu/config', record)).toBe(401);
    expect(await statusOf(gateway, '/api/dtu/config', named('anna', login('', 'admin')))).toBe(401);
    expect((await entriesOf(gateway))[0]).toMatchObject({ kind: 'login', user: 'anna', what: 'proxy' });
  });

  it('somebody without an account is nobody, or a viewer', async () => {
    const closed = await startBehindProxy();
    expect(await statusOf(closed, '/api/livedata/status', named('eve'))).toBe(401);
    const open = await startBehindProxy('127.0.0.0/8', 'viewer');
    expect(await statusOf(open, '/api/livedata/status', named('eve'))).toBe(200);
    expect(await statusOf(open, '/api/dtu/config', named('eve'))).toBe(403);
  });

  it('what changes something has to show that our page sent it, whoever asks', async () => {
    const { port } = await startBehindProxy();
    const good = { dtu_serial: '199980112345', dtu_pollinterval: 6, dtu_palevel: 0 };
    const post = async (headers: Record<string, string>) =>
      (await postData(port, '/api/dtu/config', good, named('anna', headers))).status;
    expect(await post({})).toBe(403);
    expect(await post({ ...MARK, origin: 'http://evil.test' })).toBe(403);
    expect(await post({ ...MARK, 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await post(MARK)).toBe(200);
    const image = await send(port, '/api/inverter/stats_reset?inv=112174506011', { headers: named('anna') });
    expect(image.status).toBe(403);
  });

  it('the password of the admin needs the current one first', async () => {
    const { port } = await startBehindProxy();
    const next = { password: 'another one', allow_readonly: false };
    const { text } = await postData(port, '/api/security/config', next, named('anna', MARK));
    expect(JSON.parse(text)).toMatchObject({ type: 'warning', code: 21_012 });
  });

  it('guesses are counted for who guesses, and the list of who was here has the real address', async () => {
    const gateway = await startBehindProxy();
    const from = (address: string, password: string) =>
      statusOf(gateway, '/api/dtu/config', {
        ...login(password),
        ...named('', { 'x-forwarded-for': `9.9.9.9, ${address}` }),
      });
    const guesses: number[] = [];
    for (let guess = 0; guess < 6; guess++) guesses.push(await from('203.0.113.7', `guess ${guess}`));
    expect(guesses).toEqual([401, 401, 401, 401, 401, 429]);
    expect(await from('203.0.113.8', 'openDTU42')).toBe(200);
    await gateway.clock.advanceAsync(61_000);
    expect((await entriesOf(gateway))[0]).toMatchObject({
      kind: 'refused',
      address: '203.0.113.7',
      count: 5,
    });
  });

  it('cookies are for HTTPS alone where the proxy speaks that', async () => {
    const { port } = await startBehindProxy();
    const cookieOf = async (proto: string) => {
      const headers = { ...login(), ...named('', { 'x-forwarded-proto': proto }) };
      return String((await send(port, '/api/security/authenticate', { headers })).headers['set-cookie']);
    };
    expect(await cookieOf('https')).toContain('; Secure');
    expect(await cookieOf('http')).not.toContain('Secure');
  });

  it('sockets are closed when the proxy is believed no more', async () => {
    const { port } = await startBehindProxy();
    const socket = await openSocket(port, { headers: named('anna') });
    const { text } = await send(port, '/api/heliograph/sign-in-settings', { headers: login() });
    const { proxy, openid } = JSON.parse(text);
    const body = { openid, proxy: { ...proxy, addresses: [] } };
    await postData(port, '/api/heliograph/sign-in-settings', body);
    expect(await socket.closed).toBe(4401);
  });

  it('the secret is in no answer, no log and no bundle', async () => {
    const gateway = await startBehindProxy('10.0.0.2');
    await statusOf(gateway, '/api/dtu/config', named('anna'));
    await statusOf(gateway, '/api/dtu/config', named('anna'));
    for (const path of ['sign-in-settings', 'support-bundle', 'changes']) {
      const { text, status } = await send(gateway.port, `/api/heliograph/${path}`, { headers: login() });
      expect(status).toBe(200);
      expect(text).not.toContain(SECRET);
    }
    expect(gateway.logLines.join('\n')).not.toContain(SECRET);
    const noted = gateway.logLines.filter((line) =>
      line.includes('does not come from a proxy that is listed'),
    );
    expect(noted).toHaveLength(1);
  });
});

describe('the settings of a proxy', () => {
  const body = (proxy: object) => ({
    openid: {
      ...{ enabled: false, issuer: '', client_id: '', client_secret: '', name: 'OpenID', roles: [] },
      ...{ public_address: '', user_claim: 'preferred_username', groups_claim: 'groups' },
      strangers: 'refused',
    },
    proxy: {
      addresses: ['10.0.0.2'],
      user_header: 'Remote-User',
      secret: SECRET,
      strangers: 'refused',
      ...proxy,
    },
  });
  const save = async (port: number, proxy: object) =>
    JSON.parse((await postData(port, '/api/heliograph/sign-in-settings', body(proxy))).text);

  const proxyOf = async (port: number) =>
    JSON.parse((await send(port, '/api/heliograph/sign-in-settings', { headers: login() })).text).proxy;

  it('keep a secret for the placeholder, and need one where there is none', async () => {
    const { port, dataFolder, stopNow } = await startTestGateway();
    expect(await save(port, { secret: '••••••••' })).toMatchObject({ type: 'warning', code: 21_104 });
    expect(await save(port, {})).toMatchObject({ type: 'success' });
    expect(await save(port, { secret: '••••••••', user_header: 'X-User' })).toMatchObject({
      type: 'success',
    });
    expect(await proxyOf(port)).toMatchObject({ secret: '••••••••', user_header: 'X-User' });
    await stopNow();
    const database = await readFile(join(dataFolder, 'settings.db'));
    expect(database.includes(SECRET)).toBe(true);
  });

  it('come back without the secret where a change of them is taken back', async () => {
    const { port } = await startTestGateway();
    await save(port, {});
    await save(port, { addresses: [], secret: '' });
    const { changes } = JSON.parse((await send(port, '/api/heliograph/changes', { headers: login() })).text);
    await postData(port, '/api/heliograph/take-back', { id: changes[0].id });
    expect(await proxyOf(port)).toMatchObject({ addresses: [], secret: '' });
  });
});
