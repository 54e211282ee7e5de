import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { chance } from '@heliograph/testbed/dice.ts';
import { contentOf, createReference, makeFirstVersion, type Reference } from '../disk/history-batches.ts';
import { type KillLimits, type KillProgram, MEMORY, momentToKill, startKillChild } from './kill-process.ts';

export interface HistoryTrials {
  readonly program: KillProgram;
  readonly trials: number;
  readonly seed: number;
}

export interface HistoryKillFigures {
  /** Processes that were killed, and those of them that had not opened the file yet, which a migration is part of. */
  readonly trials: number;
  readonly early: number;
  readonly acknowledged: number;
  /** What was wrong after a kill. */
  readonly failures: readonly string[];
}

/** Before the first step is done, or a few later. */
const LIMITS: KillLimits = { lines: 4, withinMs: 30 };
/** Then a new file is begun, of the first version of the tables, so that migrations are killed, too. */
const TRIALS_OF_FILE = 4;

/** Kills a process again and again while it keeps history in one file, and looks at the file each time. */
export async function runHistoryTrials({
  program,
  trials,
  seed,
}: HistoryTrials): Promise<HistoryKillFigures> {
  const figures = { trials: 0, early: 0, acknowledged: 0, failures: [] as string[] };
  while (figures.trials < trials && figures.failures.length === 0) {
    const folder = await mkdtemp(join(MEMORY, 'heliograph-history-'));
    const [path, other] = [join(folder, 'history.db'), join(folder, 'reference.db')];
    for (const file of [path, other]) makeFirstVersion(file);
    const reference = createReference(other, seed);
    let done = 0;
    for (let turn = 0; turn < TRIALS_OF_FILE && figures.trials < trials; turn += 1) {
      const acknowledged = await killOnce(program, path, seed, done, figures.trials);
      figures.trials += 1;
      figures.early += Number(acknowledged === 0);
      figures.acknowledged += acknowledged;
      const found = foundIn(path, reference, done + acknowledged);
      if (typeof found === 'string') {
        figures.failures.push(`kill ${figures.trials}, after ${done + acknowledged} steps: ${found}`);
        break;
      }
      done = found;
      reference.restart();
    }
    reference.close();
    await rm(folder, { recursive: true });
  }
  return figures;
}

/** How many steps a process has said to be done, until it was killed at a moment by chance. */
async function killOnce(
  program: KillProgram,
  path: string,
  seed: number,
  first: number,
  trial: number,
): Promise<number> {
  const child = startKillChild(program, [path, seed, first]);
  await momentToKill(child, (word) => chance(seed, trial, word), LIMITS);
  await child.kill();
  if (child.hasEndedAlone()) throw new Error('The process has ended by itself.');
  return child.lines.filter((line) => /^\d+$/.test(line)).length;
}

/** How many steps are in the file: those that were said to be done, or one more; else what is wrong. */
function foundIn(path: string, reference: Reference, said: number): number | string {
  const content = contentOf(path);
  if (content === reference.contentAfter(said)) return said;
  if (content === reference.contentAfter(said + 1)) return said + 1;
  return content.length < 20 ? `the file is ${content}` : 'what is kept is neither before nor after a step';
}
