import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ENDPOINTS, PAGE_HEADER, ROLES, type Role } from '@heliograph/contract';
import { decodeRequest } from '@heliograph/protocol';
import { createSimulatedRadio, type SimulatedRadioOptions } from '@heliograph/simulator';
import { believeIssuer, logInByOpenId } from '@heliograph/testbed/gateway/openid-gateway.ts';
import { createTestPlatform } from '@heliograph/testbed/gateway/platform.ts';
import { POST_CASES } from '@heliograph/testbed/gateway/post-cases.ts';
import { startTestGateway, temporaryFolder } from '@heliograph/testbed/gateway/start-gateway.ts';
import { type Call, login, postData, send } from '@heliograph/testbed/outside/http-client.ts';
import { openOpenIdIssuer } from '@heliograph/testbed/outside/openid-issuer.ts';
import { openPasskeyPage } from '@heliograph/testbed/outside/passkey-page.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SettingsStore } from '../../apps/gateway/src/settings/settings-store.ts';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';
import { watchRoutes } from '../tools/access/watch-routes.ts';
import { ACCESS_TABLE } from './access-table.ts';
import { accessTargets, PROXY_SECRET, type Target } from './access-targets.ts';
import {
  ADMIN_PAGE,
  ADMIN_SCRIPT,
  adminSession,
  type Caller,
  cookieOf,
  FOREIGN_PAGE,
  formerAdmin,
  formerSession,
  NOBODY,
  namedByProvider,
  namedByProxy,
  OTHER_NAME,
  pretender,
  program,
  sharedBy,
  strangers,
  UNMARKED_BEHIND_PROXY,
  UNMARKED_PAGE,
  USERS,
  user,
} from './callers.ts';

const TARGETS = accessTargets();
const WRONG_CELLS = 'cells of others that are not as the table says';
const CHANGES = 'others who changed something';
const OF_LINKS = 'cells of visitors by a link that are not as the table says';
const OF_PROXIES = 'cells of who comes by a proxy that are not as the table says';
const OF_PROVIDERS = 'cells of who comes by a provider that are not as the table says';
const NOTHING = { exactly: 0 } as const;

/** A gateway with a web app, and what somebody may have done to it. */
async function startWatched(
  allowReadonly: boolean,
  prepareMore: (settings: SettingsStore) => Promise<void> = async () => undefined,
  platform = createTestPlatform('info'),
) {
  let orders = 0;
  const webFolder = await builtWebApp();
  const gateway = await startTestGateway({
    platform,
    webFolder,
    async prepare(settings) {
      await settings.update('security', (security) => ({ ...security, allow_readonly: allowReadonly }));
      await prepareMore(settings);
    },
    createRadio(options: SimulatedRadioOptions) {
      const radio = createSimulatedRadio(options);
      return {
        ...radio,
        exchange(request, onSent) {
          const kind = decodeRequest(request.bytes)?.request.kind;
          if (kind === 'ActivePowerControl' || kind === 'PowerControl') orders += 1;
          radio.exchange(request, onSent);
        },
      };
    },
  });
  return {
    ...gateway,
    /** Files, orders on the air and restarts, as one text; a little time passes. */
    async state(): Promise<string> {
      await gateway.clock.advanceAsync(3_000);
      const restarts = gateway.logLines.filter((line) => line.includes('is restarting')).length;
      return `${await digestOf(gateway.dataFolder)} ${orders} ${restarts}`;
    },
  };
}

/** A gateway with an account of each role, that believes a proxy at this address. */
async function startBehindProxy(address: string) {
  return startWatched(false, async (settings) => {
    await settings.update('accounts', (accounts) => ({
      ...accounts,
      user: ROLES.map((role) => ({ name: USERS[role], role, password_hash: '' })),
    }));
    await settings.update('signin', (signin) => ({
      ...signin,
      proxy: {
        ...{ addresses: [address], user_header: 'Remote-User', secret: PROXY_SECRET },
        strangers: 'viewer',
      },
    }));
  });
}

/** Who logs in by a provider: one that goes by the address that the call to set one up names, so that the login outlives this call. */
async function namedByIssuer(role: Role) {
  const { openid } = POST_CASES.setSignIn.good as { openid: { issuer: string } };
  const issuer = await openOpenIdIssuer({ name: openid.issuer });
  onTestFinished(issuer.close);
  const platform = { ...createTestPlatform('info'), fetch: issuer.fetch };
  const believe = (settings: SettingsStore) => believeIssuer(settings, openid.issuer, openid);
  const gateway = await startWatched(false, believe, platform);
  const { user: name, token } = await logInByOpenId({ ...gateway, issuer }, { user: 'anna', groups: [role] });
  return { gateway, caller: namedByProvider(role, String(name), String(token)) };
}

type Watched = Awaited<ReturnType<typeof startWatched>>;

async function builtWebApp(): Promise<string> {
  const folder = await temporaryFolder();
  for (const below of ['assets', 'guide']) await mkdir(join(folder, below));
  const page = '<!doctype html>';
  const files = { 'index.html': page, 'guide/index.html': page, 'zones.json': '{}', 'assets/app.js': '' };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  return folder;
}

/**
 * All files but the memory of the simulation, which plays the inverters and is no part of the gateway, that of the alerts, which
 * changes by itself as time passes, and the list of who was here, where it is written down a minute later that somebody was refused.
 */
async function digestOf(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter(
    (name) => !/^simulation|^alert-book|^access-log|\.tmp$/.test(name),
  );
  const files = names.sort().map(async (name) => [name, await readFile(join(folder, name), 'base64')]);
  return createHash('sha256')
    .update(JSON.stringify(await Promise.all(files)))
    .digest('hex');
}

/** Asks for every target; returns the cells that are not as the table says. */
async function wrongCells(port: number, caller: Caller, allowReadonly: boolean, from: string) {
  const wrong: string[] = [];
  for (const target of TARGETS.filter((one) => caller.leavesOut?.(one) !== true)) {
    const { status, shared } = await ask(port, caller, target, from);
    const expected = caller.expected(target, allowReadonly);
    if (status !== expected) wrong.push(`${caller.name}: ${target.name}: ${status}, not ${expected}`);
    if (shared) wrong.push(`${caller.name}: ${target.name} is shared with other origins`);
  }
  return wrong;
}

async function ask(port: number, caller: Caller, { path, call }: Target, from: string) {
  const asked: Call = caller.method === undefined ? call : { method: caller.method };
  const headers = { ...asked.headers, ...caller.headers(port) };
  const answer = await send(port, path, { ...asked, headers, from });
  const shared = Object.keys(answer.headers).some((name) => name.startsWith('access-control-'));
  return { status: answer.status, shared };
}

/** Logs in as a page does; resolves with the token that it gets. */
async function beginSession(port: number): Promise<string> {
  const headers = { ...login(), [PAGE_HEADER.name]: PAGE_HEADER.value };
  const { token } = JSON.parse((await send(port, ENDPOINTS.authenticate.path, { headers })).text);
  expect(token).toEqual(expect.any(String));
  return token;
}

/** Makes an account or a token of this role, as the admin does, and comes with it. */
type Way = 'password' | 'session' | 'passkey' | 'token' | 'cookie';

async function callerOf(port: number, way: Way, role: Role) {
  if (way === 'token') {
    const made = await postData(port, ENDPOINTS.createToken.path, { name: 'a program', role });
    return program(role, JSON.parse(made.text).token);
  }
  const password = `the password of ${role}`;
  await postData(port, ENDPOINTS.saveAccount.path, { name: USERS[role], role, password, is_new: true });
  if (way === 'password') return user(role, way, password);
  if (way === 'passkey') {
    const page = openPasskeyPage(port);
    await page.add('Phone', login(password, USERS[role]));
    return user(role, way, String((await page.logIn()).token));
  }
  const headers = { ...login(password, USERS[role]), [PAGE_HEADER.name]: PAGE_HEADER.value };
  const answer = await send(port, ENDPOINTS.authenticate.path, { headers });
  const [cookie = ''] = (answer.headers['set-cookie'] ?? []).map((text) => text.split(';')[0] ?? '');
  return way === 'cookie' ? cookieOf(role, cookie) : user(role, way, JSON.parse(answer.text).token);
}

/** Makes a link as the admin does, opens it as a browser does, and comes with its cookie. */
async function visitorBy(port: number, scope: 'all' | 'home') {
  const wanted = { name: 'the neighbours', page: scope, valid_for: 86_400 };
  const { secret } = JSON.parse((await postData(port, ENDPOINTS.createShare.path, wanted)).text);
  const opened = await postData(port, ENDPOINTS.openShare.path, { secret }, {});
  const [cookie = ''] = (opened.headers['set-cookie'] ?? []).map((text) => text.split(';')[0] ?? '');
  expect(cookie).toMatch(/^wsid_share_/);
  return sharedBy(scope, cookie);
}

/** Whether a gateway is another one after `visit`. */
async function changes(gateway: Watched, visit: () => Promise<unknown>): Promise<boolean> {
  const before = await gateway.state();
  await visit();
  return (await gateway.state()) !== before;
}

describe('the access table (A1)', { timeout: 600_000 }, () => {
  const row = openRow('A1');
  let looks = 0;

  async function look(gateway: Watched, caller: Caller, allowReadonly: boolean) {
    looks += 1;
    // Each has an address of its own, so that nobody has to wait for what another one got wrong.
    const from = `127.0.0.${1 + looks}`;
    let wrong: string[] = [];
    const changed = await changes(gateway, async () => {
      wrong = await wrongCells(gateway.port, caller, allowReadonly, from);
    });
    return { wrong, changed: changed ? [caller.name] : [] };
  }

  async function lookOfStrangers(allowReadonly: boolean) {
    const gateway = await startWatched(allowReadonly);
    const found = [];
    // Where nobody may read without a login there is less to tell apart: the gate tries the first of them.
    const callers = strangers(row.scale(2, 10)).slice(0, allowReadonly || row.isNightly ? undefined : 2);
    for (const caller of callers) found.push(await look(gateway, caller, allowReadonly));
    const token = await beginSession(gateway.port);
    const newPassword = { password: 'the new one', allow_readonly: allowReadonly };
    await postData(gateway.port, ENDPOINTS.setSecurityConfig.path, newPassword);
    found.push(await look(gateway, formerAdmin('openDTU42'), allowReadonly));
    found.push(await look(gateway, formerSession(token), allowReadonly));
    expect((await send(gateway.port, '/api/dtu/config', { headers: login('the new one') })).status).toBe(200);
    return found;
  }

  it('has every route of a gateway that runs, and no others', async () => {
    const watch = watchRoutes();
    await startTestGateway();
    const routes = tableRows(watch.routes());
    watch.end();
    const table = Object.keys(ACCESS_TABLE).filter((name) => !name.startsWith('SOCKET'));
    expect.soft(routes.toSorted()).toEqual(table.toSorted());
    const missing = (found: readonly string[]) => found.filter((name) => !(name in ACCESS_TABLE)).length;
    const what = 'routes that are missing in the table';
    row.figure({ what: 'routes', value: routes.length, goal: { exactly: table.length } });
    row.figure({ what, value: missing(routes), goal: NOTHING });
    const bare = watchRoutes('/api/hidden');
    await without(['knownRoutes'], () => startTestGateway());
    const more = tableRows(bare.routes());
    bare.end();
    const guard = `${SEAMS.knownRoutes} (and with a route that is none)`;
    row.counterProof({ what, without: guard, value: missing(more), goal: NOTHING });
  });

  it('holds for everybody but the admin, and they change nothing', async () => {
    const found = [...(await lookOfStrangers(true)), ...(await lookOfStrangers(false))];
    const wrong = found.flatMap((one) => one.wrong);
    const changed = found.flatMap((one) => one.changed);
    expect.soft([wrong, changed]).toEqual([[], []]);
    row.figure({ what: WRONG_CELLS, value: wrong.length, goal: NOTHING });
    row.figure({ what: CHANGES, value: changed.length, goal: NOTHING });
  });

  it('holds for the admin, who does change things', async () => {
    const withSession = await startWatched(false);
    const found = [
      await look(await startWatched(true), ADMIN_SCRIPT, true),
      await look(await startWatched(false), ADMIN_PAGE, false),
      await look(withSession, adminSession(await beginSession(withSession.port)), false),
    ];
    const wrong = found.flatMap((one) => one.wrong);
    expect.soft(wrong).toEqual([]);
    row.figure({
      what: 'cells of the admin that are not as the table says',
      value: wrong.length,
      goal: NOTHING,
    });
    row.figure({ what: 'cells', value: looks * TARGETS.length, goal: { atLeast: 43 * 9 } });
    expect(found.every(({ changed }) => changed.length === 1)).toBe(true);
  });

  it('holds for each role, whatever way it comes, and who only reads changes nothing', async () => {
    const ways = [
      ...(['viewer', 'operator', 'admin'] as const).map((role) => ['password', role] as const),
      ...(['operator', 'viewer', 'admin'] as const).map((role) => ['session', role] as const),
      ...(['admin', 'operator', 'viewer'] as const).map((role) => ['token', role] as const),
      ...(['viewer', 'operator', 'admin'] as const).map((role) => ['cookie', role] as const),
      // Its session is one like any other.
      ...ROLES.filter(() => row.isNightly).map((role) => ['passkey', role] as const),
    ] as const;
    const found = [];
    for (const [way, role] of ways.filter((_, index) => index % 3 === 0 || row.scale(0, 1) === 1)) {
      const gateway = await startWatched(false);
      const caller = await callerOf(gateway.port, way, role);
      found.push({ role, way, ...(await look(gateway, caller, false)) });
    }
    const wrong = found.flatMap((one) => one.wrong);
    // Who comes by the cookie alone is nobody to a call.
    const readers = found.filter(({ role, way }) => role === 'viewer' || way === 'cookie');
    const changed = readers.flatMap((one) => one.changed);
    expect.soft([wrong, changed]).toEqual([[], []]);
    row.figure({
      what: 'cells of the roles that are not as the table says',
      value: wrong.length,
      goal: NOTHING,
    });
    row.figure({ what: 'readers who changed something', value: changed.length, goal: NOTHING });
    const others = found.filter((one) => !readers.includes(one));
    expect(others.every(({ changed: done }) => done.length === 1)).toBe(true);
  });

  it('holds for whoever came by a link, to one page or to everything, and they change nothing', async () => {
    const found = [];
    for (const scope of ['home', 'all'] as const) {
      const gateway = await startWatched(false);
      found.push(await look(gateway, await visitorBy(gateway.port, scope), false));
    }
    const wrong = found.flatMap((one) => one.wrong);
    const changed = found.flatMap((one) => one.changed);
    expect.soft([wrong, changed]).toEqual([[], []]);
    row.figure({ what: OF_LINKS, value: wrong.length, goal: NOTHING });
    row.figure({ what: 'visitors by a link who changed something', value: changed.length, goal: NOTHING });
  });

  it('holds for whoever a proxy names, and for who only says so', async () => {
    const found = [];
    for (const role of ['viewer', 'operator', 'admin', 'stranger'] as const) {
      if (role !== 'admin' && role !== 'stranger' && row.scale(0, 1) === 0) continue;
      const gateway = await startBehindProxy('127.0.0.0/8');
      found.push({ role, ...(await look(gateway, namedByProxy(role), false)) });
    }
    const listed = await startBehindProxy('127.0.0.0/8');
    const unlisted = await startBehindProxy('10.0.0.0/8');
    const pretenders = [
      await look(listed, pretender('without its secret', 'x'.repeat(43)), false),
      await look(unlisted, pretender('at another address'), false),
    ];
    const unmarked = await look(listed, UNMARKED_BEHIND_PROXY, false);
    const wrong = [...found, ...pretenders, unmarked].flatMap((one) => one.wrong);
    const readers = [...found.filter(({ role }) => ['viewer', 'stranger'].includes(role)), ...pretenders];
    const changed = [...readers, unmarked].flatMap((one) => one.changed);
    expect.soft([wrong, changed]).toEqual([[], []]);
    row.figure({ what: OF_PROXIES, value: wrong.length, goal: NOTHING });
    const others = found.filter(({ role }) => role === 'operator' || role === 'admin');
    expect(others.every(({ changed: done }) => done.length === 1)).toBe(true);
  });

  it.runIf(row.isNightly)('holds for whoever a provider of OpenID Connect names', async () => {
    const found = [];
    for (const role of ['viewer', 'operator', 'admin'] as const) {
      const { gateway, caller } = await namedByIssuer(role);
      found.push({ role, ...(await look(gateway, caller, false)) });
    }
    const wrong = found.flatMap((one) => one.wrong);
    const readers = found.filter(({ role }) => role === 'viewer').flatMap(({ changed }) => changed);
    expect.soft([wrong, readers]).toEqual([[], []]);
    row.figure({ what: OF_PROVIDERS, value: wrong.length, goal: NOTHING });
    const others = found.filter(({ role }) => role !== 'viewer');
    expect(others.every(({ changed }) => changed.length === 1)).toBe(true);
  });

  it.runIf(row.isNightly).each([
    ['listedProxies', '10.0.0.0/8', pretender('at another address')],
    ['proxySecret', '127.0.0.0/8', pretender('without its secret', 'x'.repeat(43))],
    ['markBehindProxy', '127.0.0.0/8', UNMARKED_BEHIND_PROXY],
  ] as const)('needs every guard of what a proxy says: %s', async (seam, address, caller) => {
    const gateway = await startBehindProxy(address);
    const { wrong } = await without([seam], () => look(gateway, caller, false));
    row.counterProof({ what: OF_PROXIES, without: SEAMS[seam], goal: NOTHING, value: wrong.length });
  });

  it.runIf(row.isNightly)('needs the rule of which pages a link is for', async () => {
    const gateway = await startWatched(false);
    const caller = await visitorBy(gateway.port, 'home');
    const { wrong } = await without(['pagesOfShares'], () => look(gateway, caller, false));
    row.counterProof({ what: OF_LINKS, without: SEAMS.pagesOfShares, goal: NOTHING, value: wrong.length });
  });

  it.runIf(row.isNightly)('needs the rule of what each role may do', async () => {
    const gateway = await startWatched(false);
    const caller = await callerOf(gateway.port, 'password', 'viewer');
    const { wrong, changed } = await without(['rightsOfRoles'], () => look(gateway, caller, false));
    const proof = { without: SEAMS.rightsOfRoles, goal: NOTHING };
    row.counterProof({
      ...proof,
      what: 'cells of the roles that are not as the table says',
      value: wrong.length,
    });
    row.counterProof({ ...proof, what: 'readers who changed something', value: changed.length });
  });

  const guards = [
    ['adminLogin', NOBODY],
    ['pageOrigins', FOREIGN_PAGE],
    ['pageMark', UNMARKED_PAGE],
    ['knownHostNames', OTHER_NAME],
  ] as const;
  it.each(guards.slice(0, row.scale(1, guards.length)))('needs every guard: %s', async (seam, caller) => {
    const gateway = await startWatched(true);
    const { wrong, changed } = await without([seam], () => look(gateway, caller, true));
    const proof = { without: SEAMS[seam], goal: NOTHING };
    row.counterProof({ ...proof, what: WRONG_CELLS, value: wrong.length });
    row.counterProof({ ...proof, what: CHANGES, value: changed.length });
  });
});

/** HEAD comes with GET and needs no row of its own. */
function tableRows(routes: readonly string[]): string[] {
  return routes.filter((name) => !name.startsWith('HEAD '));
}
