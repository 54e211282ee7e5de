import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chance } from '@heliograph/testbed/dice.ts';
import { BOTH_FILES } from '@heliograph/testbed/disk/stored-settings.ts';
import {
  backupOfAnother,
  findBackupFolder,
  recoverFolder,
  rememberedIn,
  useBackupFolder,
} from '../disk/backup-store.ts';
import { type BackupTrials, differenceOf } from './kill-backup.ts';
import { type KillLimits, MEMORY, momentToKill, startKillChild } from './kill-process.ts';

export interface RecoveryKillFigures {
  readonly trials: number;
  /** Kills after which the settings were still damaged, and those after which everything was restored. */
  readonly before: number;
  readonly after: number;
  /** What was wrong after a kill. */
  readonly failures: readonly string[];
}

/** From when it has begun until a while after it is done. */
const LIMITS: KillLimits = { lines: 3, withinMs: 60 };

/** Kills a process again and again while it restores a backup over damaged settings. Ends at the first failure. */
export async function runRecoveryTrials({
  program,
  trials,
  seed,
}: BackupTrials): Promise<RecoveryKillFigures> {
  const root = await mkdtemp(join(MEMORY, 'heliograph-recoveries-'));
  const [used, whole, folder] = ['used', 'whole', 'folder'].map((name) => join(root, name)) as [
    ...[string, string, string],
  ];
  const backup = await backupOfAnother(60_000, 14);
  const path = join(root, 'another.backup');
  await writeFile(path, backup);
  await cp(await mkdtemp(join(root, 'new-')), used, { recursive: true });
  await useBackupFolder(used, 7, 10);
  for (const name of BOTH_FILES) await writeFile(join(used, name), 'damaged');
  const old = rememberedIn(used);
  await cp(used, whole, { recursive: true });
  await recoverFolder(whole, backup);
  const { world } = await findBackupFolder(whole);

  const figures = { trials: 0, before: 0, after: 0, failures: [] as string[] };
  while (figures.trials < trials && figures.failures.length === 0) {
    await cp(used, folder, { recursive: true });
    const child = startKillChild(program, [folder, path]);
    await momentToKill(child, (word) => chance(seed, figures.trials, word), LIMITS);
    await child.kill();
    if (child.hasEndedAlone()) throw new Error(`The process has ended by itself: ${child.lines.join()}`);
    figures.trials += 1;
    const outcome = await outcomeIn(folder, child.lines.includes('done'), { old, world, backup });
    figures[outcome.isRestored ? 'after' : 'before'] += 1;
    if (outcome.problem !== undefined) figures.failures.push(`kill ${figures.trials}: ${outcome.problem}`);
    await rm(folder, { recursive: true });
  }
  await rm(root, { recursive: true });
  return figures;
}

/** What a start says of settings that nobody has restored yet. */
const DAMAGED = /^StartError: The settings file settings\.db in /;

interface Expected {
  readonly old: string;
  readonly world: string;
  readonly backup: Uint8Array;
}

/** What came of a kill, after a restore that was said to be done or not. */
async function outcomeIn(folder: string, isSaid: boolean, expected: Expected) {
  const { world, wrong } = await findBackupFolder(folder);
  if (world === expected.world && wrong.length === 0) return { isRestored: true, problem: undefined };
  const isHalf = isSaid || !DAMAGED.test(world);
  const half = () =>
    `not all of the backup counts: ${[...wrong, differenceOf(world, expected.world)].join(', ')}`;
  return { isRestored: false, problem: isHalf ? half() : await problemOf(folder, expected) };
}

/** What was measured and remembered is that of before, and the same restore still goes well. */
async function problemOf(folder: string, { old, world, backup }: Expected): Promise<string | undefined> {
  await recoverFolder(folder, undefined);
  if (rememberedIn(folder) !== old) return 'something of the backup counts, while the settings are damaged';
  await recoverFolder(folder, backup);
  const again = await findBackupFolder(folder);
  if (again.wrong.length > 0) return again.wrong.join(', ');
  return again.world === world ? undefined : `the next restore brings ${again.world.slice(0, 200)}`;
}
