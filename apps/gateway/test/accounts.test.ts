import {
  ACCESS_DEEDS,
  type AccessEntry,
  type AccountList,
  ENDPOINTS,
  type SettingsChange,
  UPLOADS,
} from '@heliograph/contract';
import { restarted, restore } from '@heliograph/testbed/gateway/config-calls.ts';
import { createTestPlatform } from '@heliograph/testbed/gateway/platform.ts';
import { POST_CASES } from '@heliograph/testbed/gateway/post-cases.ts';
import {
  startTestGateway,
  type TestGateway,
  temporaryFolder,
} from '@heliograph/testbed/gateway/start-gateway.ts';
import { login, postData, send } from '@heliograph/testbed/outside/http-client.ts';
import { openSocket } from '@heliograph/testbed/outside/socket-client.ts';
import { describe, expect, it } from 'vitest';
import { openAccessLog } from '../src/accounts/access-log.ts';

const AUTHENTICATE = '/api/security/authenticate';
const OF_PAGE = { 'x-heliograph-page': '1', 'x-requested-with': 'XMLHttpRequest' };
const ANNA = { name: 'Anna', role: 'operator', password: 'Solar 4242', is_new: true };
const AS_ANNA = login(ANNA.password, ANNA.name);
const LIMIT = { serial: '112174506011', limit_value: 50, limit_type: 1 };

type Headers = Readonly<Record<string, string>>;

async function post({ port }: TestGateway, name: string, body: unknown, headers: Headers = login()) {
  const path = name.startsWith('/') ? name : `/api/heliograph/${name}`;
  const { status, text } = await postData(port, path, body, headers);
  return status === 200 ? JSON.parse(text) : { status, text };
}

async function codeOf(gateway: TestGateway, name: string, body: unknown, headers?: Headers): Promise<number> {
  const { code, status } = await post(gateway, name, body, headers);
  return code ?? status;
}

const statusOf = async ({ port }: TestGateway, headers: Headers, path = AUTHENTICATE) =>
  (await send(port, path, { headers })).status;

const listOf = async ({ port }: TestGateway): Promise<AccountList> =>
  JSON.parse((await send(port, '/api/heliograph/accounts', { headers: login() })).text);

async function pageLogin({ port }: TestGateway, headers: Headers) {
  const answer = await send(port, AUTHENTICATE, { headers: { ...OF_PAGE, ...headers } });
  const [cookie = ''] = (answer.headers['set-cookie'] ?? []).map((text) => text.split(';')[0] ?? '');
  return { ...JSON.parse(answer.text), cookie };
}

describe('an account', () => {
  it('lets somebody in by the own name and password, as what they are', async () => {
    const gateway = await startTestGateway();
    expect(await codeOf(gateway, 'account-save', ANNA)).toBe(21_003);
    expect(await statusOf(gateway, AS_ANNA)).toBe(200);
    expect(await codeOf(gateway, '/api/limit/config', LIMIT, AS_ANNA)).toBe(1001);
    expect(await codeOf(gateway, 'limit-settings', { groups: [], schedule: [] }, AS_ANNA)).toBe(403);
    expect(await codeOf(gateway, 'account-save', { ...ANNA, name: 'Ben' }, AS_ANNA)).toBe(403);
    const { orders } = JSON.parse((await send(gateway.port, '/api/orders', { headers: AS_ANNA })).text);
    expect(orders[0]).toMatchObject({ by: 'Anna' });
    expect(gateway.logLines.join('\n')).not.toContain(ANNA.password);
  });

  it('is there after a restart, with the same password', async () => {
    const gateway = await startTestGateway();
    await codeOf(gateway, 'account-save', ANNA);
    await postData(gateway.port, '/api/maintenance/reboot', { reboot: true });
    await restarted(gateway);
    expect(await statusOf(gateway, AS_ANNA)).toBe(200);
    expect((await listOf(gateway)).accounts).toEqual([
      { name: 'admin', role: 'admin', has_password: true, passkeys: 0 },
      { name: 'Anna', role: 'operator', has_password: true, passkeys: 0 },
    ]);
  });

  it('is told to a page with the token of its login, and to a program not at all', async () => {
    const gateway = await startTestGateway();
    await codeOf(gateway, 'account-save', ANNA);
    const page = await pageLogin(gateway, AS_ANNA);
    expect(page).toMatchObject({ role: 'operator', token: expect.stringMatching(/^hgs_/) });
    expect(await codeOf(gateway, '/api/limit/config', LIMIT, login(page.token, 'Anna'))).toBe(1001);
    // The token of one is worth nothing with the name of another one.
    expect(await statusOf(gateway, login(page.token, 'admin'))).toBe(401);
    expect(JSON.parse((await send(gateway.port, AUTHENTICATE, { headers: AS_ANNA })).text)).toEqual({
      ...{ type: 'success', code: 10_002, message: 'Authentication successful.' },
    });
  });

  it.each([
    ['is removed', 'account-remove', { name: 'Anna' }],
    ['gets another password', 'account-save', { ...ANNA, is_new: false, password: 'Another 42' }],
  ])('that %s loses its logins and sockets at once, and nobody else does', async (_, call, body) => {
    const gateway = await startTestGateway({
      prepare: (settings) =>
        settings.update('security', (security) => ({ ...security, allow_readonly: false })),
    });
    await codeOf(gateway, 'account-save', ANNA);
    const page = await pageLogin(gateway, AS_ANNA);
    const admin = await pageLogin(gateway, login());
    const headers = { cookie: page.cookie, origin: `http://127.0.0.1:${gateway.port}` };
    const socket = await openSocket(gateway.port, { headers });
    await codeOf(gateway, call, body);
    expect(await socket.closed).toBe(4401);
    await expect(openSocket(gateway.port, { headers })).rejects.toThrow('401');
    expect(await statusOf(gateway, login(page.token, 'Anna'))).toBe(401);
    expect(await statusOf(gateway, AS_ANNA)).toBe(401);
    expect(await statusOf(gateway, login(admin.token))).toBe(200);
  });

  it('that becomes a viewer gives no order from the next call on', async () => {
    const gateway = await startTestGateway();
    await codeOf(gateway, 'account-save', ANNA);
    const { token } = await pageLogin(gateway, AS_ANNA);
    await codeOf(gateway, 'account-save', { ...ANNA, role: 'viewer', password: '', is_new: false });
    expect(await codeOf(gateway, '/api/limit/config', LIMIT, login(token, 'Anna'))).toBe(403);
    expect(await codeOf(gateway, '/api/limit/config', LIMIT, AS_ANNA)).toBe(403);
  });

  it('has a name that no other has, with other capitals neither', async () => {
    const gateway = await startTestGateway();
    await codeOf(gateway, 'account-save', ANNA);
    expect(await codeOf(gateway, 'account-save', { ...ANNA, name: 'anna' })).toBe(21_006);
    expect((await listOf(gateway)).accounts).toHaveLength(2);
  });

  it('sees its own logins and ends these, and an admin all of them', async () => {
    const gateway = await startTestGateway();
    await codeOf(gateway, 'account-save', ANNA);
    const [anna, admin] = [await pageLogin(gateway, AS_ANNA), await pageLogin(gateway, login())];
    const sessionsOf = async (headers: Headers) =>
      JSON.parse((await send(gateway.port, '/api/heliograph/sessions', { headers })).text).sessions;
    const asAnna = login(anna.token, 'Anna');
    expect((await sessionsOf(asAnna)).map(({ user }: { user: string }) => user)).toEqual(['Anna']);
    const all = await sessionsOf(login(admin.token));
    const ofAdmin = all.find(({ user }: { user: string }) => user === 'admin');
    expect(all).toHaveLength(2);
    expect(await codeOf(gateway, 'session-end', { id: ofAdmin.id }, asAnna)).toBe(21_002);
    expect(await statusOf(gateway, login(admin.token))).toBe(200);
    expect(
      await codeOf(gateway, 'session-end', {
        id: all.find(({ user }: { user: string }) => user === 'Anna').id,
      }),
    ).toBe(21_001);
    expect(await statusOf(gateway, asAnna)).toBe(401);
  });
});

describe('a change of the settings', () => {
  it('names the account or the program that made it', async () => {
    const gateway = await startTestGateway();
    await codeOf(gateway, 'account-save', { ...ANNA, role: 'admin' });
    const { token } = await post(gateway, 'token-create', { name: 'My script', role: 'admin' });
    const settings = { groups: [], schedule: [] };
    const group = {
      id: 'a',
      name: 'A',
      cap: 800,
      members: [{ serial: LIMIT.serial, min_power: 0, max_power: 0 }],
    };
    await codeOf(gateway, 'limit-settings', { ...settings, groups: [group] }, AS_ANNA);
    await codeOf(gateway, 'limit-settings', settings, login(token));
    const { text } = await send(gateway.port, '/api/heliograph/changes', { headers: login() });
    const { changes } = JSON.parse(text);
    expect(changes.slice(0, 3)).toMatchObject([
      { actor: 'program', name: 'My script' },
      { actor: 'account', name: 'Anna' },
      { actor: 'admin' },
    ]);
    expect(text).not.toContain('scrypt');
  });
});

describe('the own password', () => {
  it('is changed by whoever knows the one of now', async () => {
    const gateway = await startTestGateway();
    await codeOf(gateway, 'account-save', ANNA);
    const { token } = await pageLogin(gateway, AS_ANNA);
    const asAnna = login(token, 'Anna');
    const wrong = { current_password: 'not it 42', password: 'Another 42' };
    expect(await codeOf(gateway, 'own-password', wrong, asAnna)).toBe(21_011);
    const right = { ...wrong, current_password: ANNA.password };
    expect(await codeOf(gateway, 'own-password', right, asAnna)).toBe(21_013);
    expect(await statusOf(gateway, asAnna)).toBe(401);
    expect(await statusOf(gateway, AS_ANNA)).toBe(401);
    expect(await statusOf(gateway, login('Another 42', 'Anna'))).toBe(200);
  });

  it('of the admin is not changed by a token that somebody has found, but by one of a login just now', async () => {
    const gateway = await startTestGateway();
    const body = { password: 'Another 42', allow_readonly: true };
    const { token } = await pageLogin(gateway, login());
    gateway.clock.advance(300_000);
    expect(await codeOf(gateway, '/api/security/config', body, login(token))).toBe(21_012);
    expect(await statusOf(gateway, login())).toBe(200);
    // What else is set there goes on as before.
    const other = { password: '••••••••', allow_readonly: false };
    expect(await codeOf(gateway, '/api/security/config', other, login(token))).toBe(1001);
    const anew = await pageLogin(gateway, login());
    expect(await codeOf(gateway, '/api/security/config', body, login(anew.token))).toBe(1001);
    expect(await statusOf(gateway, login('Another 42'))).toBe(200);
  });
});

describe('the token of a program', () => {
  const make = async (gateway: TestGateway, role: string): Promise<string> =>
    (await post(gateway, 'token-create', { name: 'Home Assistant', role })).token;

  it('works as the password in every Basic call, with any user name, within its role', async () => {
    const gateway = await startTestGateway();
    const token = await make(gateway, 'operator');
    for (const name of ['admin', 'api', '']) {
      expect(await codeOf(gateway, '/api/limit/config', LIMIT, login(token, name))).toBe(1001);
    }
    expect(await codeOf(gateway, 'limit-settings', { groups: [], schedule: [] }, login(token))).toBe(403);
    const { orders } = JSON.parse((await send(gateway.port, '/api/orders')).text);
    expect(orders[0]).toMatchObject({ by: 'Home Assistant' });
    expect(gateway.logLines.join('\n')).not.toContain(token);
  });

  it('can neither log in nor make itself more than it is', async () => {
    const gateway = await startTestGateway();
    const headers = login(await make(gateway, 'admin'));
    expect(await statusOf(gateway, headers)).toBe(403);
    const password = { password: 'Another 42', allow_readonly: true };
    expect(await codeOf(gateway, '/api/security/config', password, headers)).toBe(403);
    expect(await codeOf(gateway, 'account-save', ANNA, headers)).toBe(403);
    expect(await codeOf(gateway, 'token-create', { name: 'x', role: 'admin' }, headers)).toBe(403);
  });

  it('reads what is set without the hash of the password, and a restore of that leaves the password as it is', async () => {
    const gateway = await startTestGateway();
    const headers = login(await make(gateway, 'admin'));
    for (const path of ['/api/config/get?file=config.json', '/api/file/get?file=config.json']) {
      const ofAdmin = JSON.parse((await send(gateway.port, path, { headers: login() })).text);
      expect(ofAdmin.security.password_hash).toMatch(/^\$scrypt/);
      const { text } = await send(gateway.port, path, { headers });
      expect(text).not.toContain('scrypt');
      expect(JSON.parse(text)).toEqual({ ...ofAdmin, security: { allow_readonly: true } });
    }
    const { text: file } = await send(gateway.port, '/api/config/get?file=config.json', { headers });
    expect((await restore(gateway, file)).status).toBe(200);
    await restarted(gateway);
    expect(await statusOf(gateway, login())).toBe(200);
  });

  it('is told once, is in no file, and ends from the next call on', async () => {
    const gateway = await startTestGateway();
    const token = await make(gateway, 'viewer');
    const before = await listOf(gateway);
    expect(before.tokens).toMatchObject([{ name: 'Home Assistant', role: 'viewer', used_at: 0 }]);
    expect(JSON.stringify(before)).not.toContain(token);
    const [{ id } = { id: '' }] = before.tokens;
    expect(await statusOf(gateway, login(token), '/api/limit/status')).toBe(200);
    await post(gateway, 'limit-claim', {}, login(token)); // it is looked at where a login is needed
    expect((await listOf(gateway)).tokens[0]?.used_at).toBe(Math.floor(gateway.clock.unixMs() / 1000));
    expect(await codeOf(gateway, 'token-end', { id })).toBe(21_015);
    expect(await codeOf(gateway, 'limit-claim', {}, login(token))).toBe(401);
    expect(await codeOf(gateway, 'token-end', { id })).toBe(21_016);
  });

  it('is good after a restart', async () => {
    const gateway = await startTestGateway();
    const token = await make(gateway, 'operator');
    await postData(gateway.port, '/api/maintenance/reboot', { reboot: true });
    await restarted(gateway);
    expect(await codeOf(gateway, '/api/limit/config', LIMIT, login(token))).toBe(1001);
  });
});

describe('the list of who was here', () => {
  const listOf = async ({ port }: TestGateway, query = '') =>
    JSON.parse((await send(port, `/api/heliograph/access-log${query}`, { headers: login() })).text);

  it('has logins, refused ones of a minute together, and what only an admin may do; and survives a restart', async () => {
    const gateway = await startTestGateway();
    await pageLogin(gateway, login());
    for (const guess of ['a', 'b', 'c']) await statusOf(gateway, login(`guess ${guess}`, 'root'));
    await gateway.clock.advanceAsync(61_000);
    await codeOf(gateway, 'account-save', ANNA);
    await postData(gateway.port, '/api/maintenance/reboot', { reboot: true });
    await restarted(gateway);
    const { entries, more } = await listOf(gateway);
    expect(
      entries.map(({ kind, user, what = '', count = 1 }: AccessEntry) => [kind, user, what, count]),
    ).toEqual([
      ['done', 'admin', '/api/maintenance/reboot', 1],
      ['done', 'admin', '/api/heliograph/account-save#new', 1],
      ['refused', 'root', '', 3],
      ['login', 'admin', '', 1],
    ]);
    expect(more).toBe(false);
    expect((await listOf(gateway, '?find=ROOT')).entries).toHaveLength(1);
    expect((await listOf(gateway, `?before=${entries[2].id}`)).entries).toHaveLength(1);
  });

  it('names the account, the token and the link that somebody changed, what they may, and no secret of them', async () => {
    const gateway = await startTestGateway();
    await codeOf(gateway, 'account-save', ANNA);
    await codeOf(gateway, 'account-save', { ...ANNA, is_new: false, role: 'viewer', password: '' });
    await codeOf(gateway, 'account-save', { ...ANNA, is_new: false, role: 'viewer', password: 'Another 42' });
    await codeOf(gateway, 'account-remove', { name: 'Anna' });
    const { token } = await post(gateway, 'token-create', { name: 'My script', role: 'operator' });
    const [{ id }] = JSON.parse(
      (await send(gateway.port, '/api/heliograph/accounts', { headers: login() })).text,
    ).tokens;
    await codeOf(gateway, 'token-end', { id });
    const share = { name: 'Neighbours', page: 'history', valid_for: 86_400 };
    const { secret } = await post(gateway, 'share-create', share);
    const password = { password: 'Another 43', allow_readonly: true };
    await codeOf(gateway, '/api/security/config', password);
    const { text } = await send(gateway.port, '/api/heliograph/access-log', {
      headers: login(password.password),
    });
    const { entries } = JSON.parse(text);
    const told = entries.map(({ what, on, role }: AccessEntry) => [what?.split('/').at(-1), on, role]);
    expect(told.reverse()).toEqual([
      ['account-save#new', 'Anna', 'operator'],
      ['account-save', 'Anna', 'viewer'],
      ['account-save#password', 'Anna', 'viewer'],
      ['account-remove', 'Anna', undefined],
      ['token-create', 'My script', 'operator'],
      ['token-end', 'My script', 'operator'],
      ['share-create', 'Neighbours', undefined],
      ['config#password', undefined, undefined],
    ]);
    for (const hidden of [token, secret, ANNA.password, 'Another 42', 'Another 43']) {
      expect(hidden).toBeTypeOf('string');
      expect(text).not.toContain(hidden);
    }
    const found = await send(gateway.port, '/api/heliograph/access-log?find=my+script', {
      headers: login(password.password),
    });
    expect(JSON.parse(found.text).entries).toHaveLength(2);
  });

  it('says whose login was ended, and who did it from where', async () => {
    const gateway = await startTestGateway();
    await codeOf(gateway, 'account-save', ANNA);
    await pageLogin(gateway, AS_ANNA);
    const { sessions } = JSON.parse(
      (await send(gateway.port, '/api/heliograph/sessions', { headers: login() })).text,
    );
    await codeOf(gateway, 'session-end', { id: sessions[0].id });
    const [entry] = (await listOf(gateway)).entries;
    expect(entry).toMatchObject({ kind: 'ended', user: 'admin', on: 'Anna', address: '127.0.0.1' });
  });

  it('has an IPv4 address in one spelling, whichever socket it came by, as the list of logins has it', async () => {
    const gateway = await startTestGateway({ host: '::' });
    await codeOf(gateway, 'account-save', ANNA);
    await pageLogin(gateway, login());
    const { sessions } = JSON.parse(
      (await send(gateway.port, '/api/heliograph/sessions', { headers: login() })).text,
    );
    await statusOf(gateway, login('guess'));
    await gateway.clock.advanceAsync(61_000);
    const { entries } = await listOf(gateway);
    const told = [...entries, ...sessions].map(({ address }: Pick<AccessEntry, 'address'>) => address);
    expect(told).toEqual(Array(4).fill('127.0.0.1'));
  });

  it('tells a page of the guesses since the login before', async () => {
    const gateway = await startTestGateway();
    expect(await pageLogin(gateway, login())).not.toHaveProperty('refused');
    for (const guess of ['a', 'b']) await statusOf(gateway, login(`guess ${guess}`));
    expect(await pageLogin(gateway, login())).toMatchObject({ refused: 2 });
    expect(await pageLogin(gateway, login())).not.toHaveProperty('refused');
  });

  it('has every change and order with who made it, from where, and the change of the settings that came of it', async () => {
    const gateway = await startTestGateway();
    await codeOf(gateway, 'account-save', { ...ANNA, role: 'admin' });
    const { token } = await post(gateway, 'token-create', { name: 'My script', role: 'operator' });
    await codeOf(gateway, 'modbus-settings', POST_CASES.setModbusSettings.good, AS_ANNA);
    await codeOf(gateway, '/api/limit/config', LIMIT, login(token));
    await codeOf(
      gateway,
      'own-password',
      { current_password: ANNA.password, password: 'Another 42' },
      AS_ANNA,
    );
    const { entries } = await listOf(gateway);
    const { text } = await send(gateway.port, '/api/heliograph/changes', { headers: login() });
    const { changes } = JSON.parse(text);
    const ofModbus = changes.find(({ sections }: SettingsChange) =>
      sections.some(({ section }) => section === 'modbus'),
    );
    const address = '127.0.0.1';
    expect(entries.slice(0, 3)).toMatchObject([
      { kind: 'done', user: 'Anna', address, what: '/api/heliograph/own-password' },
      {
        kind: 'done',
        user: 'My script',
        address,
        what: '/api/limit/config',
        on: LIMIT.serial,
        program: true,
      },
      { kind: 'done', user: 'Anna', address, what: '/api/heliograph/modbus-settings', change: ofModbus.id },
    ]);
    expect(entries[1]).not.toHaveProperty('change');
  });

  it('counts what a program does again and again, and takes none of it for a guess', async () => {
    const gateway = await startTestGateway();
    await pageLogin(gateway, login());
    for (let order = 0; order < 5; order += 1) await codeOf(gateway, '/api/limit/config', LIMIT);
    const [entry, ...others] = (await listOf(gateway)).entries;
    expect(entry).toMatchObject({ what: '/api/limit/config', count: 5 });
    expect(others).toHaveLength(1);
    expect(await pageLogin(gateway, login())).not.toHaveProperty('refused');
    await gateway.clock.advanceAsync(601_000);
    await codeOf(gateway, '/api/limit/config', LIMIT);
    await postData(gateway.port, '/api/maintenance/reboot', { reboot: true });
    await restarted(gateway);
    const counts = (await listOf(gateway)).entries.map(({ what, count }: AccessEntry) => [what, count]);
    expect(counts).toEqual([
      ['/api/maintenance/reboot', undefined],
      ['/api/limit/config', undefined],
      [undefined, undefined],
      ['/api/limit/config', 5],
      [undefined, undefined],
    ]);
  });

  it('knows every call that changes something, but those that only try or write their own entry', () => {
    const ownOrNone = [
      ...['alert-rule-test', 'alert-test', 'backup-preview', 'meter-trial', 'mqtt-trial', 'ntp-trial'],
      ...['passkey-add', 'passkey-begin', 'passkey-login', 'passkey-question', 'passkey-remove'],
      ...['restore-preview', 'rule-dry-run', 'session-end', 'share-open', 'source-trial', 'radio-test'],
      ...['openid-finish', 'openid-start', 'timeseries-test'],
    ].map((name) => `/api/heliograph/${name}`);
    const paths = Object.values({ ...ENDPOINTS, ...UPLOADS })
      .filter(({ method, path }) => method === 'POST' || path === ENDPOINTS.resetInverterStatistics.path)
      .map(({ path }) => path);
    const known: readonly string[] = ACCESS_DEEDS.filter(
      (deed) => deed.startsWith('/') && !deed.includes('#'),
    );
    expect([...known, ...ownOrNone].sort()).toEqual([...new Set<string>(paths)].sort());
  });

  it('is searched word by word, by what the reader means by each', async () => {
    const gateway = await startTestGateway();
    await codeOf(gateway, 'account-save', ANNA);
    await pageLogin(gateway, AS_ANNA);
    await statusOf(gateway, login('guess', 'Anna'));
    await gateway.clock.advanceAsync(61_000);
    const kindsFor = async (query: string) =>
      (await listOf(gateway, `?${query}`)).entries.map(({ kind }: AccessEntry) => kind);
    expect(await kindsFor('find=Anna+refus%C3%A9e&means=;refused,passkey-copied')).toEqual(['refused']);
    expect(await kindsFor('find=refus%C3%A9e')).toEqual([]);
    expect(await kindsFor('find=compte&means=/api/heliograph/account-save%23new')).toEqual(['done']);
    expect(await kindsFor('find=bediener&means=operator')).toEqual(['done']);
  });

  it('is not filled by guessers: a thousand tries are one line for each address and minute', async () => {
    const platform = createTestPlatform('silent');
    const directory = await platform.openDataDirectory(await temporaryFolder());
    const open = () =>
      openAccessLog({
        ...{ clock: platform.clock, log: platform.log, directory },
        deviceClock: { isSet: () => true, unixMs: platform.clock.unixMs },
      });
    const log = await open();
    for (let guess = 0; guess < 1000; guess += 1)
      log.noteRefused('x'.repeat(10_000), `10.0.0.${guess % 250}`);
    await platform.clock.advanceAsync(60_000);
    await log.close();
    const file = await directory.read('access-log.ndjson');
    expect(file?.length).toBeLessThan(101 * 300);
    const counts = (await open()).entries(Number.MAX_SAFE_INTEGER, '').entries.map(({ count = 0 }) => count);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(900);
  });
});
