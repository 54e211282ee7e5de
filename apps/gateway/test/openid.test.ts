import {
  beginOpenId as begin,
  openIdBrowser as browserAt,
  logInByOpenId as logIn,
  startWithIssuer as start,
} from '@heliograph/testbed/gateway/openid-gateway.ts';
import { startTestGateway, type TestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { login, send } from '@heliograph/testbed/outside/http-client.ts';
import type { Told } from '@heliograph/testbed/outside/passkey-page.ts';
import { openSocket } from '@heliograph/testbed/outside/socket-client.ts';
import { describe, expect, it } from 'vitest';

const statusOf = async ({ port }: TestGateway, path: string, told: Told) =>
  (await send(port, path, { headers: login(String(told.token), String(told.user)) })).status;

describe('a login by OpenID Connect', () => {
  it('sends the browser to the provider with PKCE, state and nonce, and back to the address that is set up', async () => {
    const gateway = await start();
    const address = new URL(await begin(browserAt(gateway)));
    expect(address.origin + address.pathname).toBe(`${gateway.issuer.issuer}/authorize`);
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      ...{ response_type: 'code', client_id: 'heliograph', code_challenge_method: 'S256' },
      redirect_uri: 'https://solar.example/pv/login',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  it('gives the role of the highest group, for calls and sockets', async () => {
    const gateway = await start();
    const viewer = await logIn(gateway, { user: 'eve', groups: ['see'] });
    expect(viewer).toMatchObject({
      code: 21_116,
      user: 'eve (OpenID)',
      role: 'viewer',
      return_url: '/history',
    });
    expect(await statusOf(gateway, '/api/livedata/status', viewer)).toBe(200);
    expect(await statusOf(gateway, '/api/dtu/config', viewer)).toBe(403);
    const sessionsOf = async (told: Told) =>
      JSON.parse(
        (
          await send(gateway.port, '/api/heliograph/sessions', {
            headers: login(String(told.token), String(told.user)),
          })
        ).text,
      );
    expect(await sessionsOf(viewer)).toHaveProperty('elsewhere', true); // no password of ours
    const ofAdmin = await send(gateway.port, '/api/heliograph/sessions', { headers: login() });
    expect(JSON.parse(ofAdmin.text)).not.toHaveProperty('elsewhere');
    const browser = browserAt(gateway);
    const owner = await logIn(gateway, { user: 'anna', groups: ['see', 'own', 'work'] }, browser);
    expect(owner).not.toHaveProperty('role');
    expect(await statusOf(gateway, '/api/dtu/config', owner)).toBe(200);
    expect(await statusOf(gateway, '/api/heliograph/access-log', owner)).toBe(200);
    expect(await openSocket(gateway.port, { headers: browser.headers() })).toHaveProperty('closed');
    expect(await logIn(gateway, { user: 'ben', groups: ['work'] })).toMatchObject({ role: 'operator' });
    const log = await send(gateway.port, '/api/heliograph/access-log', { headers: login() });
    expect(JSON.parse(log.text).entries[0]).toMatchObject({
      kind: 'login',
      user: 'ben (OpenID)',
      what: 'OpenID',
    });
  });

  it('refuses strangers, or lets them read', async () => {
    const closed = await start();
    expect(await logIn(closed, { user: 'eve', groups: ['other'] })).toMatchObject({ code: 21_113 });
    const open = await start({ strangers: 'viewer' });
    expect(await logIn(open, { user: 'eve' })).toMatchObject({ code: 21_116, role: 'viewer' });
  });

  it('takes nobody for the account of the same name', async () => {
    const gateway = await start();
    const told = await logIn(gateway, { user: 'admin', groups: ['see'] });
    expect(told.user).toBe('admin (OpenID)');
    const asAdmin = login(String(told.token), 'admin');
    expect((await send(gateway.port, '/api/livedata/status', { headers: asAdmin })).status).toBe(401);
  });

  it('ends with the settings of the provider, and after a day', async () => {
    const gateway = await start();
    const told = await logIn(gateway, { user: 'anna', groups: ['own'] });
    await gateway.clock.advanceAsync(86_400_000);
    expect(await statusOf(gateway, '/api/dtu/config', told)).toBe(401);
    const other = await logIn(gateway, { user: 'anna', groups: ['own'] });
    const { port } = gateway;
    const shown = await send(port, '/api/heliograph/sign-in-settings', { headers: login() });
    const settings = JSON.parse(shown.text);
    expect(settings.openid.client_secret).not.toContain('secret');
    await browserAt(gateway).post(
      'sign-in-settings',
      { ...settings, openid: { ...settings.openid, roles: [] } },
      login(),
    );
    expect(await statusOf(gateway, '/api/dtu/config', other)).toBe(401);
  });
});

describe('the provider', () => {
  it('is asked once, however many log in', async () => {
    const gateway = await start();
    await Promise.all(Array.from({ length: 8 }, () => begin(browserAt(gateway))));
    expect(gateway.issuer.state.asked).toBe(1);
  });

  it('is not followed to what is no page of the web', async () => {
    const gateway = await start();
    gateway.issuer.state.told = { authorization_endpoint: 'javascript:alert(1)' };
    expect(await browserAt(gateway).post('openid-start', { return_url: '/' })).toMatchObject({
      code: 21_110,
    });
  });

  it('is not believed that calls itself by another address than it has', async () => {
    const gateway = await start();
    gateway.issuer.state.told = { issuer: 'https://evil.example' };
    expect(await browserAt(gateway).post('openid-start', { return_url: '/' })).toMatchObject({
      code: 21_110,
    });
  });
});

describe('the secret of the client', () => {
  it('is in nothing that the gateway tells, nor in a backup for an original device', async () => {
    const gateway = await start();
    const { port } = gateway;
    const get = async (path: string) => (await send(port, path, { headers: login() })).text;
    const settings = JSON.parse(await get('/api/heliograph/sign-in-settings'));
    const openid = { ...settings.openid, client_secret: 'another secret of the client' };
    const saved = await browserAt(gateway).post('sign-in-settings', { ...settings, openid }, login());
    expect(saved).toMatchObject({ code: 1001 });
    const told = [];
    for (const path of ['sign-in-settings', 'changes', 'support-bundle', 'sign-in', 'access-log']) {
      told.push(await get(`/api/heliograph/${path}`));
    }
    told.push(await get('/api/file/get?file=config.json'));
    const places = [...told, ...gateway.logLines].join('\n');
    expect(places).toContain('heliograph');
    expect(places).not.toMatch(/secret of the client/);
  });
});

describe('somebody who has no account', () => {
  it('keeps the login over a restart, and no passkey for a name that an account may get', async () => {
    const gateway = await start();
    const browser = browserAt(gateway);
    const told = await logIn(gateway, { user: 'anna', groups: ['own'] }, browser);
    const own = login(String(told.token), String(told.user));
    expect(await browser.post('passkey-begin', { name: 'Phone' }, own)).toMatchObject({ code: 21_012 });
    const named = await logIn(gateway, { user: '<img src=x onerror=alert(1)>', groups: ['see'] });
    expect(named).toMatchObject({ user: '<img src=x onerror=alert(1)> (OpenID)', role: 'viewer' });
    await gateway.stopNow();
    const again = await startTestGateway({ dataFolder: gateway.dataFolder });
    expect(await statusOf(again, '/api/dtu/config', told)).toBe(200);
  });

  it('does not become the account that is made with the very name', async () => {
    const gateway = await start();
    const told = await logIn(gateway, { user: 'anna', groups: ['see'] });
    const account = { name: 'anna (OpenID)', role: 'admin', password: 'a password of Anna', is_new: true };
    await browserAt(gateway).post('account-save', account, login());
    expect(await statusOf(gateway, '/api/livedata/status', told)).toBe(401);
    expect(await logIn(gateway, { user: 'anna', groups: ['see'] })).toMatchObject({ code: 21_113 });
  });
});
