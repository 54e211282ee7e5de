import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { SeamName } from '../../../seams/seams.ts';
import { environmentWithout } from '../../../seams/test-build.ts';
import { STRACE } from '../process/strace.ts';

/**
 * What a process did to the files of a folder and of those in it, as the system saw it: every byte, every wait for the disk, every name.
 * Names are paths from the folder on; its own is empty.
 */

export type DiskStep =
  | {
      readonly kind: 'open';
      readonly fd: number;
      readonly name: string;
      readonly isNew: boolean;
      readonly isEmptied: boolean;
      readonly isAppended: boolean;
    }
  /** `at`: undefined behind what was written last. */
  | {
      readonly kind: 'write';
      readonly fd: number;
      readonly bytes: Uint8Array;
      readonly at: number | undefined;
    }
  | { readonly kind: 'truncate'; readonly fd: number; readonly length: number }
  | { readonly kind: 'sync'; readonly fd: number }
  | { readonly kind: 'syncFolder'; readonly name: string }
  | { readonly kind: 'makeFolder'; readonly name: string }
  | { readonly kind: 'rename'; readonly name: string; readonly newName: string }
  | { readonly kind: 'link'; readonly name: string; readonly newName: string }
  | { readonly kind: 'remove'; readonly name: string }
  /** It has told somebody that it is done. */
  | { readonly kind: 'acknowledge' };

const CALLS = [
  ...['openat', 'close', 'write', 'pwrite64', 'writev', 'pwritev', 'ftruncate', 'fsync', 'fdatasync'],
  ...['rename', 'renameat', 'renameat2', 'link', 'linkat', 'unlink', 'unlinkat', 'mkdir', 'mkdirat', 'rmdir'],
];

export interface TraceOptions {
  readonly folder: string;
  /** For Node, with its arguments. */
  readonly script: readonly string[];
  readonly without?: readonly SeamName[];
}

/** Runs a script; resolves with all that it did to this folder. Rejects where it does not end well. */
export async function traceDisk({ folder, script, without = [] }: TraceOptions): Promise<DiskStep[]> {
  const log = `${folder}.log`;
  const folders = foldersIn(folder);
  const args = ['-f', '-qq', '-xx', '-s', '100000000', '-o', log, '-e', `trace=${CALLS.join()}`];
  const child = spawn(STRACE ?? 'strace', [...args, process.execPath, ...script], {
    env: {
      PATH: process.env.PATH,
      UV_USE_IO_URING: '0',
      UV_THREADPOOL_SIZE: '1',
      ...environmentWithout(without),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('close', resolve);
    child.once('error', reject);
  });
  if (code !== 0) throw new Error(`${script.join(' ')} ended with ${code}: ${errors}`);
  const lines = wholeLines((await readFile(log, 'latin1')).split('\n'));
  await rm(log);
  return stepsOf(lines, folder, folders);
}

function foldersIn(folder: string): Set<string> {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  const found = entries.filter((entry) => entry.isDirectory());
  return new Set(['', ...found.map((entry) => relative(folder, join(entry.parentPath, entry.name)))]);
}

/** A call that was interrupted by one of another thread stands in two lines. */
function wholeLines(lines: readonly string[]): string[] {
  const begun = new Map<string, string>();
  return lines.flatMap((line) => {
    const [, pid = '', text = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
    if (text.endsWith('<unfinished ...>')) {
      begun.set(pid, text.slice(0, -'<unfinished ...>'.length));
      return [];
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/s.exec(text);
    return [resumed === null ? text : `${begun.get(pid) ?? ''}${resumed[1] ?? ''}`];
  });
}

function stepsOf(lines: readonly string[], folder: string, folders: Set<string>): DiskStep[] {
  /** The files of the folder that are open, and the folders. */
  const open = new Map<number, { readonly kind: 'file' | 'folder'; readonly name: string }>();
  const nameIn = (path: string) => {
    const name = relative(folder, path);
    return name.startsWith('..') ? undefined : name;
  };

  function opened({ args, paths: [path = ''], result }: Call): DiskStep[] {
    const name = nameIn(path);
    open.delete(result);
    if (name === undefined) return [];
    const kind = folders.has(name) ? 'folder' : 'file';
    open.set(result, { kind, name });
    if (kind === 'folder') return [];
    const has = (flag: string) => args.includes(flag);
    return [
      {
        ...{ kind: 'open', fd: result, name, isNew: has('O_CREAT') },
        ...{ isEmptied: has('O_TRUNC'), isAppended: has('O_APPEND') },
      },
    ];
  }

  function written({ call, texts, numbers, fd, result }: Call): DiskStep[] {
    const bytes = Buffer.concat(texts).subarray(0, result);
    if (fd === 1 && bytes.toString().includes(ACKNOWLEDGED)) return [{ kind: 'acknowledge' }];
    if (open.get(fd)?.kind !== 'file') return [];
    return [{ kind: 'write', fd, bytes, at: call.startsWith('p') ? numbers.at(-1) : undefined }];
  }

  function truncated({ fd, numbers: [, length = 0] }: Call): DiskStep[] {
    return open.get(fd)?.kind === 'file' ? [{ kind: 'truncate', fd, length }] : [];
  }

  function closed({ fd }: Call): DiskStep[] {
    open.delete(fd);
    return [];
  }

  function synced({ fd }: Call): DiskStep[] {
    const what = open.get(fd);
    if (what === undefined) return [];
    return [what.kind === 'file' ? { kind: 'sync', fd } : { kind: 'syncFolder', name: what.name }];
  }

  function named({ call, paths }: Call): DiskStep[] {
    const [name, newName] = paths.map(nameIn);
    if (name === undefined) return [];
    if (call.startsWith('mkdir')) {
      folders.add(name);
      return [{ kind: 'makeFolder', name }];
    }
    if (/^unlink|^rmdir/.test(call)) {
      folders.delete(name);
      return [{ kind: 'remove', name }];
    }
    if (newName === undefined) return [];
    if (folders.delete(name)) folders.add(newName);
    return [{ kind: call.startsWith('link') ? 'link' : 'rename', name, newName }];
  }

  return lines.flatMap((line) => {
    const call = callIn(line);
    if (call === undefined) return [];
    if (call.call === 'openat') return opened(call);
    if (call.call === 'close') return closed(call);
    if (call.call === 'ftruncate') return truncated(call);
    if (/write/.test(call.call)) return written(call);
    return /sync/.test(call.call) ? synced(call) : named(call);
  });
}

interface Call {
  readonly call: string;
  readonly args: string;
  readonly texts: readonly Uint8Array[];
  readonly paths: readonly string[];
  readonly numbers: readonly number[];
  /** The first number, where the call has a file. */
  readonly fd: number;
  readonly result: number;
}

/** Undefined where it failed, or is none. */
function callIn(line: string): Call | undefined {
  const [, call, args = '', result = ''] = /^(\w+)\((.*)\) += (-?\d+)/s.exec(line) ?? [];
  if (call === undefined || result.startsWith('-')) return undefined;
  const texts = [...args.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, hex = '']) => bytesOf(hex));
  const numbers =
    args
      .replace(/"[^"]*"/g, '')
      .match(/-?\d+/g)
      ?.map(Number) ?? [];
  const paths = texts.map((bytes) => Buffer.from(bytes).toString());
  return { call, args, texts, paths, numbers, fd: numbers[0] ?? -1, result: Number(result) };
}

/** What a traced script writes to standard output when something is promised. */
export const ACKNOWLEDGED = 'acknowledged';

const bytesOf = (hex: string) => Buffer.from(hex.replaceAll('\\x', ''), 'hex');
