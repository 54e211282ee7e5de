import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { SeamName } from '../../../seams/seams.ts';
import { environmentWithout } from '../../../seams/test-build.ts';
import { STRACE } from '../process/strace.ts';

/** Something that a program has done to the files of one folder, or said on its standard output, in the order of its calls. */
export type DiskOperation =
  | { readonly kind: 'create'; readonly name: string }
  | { readonly kind: 'write'; readonly name: string; readonly at: number; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly name: string; readonly length: number }
  /** What was written to a file is on the disk. */
  | { readonly kind: 'sync'; readonly name: string }
  /** Which files there are, and their names, is on the disk. */
  | { readonly kind: 'sync-folder' }
  | { readonly kind: 'rename'; readonly name: string; readonly to: string }
  | { readonly kind: 'unlink'; readonly name: string }
  | { readonly kind: 'said'; readonly text: string };

export interface WritesOf {
  /** The folder whose files count. */
  readonly folder: string;
  /** A script for Node, with its arguments. */
  readonly script: readonly string[];
  /** Protections that are switched off in it. */
  readonly without: readonly SeamName[];
  readonly logFile: string;
}

const CALLS = ['openat', 'write', 'pwrite64', 'ftruncate', 'fsync', 'fdatasync', 'rename', 'unlink'];
/** More than anybody writes with one call here. */
const BYTES_MAX = 2 ** 22;
const RUN_MAX_MS = 120_000;

/** Runs a script to its end, and tells all that it has done to the files of a folder. What it writes has to be written by one thread. */
export async function recordWrites({ folder, script, without, logFile }: WritesOf): Promise<DiskOperation[]> {
  const args = [
    '-f',
    '-qq',
    '-y',
    '-xx',
    '-s',
    String(BYTES_MAX),
    '-o',
    logFile,
    '-e',
    `trace=${CALLS.join()}`,
  ];
  const child = spawn(STRACE ?? 'strace', [...args, process.execPath, ...script], {
    env: {
      PATH: process.env.PATH,
      UV_USE_IO_URING: '0',
      UV_THREADPOOL_SIZE: '1',
      ...environmentWithout(without),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: RUN_MAX_MS,
  });
  child.stdout.resume();
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('close', resolve);
    child.once('error', reject);
  });
  const log = await readFile(logFile, 'latin1');
  await rm(logFile);
  if (code !== 0) throw new Error(`The program has ended with ${code}`);
  return readLog(log, folder);
}

/** A call that another one of the program came into is told in two lines. */
function wholeLines(log: string): string[] {
  const begun = new Map<string, string>();
  return log.split('\n').flatMap((line) => {
    const [, pid = '', rest = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
    const unfinished = /^(.*) <unfinished \.\.\.>$/.exec(rest);
    if (unfinished !== null) {
      begun.set(pid, unfinished[1] ?? '');
      return [];
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest);
    return [resumed === null ? rest : (begun.get(pid) ?? '') + resumed[1]];
  });
}

/** `\x2f\x61` are the bytes of a text. */
const bytesOf = (hex = '') => Buffer.from(hex.replaceAll('\\x', ''), 'hex');

const OPENED = /^openat\([^,]*, "(?<path>[^"]*)", (?<flags>[A-Z_|]+)(?:, \d+)?\) = (?<fd>\d+)/;
const ON_FILE = /^(?<call>\w+)\((?<fd>\d+)<(?<path>[^>]*)>(?:, (?<rest>.*))?\) = (?<result>\d+)$/;
const RENAMED = /^rename\("(?<from>[^"]*)", "(?<to>[^"]*)"\) = 0$/;
const UNLINKED = /^unlink\("(?<path>[^"]*)"\) = 0$/;

function readLog(log: string, folder: string): DiskOperation[] {
  const operations: DiskOperation[] = [];
  const sizes = new Map<string, number>();
  /** Where the next plain write of a handle goes. */
  const positions = new Map<string, number>();
  const nameOf = (path: string) => {
    const text = bytesOf(path).toString();
    return dirname(text) === folder ? basename(text) : undefined;
  };

  function open({ path = '', flags = '', fd = '' }: Record<string, string>): void {
    const name = nameOf(path);
    if (name === undefined) return;
    if (flags.includes('O_CREAT') && !sizes.has(name)) {
      operations.push({ kind: 'create', name });
      sizes.set(name, 0);
    }
    if (flags.includes('O_TRUNC')) truncate(name, 0);
    positions.set(fd, flags.includes('O_APPEND') ? Number.POSITIVE_INFINITY : 0);
  }

  function truncate(name: string, length: number): void {
    operations.push({ kind: 'truncate', name, length });
    sizes.set(name, length);
  }

  function write(name: string, at: number, bytes: Buffer): void {
    operations.push({ kind: 'write', name, at, bytes });
    sizes.set(name, Math.max(sizes.get(name) ?? 0, at + bytes.length));
  }

  function plainWrite(name: string, fd: string, bytes: Buffer): void {
    const position = positions.get(fd) ?? 0;
    const at = position === Number.POSITIVE_INFINITY ? (sizes.get(name) ?? 0) : position;
    write(name, at, bytes);
    if (position !== Number.POSITIVE_INFINITY) positions.set(fd, at + bytes.length);
  }

  function changeFile(
    name: string,
    { call, fd, at, bytes, length }: { call: string; fd: string; at: number; bytes: Buffer; length: number },
  ): void {
    if (call === 'pwrite64') write(name, at, bytes);
    else if (call === 'write') plainWrite(name, fd, bytes);
    else if (call === 'ftruncate') truncate(name, length);
    else operations.push({ kind: 'sync', name });
  }

  function onFile({ call = '', fd = '', path = '', rest = '', result = '' }: Record<string, string>): void {
    const [, hex = '', at = ''] = /^"([^"]*)"(?:, \d+)?(?:, (\d+))?$/.exec(rest) ?? [];
    const bytes = bytesOf(hex).subarray(0, Number(result));
    const name = nameOf(path);
    if (name !== undefined) changeFile(name, { call, fd, at: Number(at), bytes, length: Number(rest) });
    else if (call === 'write' && fd === '1') operations.push({ kind: 'said', text: bytes.toString().trim() });
    else if (call.endsWith('sync') && bytesOf(path).toString() === folder)
      operations.push({ kind: 'sync-folder' });
  }

  function rename({ from = '', to = '' }: Record<string, string>): void {
    const [name, next] = [nameOf(from), nameOf(to)];
    if (name === undefined || next === undefined) return;
    operations.push({ kind: 'rename', name, to: next });
    sizes.set(next, sizes.get(name) ?? 0);
    sizes.delete(name);
  }

  function unlink({ path = '' }: Record<string, string>): void {
    const name = nameOf(path);
    if (name === undefined) return;
    operations.push({ kind: 'unlink', name });
    sizes.delete(name);
  }

  const readers = [
    [OPENED, open],
    [RENAMED, rename],
    [UNLINKED, unlink],
    [ON_FILE, onFile],
  ] as const;
  for (const line of wholeLines(log)) {
    for (const [form, take] of readers) {
      const groups = form.exec(line)?.groups;
      if (groups === undefined) continue;
      take(groups);
      break;
    }
  }
  return operations;
}
