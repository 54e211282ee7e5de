import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chance } from '@heliograph/testbed/dice.ts';
import { filesOf, passingFolder, putFiles } from '@heliograph/testbed/disk/stored-settings.ts';
import {
  type BackupStep,
  type BackupStepFacts,
  backupStepAt,
  runStepAndStart,
} from '../disk/backup-steps.ts';
import { backupOfAnother, findBackupFolder, openBackupStore, useBackupFolder } from '../disk/backup-store.ts';
import { type KillLimits, type KillProgram, MEMORY, momentToKill, startKillChild } from './kill-process.ts';

export interface BackupTrials {
  readonly program: KillProgram;
  readonly trials: number;
  readonly seed: number;
}

export interface BackupKillFigures {
  readonly trials: number;
  /** In which step it was killed, how often. */
  readonly inStep: Readonly<Record<BackupStep, number>>;
  readonly acknowledged: number;
  /** What was wrong after a kill. */
  readonly failures: readonly string[];
}

/** Before the first step is done, or a few later. */
const LIMITS: KillLimits = { lines: 5, withinMs: 80 };
/** Then a new folder is begun: the histories of both stay short. */
const TRIALS_OF_FOLDER = 25;

/** Kills a process again and again while it makes and takes backups, and looks at its folder each time. Ends at the first failure. */
export async function runBackupTrials({ program, trials, seed }: BackupTrials): Promise<BackupKillFigures> {
  const figures = { trials: 0, acknowledged: 0, failures: [] as string[] };
  const inStep = { save: 0, record: 0, night: 0, whole: 0, restore: 0 };
  const root = await mkdtemp(join(MEMORY, 'heliograph-backups-'));
  const backups = [join(root, 'one.backup'), join(root, 'other.backup')];
  for (const [number, path] of backups.entries())
    await writeFile(path, await backupOfAnother(60_000 + number, 8 + 6 * number));
  while (figures.trials < trials && figures.failures.length === 0) {
    const [folder, other] = [await mkdtemp(join(root, 'data-')), await mkdtemp(join(root, 'reference-'))];
    for (const path of [folder, other]) await useBackupFolder(path, 7, 10);
    const reference = await openReference(other, { seed, backups });
    let done = 0;
    for (let turn = 0; turn < TRIALS_OF_FOLDER && figures.trials < trials; turn += 1) {
      const acknowledged = await killOnce(program, [folder, seed, done, ...backups], figures.trials);
      figures.trials += 1;
      figures.acknowledged += acknowledged;
      inStep[backupStepAt(done + acknowledged)] += 1;
      const found = await foundIn(folder, reference, done + acknowledged);
      if (typeof found === 'string') {
        figures.failures.push(`kill ${figures.trials}, after ${done + acknowledged} steps: ${found}`);
        break;
      }
      done = found;
      await reference.restart();
    }
    await reference.close();
    for (const path of [folder, other]) await rm(path, { recursive: true });
  }
  await rm(root, { recursive: true });
  return { ...figures, inStep };
}

/** How many steps a process has said to be done, until it was killed at a moment by chance. */
async function killOnce(
  program: KillProgram,
  words: readonly (string | number)[],
  trial: number,
): Promise<number> {
  const child = startKillChild(program, words);
  const seed = Number(words[1]);
  await momentToKill(child, (word) => chance(seed, trial, word), LIMITS);
  await child.kill();
  if (child.hasEndedAlone()) throw new Error(`The process has ended by itself: ${child.lines.join()}`);
  return child.lines.filter((line) => /^\d+$/.test(line)).length;
}

/** How many steps are in the folder: those that were said to be done, or one more; else what is wrong. */
async function foundIn(folder: string, reference: BackupReference, said: number): Promise<number | string> {
  const { world, wrong } = await findBackupFolder(folder);
  if (wrong.length > 0) return wrong.join(', ');
  const before = await reference.worldAfter(said);
  if (world === before) return said;
  return world === (await reference.worldAfter(said + 1)) ? said + 1 : differenceOf(world, before);
}

/** Where two worlds begin to differ. */
export function differenceOf(world: string, other: string): string {
  let at = 0;
  while (at < world.length && world[at] === other[at]) at += 1;
  return `${world.slice(Math.max(0, at - 40), at + 120)} instead of ${other.slice(Math.max(0, at - 40), at + 80)}`;
}

/**
 * A folder that nothing happens to, to hold another one against. It has to be started anew where that one was: what is under way in the
 * history is kept in tenths, so a start rounds it.
 */
interface BackupReference {
  /** What is found when so many steps are done; it is asked for rising numbers. */
  worldAfter(count: number): Promise<string>;
  restart(): Promise<void>;
  close(): Promise<void>;
}

async function openReference(
  folder: string,
  facts: Omit<BackupStepFacts, 'index'>,
): Promise<BackupReference> {
  let store = await openBackupStore(folder);
  let done = 0;
  return {
    async worldAfter(count) {
      for (; done < count; done += 1) store = await runStepAndStart(store, folder, { ...facts, index: done });
      return worldOfCopy(folder);
    },
    async restart() {
      await store.end();
      store = await openBackupStore(folder);
    },
    close: () => store.end(),
  };
}

/** Of a folder that is in use. */
async function worldOfCopy(folder: string): Promise<string> {
  const copy = passingFolder();
  try {
    putFiles(copy, filesOf(folder));
    return (await findBackupFolder(copy)).world;
  } finally {
    await rm(copy, { recursive: true });
  }
}
