import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDice } from '@heliograph/testbed/dice.ts';
import type { DiskOperation } from './write-log.ts';

/**
 * What a power cut may leave of what a program has done to a folder (`write-log.ts`). What was synced is there. Of what was not:
 * `nothing`; `everything`; `torn`: of each file the first writes, the last of them cut off between two sectors; `reordered`: of each
 * file any of the writes, and of each of those any of its sectors. Names that were not synced are there up to one of them, as
 * disks with a journal do it.
 */
export const LEFTOVERS = ['nothing', 'everything', 'torn', 'reordered'] as const;
export type Leftover = (typeof LEFTOVERS)[number];

/** A disk writes that much whole, or not at all. */
const SECTOR = 512;

export interface PowerCut {
  /** So many operations were done before it. */
  readonly after: number;
  readonly leftover: Leftover;
  readonly seed: number;
}

type Change = Extract<DiskOperation, { readonly kind: 'write' | 'truncate' }>;
type NameChange = Extract<DiskOperation, { readonly kind: 'create' | 'rename' | 'unlink' }>;

interface FileOnDisk {
  safe: Buffer;
  pending: Change[];
}

/** Puts into a folder what a power cut leaves there, and tells what the program had said before it. */
export async function cutPower(
  operations: readonly DiskOperation[],
  cut: PowerCut,
  folder: string,
): Promise<readonly string[]> {
  const { files, names, said } = stateAt(operations, cut.after);
  const dice = createDice(cut.seed + cut.after);
  const kept = namesLeft(names, cut.leftover, dice);
  for (const [name, index] of kept) {
    const file = files[index];
    if (file !== undefined)
      await writeFile(join(folder, name), bytesLeft(file, cut.leftover, dice), { mode: 0o600 });
  }
  return said;
}

interface Names {
  readonly safe: Map<string, number>;
  /** What has changed since, with the file that was meant then. */
  pending: { readonly change: NameChange; readonly file: number }[];
}

function stateAt(operations: readonly DiskOperation[], after: number) {
  const files: FileOnDisk[] = [];
  const now = new Map<string, number>();
  const names: Names = { safe: new Map(), pending: [] };
  const said: string[] = [];
  const fileOf = (name: string) => {
    const known = now.get(name);
    if (known !== undefined) return known;
    files.push({ safe: Buffer.alloc(0), pending: [] });
    now.set(name, files.length - 1);
    return files.length - 1;
  };

  function onFile(operation: Exclude<DiskOperation, { readonly kind: 'said' | 'sync-folder' }>): void {
    const index = fileOf(operation.name);
    if (operation.kind === 'write' || operation.kind === 'truncate') files[index]?.pending.push(operation);
    else if (operation.kind === 'sync') makeSafe(files[index]);
    else {
      names.pending.push({ change: operation, file: index });
      applyName(now, operation, index);
    }
  }

  for (const operation of operations.slice(0, after)) {
    if (operation.kind === 'said') said.push(operation.text);
    else if (operation.kind === 'sync-folder') {
      for (const { change, file } of names.pending) applyName(names.safe, change, file);
      names.pending = [];
    } else onFile(operation);
  }
  return { files, names, said };
}

function makeSafe(file: FileOnDisk | undefined): void {
  if (file === undefined) return;
  for (const change of file.pending) file.safe = applied(file.safe, change);
  file.pending = [];
}

function applyName(names: Map<string, number>, change: NameChange, file: number): void {
  if (change.kind !== 'create') names.delete(change.name);
  if (change.kind === 'create') names.set(change.name, file);
  if (change.kind === 'rename') names.set(change.to, file);
}

function namesLeft({ safe, pending }: Names, leftover: Leftover, dice: () => number): Map<string, number> {
  const left = new Map(safe);
  const all = pending.length;
  const count = leftover === 'nothing' ? 0 : leftover === 'everything' ? all : Math.floor(dice() * (all + 1));
  for (const { change, file } of pending.slice(0, count)) applyName(left, change, file);
  return left;
}

function bytesLeft({ safe, pending }: FileOnDisk, leftover: Leftover, dice: () => number): Buffer {
  if (leftover === 'nothing') return safe;
  if (leftover === 'everything') return pending.reduce(applied, safe);
  if (leftover === 'reordered') {
    return pending
      .filter(() => dice() < 0.5)
      .reduce((bytes, change) => someSectors(bytes, change, dice), safe);
  }
  const whole = Math.floor(dice() * (pending.length + 1));
  const before = pending.slice(0, whole).reduce(applied, safe);
  const torn = pending[whole];
  return torn?.kind === 'write'
    ? applied(before, { ...torn, bytes: torn.bytes.subarray(0, tornAt(torn, dice)) })
    : before;
}

/** Between two sectors of the disk, wherever the write begins. */
function tornAt({ at, bytes }: Extract<Change, { kind: 'write' }>, dice: () => number): number {
  const sectors = Math.ceil((at + bytes.length) / SECTOR) - Math.floor(at / SECTOR);
  const end = (Math.floor(at / SECTOR) + Math.floor(dice() * sectors)) * SECTOR;
  return Math.min(Math.max(end - at, 0), bytes.length);
}

function someSectors(bytes: Buffer, change: Change, dice: () => number): Buffer {
  if (change.kind === 'truncate') return applied(bytes, change);
  let left = bytes;
  const end = change.at + change.bytes.length;
  for (let at = change.at; at < end; ) {
    const next = Math.min((Math.floor(at / SECTOR) + 1) * SECTOR, end);
    const sector = change.bytes.subarray(at - change.at, next - change.at);
    if (dice() < 0.7) left = applied(left, { ...change, at, bytes: sector });
    at = next;
  }
  return left;
}

function applied(bytes: Buffer, change: Change): Buffer {
  if (change.kind === 'truncate') {
    const shorter = bytes.subarray(0, change.length);
    return Buffer.concat([shorter, Buffer.alloc(change.length - shorter.length)]);
  }
  const result = Buffer.alloc(Math.max(bytes.length, change.at + change.bytes.length));
  bytes.copy(result);
  change.bytes.copy(result, change.at);
  return result;
}
