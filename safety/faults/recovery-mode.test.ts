import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { ENDPOINTS, PIN_PROFILE_FILE, SOCKETS, UPLOADS } from '@heliograph/contract';
import { fileOf } from '@heliograph/testbed/disk/settings-on-disk.ts';
import { BOTH_FILES } from '@heliograph/testbed/disk/stored-settings.ts';
import { restarted, restore, settingsOf } from '@heliograph/testbed/gateway/config-calls.ts';
import { originalBackup } from '@heliograph/testbed/gateway/original-backup.ts';
import { startTestGateway, temporaryFolder } from '@heliograph/testbed/gateway/start-gateway.ts';
import { firstTestSettings } from '@heliograph/testbed/gateway/test-settings.ts';
import { configPart, formOf, upload } from '@heliograph/testbed/gateway/upload-form.ts';
import { login, SOCKET_HANDSHAKE, send } from '@heliograph/testbed/outside/http-client.ts';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../apps/gateway/src/platform/secret.ts';
import { openRow } from '../plan/row.ts';
import { type Damaged, damage, GIVEN, PASSWORD, startDamaged, usedFolder } from './damaged-folder.ts';

/** F4, the gateway: the settings are damaged, and so is their copy. Its guards are in `recovery-guards.test.ts`. */

const row = openRow('F4');

describe('recovery mode', { timeout: 120_000 }, () => {
  it('has one page, and nothing else for anybody', async () => {
    const { gateway, radios } = await startDamaged('time');
    const { port, recovery } = gateway;
    row.figure({
      what: 'starts with settings that are damaged as their copy is',
      value: Number(recovery?.lostFiles[0]?.fileName === 'settings.db'),
      goal: { exactly: 1 },
    });
    await gateway.clock.advanceAsync(60_000);
    const calls = [
      ...Object.values(ENDPOINTS).map(({ method, path }) => ({ method, path: path as string })),
      { method: 'POST', path: UPLOADS.updateFirmware.path },
      { method: 'GET', path: '/api/nothing/here' },
    ];
    const answers = [];
    for (const { method, path } of calls) {
      for (const headers of [{}, login(PASSWORD), login()]) {
        answers.push({ path, ...(await send(port, path, { method, headers })) });
      }
    }
    for (const { path } of Object.values(SOCKETS)) {
      answers.push({
        path,
        ...(await send(port, path, { headers: { ...SOCKET_HANDSHAKE, ...login(PASSWORD) } })),
      });
    }
    row.figure({
      what: 'calls in recovery mode that do anything',
      value: answers.filter(({ status, text }) => status !== 503 || !text.includes('recovery mode')).length,
      goal: { exactly: 0 },
    });
    row.figure({ what: 'radios in recovery mode', value: radios(), goal: { exactly: 0 } });
    expect(answers[0]?.headers['content-type']).toBe('application/json');
    const named = (headers: Record<string, string>) => send(port, ENDPOINTS.getLiveData.path, { headers });
    expect((await named({ host: 'evil.test' })).status).toBe(421);
    expect((await named({ origin: 'http://evil.test' })).status).toBe(403);
  });

  it('has a page for who prefers which language, with a strict policy', async () => {
    const { port } = (await startDamaged('time')).gateway;
    const languages = [
      ['', 'en', '<code>settings.db</code> is damaged'],
      ['fr-CH, de;q=0.5', 'fr', '<code>settings.db</code> est endommagé'],
      ['it, de-AT;q=0.7, en;q=0.3', 'de', 'Die Einstellungsdatei <code>settings.db</code>'],
      ['en;q=0, __proto__', 'en', '<code>settings.db</code> is damaged'],
    ] as const;
    for (const [language, code, sentence] of languages) {
      const page = await send(port, '/settings/mqtt', { headers: { 'accept-language': language } });
      expect(page.status).toBe(200);
      expect(page.text).toContain(`<html lang="${code}">`);
      expect(page.text).toContain(sentence);
      expect(page.text).not.toMatch(/\sstyle=|\son\w+=|<script>/);
      expect(page.headers).toMatchObject({
        'cache-control': 'no-store',
        'content-security-policy': expect.stringMatching(/^default-src 'none'; script-src 'self';/),
      });
    }
    for (const file of ['/recovery.js', '/recovery.css', '/recovery.svg'])
      expect((await send(port, file)).status).toBe(200);
    expect((await send(port, '/assets/main.js')).status).toBe(404);
  });

  it('says that the settings are missing, and what is there, in each language', async () => {
    const { dataFolder } = await usedFolder();
    for (const name of BOTH_FILES) rmSync(join(dataFolder, name));
    writeFileSync(join(dataFolder, 'history.db'), '');
    const { port } = await startTestGateway({ dataFolder });
    const sentences = {
      en: ['The settings are missing:', 'What was measured, <code>history.db</code>, is there.', 'can stay:'],
      de: [
        'Die Einstellungen fehlen:',
        'Was gemessen wurde, <code>history.db</code>, ist da.',
        'kann bleiben:',
      ],
      fr: [
        'Les réglages manquent\u00a0:',
        'Ce qui a été mesuré, <code>history.db</code>, est là.',
        'peut rester\u00a0:',
      ],
    };
    for (const [language, said] of Object.entries(sentences)) {
      const { text } = await send(port, '/', { headers: { 'accept-language': language } });
      for (const sentence of said) expect(text).toContain(sentence);
      expect(text).not.toMatch(/corrupt|is damaged|beschädigt|endommagé/);
    }
  });

  it('refuses what is no backup, and who has no password, and nothing changes', async () => {
    const { gateway, dataFolder, backup } = await startDamaged('time');
    const names = (await readdir(dataFolder)).sort();
    const password = PASSWORD;
    expect((await restore(gateway, backup, { password: 'wrong words' })).status).toBe(401);
    expect(await restore(gateway, 'no JSON', { password })).toMatchObject({ status: 500 });
    expect(await restore(gateway, [], { password, name: PIN_PROFILE_FILE })).toMatchObject({
      status: 500,
      text: 'Only a config.json can be restored now.',
    });
    expect((await readdir(dataFolder)).sort()).toEqual(names);
    for (let guess = 0; guess < 6; guess++) await restore(gateway, backup, { password: `guess ${guess}` });
    expect((await restore(gateway, backup, { password: 'one guess more' })).status).toBe(429);
    await gateway.clock.advanceAsync(600_000);
    expect(await restore(gateway, backup, { password })).toMatchObject({ status: 200, text: 'OK' });
  });
});

/** Damages the settings, restores the backup, and looks at what there is then. */
async function damagedAndRestored(what: Damaged) {
  const options = { firstPassword: new Secret(GIVEN) };
  const { gateway, dataFolder, backup, settings } = await startDamaged(what, options);
  const before = BOTH_FILES.map((name) => readFileSync(join(dataFolder, name)));
  const password = what === 'time' ? PASSWORD : GIVEN;
  const { text } = await restore(gateway, backup, { password });
  if (text !== 'OK') return { isAsBefore: false, isKept: false };
  await restarted(gateway, PASSWORD); // which is in the backup, as its hash
  const kept = BOTH_FILES.map((name) => readFileSync(join(dataFolder, `${name}.corrupt-1`)));
  return {
    isAsBefore: isDeepStrictEqual(await settingsOf(gateway, PASSWORD), settings),
    isKept: isDeepStrictEqual(kept, before),
  };
}

describe('a backup that is restored', { timeout: 300_000 }, () => {
  it('brings everything back, whatever was damaged, and throws nothing away', async () => {
    const outcomes: Awaited<ReturnType<typeof damagedAndRestored>>[] = [];
    for (const what of ['all', 'password', 'time'] as const) outcomes.push(await damagedAndRestored(what));
    const differences = outcomes.filter(({ isAsBefore }) => !isAsBefore).length;
    const thrownAway = outcomes.filter(({ isKept }) => !isKept).length;
    row.figure({
      what: 'folders that are not as in their backup after a restore',
      value: differences,
      goal: { exactly: 0 },
    });
    row.figure({ what: 'damaged files that a restore threw away', value: thrownAway, goal: { exactly: 0 } });
  });

  it('of everything brings back what was measured, too, and one that is damaged changes nothing', async () => {
    const dataFolder = await temporaryFolder();
    const used = await startTestGateway({
      dataFolder,
      firstPassword: new Secret(PASSWORD),
      keepsHistory: true,
    });
    for (let minute = 0; minute < 3; minute++) await used.clock.advanceAsync(60_000);
    const path = `${ENDPOINTS.getBackup.path}?history=1`;
    const backup = (await send(used.port, path, { headers: login(PASSWORD) })).bytes;
    const settings = await settingsOf(used, PASSWORD);
    const historyOf = async (gateway: Pick<typeof used, 'port'>) => {
      const answer = await send(gateway.port, ENDPOINTS.getHistory.path, { headers: login(PASSWORD) });
      return JSON.parse(answer.text).places.map(({ serials }: { readonly serials: unknown }) => serials);
    };
    const places = await historyOf(used);
    expect(places.length).toBeGreaterThan(0);
    await used.stopNow();
    damage(dataFolder, 'time');
    writeFileSync(join(dataFolder, 'history.db'), 'damaged, too');
    writeFileSync(join(dataFolder, 'restore-9.findings.json'), 'of a restore that was cut short long ago');

    const gateway = await startTestGateway({ dataFolder, keepsHistory: true });
    expect(gateway.recovery?.password).toBe('kept');
    const names = (await readdir(dataFolder)).sort();
    expect(names).not.toContain('restore-9.findings.json');
    const sendBackup = (name: 'previewBackup' | 'restoreBackup', bytes: Uint8Array, password = PASSWORD) =>
      upload(gateway.port, name, formOf([configPart(bytes)]), {
        ...{ query: '?history=1', headers: login(password) },
      });
    for (const name of ['previewBackup', 'restoreBackup'] as const) {
      expect((await sendBackup(name, backup, 'wrong words')).status).toBe(401);
      const answer = await sendBackup(name, backup.subarray(0, -1));
      expect([answer.status, answer.text]).toEqual([500, 'The backup is incomplete or damaged.']);
    }
    const preview = JSON.parse((await sendBackup('previewBackup', backup)).text);
    expect(preview).toMatchObject({ has_history: true, version: expect.any(String), at: expect.any(Number) });
    expect((await readdir(dataFolder)).sort()).toEqual(names);
    expect((await sendBackup('restoreBackup', backup)).text).toBe('OK');
    await restarted(gateway, PASSWORD);
    expect(await settingsOf(gateway, PASSWORD)).toEqual(settings);
    expect(await historyOf(gateway)).toEqual(places);
    expect((await readdir(dataFolder)).filter((name) => /^restore-|\.tmp/.test(name))).toEqual([]);
  });

  it('works where folders lie in the place of the files', async () => {
    const { dataFolder, backup } = await usedFolder();
    for (const name of BOTH_FILES) {
      rmSync(join(dataFolder, name));
      mkdirSync(join(dataFolder, name));
    }
    await restoresTo(dataFolder, backup, 'settings.db');
  });

  it('works where both files are gone, and only what was measured tells that they were there', async () => {
    const { dataFolder, backup } = await usedFolder();
    for (const name of BOTH_FILES) rmSync(join(dataFolder, name));
    writeFileSync(join(dataFolder, 'history.db'), '');
    await restoresTo(dataFolder, backup, 'settings.db');
  });

  it('works in a folder of release 0.1.0 whose announced restore is damaged', async () => {
    const { backup } = await usedFolder();
    const dataFolder = await temporaryFolder();
    const first = firstTestSettings({ firstPassword: new Secret(PASSWORD) });
    writeFileSync(join(dataFolder, 'security.json'), fileOf(1, await first.security()));
    writeFileSync(join(dataFolder, 'replacement.json'), 'damaged');
    await restoresTo(dataFolder, backup, 'replacement.json'); // with it word of a newer password is lost
    expect(readFileSync(join(dataFolder, 'replacement.json'), 'utf8')).toBe('damaged');
  });

  it('that knows no password leaves the one that it was restored with', async () => {
    const { gateway } = await startDamaged('password', { firstPassword: new Secret(GIVEN) });
    const { security: _, ...others } = originalBackup();
    expect((await restore(gateway, others, { password: GIVEN })).text).toBe('OK');
    await restarted(gateway, GIVEN);
    expect((await send(gateway.port, ENDPOINTS.authenticate.path, { headers: login(GIVEN) })).status).toBe(
      200,
    );
  });
});

/** Starts on a damaged folder, restores the backup with the password that was given, and starts again. */
async function restoresTo(dataFolder: string, backup: string, lostFile: string): Promise<void> {
  const gateway = await startTestGateway({ dataFolder, firstPassword: new Secret(GIVEN) });
  expect(gateway.recovery?.lostFiles[0]?.fileName).toBe(lostFile);
  expect((await restore(gateway, backup, { password: GIVEN })).text).toBe('OK');
  await restarted(gateway, PASSWORD);
  await gateway.stopNow();
  const again = await startTestGateway({ dataFolder });
  expect([again.recovery, again.defaultPassword]).toEqual([undefined, undefined]);
}
