import { chance } from '@heliograph/testbed/dice.ts';
import type { FolderState } from '../disk/folder-model.ts';
import { openFolderStore } from '../disk/folder-store.ts';
import { type KillFigures, openKillBooks } from './kill-books.ts';
import { type KillChild, type KillProgram, startKillChild } from './kill-process.ts';

export interface StoreTrials {
  readonly program: KillProgram;
  readonly trials: number;
  readonly seed: number;
}

/** Before the first operation is done, or up to so many later. */
const KILL_AFTER_LINES = 6;
/** Enough for the longest of them; mostly much less. */
const KILL_WITHIN_MS = 40;

/** Waits for a moment at random; for none where the process ends by itself. */
function momentToKill(child: KillChild, random: (word: string) => number): Promise<void> {
  const afterLine = Math.floor(random('line') * KILL_AFTER_LINES);
  return new Promise((resolve) => {
    child.onLine(() => {
      if (child.lines.length > afterLine) setTimeout(resolve, random('delay') ** 2 * KILL_WITHIN_MS);
    });
    void child.closed.then(resolve);
  });
}

/** Kills a process again and again while it changes one folder, and looks at it each time. Ends at the first failure. */
export async function runStoreTrials({ program, trials, seed }: StoreTrials): Promise<KillFigures> {
  const books = await openKillBooks(seed);
  let next = 0;
  await (await openFolderStore(books.folder)).end(); // the first start is no part of this
  while (books.trials() < trials && books.isClean()) {
    const trial = books.trials();
    const child = startKillChild(program, ['store', books.folder, seed, next]);
    await momentToKill(child, (...words) => chance(seed, trial, ...words));
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
