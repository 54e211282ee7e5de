import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { failingSettings } from '@heliograph/testbed/disk/failing-settings.ts';
import { createTestPlatform, type TestPlatform } from '@heliograph/testbed/gateway/platform.ts';
import { startTestGateway, temporaryFolder } from '@heliograph/testbed/gateway/start-gateway.ts';
import { onTestFinished } from 'vitest';
import type { DataDirectory } from '../../../apps/gateway/src/platform/data-directory.ts';
import {
  type ConnectSettings,
  openSettingsStorage,
} from '../../../apps/gateway/src/settings/settings-storage.ts';
import type { SeamName } from '../../../seams/seams.ts';
import { without } from '../../../seams/without.ts';

/** A data folder on a disk that takes nothing for a while. */
export interface SmallDisk {
  readonly dataFolder: string;
  /** A new one for each start. */
  platform(): TestPlatform;
  readonly connectSettings: ConnectSettings;
  /** Not a byte finds room any more. */
  fill(): Promise<void>;
  setReadOnly(): Promise<void>;
  /** There is room, and everything can be written. */
  mend(): Promise<void>;
}

/** A real one. */
export interface MountedDisk extends SmallDisk {
  /** So many bytes find room again. */
  giveBack(bytes: number): Promise<void>;
}

export const startOn = (disk: SmallDisk) =>
  startTestGateway({
    ...{ dataFolder: disk.dataFolder, platform: disk.platform(), connectSettings: disk.connectSettings },
  });

/** How many starts on it get past the lock while a protection is switched off: 1, or 0 where it is refused for `reason`. */
export async function startsWithout(seam: SeamName, disk: SmallDisk, reason: string): Promise<number> {
  const platform = disk.platform();
  const directory = await platform.openDataDirectory(disk.dataFolder);
  const { processes } = platform;
  const locking = without([seam], () =>
    openSettingsStorage({ directory, processes, connect: disk.connectSettings }),
  );
  return locking.then(
    ({ close }) => close().then(() => 1),
    (error: unknown) => {
      if (!String(error).includes(reason)) throw error;
      return 0;
    },
  );
}

function run(command: string, ...words: string[]): boolean {
  try {
    execFileSync(command, words, { stdio: 'ignore' });
    return true;
  } catch {
    return false; // not ours to decide: no such command, or no right to
  }
}

/** Whether `mountSmallDisk` works here: it takes the rights of root. */
export function canMount(): boolean {
  const place = mkdtempSync(join(tmpdir(), 'heliograph-mount-'));
  try {
    return run('mount', ...kindOf(2), place) && run('umount', place);
  } finally {
    rmdirSync(place);
  }
}

const kindOf = (megabytes: number) => ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'heliograph'];

/** A real disk of a few MB in memory, for one test. */
export async function mountSmallDisk(megabytes = 2): Promise<MountedDisk> {
  const disk = await mkdtemp(join(tmpdir(), 'heliograph-disk-'));
  const isMounted = run('mount', ...kindOf(megabytes), disk);
  onTestFinished(async () => {
    run('chattr', '-R', '-i', disk);
    if (isMounted) run('umount', '-l', disk);
    await rm(disk, { recursive: true, force: true });
  });
  if (!isMounted) throw new Error('no disk could be mounted');
  const ballast = join(disk, 'ballast');
  const dataFolder = join(disk, 'data');
  await mkdir(dataFolder, { mode: 0o700 });
  let isSealed = false;
  return {
    dataFolder,
    platform: createTestPlatform,
    connectSettings: failingSettings(() => undefined),
    async fill() {
      // As much as there is room for, and then what somebody who was writing meanwhile has left free.
      for (const size of [(megabytes + 1) * 1_000_000, 65_536, 4096, 65_536, 4096]) {
        await appendFile(ballast, Buffer.alloc(size)).catch(() => undefined);
        await wait(20);
      }
    },
    async giveBack(bytes) {
      await truncate(ballast, Math.max(0, (await stat(ballast)).size - bytes));
    },
    async setReadOnly() {
      // A gateway that runs has files open, and the system lets nobody do this then: nothing may be opened anew instead.
      isSealed = !(await remountReadOnly(disk));
      if (isSealed && !run('chattr', '-R', '+i', dataFolder)) throw new Error('not read-only');
    },
    async mend() {
      if (isSealed) run('chattr', '-R', '-i', dataFolder);
      isSealed = false;
      run('mount', '-o', 'remount,rw', disk);
      await rm(ballast, { force: true });
      collectGarbage(); // files that are removed but open still take their room
    },
  };
}

const ATTEMPTS = 5;

/** An engine closes some of its files only then. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  collect();
}

/** False where somebody still has a file open. */
async function remountReadOnly(disk: string): Promise<boolean> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (run('mount', '-o', 'remount,ro', disk)) return true;
    collectGarbage();
    await wait(10);
  }
  return false;
}

/** A disk that says of itself that it is full, or read-only. */
export async function pretendSmallDisk(codeOfFull: 'ENOSPC' | 'EDQUOT' = 'ENOSPC'): Promise<SmallDisk> {
  let code = '';
  const refuse = () => Promise.reject(Object.assign(new Error(code), { code }));

  function troubled(directory: DataDirectory): DataDirectory {
    const { write, append, link, rename, remove, sync } = directory;
    const isReadOnly = () => code === 'EROFS';
    const isIn = (bytes: Uint8Array) => code === '' || (!isReadOnly() && bytes.length === 0);
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
    platform() {
      const platform = createTestPlatform();
      return {
        ...platform,
        openDataDirectory: async (path) => troubled(await platform.openDataDirectory(path)),
      };
    },
    connectSettings: failingSettings(() => (code === '' ? undefined : code)),
    fill: set(codeOfFull),
    setReadOnly: set('EROFS'),
    mend: set(''),
  };
}
