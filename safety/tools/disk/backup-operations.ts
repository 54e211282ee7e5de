import { backupOfAnother, findBackupFolder, openBackupStore, useBackupFolder } from './backup-store.ts';
import type { CrashOperation, Found } from './crash-operations.ts';

/** Backups of everything, made and taken, for `tryCrashStates`. */

const [OLD_S, NEW_S, OTHER_S] = [7, 9, 77];
/** Steps of the history, some of which let go what is too old. */
const [OLD_STEPS, OTHER_STEPS] = [8, 5];

async function find(folder: string): Promise<Found> {
  const { world, saveCount, wrong } = await findBackupFolder(folder);
  return { world: wrong.length === 0 ? world : wrong.join(', '), saveCount };
}

const used = { find, prepare: (folder: string) => useBackupFolder(folder, OLD_S, OLD_STEPS) };

export const BACKUP_OPERATIONS: readonly CrashOperation[] = [
  {
    ...used,
    name: 'a restore of everything and the start after it',
    async change(folder, acknowledge) {
      const backup = await backupOfAnother(OTHER_S, OTHER_STEPS);
      const store = await openBackupStore(folder);
      await store.restore(backup);
      acknowledge();
      await store.end();
      await (await openBackupStore(folder)).end();
    },
  },
  {
    ...used,
    name: 'the first nightly copy',
    async change(folder, acknowledge) {
      const store = await openBackupStore(folder);
      await store.copyNight(1);
      acknowledge();
      await store.end();
    },
  },
  {
    ...used,
    name: 'a nightly copy for which another one goes',
    async prepare(folder) {
      await used.prepare(folder);
      const store = await openBackupStore(folder);
      for (let night = 1; night <= 7; night += 1) await store.copyNight(night);
      await store.end();
    },
    async change(folder, acknowledge) {
      const store = await openBackupStore(folder);
      await store.copyNight(8);
      acknowledge();
      await store.end();
    },
  },
  {
    ...used,
    name: 'a backup of everything, and a save after it',
    async change(folder, acknowledge) {
      const store = await openBackupStore(folder);
      await store.makeBackup();
      await store.save(NEW_S);
      acknowledge();
      await store.end();
    },
  },
];
