import { rm } from 'node:fs/promises';
import { filesOf, passingFolder, putFiles } from '@heliograph/testbed/disk/stored-settings.ts';
import { describe, expect, it } from 'vitest';
import { openRow } from '../plan/row.ts';
import {
  type BackupStore,
  backupOfAnother,
  findBackupFolder,
  openBackupStore,
  useBackupFolder,
} from '../tools/disk/backup-store.ts';
import { canMount, type MountedDisk, mountSmallDisk } from '../tools/disk/small-disk.ts';

/** F5: the disk becomes full while a backup of everything is made or restored. */

const row = openRow('F5');
const NO_MOUNT = 'nobody may mount a disk here';
const [OLD_S, OTHER_S] = [7, 77];
const DISK_MB = 8;
/** From none to enough for the backup and all that is laid beside it, as a share of its length. */
const ROOM_MAX = 3;
const ROOMS = row.scale(9, 250);

interface Work {
  readonly name: string;
  readonly refusal: RegExp;
  run(store: BackupStore, backup: Uint8Array): Promise<unknown>;
}

const FULL = /is full|ENOSPC/;
const NOT_MADE = /^BackupNotMadeError: The backup could not be made \(the disk is full\)\.$/;

const WORKS: readonly Work[] = [
  {
    ...{ name: 'a backup of everything is restored', refusal: FULL },
    run: (store, backup) => store.restore(backup),
  },
  { name: 'a backup of everything is made', refusal: NOT_MADE, run: (store) => store.makeBackup() },
  { name: 'a nightly copy is made', refusal: FULL, run: (store) => store.copyNight(1) },
];

/** What a start finds, on a disk with room. */
async function worldOf(folder: string): Promise<string> {
  const copy = passingFolder();
  try {
    putFiles(copy, filesOf(folder));
    const { world, wrong } = await findBackupFolder(copy);
    return wrong.length === 0 ? world : wrong.join(', ');
  } finally {
    await rm(copy, { recursive: true });
  }
}

const leftIn = (folder: string) =>
  Object.keys(filesOf(folder)).filter((name) => /\.tmp(-journal)?\/?$|^restore-/.test(name));

/** Does it on a disk with so much room; says what is wrong afterwards. */
async function tryWith(disk: MountedDisk, roomBytes: number, work: (store: BackupStore) => Promise<unknown>) {
  const store = await openBackupStore(disk.dataFolder);
  await disk.fill();
  await disk.giveBack(roomBytes);
  const refusal = await work(store).then(
    () => undefined,
    (error: unknown) => String(error),
  );
  const left = refusal === undefined ? [] : leftIn(disk.dataFolder);
  await store.end();
  return { refusal, left, world: await worldOf(disk.dataFolder) };
}

describe.runIf(row.can(canMount(), 'a disk that becomes full with a backup', NO_MOUNT))(
  'a disk that becomes full',
  { timeout: 1_800_000 },
  () => {
    it.each(WORKS)('while $name leaves all as it was', async ({ name, refusal: told, run }) => {
      const disk = await mountSmallDisk(DISK_MB);
      await useBackupFolder(disk.dataFolder, OLD_S, 10);
      const start = filesOf(disk.dataFolder);
      const old = await worldOf(disk.dataFolder);
      const backup = await backupOfAnother(OTHER_S, 12);
      const outcomes = { refused: 0, done: 0 };
      const wrong: string[] = [];
      for (let number = 0; number < ROOMS; number += 1) {
        const roomBytes = Math.floor((number * ROOM_MAX * backup.length) / (ROOMS - 1));
        const { refusal, left, world } = await tryWith(disk, roomBytes, (store) => run(store, backup));
        outcomes[refusal === undefined ? 'done' : 'refused'] += 1;
        const isUntold = refusal !== undefined && !told.test(refusal);
        const isWrong = left.length > 0 || (refusal !== undefined && world !== old) || isUntold;
        if (isWrong) wrong.push(`${roomBytes} bytes: ${refusal}, ${left.join()}, ${world}`);
        await disk.mend();
        putFiles(disk.dataFolder, start);
      }
      expect(wrong).toEqual([]);
      const { refused, done } = outcomes;
      row.figure({ what: `no room while ${name}`, value: refused, goal: { atLeast: 3 } });
      row.figure({ what: `enough room while ${name}`, value: done, goal: { atLeast: 1 } });
      row.figure({
        what: `something changed, left or untold where there was no room while ${name}`,
        ...{ value: wrong.length, goal: { exactly: 0 } },
      });
    });
  },
);
