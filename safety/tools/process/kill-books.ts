import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterOperation, FIRST_STATE, type FolderState, operationAt } from '../disk/folder-model.ts';
import { type KillChild, MEMORY } from './kill-process.ts';

export interface KillFigures {
  readonly trials: number;
  /** Operations that were acknowledged, in all trials. */
  readonly acknowledged: number;
  /** Trials after which the operation that was under way had been done, although nobody was told. */
  readonly doneUntold: number;
  /** What must not be: neither the state that was acknowledged last nor the next one, or no start at all. */
  readonly failures: readonly string[];
  /** What processes said that ended before they were killed: nothing is found out with those. */
  readonly ended: readonly string[];
}

/** One folder on which a process is killed again and again, and what must be in it. */
export async function openKillBooks(seed: number) {
  const folder = await mkdtemp(join(MEMORY, 'heliograph-kill-'));
  const counts = { trials: 0, acknowledged: 0, doneUntold: 0 };
  const failures: string[] = [];
  const ended: string[] = [];
  let state: FolderState = FIRST_STATE;
  const afterNumber = (number: number) => afterOperation(state, operationAt(seed, number), number);
  return {
    folder,
    trials: () => counts.trials,
    /** All went as it must; otherwise there is no use in going on. */
    isClean: () => failures.length + ended.length === 0,
    password: () => state.password,
    /** Those that may be the right one, while operation number `under` was under way. */
    passwords: (under: number) => [state.password, afterNumber(under).password],
    /** Operation number `number` was acknowledged, so what it did must be there from now on. */
    acknowledge(number: number): void {
      state = afterNumber(number);
      counts.acknowledged++;
    },
    /** A trial is over: the process is gone. */
    count(child: KillChild): void {
      const trial = counts.trials++;
      if (child.hasEndedAlone()) ended.push(`trial ${trial} of seed ${seed}: ${child.lines.join(' / ')}`);
    },
    /** Holds against it what a start found, or why there was none; operation number `under` may have been done. */
    look(found: FolderState | string, under: number, { lines: said }: KillChild): void {
      const next = afterNumber(under);
      const isOld = isDeepStrictEqual(found, state);
      if (!isOld && isDeepStrictEqual(found, next)) counts.doneUntold++;
      else if (!isOld) {
        const all = JSON.stringify({ found, state, next, said });
        failures.push(`trial ${counts.trials} of seed ${seed}, operation ${under} under way: ${all}`);
      }
      if (typeof found !== 'string') state = found;
    },
    async close(): Promise<KillFigures> {
      await rm(folder, { recursive: true, force: true });
      return { ...counts, failures, ended };
    },
  };
}
