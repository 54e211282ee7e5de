import { createHash, randomBytes } from 'node:crypto';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEFAULT_ADMIN_PASSWORD, PAGE_HEADER, type SettingsChange } from '@heliograph/contract';
import { restarted } from '@heliograph/testbed/gateway/config-calls.ts';
import { CHEAP_HASH } from '@heliograph/testbed/gateway/platform.ts';
import {
  startTestGateway,
  type TestGateway,
  type TestGatewayOptions,
  temporaryFolder,
} from '@heliograph/testbed/gateway/start-gateway.ts';
import { AS_FORM, dataForm, jsonOf, login, postData, send } from '@heliograph/testbed/outside/http-client.ts';
import { describe, expect, it } from 'vitest';
import type { RunningGateway } from '../src/gateway.ts';

const FIRST_RUN = '/api/heliograph/first-run';
const DONE = '/api/heliograph/first-run-done';
const A_PAGE = { accept: 'text/html,application/xhtml+xml' };
const ANOTHER_MACHINE = '127.0.0.2';
const PASSWORD = 'a good password';
const FOLDER_OF_0_1_0 = fileURLToPath(new URL('../../../golden/folder-0.1.0', import.meta.url));

async function startFresh(options: TestGatewayOptions = {}): Promise<TestGateway> {
  const webFolder = await temporaryFolder();
  await writeFile(join(webFolder, 'index.html'), '<!doctype html>');
  return startTestGateway({ webFolder, asksOnFirstStart: true, ...options });
}

/** The recorded folder has a password of its own; most folders of that release have not. */
async function setDefaultPasswordIn(dataFolder: string): Promise<void> {
  const { createStoredSecurity } = await import('../src/settings/first-settings.ts');
  const { Secret } = await import('../src/platform/secret.ts');
  const file = join(dataFolder, 'security.json');
  const { format, generation } = JSON.parse(await readFile(file, 'utf8'));
  const body = await createStoredSecurity({
    ...{ password: new Secret(DEFAULT_ADMIN_PASSWORD), allowReadonly: false, hashCost: CHEAP_HASH },
    randomBytes: (count) => randomBytes(count),
  });
  const sha256 = createHash('sha256')
    .update(JSON.stringify([format, generation, body]))
    .digest('hex');
  await writeFile(file, JSON.stringify({ format, generation, sha256, body }));
  await rm(`${file}.bak`);
}

const stateOf = async ({ port }: TestGateway, from?: string) =>
  jsonOf(await send(port, FIRST_RUN, from === undefined ? {} : { from }));

async function setPassword({ port }: TestGateway, body: object, from = '127.0.0.1') {
  const call = { method: 'POST', headers: AS_FORM, body: dataForm(body), from };
  return jsonOf(await send(port, '/api/heliograph/first-password', call));
}

/** Where a browser is led that opens the gateway; undefined: nowhere. */
async function ledTo({ port }: TestGateway, headers: Readonly<Record<string, string>> = A_PAGE, path = '/') {
  const { status, headers: told } = await send(port, path, { headers });
  return status === 302 ? told.location : undefined;
}

describe('the first start', () => {
  it('leads browsers to the guide until somebody says that it is done', async () => {
    const gateway = await startFresh({ basePath: '/dtu/' });
    expect(await ledTo(gateway, A_PAGE, '/dtu/')).toBe('/dtu/welcome');
    expect(await ledTo(gateway, { accept: '*/*' })).toBeUndefined();
    expect(await ledTo(gateway, { ...A_PAGE, cookie: 'heliograph-welcome=later' })).toBeUndefined();
    expect(await ledTo(gateway, A_PAGE, '/settings/ntp')).toBeUndefined();
    expect((await send(gateway.port, '/', { headers: A_PAGE })).headers['cache-control']).toBe('no-store');
    await postData(gateway.port, DONE, { done: true });
    expect(await ledTo(gateway)).toBeUndefined();
    expect(await stateOf(gateway)).toMatchObject({ open: false, locked: true });
    await postData(gateway.port, DONE, { done: false });
    expect(await ledTo(gateway)).toBe('/dtu/welcome');
  });

  it('takes the first password from its own machine without a code, and writes it down', async () => {
    const gateway = await startFresh();
    expect(await stateOf(gateway)).toEqual({
      ...{ open: true, locked: true, own_machine: true, default_password: false },
    });
    expect(await stateOf(gateway, ANOTHER_MACHINE)).toMatchObject({ own_machine: false });
    expect(await setPassword(gateway, { code: '', password: 'openDTU42' })).toMatchObject({ code: 21_504 });
    expect(await setPassword(gateway, { code: '', password: PASSWORD })).toMatchObject({ code: 21_501 });
    expect(await stateOf(gateway)).toMatchObject({ open: true, locked: false });
    const asAdmin = { headers: login(PASSWORD) };
    const changes = jsonOf(await send(gateway.port, '/api/heliograph/changes', asAdmin));
    const [newest] = (changes as { changes: readonly SettingsChange[] }).changes;
    expect(newest).toMatchObject({ actor: 'admin', sections: [{ section: 'security' }] });
    const { text } = await send(gateway.port, '/api/heliograph/access-log', asAdmin);
    expect(text).toContain('/api/heliograph/first-password');
    expect(text + gateway.logLines.join('\n')).not.toContain(PASSWORD);
  });

  it('lets whoever guesses the code wait as whoever guesses passwords', async () => {
    const gateway = await startFresh();
    const codes: unknown[] = [];
    for (let count = 0; count < 6; count++) {
      codes.push(await setPassword(gateway, { code: 'AAAA-AAAA', password: PASSWORD }, ANOTHER_MACHINE));
    }
    expect(codes.map((answer) => Object(answer).code)).toEqual([...Array(5).fill(21_502), 21_505]);
    const code = gateway.firstCode?.reveal();
    expect(await setPassword(gateway, { code, password: PASSWORD }, '127.0.0.3')).toMatchObject({
      code: 21_501,
    });
  });

  it('has another code after a restart', async () => {
    const told: RunningGateway[] = [];
    const gateway = await startFresh({ onRestarted: (running) => told.push(running) });
    await postData(gateway.port, '/api/maintenance/reboot', { reboot: true });
    await restarted(gateway);
    const [first, second] = [gateway.firstCode, told[0]?.firstCode].map((code) => code?.reveal());
    expect(second).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/);
    expect(second).not.toBe(first);
  });

  it('is there once more after a factory reset', async () => {
    const gateway = await startFresh();
    await setPassword(gateway, { code: '', password: PASSWORD });
    await postData(gateway.port, DONE, { done: true }, login(PASSWORD));
    expect(await stateOf(gateway)).toMatchObject({ open: false, locked: false });
    await postData(gateway.port, '/api/file/delete_all', { delete: true }, login(PASSWORD));
    await restarted(gateway);
    expect(await stateOf(gateway)).toMatchObject({ open: true, locked: true });
  });

  it('with a password that was given locks nothing, and asks for none', async () => {
    const { Secret } = await import('../src/platform/secret.ts');
    const gateway = await startFresh({ firstPassword: new Secret(PASSWORD) });
    expect(await stateOf(gateway)).toMatchObject({ open: true, locked: false });
    expect(gateway.firstCode).toBeUndefined();
    expect(await setPassword(gateway, { code: '', password: 'another good one' })).toMatchObject({
      code: 21_503,
    });
  });
});

describe('a gateway that has a password, and whose guide nobody has finished', () => {
  const ANNA = { name: 'Anna', role: 'viewer', password: 'Solar 4242', is_new: true };
  const LINK = { name: 'Grandma', page: 'all', valid_for: 86_400 };

  /** The cookies that an answer has set. */
  const cookieOf = ({ headers }: Awaited<ReturnType<typeof send>>) =>
    (headers['set-cookie'] ?? []).map((text) => text.split(';')[0]).join('; ');

  it('leads its admin to the guide, and nobody who may only look', async () => {
    const gateway = await startFresh();
    const { port } = gateway;
    await setPassword(gateway, { code: '', password: PASSWORD });
    const asAdmin = login(PASSWORD);
    await postData(port, '/api/heliograph/account-save', ANNA, asAdmin);
    const { text } = await postData(port, '/api/heliograph/share-create', LINK, asAdmin);
    const { secret } = JSON.parse(text);
    const pageOf = (headers: Readonly<Record<string, string>>) =>
      send(port, '/api/security/authenticate', {
        headers: { ...headers, 'x-requested-with': 'XMLHttpRequest' },
      });
    const link = cookieOf(await postData(port, '/api/heliograph/share-open', { secret }, {}));
    const viewer = cookieOf(await pageOf(login(ANNA.password, ANNA.name)));
    const admin = cookieOf(await pageOf(asAdmin));
    const toldTo = async (headers: Readonly<Record<string, string>>) => jsonOf(await pageOf(headers));
    const asPage = { 'x-heliograph-page': '1' };
    expect(await toldTo({ ...asAdmin, ...asPage })).toMatchObject({ open_guide: true });
    expect(await toldTo(asAdmin)).not.toHaveProperty('open_guide');
    expect(await toldTo({ ...login(ANNA.password, ANNA.name), ...asPage })).not.toHaveProperty('open_guide');
    expect([link, viewer, admin].every((cookie) => cookie !== '')).toBe(true);
    expect(await ledTo(gateway)).toBeUndefined();
    expect(await ledTo(gateway, { ...A_PAGE, cookie: link })).toBeUndefined();
    expect(await ledTo(gateway, { ...A_PAGE, cookie: viewer })).toBeUndefined();
    expect(await ledTo(gateway, { ...A_PAGE, cookie: admin })).toBe('/welcome');
    await postData(port, DONE, { done: true }, asAdmin);
    expect(await ledTo(gateway, { ...A_PAGE, cookie: admin })).toBeUndefined();
    expect(await toldTo({ ...asAdmin, ...asPage })).not.toHaveProperty('open_guide');
  });
});

describe('a folder of release 0.1.0', () => {
  it('goes on as it was: nothing is locked, and no guide opens', async () => {
    const dataFolder = await temporaryFolder();
    await cp(FOLDER_OF_0_1_0, dataFolder, { recursive: true });
    const gateway = await startFresh({ dataFolder });
    expect(await stateOf(gateway, ANOTHER_MACHINE)).toEqual({
      ...{ open: false, locked: false, own_machine: false, default_password: false },
    });
    expect(await ledTo(gateway)).toBeUndefined();
    expect(gateway.firstCode).toBeUndefined();
  });

  it('asks its admin once, at the next login in a page, for a password of their own', async () => {
    const dataFolder = await temporaryFolder();
    await cp(FOLDER_OF_0_1_0, dataFolder, { recursive: true });
    await setDefaultPasswordIn(dataFolder);
    const gateway = await startFresh({ dataFolder });
    const logIn = async (headers: Readonly<Record<string, string>>) =>
      jsonOf(await send(gateway.port, '/api/security/authenticate', { headers }));
    const inPage = { ...login(), [PAGE_HEADER.name]: PAGE_HEADER.value };
    expect(await logIn(login()), 'a program').not.toHaveProperty('ask_password');
    const later = await logIn({ ...inPage, cookie: 'heliograph-welcome=later' });
    expect(later, 'a browser that has put it off').not.toHaveProperty('ask_password');
    expect(await logIn(inPage)).toMatchObject({ type: 'success', ask_password: true });
    expect(await stateOf(gateway), 'a stranger').toMatchObject({ default_password: false });
    const asAdmin = { headers: login() };
    expect(jsonOf(await send(gateway.port, FIRST_RUN, asAdmin))).toMatchObject({ default_password: true });
    await postData(gateway.port, DONE, { done: true });
    expect(await logIn(inPage)).not.toHaveProperty('ask_password');
    await postData(gateway.port, '/api/maintenance/reboot', { reboot: true });
    await restarted(gateway);
    expect(await logIn(inPage)).not.toHaveProperty('ask_password');
  });
});
