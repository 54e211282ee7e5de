import { execFileSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ENDPOINTS } from '@heliograph/contract';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { DataDirectory } from '../src/platform/data-directory.ts';
import { restarted, restore, settingsOf, textOf } from './config-gateway.ts';
import { originalBackup, withChange } from './original-backup.ts';
import { postData } from './plant-gateway.ts';
import {
  createTestPlatform,
  startTestGateway,
  type TestGateway,
  type TestPlatform,
  temporaryFolder,
} from './start-test-gateway.ts';

/** A data folder on a disk that takes nothing for a while. */
interface TroubledDisk {
  readonly dataFolder: string;
  readonly platform: TestPlatform;
  /** Nothing that is longer than a lock finds room any more. */
  fill(): Promise<void>;
  setReadOnly(): Promise<void>;
  /** There is room, and everything can be written. */
  mend(): Promise<void>;
}

function run(command: string, ...words: string[]): boolean {
  try {
    execFileSync(command, words, { stdio: 'ignore' });
    return true;
  } catch {
    return false; // not ours to decide: no such command, or no right to
  }
}

/** A real disk of 2 MB; undefined where nobody may mount one. */
async function realDisk(): Promise<TroubledDisk | undefined> {
  const disk = await temporaryFolder();
  if (!run('mount', '-t', 'tmpfs', '-o', 'size=2m', 'heliograph', disk)) return undefined;
  onTestFinished(() => void run('umount', '-l', disk));
  const ballast = join(disk, 'ballast');
  const dataFolder = join(disk, 'data');
  await mkdir(dataFolder, { mode: 0o700 });
  return {
    dataFolder,
    platform: createTestPlatform(),
    async fill() {
      await writeFile(ballast, Buffer.alloc(3_000_000)).catch(() => undefined); // as much as there is room for
    },
    async setReadOnly() {
      if (!run('mount', '-o', 'remount,ro', disk)) throw new Error('not read-only');
    },
    async mend() {
      run('mount', '-o', 'remount,rw', disk);
      await rm(ballast, { force: true });
    },
  };
}

const LOCK_BYTES = 120;

const refused = (code: string) => Promise.reject(Object.assign(new Error(code), { code }));

/** A disk that says of itself that it is full. */
async function pretendedDisk(refusal: (code: string) => Promise<undefined> = refused): Promise<TroubledDisk> {
  const platform = createTestPlatform();
  let code = '';
  const refuse = () => refusal(code) as Promise<never>;

  function troubled(directory: DataDirectory): DataDirectory {
    const { write, append, link, rename, remove, sync } = directory;
    const isReadOnly = () => code === 'EROFS';
    const isIn = (bytes: Uint8Array) => code === '' || (!isReadOnly() && bytes.length < LOCK_BYTES);
    return {
      ...directory,
      write: (name, bytes) => (isIn(bytes) ? write(name, bytes) : refuse()),
      append: (name, bytes) => (isIn(bytes) ? append(name, bytes) : refuse()),
      link: (name, second) => (isReadOnly() ? refuse() : link(name, second)),
      rename: (name, next) => (isReadOnly() ? refuse() : rename(name, next)),
      remove: (name) => (isReadOnly() ? refuse() : remove(name)),
      sync: (name) => (isReadOnly() ? refuse() : sync(name)),
    };
  }

  const set = (next: string) => async () => {
    code = next;
  };
  return {
    dataFolder: await temporaryFolder(),
    platform: {
      ...platform,
      openDataDirectory: async (path) => troubled(await platform.openDataDirectory(path)),
    },
    fill: set('ENOSPC'),
    setReadOnly: set('EROFS'),
    mend: set(''),
  };
}

const BACKUP = withChange(({ security }) => Object.assign(security, { password: 'openDTU42' }));
const DTU = { dtu_serial: '199980123456', dtu_pollinterval: 77, dtu_palevel: 1 };
const saveDtu = async ({ port }: TestGateway) =>
  JSON.parse((await postData(port, ENDPOINTS.setDtuConfig.path, DTU)).text);

/** Everything that would change something is refused for this reason, and nothing is changed. */
async function expectRefusals(gateway: TestGateway, reason: string): Promise<void> {
  const before = await settingsOf(gateway);
  const message = `The settings could not be saved (${reason}); nothing was changed.`;
  expect(await saveDtu(gateway)).toEqual({ message });
  for (const name of ['config.json', 'pin_mapping.json']) {
    const answer = await restore(gateway, name === 'config.json' ? BACKUP : [], { name });
    // Two bytes of profiles may find room on a full disk.
    if (answer.status !== 200) expect([answer.status, answer.text]).toEqual([500, message]);
    else expect(name).toBe('pin_mapping.json');
  }
  const { text } = await postData(gateway.port, ENDPOINTS.deleteConfig.path, { delete: true });
  expect(JSON.parse(text)).toEqual({ message });
  expect(await settingsOf(gateway)).toEqual(before);
  expect(JSON.parse(await textOf(gateway, 'getLiveData')).inverters).toHaveLength(3);
}

describe.each([
  ['a real disk', realDisk],
  ['a pretended one', pretendedDisk],
])('%s', (_, createDisk) => {
  it.for([
    ['full', 'the disk is full'],
    ['read-only', 'the disk is read-only'],
  ] as const)(
    'that is %s: nothing changes, the service goes on, and later it works',
    async ([trouble, reason], { skip }) => {
      const disk = (await createDisk()) ?? skip('nobody may mount a disk here');
      const gateway = await startTestGateway({ ...disk });
      await (trouble === 'full' ? disk.fill() : disk.setReadOnly());
      await expectRefusals(gateway, reason);
      await disk.mend();
      expect(await saveDtu(gateway)).toMatchObject({ code: 1001 });
      await gateway.stopNow();
      const again = await startTestGateway({ dataFolder: disk.dataFolder });
      expect(JSON.parse(await textOf(again, 'getDtuConfig'))).toEqual(DTU);
    },
  );

  it('that is full from a restore to its restart: what was acknowledged is there', async ({ skip }) => {
    const disk = (await createDisk()) ?? skip('nobody may mount a disk here');
    const gateway = await startTestGateway({ ...disk });
    expect((await restore(gateway, BACKUP)).text).toBe('OK');
    await disk.fill();
    await restarted(gateway);
    const restored = await settingsOf(gateway);
    expect(restored).toMatchObject({
      getDtuConfig: { dtu_pollinterval: 15 },
      getNtpConfig: { ntp_server: originalBackup().ntp.server },
    });
    expect((await saveDtu(gateway)).message).toContain('the disk is full');
    await disk.mend();
    expect(await saveDtu(gateway)).toMatchObject({ code: 1001 });
    await gateway.stopNow();
    const again = await startTestGateway({ dataFolder: disk.dataFolder });
    expect(await settingsOf(again)).toEqual({ ...restored, getDtuConfig: DTU });
  });
});

it('a disk that takes nothing and does not say so would be found out by these tests', async () => {
  const disk = await pretendedDisk(async () => undefined);
  const gateway = await startTestGateway({ ...disk });
  await disk.setReadOnly();
  expect(await saveDtu(gateway)).toMatchObject({ code: 1001 });
  await disk.mend();
  await gateway.stopNow();
  const again = await startTestGateway({ dataFolder: disk.dataFolder });
  expect(JSON.parse(await textOf(again, 'getDtuConfig'))).not.toEqual(DTU);
});
