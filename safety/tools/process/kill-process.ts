import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { SeamName } from '../../../seams/seams.ts';
import { buildForTests, environmentWithout } from '../../../seams/test-build.ts';

/** Who is killed leaves what it wrote, on any disk; one in memory makes for more kills in the same time. */
export const MEMORY = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** A program that is killed, and the protections that are switched off in it. */
export interface KillProgram {
  readonly script: string;
  readonly without: readonly SeamName[];
}

/**
 * Builds the program that is killed. A start that is killed is none that failed: otherwise an image gives way after
 * three of them, as it should.
 */
export async function buildKillProgram(
  without: readonly SeamName[] = ['failedStarts'],
): Promise<KillProgram> {
  return { script: await buildForTests('safety/tools/process/kill-child.ts'), without };
}

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

export function startKillChild(
  { script, without }: KillProgram,
  words: readonly (string | number)[],
): KillChild {
  const child: ChildProcess = spawn(process.execPath, [script, ...words.map(String)], {
    env: { ...process.env, ...environmentWithout(without) },
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

/** How far a process gets before it is killed: at most so many lines, and so long after the last of them; mostly less. */
export interface KillLimits {
  readonly lines: number;
  readonly withinMs: number;
}

/** Waits for a moment at random; for none where the process ends by itself. */
export function momentToKill(
  child: KillChild,
  random: (word: string) => number,
  { lines, withinMs }: KillLimits,
): Promise<void> {
  const afterLine = Math.floor(random('line') * lines);
  return new Promise((resolve) => {
    child.onLine(() => {
      if (child.lines.length > afterLine) setTimeout(resolve, random('delay') ** 2 * withinMs);
    });
    void child.closed.then(resolve);
  });
}
