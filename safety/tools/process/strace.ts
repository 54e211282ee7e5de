import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { findProgram } from '@heliograph/testbed/outside/find-program.ts';
import type { SeamName } from '../../../seams/seams.ts';
import { environmentWithout } from '../../../seams/test-build.ts';

/** The program that lets system calls of another one fail; undefined where it is not installed. */
export const STRACE = findProgram('strace');

/** Calls by which files are opened, written and named. */
export const SYSTEM_CALLS = [
  ...(['openat', 'pread64', 'write', 'pwrite64', 'ftruncate', 'fsync', 'rename', 'unlink', 'link'] as const),
] as const;
export type SystemCall = (typeof SYSTEM_CALLS)[number];

/** What becomes of a call: an error, or the end of the process. */
export const FAULTS = ['SIGKILL', 'EIO', 'ENOSPC', 'EROFS', 'EDQUOT'] as const;

/** The call number `occurrence` of its kind, counted from 1. */
export interface Injection {
  readonly call: SystemCall;
  readonly occurrence: number;
  readonly fault: (typeof FAULTS)[number];
}

export interface Traced {
  /** Files (absolute paths, also of what is not there yet) whose calls count. */
  readonly paths: readonly string[];
  /** Protections that are switched off in the program. */
  readonly without: readonly SeamName[];
  /** A script for Node, with its arguments. */
  readonly script: readonly string[];
  readonly injection?: Injection;
}

const RUN_MAX_MS = 60_000;

/**
 * Runs a script with its calls on these files watched; resolves with the lines that it has written. All of them are
 * made by one thread, one after the other, so that a number means the same call each time: it is counted in each thread. What happened to them is
 * in `logFile` then.
 */
export async function runTraced(traced: Traced, logFile: string): Promise<readonly string[]> {
  const { paths, script, injection, without } = traced;
  const args = [
    ...['-f', '-qq', '-o', logFile, '-e', `trace=${SYSTEM_CALLS.join()}`],
    ...(injection === undefined ? [] : ['-e', injectionText(injection)]),
    ...paths.flatMap((path) => ['-P', path]),
  ];
  const child = spawn(STRACE ?? 'strace', [...args, process.execPath, ...script], {
    env: {
      PATH: process.env.PATH,
      UV_USE_IO_URING: '0',
      UV_THREADPOOL_SIZE: '1',
      ...environmentWithout(without),
    },
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: RUN_MAX_MS,
  });
  let output = '';
  child.stdout.on('data', (piece: Buffer) => {
    output += piece.toString();
  });
  await new Promise<void>((resolve, reject) => {
    child.once('close', () => resolve());
    child.once('error', reject);
  });
  return output.split('\n').filter((line) => line !== '');
}

function injectionText({ call, occurrence, fault }: Injection): string {
  const what = fault === 'SIGKILL' ? 'signal=SIGKILL' : `error=${fault}`;
  return `inject=${call}:${what}:when=${occurrence}`;
}

/** Whether a run with such a log met its fault: it may have made fewer calls than there were when they were counted. */
export async function hasMetFault(logFile: string): Promise<boolean> {
  const log = await readFile(logFile, 'utf8');
  await rm(logFile);
  return /\(INJECTED\)|killed by SIGKILL/.test(log);
}

/** How often a script makes each call. */
export async function countCalls(
  traced: Omit<Traced, 'injection'>,
  logFile: string,
): Promise<Readonly<Record<SystemCall, number>>> {
  await runTraced(traced, logFile);
  const lines = (await readFile(logFile, 'utf8')).split('\n');
  await rm(logFile);
  const countOf = (call: SystemCall) =>
    lines.filter((line) => new RegExp(`^\\d+ +${call}\\(`).test(line)).length;
  const entries = SYSTEM_CALLS.map((call) => [call, countOf(call)]);
  return Object.fromEntries(entries) as Record<SystemCall, number>; // one entry for each call
}
