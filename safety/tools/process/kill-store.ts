import { chance } from '@heliograph/testbed/dice.ts';
import type { FolderState } from '../disk/folder-model.ts';
import { openFolderStore } from '../disk/folder-store.ts';
import { type KillFigures, openKillBooks } from './kill-books.ts';
import { type KillLimits, type KillProgram, momentToKill, startKillChild } from './kill-process.ts';

export interface StoreTrials {
  readonly program: KillProgram;
  readonly trials: number;
  readonly seed: number;
}

/** Before the first operation is done, or a few later. */
const LIMITS: KillLimits = { lines: 6, withinMs: 40 };

/** Kills a process again and again while it changes one folder, and looks at it each time. Ends at the first failure. */
export async function runStoreTrials({ program, trials, seed }: StoreTrials): Promise<KillFigures> {
  const books = await openKillBooks(seed);
  let next = 0;
  await (await openFolderStore(books.folder)).end(); // the first start is no part of this
  while (books.trials() < trials && books.isClean()) {
    const trial = books.trials();
    const child = startKillChild(program, ['store', books.folder, seed, next]);
    await momentToKill(child, (word) => chance(seed, trial, word), LIMITS);
    await child.kill();
    for (const line of child.lines.filter((text) => /^\d+$/.test(text))) {
      books.acknowledge(Number(line));
      next = Number(line) + 1;
    }
    if (!child.hasEndedAlone()) {
      books.look(await foundIn(books.folder, books.passwords(next)), next, child);
    }
    books.count(child);
    next++; // never the same value again
  }
  return books.close();
}

/** The state that a start finds, or why there is none. */
async function foundIn(folder: string, passwords: readonly string[]): Promise<FolderState | string> {
  try {
    const store = await openFolderStore(folder);
    const state = await store.state(passwords);
    await store.end();
    return state;
  } catch (error) {
    return String(error);
  }
}
