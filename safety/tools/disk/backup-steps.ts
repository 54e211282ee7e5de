import { readFile } from 'node:fs/promises';
import { type BackupStore, openBackupStore } from './backup-store.ts';

/** What is done again and again while somebody kills it. */
const STEPS = ['save', 'record', 'night', 'record', 'whole', 'restore', 'save', 'night', 'restore'] as const;

export type BackupStep = (typeof STEPS)[number];

export const backupStepAt = (index: number): BackupStep => STEPS[index % STEPS.length] ?? 'save';

export interface BackupStepFacts {
  readonly seed: number;
  readonly index: number;
  /** Files that are restored by turns. */
  readonly backups: readonly string[];
}

/** Does it; after a restore the folder has to be opened anew. */
export async function runBackupStep(
  store: BackupStore,
  { seed, index, backups }: BackupStepFacts,
): Promise<void> {
  switch (backupStepAt(index)) {
    case 'save':
      return store.save(1 + (index % 50_000));
    case 'record':
      return store.record(seed, index);
    case 'night':
      return store.copyNight(index);
    case 'whole':
      return void (await store.makeBackup());
    case 'restore':
      return store.restore(await readFile(backups[index % backups.length] ?? ''));
  }
}

/** Does it, and starts again where that has to follow. */
export async function runStepAndStart(
  store: BackupStore,
  folder: string,
  facts: BackupStepFacts,
): Promise<BackupStore> {
  await runBackupStep(store, facts);
  if (backupStepAt(facts.index) !== 'restore') return store;
  await store.end();
  return openBackupStore(folder);
}
