import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { buildEntry } from '../copies/build-entry.ts';
import { type Guard, guard } from '../copies/guard.ts';
import { afterOperation, chance, FIRST_STATE, type KillState, operationAt } from './kill-model.ts';
import { openKillStore } from './kill-store.ts';

/** Who is killed leaves what it wrote, on any disk; one in memory makes for more kills in the same time. */
export const MEMORY = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** A start that is killed is none that failed: otherwise an image gives way after three of them, as it should. */
const STARTS = guard(
  'the end of an image after three starts',
  'apps/gateway/src/firmware/firmware.ts',
  'const STARTS_MAX = 3;',
  'const STARTS_MAX = Number.POSITIVE_INFINITY;',
);

/** Builds the process that is killed. */
export const buildKillChild = (without: readonly Guard[] = [STARTS]) =>
  buildEntry({ entry: 'safety/tools/process/kill-child.ts', without });

/** A process that is killed, and what it said. */
export interface KillChild {
  readonly lines: readonly string[];
  /** Calls `listener` for each line. */
  onLine(listener: (line: string) => void): void;
  readonly closed: Promise<void>;
  /** Nobody has killed it: it could not start, or an operation went wrong. */
  hasEndedAlone(): boolean;
  /** Kills it, and waits until it is gone; all lines are there then. */
  kill(): Promise<void>;
}

export function startKillChild(script: string, words: readonly (string | number)[]): KillChild {
  const child: ChildProcess = spawn(process.execPath, [script, ...words.map(String)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  const listeners: ((line: string) => void)[] = [];
  let rest = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    const parts = (rest + chunk.toString()).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
    for (const line of parts) for (const listener of listeners) listener(line);
  });
  let endedBy: NodeJS.Signals | null | undefined;
  const closed = new Promise<void>((resolve) => {
    child.once('close', (_, signal) => {
      endedBy = signal;
      resolve();
    });
  });
  return {
    lines,
    closed,
    hasEndedAlone: () => endedBy !== undefined && endedBy !== 'SIGKILL',
    onLine: (listener) => void listeners.push(listener),
    kill() {
      child.kill('SIGKILL');
      return closed;
    },
  };
}

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

export interface StoreTrials {
  readonly script: string;
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
export async function runStoreTrials({ script, trials, seed }: StoreTrials): Promise<KillFigures> {
  const folder = await mkdtemp(join(MEMORY, 'heliograph-kill-'));
  const figures = {
    trials: 0,
    acknowledged: 0,
    doneUntold: 0,
    failures: [] as string[],
    ended: [] as string[],
  };
  let state: KillState = FIRST_STATE;
  let next = 0;
  await openKillStore(folder); // the first start is no part of this
  while (figures.trials < trials && figures.failures.length + figures.ended.length === 0) {
    const trial = figures.trials++;
    const child = startKillChild(script, ['store', folder, seed, next]);
    await momentToKill(child, (...words) => chance(seed, trial, ...words));
    await child.kill();
    for (const line of child.lines.filter((text) => /^\d+$/.test(text))) {
      state = afterOperation(state, operationAt(seed, Number(line)), Number(line));
      next = Number(line) + 1;
      figures.acknowledged++;
    }
    if (child.hasEndedAlone()) {
      figures.ended.push(`trial ${trial} of seed ${seed}: ${child.lines.join(' / ')}`);
      break;
    }
    const under = afterOperation(state, operationAt(seed, next), next);
    const found = await foundIn(folder, [state.password, under.password]);
    if (isDeepStrictEqual(found, under) && !isDeepStrictEqual(found, state)) figures.doneUntold++;
    else if (!isDeepStrictEqual(found, state)) {
      figures.failures.push(
        `trial ${trial} of seed ${seed}, operation ${next} under way: ${JSON.stringify({ found, state, under, said: child.lines })}`,
      );
    }
    if (typeof found !== 'string') state = found;
    next++; // never the same value again
  }
  await rm(folder, { recursive: true, force: true });
  return figures;
}

/** The state that a start finds, or why there is none. */
async function foundIn(folder: string, passwords: readonly string[]): Promise<KillState | string> {
  try {
    return await (await openKillStore(folder)).state(passwords);
  } catch (error) {
    return String(error);
  }
}
