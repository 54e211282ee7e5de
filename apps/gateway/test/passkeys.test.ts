import type { AccessEntry, PasskeyList } from '@heliograph/contract';
import { restarted } from '@heliograph/testbed/gateway/config-calls.ts';
import {
  startTestGateway,
  type TestGateway,
  temporaryFolder,
} from '@heliograph/testbed/gateway/start-gateway.ts';
import { login, send } from '@heliograph/testbed/outside/http-client.ts';
import { openPasskeyPage } from '@heliograph/testbed/outside/passkey-page.ts';
import { openSocket } from '@heliograph/testbed/outside/socket-client.ts';
import { createSoftAuthenticator, type KeyKind } from '@heliograph/testbed/outside/soft-authenticator.ts';
import { describe, expect, it } from 'vitest';
import { Secret } from '../src/platform/secret.ts';

const ADDED = { code: 21_060 };
const LOGGED_IN = { code: 21_066, type: 'success' };
const ANNA = 'a password of Anna';

type Page = ReturnType<typeof openPasskeyPage>;

async function withAnna(role = 'operator') {
  const gateway = await startTestGateway();
  const page = openPasskeyPage(gateway.port);
  await page.post('account-save', { name: 'Anna', role, password: ANNA, is_new: true }, login());
  return { gateway, page, anna: login(ANNA, 'Anna') };
}

async function listOf({ port }: TestGateway, as = login(), host = `localhost:${port}`): Promise<PasskeyList> {
  const { text } = await send(port, '/api/heliograph/passkeys', { headers: { ...as, host } });
  return JSON.parse(text);
}

async function wasHere({ port }: TestGateway): Promise<readonly string[]> {
  const { text } = await send(port, '/api/heliograph/access-log', { headers: login() });
  const { entries }: { entries: readonly AccessEntry[] } = JSON.parse(text);
  return entries.map(({ kind, user, what = '' }) => `${kind} ${user} ${what}`.trim());
}

const statusOf = async ({ port }: TestGateway, token: unknown, user = 'admin', path = '/api/dtu/config') =>
  (await send(port, path, { headers: login(String(token), user) })).status;

describe('a passkey', () => {
  it.each<KeyKind>(['p256', 'rsa', 'ed25519'])('of a key of %s logs its owner in', async (kind) => {
    const gateway = await startTestGateway();
    const page = openPasskeyPage(gateway.port, { authenticator: createSoftAuthenticator({ kind }) });
    expect(await page.add('My phone')).toMatchObject(ADDED);
    const answer = await page.logIn();
    expect(answer).toMatchObject({ ...LOGGED_IN, user: 'admin' });
    expect(answer.role).toBeUndefined();
    expect(await statusOf(gateway, answer.token)).toBe(200);
    expect(page.cookies.has(`wsid_${gateway.port}`)).toBe(true);
  });

  it('begins a session like any other, with the role of the account, its sockets and what it is told', async () => {
    const { gateway, page, anna } = await withAnna();
    expect(await page.add('Phone', anna)).toMatchObject(ADDED);
    await send(gateway.port, '/api/dtu/config', { headers: login('wrong', 'Anna') });
    const first = await page.logIn();
    expect(first).toMatchObject({ ...LOGGED_IN, user: 'Anna', role: 'operator' });
    expect(await statusOf(gateway, first.token, 'Anna')).toBe(403);
    expect(await statusOf(gateway, first.token, 'Anna', '/api/heliograph/sessions')).toBe(200);
    const { cookie = '' } = { cookie: undefined, ...page.headers() };
    const socket = await openSocket(gateway.port, {
      headers: { cookie, origin: page.origin, host: `localhost:${gateway.port}` },
    });
    expect(socket.socket.readyState).toBe(socket.socket.OPEN);
    await send(gateway.port, '/api/dtu/config', { headers: login('wrong too', 'Anna') });
    expect(await page.logIn()).toMatchObject({ refused: 1 });
  });

  it('is fresh after its login, so that the next one can be added, and not five minutes later', async () => {
    const { gateway, page } = await withAnna();
    await page.add('Phone');
    const { token } = await page.logIn();
    const own = login(String(token));
    const other = openPasskeyPage(gateway.port);
    expect(await other.add('Laptop', own)).toMatchObject(ADDED);
    await gateway.clock.advanceAsync(301_000);
    expect(await listOf(gateway, own)).toMatchObject({ fresh: false });
    expect(await other.post('passkey-begin', { name: 'Third' }, own)).toMatchObject({ code: 21_012 });
    const [{ id = '' } = {}] = (await listOf(gateway)).passkeys;
    expect(await other.post('passkey-remove', { id }, own)).toMatchObject({ code: 21_012 });
    expect((await listOf(gateway)).passkeys).toHaveLength(2);
  });

  it('is listed for its owner alone, with when it was made and used, and the page says where it is good', async () => {
    const { gateway, page, anna } = await withAnna();
    await page.add('<b>"\u2028', anna);
    const made = await listOf(gateway, anna);
    expect(made).toMatchObject({
      ...{ host: 'localhost', fresh: true },
      passkeys: [{ name: '<b>"\u2028', host: 'localhost', used_at: 0 }],
    });
    expect(made.passkeys[0]?.made_at).toBeGreaterThan(1_600_000_000);
    await gateway.clock.advanceAsync(60_000);
    await page.logIn();
    expect((await listOf(gateway, anna)).passkeys[0]?.used_at).toBe((made.passkeys[0]?.made_at ?? 0) + 60);
    expect((await listOf(gateway)).passkeys).toEqual([]);
    expect(await listOf(gateway, anna, `127.0.0.1:${gateway.port}`)).toMatchObject({ host: '' });
    const { text } = await send(gateway.port, '/api/heliograph/passkey-hosts', {
      headers: { host: 'localhost' },
    });
    expect(JSON.parse(text)).toEqual({ host: 'localhost', hosts: ['localhost'] });
  });

  it('counts at most ten times for one account, and once for one device', async () => {
    const { gateway, page } = await withAnna();
    for (let count = 0; count < 10; count++) expect(await page.add(`No. ${count}`)).toMatchObject(ADDED);
    expect(await page.post('passkey-begin', { name: 'One more' }, login())).toMatchObject({ code: 21_017 });
    const begun = await page.post('passkey-begin', { name: 'Anna' }, login(ANNA, 'Anna'));
    expect(begun).toMatchObject({ code: 21_064, exclude: [] });
    const [{ id = '' } = {}] = (await listOf(gateway)).passkeys;
    await page.post('passkey-remove', { id }, login());
    const again = await page.post('passkey-begin', { name: 'Again' }, login());
    expect(again.exclude).toHaveLength(9);
  });

  it('goes on after a restart, with its count', async () => {
    const { gateway, page } = await withAnna();
    await page.add();
    expect(await page.logIn()).toMatchObject(LOGGED_IN);
    await page.post('none', {}, {});
    await send(gateway.port, '/api/maintenance/reboot', {
      ...{ method: 'POST', body: 'data={"reboot":true}' },
      headers: { ...login(), 'content-type': 'application/x-www-form-urlencoded' },
    });
    await restarted(gateway);
    expect(await page.logIn({ counter: 2 })).toMatchObject({ code: 21_065 });
    expect(await page.logIn()).toMatchObject(LOGGED_IN);
  });
});

describe('what a passkey is good for', () => {
  it('ends with it, sockets and all', async () => {
    const { gateway, page, anna } = await withAnna();
    await page.add('Phone', anna);
    const { token } = await page.logIn();
    const byPassword = await send(gateway.port, '/api/security/authenticate', {
      headers: { ...anna, 'x-heliograph-page': '1' },
    });
    const socket = await openSocket(gateway.port, {
      headers: {
        ...{ cookie: page.headers().cookie ?? '', origin: page.origin },
        host: `localhost:${gateway.port}`,
      },
    });
    const [{ id = '' } = {}] = (await listOf(gateway, anna)).passkeys;
    expect(await page.post('passkey-remove', { id }, login())).toMatchObject({ code: 21_063 });
    expect(await page.post('passkey-remove', { id }, anna)).toMatchObject({ code: 21_060 });
    expect(await socket.closed).toBe(4401);
    expect(await statusOf(gateway, token, 'Anna', '/api/heliograph/sessions')).toBe(401);
    const { token: other } = JSON.parse(byPassword.text);
    expect(await statusOf(gateway, other, 'Anna', '/api/heliograph/sessions')).toBe(200);
    expect(await page.logIn()).toMatchObject({ code: 21_063 });
  });

  it('ends when an admin removes all of an account, or the account, whose name has none of them later', async () => {
    const { gateway, page, anna } = await withAnna();
    await page.add('Phone', anna);
    const { token } = await page.logIn();
    expect(await page.post('passkeys-remove', { name: 'Anna' }, anna)).toMatchObject({ status: 403 });
    expect(await page.post('passkeys-remove', { name: 'Anna' }, login())).toMatchObject({ code: 21_060 });
    expect(await statusOf(gateway, token, 'Anna', '/api/heliograph/sessions')).toBe(401);
    await page.add('Phone', anna);
    await page.post('account-remove', { name: 'Anna' }, login());
    await page.post('account-save', { name: 'Anna', role: 'admin', password: ANNA, is_new: true }, login());
    expect(await page.logIn()).toMatchObject({ code: 21_063 });
    expect((await listOf(gateway, anna)).passkeys).toEqual([]);
  });

  it('goes with an account that goes by taking a change back', async () => {
    const { gateway, page, anna } = await withAnna();
    await page.add('Phone', anna);
    const { text } = await send(gateway.port, '/api/heliograph/changes', { headers: login() });
    const { changes } = JSON.parse(text);
    const made = changes.find(
      (change: object) =>
        JSON.stringify(change).includes('Anna') && JSON.stringify(change).includes('accounts'),
    );
    expect(await page.post('take-back', { id: made.id }, login())).toMatchObject({ type: 'success' });
    await page.post('account-save', { name: 'Anna', role: 'admin', password: ANNA, is_new: true }, login());
    expect(await page.logIn()).toMatchObject({ code: 21_063 });
  });

  it('does not come back by taking a removal back', async () => {
    const { gateway, page, anna } = await withAnna();
    await page.add('Phone', anna);
    const [{ id = '' } = {}] = (await listOf(gateway, anna)).passkeys;
    await page.post('passkey-remove', { id }, anna);
    const { text } = await send(gateway.port, '/api/heliograph/changes', { headers: login() });
    const [last] = JSON.parse(text).changes;
    expect(JSON.stringify(last)).toContain('passkeys');
    await page.post('take-back', { id: last.id }, login());
    expect((await listOf(gateway, anna)).passkeys).toEqual([]);
    expect(await page.logIn()).toMatchObject({ code: 21_063 });
  });

  it('ends with the password that it was made beside, as every login does, and the passkey stays', async () => {
    const { gateway, page, anna } = await withAnna();
    await page.add('Phone', anna);
    const { token } = await page.logIn();
    const changed = { current_password: ANNA, password: 'another password' };
    expect(await page.post('own-password', changed, anna)).toMatchObject({ code: 21_013 });
    expect(await statusOf(gateway, token, 'Anna', '/api/heliograph/sessions')).toBe(401);
    expect(await page.logIn()).toMatchObject(LOGGED_IN);
  });

  it('ends for the admin alone where an owner who is locked out starts with a new password', async () => {
    const dataFolder = await temporaryFolder();
    const first = await startTestGateway({ dataFolder });
    const page = openPasskeyPage(first.port);
    await page.post('account-save', { name: 'Anna', role: 'viewer', password: ANNA, is_new: true }, login());
    await page.add('Phone');
    const anna = openPasskeyPage(first.port);
    await anna.add('Phone', login(ANNA, 'Anna'));
    await first.stopNow();
    const second = await startTestGateway({ dataFolder, newPassword: new Secret('abcd-efgh-2345') });
    const admin = login('abcd-efgh-2345');
    expect((await listOf(second, admin)).passkeys).toEqual([]);
    expect((await listOf(second, login(ANNA, 'Anna'))).passkeys).toMatchObject([{ name: 'Phone' }]);
  });

  it('is written down: made, used, refused, counted backwards and removed', async () => {
    const { gateway, page, anna } = await withAnna();
    await page.add('Phone', anna);
    await page.logIn();
    await page.logIn({ hasOtherKey: true });
    await page.logIn({ counter: 1 });
    const [{ id = '' } = {}] = (await listOf(gateway, anna)).passkeys;
    await page.post('passkey-remove', { id }, anna);
    expect((await wasHere(gateway)).slice(0, 5)).toEqual([
      'passkey-removed Anna Phone',
      'passkey-copied Anna Phone',
      'refused Anna',
      'login Anna Phone',
      'passkey-added Anna Phone',
    ]);
  });

  it('is told to nobody who helps, and its keys stand in no list of changes', async () => {
    const { gateway, page } = await withAnna();
    await page.add('The phone of the owner');
    const { id } = await page.sign();
    const bundle = await send(gateway.port, '/api/heliograph/support-bundle', { headers: login() });
    expect(bundle.text).not.toContain('The phone of the owner');
    const changes = await send(gateway.port, '/api/heliograph/changes', { headers: login() });
    for (const text of [bundle.text, changes.text, gateway.logLines.join('\n')]) {
      expect(text).not.toContain(id);
    }
    expect(changes.text).toContain('The phone of the owner');
  });
});

describe('where passkeys are offered', () => {
  const codeAt = async (page: Page) => (await page.post('passkey-question', { ask: true })).code;

  it.each([
    ['http', '127.0.0.1:1', 21_061],
    ['https', '[::1]', 21_061],
    ['http', 'heliograph.lan', 21_061],
    ['https', 'heliograph.lan', 21_064],
    ['http', 'localhost', 21_064],
    ['https', 'localhost:8443', 21_064],
  ] as const)('a page at %s://%s is answered %s', async (scheme, host, code) => {
    const gateway = await startTestGateway({ allowedHosts: ['heliograph.lan'] });
    expect(await codeAt(openPasskeyPage(gateway.port, { scheme, host }))).toBe(code);
  });

  it('not by a name that is none of ours', async () => {
    const gateway = await startTestGateway();
    const page = openPasskeyPage(gateway.port, { scheme: 'https', host: 'evil.example' });
    expect(await page.post('passkey-question', { ask: true })).toMatchObject({ status: 421 });
  });

  it('behind a proxy that speaks HTTPS, with a cookie that goes over HTTPS only', async () => {
    const gateway = await startTestGateway({ allowedHosts: ['heliograph.lan'] });
    const page = openPasskeyPage(gateway.port, { scheme: 'https', host: 'heliograph.lan' });
    expect(await page.add()).toMatchObject(ADDED);
    expect(await page.logIn()).toMatchObject({ ...LOGGED_IN, user: 'admin' });
    const answer = await send(gateway.port, '/api/heliograph/passkey-question', {
      ...{ method: 'POST', body: 'data={"ask":true}' },
      headers: { ...page.headers(), 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(answer.headers['set-cookie']?.[0]).toMatch(
      /^wsid_passkey_\d+=[\w-]{22}; Max-Age=300; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    );
    const other = openPasskeyPage(gateway.port, { authenticator: page.authenticator });
    expect(() => page.authenticator.sign({ challenge: '', host: 'localhost', origin: '' })).toThrow();
    expect(await other.post('passkey-question', { ask: true })).toMatchObject({ host: 'localhost' });
  });
});
