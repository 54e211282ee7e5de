import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { FILE_REFUSAL_HEADER, type HistoryStatus, SECRET_PLACEHOLDER } from '@heliograph/contract';
import { backupFile } from '@heliograph/testbed/gateway/backup-file.ts';
import { restarted } from '@heliograph/testbed/gateway/config-calls.ts';
import { createTestPlatform } from '@heliograph/testbed/gateway/platform.ts';
import {
  startTestGateway,
  type TestGateway,
  temporaryFolder,
} from '@heliograph/testbed/gateway/start-gateway.ts';
import { configPart, formOf, upload } from '@heliograph/testbed/gateway/upload-form.ts';
import { login, postData, send } from '@heliograph/testbed/outside/http-client.ts';
import { describe, expect, it, vi } from 'vitest';
import { finishRestore } from '../src/config-files/whole-backup.ts';
import { openDataDirectory } from '../src/platform/data-directory.ts';
import { makePassingFolders } from '../src/platform/passing-folder.ts';
import type { Platform } from '../src/platform/platform.ts';
import { readBackupTables } from '../src/settings/backup-database.ts';
import { LOCK_FILE } from '../src/settings/settings-database.ts';
import { openDatabase } from '../src/storage/database.ts';

/** Our own backup, through whole gateways: from one to another. */

const MINUTE_MS = 60_000;
const json = async <Sent>({ port }: TestGateway, path: string): Promise<Sent> =>
  JSON.parse((await send(port, path, { headers: login() })).text);

function download({ port }: TestGateway, query = ''): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    request({ port, path: `/api/heliograph/backup${query}`, headers: login() }, (answer) => {
      expect(answer.statusCode).toBe(200);
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('end', () => {
        expect(Buffer.concat(pieces).length).toBe(Number(answer.headers['content-length']));
        resolve(Buffer.concat(pieces));
      });
    })
      .on('error', reject)
      .end();
  });
}

async function save(gateway: TestGateway, path: string, values: object): Promise<void> {
  const before = await json<object>(gateway, path);
  expect((await postData(gateway.port, path, { ...before, ...values })).text).toContain('"code":1001');
}

const sendFile = (
  { port }: TestGateway,
  name: 'restoreBackup' | 'previewBackup',
  bytes: Uint8Array,
  query = '',
) => upload(port, name, formOf([configPart(bytes)]), { query });

async function fullGateway(): Promise<TestGateway> {
  const gateway = await startTestGateway({ keepsHistory: true });
  await save(gateway, '/api/dtu/config', { dtu_pollinterval: 77, pollinterval: 77 });
  await save(gateway, '/api/mqtt/config', { mqtt_hostname: 'broker.invalid', mqtt_password: 'planted' });
  await postData(gateway.port, '/api/heliograph/plant', {
    ...{ groups: [{ id: 's', name: 'South' }], modules: [], order: [] },
  });
  await writeFile(join(gateway.dataFolder, 'pin_mapping.json'), '[{"name":"Board 7"}]');
  for (let minute = 0; minute < 3; minute++) await gateway.clock.advanceAsync(MINUTE_MS);
  return gateway;
}

const leftIn = async ({ dataFolder }: TestGateway) =>
  (await readdir(dataFolder)).filter((name) => /\.tmp|^restore-/.test(name));

describe('a backup of everything', () => {
  it('brings settings, passwords, files and history to another gateway', async () => {
    const from = await fullGateway();
    const backup = await download(from, '?history=1');
    await vi.waitFor(async () => expect(await leftIn(from)).toEqual([]));
    const { places } = await json<HistoryStatus>(from, '/api/heliograph/history');
    expect(places.length).toBeGreaterThan(0);
    await from.dispose();

    const to = await startTestGateway({ keepsHistory: true });
    const preview = await sendFile(to, 'previewBackup', backup);
    expect(JSON.parse(preview.text)).toMatchObject({ has_history: true });
    expect(JSON.parse(preview.text).sections).toContainEqual({
      section: 'dtu',
      values: [{ path: ['dtu_pollinterval'], before: 1, after: 77 }],
    });
    expect(preview.text).not.toContain('planted');
    expect(await leftIn(to)).toEqual([]);
    expect(await json(to, '/api/dtu/config')).toMatchObject({ dtu_pollinterval: 1 });

    const answer = await sendFile(to, 'restoreBackup', backup, '?history=1');
    expect([answer.status, answer.text]).toEqual([200, 'OK']);
    await restarted(to);
    expect(await json(to, '/api/dtu/config')).toMatchObject({ dtu_pollinterval: 77 });
    expect(await json(to, '/api/mqtt/config')).toMatchObject({
      mqtt_hostname: 'broker.invalid',
      mqtt_password: SECRET_PLACEHOLDER,
    });
    expect(await json(to, '/api/heliograph/plant')).toMatchObject({ groups: [{ id: 's', name: 'South' }] });
    expect((await send(to.port, '/api/config/get?file=pin_mapping.json', { headers: login() })).text).toBe(
      '[{"name":"Board 7"}]',
    );
    expect(
      (await json<HistoryStatus>(to, '/api/heliograph/history')).places.map(({ serials }) => serials),
    ).toEqual(places.map(({ serials }) => serials));
    expect(await leftIn(to)).toEqual([]);
    const { changes } = await json<{ changes: { reason: string }[] }>(to, '/api/heliograph/changes');
    expect(changes[0]?.reason).toBe('restored');
    expect((await readFile(join(to.dataFolder, 'history.db'))).includes('broker.invalid')).toBe(false);
    expect((await download(to, '?history=1')).includes('broker.invalid')).toBe(true);
  });

  it('brings the daily copies of the settings of devices, and no other file that somebody has put into it', async () => {
    const from = await fullGateway();
    const copies = ['device-9b3f01ac-1790000000.json', 'device-9b3f01ac-1790086400.json'];
    for (const name of copies) await writeFile(join(from.dataFolder, name), `{"of":"${name}"}`);
    const file = join(await temporaryFolder(), 'whole.backup');
    await writeFile(file, await download(from));
    const database = openDatabase(file, undefined, 'read');
    const backup = readBackupTables(database, Number.MAX_SAFE_INTEGER);
    database.close();
    if (backup.kind !== 'whole') throw new Error(backup.kind);
    const { contents } = backup;
    expect(Object.keys(contents.files)).toEqual(expect.arrayContaining(copies));

    const foreign = ['settings.db', 'device-x.json', '../device-x-1.json', 'device-a/../../b-1.json'];
    const files = {
      ...contents.files,
      ...Object.fromEntries(foreign.map((name) => [name, Buffer.from('x')])),
    };
    const to = await startTestGateway();
    expect((await sendFile(to, 'restoreBackup', backupFile({ ...contents, files }))).status).toBe(200);
    await restarted(to);
    for (const name of copies)
      expect(await readFile(join(to.dataFolder, name), 'utf8')).toBe(`{"of":"${name}"}`);
    for (const folder of [to.dataFolder, join(to.dataFolder, '..')])
      expect((await readdir(folder)).filter((name) => /^device-[xab]|^b-1/.test(name))).toEqual([]);
    expect(await json(to, '/api/dtu/config')).toMatchObject({ dtu_pollinterval: 77 });
  });

  it('is refused where the file is a database of something else, and nothing of that stays', async () => {
    const gateway = await startTestGateway();
    const path = join(await temporaryFolder(), 'raw.db');
    const database = openDatabase(path);
    database.exec('PRAGMA journal_mode = WAL');
    database.exec('CREATE TABLE anything (value TEXT)');
    database.close();
    const { status, text } = await sendFile(gateway, 'previewBackup', await readFile(path));
    expect([status, text]).toEqual([500, 'The file is no backup of Heliograph.']);
    expect(await leftIn(gateway)).toEqual([]);
  });

  describe('on a disk that has become read-only', () => {
    async function readOnlyGateway(changes: Pick<Platform, 'makePassingFolders'>): Promise<TestGateway> {
      const platform = createTestPlatform();
      const before = await fullGateway();
      const { dataFolder } = before;
      await before.stopNow();
      await rm(join(dataFolder, LOCK_FILE), { force: true });
      const refuse = () => Promise.reject(Object.assign(new Error('EROFS'), { code: 'EROFS' }));
      return startTestGateway({
        ...{ dataFolder, keepsHistory: true },
        platform: {
          ...platform,
          openDataDirectory: async (path) => ({
            ...(await platform.openDataDirectory(path)),
            ...{ write: refuse, append: refuse },
          }),
          ...changes,
        },
      });
    }

    it('is made elsewhere, with the history, and nothing of it stays there', async () => {
      const place = await temporaryFolder();
      const gateway = await readOnlyGateway({ makePassingFolders: () => makePassingFolders([place]) });
      const { places } = await json<HistoryStatus>(gateway, '/api/heliograph/history');
      const backup = await download(gateway, '?history=1');
      await vi.waitFor(async () => expect(await readdir(place)).toEqual([]));
      expect(await leftIn(gateway)).toEqual([]);
      await gateway.dispose();

      const to = await startTestGateway({ keepsHistory: true });
      expect((await sendFile(to, 'restoreBackup', backup, '?history=1')).status).toBe(200);
      await restarted(to);
      expect(await json(to, '/api/dtu/config')).toMatchObject({ dtu_pollinterval: 77 });
      expect(places.length).toBeGreaterThan(0);
      expect(
        (await json<HistoryStatus>(to, '/api/heliograph/history')).places.map(({ serials }) => serials),
      ).toEqual(places.map(({ serials }) => serials));
    });

    it('cannot be made where no other disk takes it, which is said', async () => {
      const gateway = await readOnlyGateway({ makePassingFolders: () => makePassingFolders([]) });
      const { status, text, headers } = await send(gateway.port, '/api/heliograph/backup?history=1', {
        headers: login(),
      });
      expect([status, text]).toEqual([500, 'The backup could not be made (the disk is read-only).']);
      expect(headers[FILE_REFUSAL_HEADER]).toBe('disk-read-only');
    });
  });

  it('leaves the history as it is where that is not wanted', async () => {
    const from = await fullGateway();
    const [with_, without] = [await download(from, '?history=1'), await download(from)];
    expect(without.length).toBeLessThan(with_.length);
    await from.dispose();
    for (const backup of [with_, without]) {
      const to = await startTestGateway({ keepsHistory: true });
      expect((await sendFile(to, 'restoreBackup', backup)).status).toBe(200);
      await restarted(to);
      expect(await json(to, '/api/dtu/config')).toMatchObject({ dtu_pollinterval: 77 });
      expect((await json<HistoryStatus>(to, '/api/heliograph/history')).places).toEqual([]);
      await to.dispose();
    }
  });

  it('is taken from a later version of the same format, of which it keeps what it does not know', async () => {
    const from = await fullGateway();
    const file = join(await temporaryFolder(), 'later.backup');
    await writeFile(file, await download(from));
    const database = openDatabase(file);
    database.exec(
      "CREATE TABLE backup_account (name); UPDATE backup SET value = '1002' WHERE key = 'format'",
    );
    database.close();
    expect((await sendFile(from, 'restoreBackup', await readFile(file))).status).toBe(200);
    await restarted(from);
  });

  it.each<[string, (bytes: Buffer) => Promise<Uint8Array>, RegExp, string]>([
    [
      'of a newer format',
      changed("UPDATE backup SET value = '2000' WHERE key = 'format'"),
      /format 2000/,
      'newer-version',
    ],
    [
      'with another setting than it was made with',
      changed("UPDATE backup_section SET body = replace(body, '77', '78')"),
      /damaged/,
      'image-cut-short',
    ],
    ['cut short', async (bytes) => bytes.subarray(0, bytes.length - 4096), /no backup|damaged/, ''],
    ['that lacks its last byte', async (bytes) => bytes.subarray(0, -1), /damaged/, 'image-cut-short'],
    ['whose history is of a newer version', changed('PRAGMA user_version = 2001'), /2001/, 'newer-version'],
    ['without a table of its history', changed('DROP TABLE day'), /damaged/, 'image-cut-short'],
    [
      'with another bit in its history than it was made with',
      changed("UPDATE open SET body = CAST(body || x'00' AS BLOB) WHERE span = 'day'"),
      /damaged/,
      'image-cut-short',
    ],
    ['that is another database', changed('DROP TABLE backup'), /no backup/, 'foreign-content'],
    ['that is something else', async () => Buffer.from('{"cfg":{}}'), /no backup/, 'foreign-content'],
    ['that is empty', async () => new Uint8Array(), /empty/, 'empty-file'],
  ])('%s is refused in a sentence, and nothing is changed', async (_, change, sentence, reason) => {
    const gateway = await fullGateway();
    const bytes = await change(await download(gateway, '?history=1'));
    await save(gateway, '/api/dtu/config', { dtu_pollinterval: 9, pollinterval: 9 });
    const answer = await sendFile(gateway, 'restoreBackup', bytes);
    expect(answer.status).toBe(500);
    expect(answer.text).toMatch(sentence);
    if (reason !== '') expect(String(answer.headers[FILE_REFUSAL_HEADER])).toContain(reason);
    expect(await json(gateway, '/api/dtu/config')).toMatchObject({ dtu_pollinterval: 9 });
    expect(await leftIn(gateway)).toEqual([]);
  });

  it('is removed where only its headers were asked for', async () => {
    const gateway = await fullGateway();
    const answer = await send(gateway.port, '/api/heliograph/backup', { method: 'HEAD', headers: login() });
    expect([answer.status, answer.bytes.length]).toEqual([200, 0]);
    await vi.waitFor(async () => expect(await leftIn(gateway)).toEqual([]));
  });

  it('is removed where whoever wanted it has gone', async () => {
    const gateway = await fullGateway();
    await new Promise<void>((resolve) => {
      const ask = request(
        { port: gateway.port, path: '/api/heliograph/backup?history=1', headers: login() },
        (answer) => {
          answer.once('data', () => {
            ask.destroy();
            resolve();
          });
          answer.on('error', () => undefined);
        },
      );
      ask.on('error', () => undefined).end();
    });
    await vi.waitFor(async () => expect(await leftIn(gateway)).toEqual([]));
  });
});

/** The file after somebody has changed it. */
function changed(sql: string) {
  return async (bytes: Buffer): Promise<Uint8Array> => {
    const file = join(await temporaryFolder(), 'changed.backup');
    await writeFile(file, bytes);
    const database = openDatabase(file);
    database.exec(sql);
    database.close();
    return readFile(file);
  };
}

describe('a restore that was cut short', () => {
  async function folder(files: Readonly<Record<string, string>>) {
    const path = await temporaryFolder();
    for (const [name, text] of Object.entries(files)) await writeFile(join(path, name), text);
    const directory = await openDataDirectory(path);
    return {
      directory,
      async texts() {
        const names = (await directory.names()).toSorted();
        return Promise.all(
          names.map(async (name) => [name, Buffer.from((await directory.read(name)) ?? []).toString()]),
        );
      },
    };
  }

  it('before its settings were saved leaves the files as they were', async () => {
    const { directory, texts } = await folder({
      ...{ 'restore-8.findings.json': 'new', 'restore-8.history.db': 'new', 'backup-received-1.tmp': 'new' },
      ...{ 'backup-received-2.tmp-wal': 'new', 'backup-received-2.tmp-shm': 'new' },
      ...{ 'findings.json': 'old', 'history.db': 'old', 'history.db-wal': 'old' },
    });
    await finishRestore(directory, 7);
    expect(await texts()).toEqual([
      ['findings.json', 'old'],
      ['history.db', 'old'],
      ['history.db-wal', 'old'],
    ]);
  });

  it('after that is finished by the next start, however often that is cut short', async () => {
    const { directory, texts } = await folder({
      ...{ 'restore-8.findings.json': 'new', 'restore-8.history.db': 'new' },
      ...{ 'findings.json': 'old', 'history.db': 'old', 'history.db-wal': 'old' },
    });
    let renames = 0;
    const cut = {
      ...directory,
      async rename(from: string, to: string) {
        if (renames++ === 1) throw new Error('the power has failed');
        await directory.rename(from, to);
      },
    };
    await expect(finishRestore(cut, 8)).rejects.toThrow('the power has failed');
    await finishRestore(directory, 9);
    expect(await texts()).toEqual([
      ['findings.json', 'new'],
      ['history.db', 'new'],
    ]);
  });
});
