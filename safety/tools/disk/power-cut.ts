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

/** Changed in place: a file is written thousands of times, and copied for each power cut only once. */
interface Contents {
  room: Buffer;
  length: number;
}

interface FileOnDisk {
  readonly safe: Contents;
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
    files.push({ safe: { room: Buffer.alloc(0), length: 0 }, pending: [] });
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
  for (const change of file.pending) apply(file.safe, change);
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

function bytesLeft(file: FileOnDisk, leftover: Leftover, dice: () => number): Buffer {
  const { room, length } = file.safe;
  const left = { room: Buffer.from(room.subarray(0, length)), length };
  for (const change of changesLeft(file.pending, leftover, dice)) apply(left, change);
  return left.room.subarray(0, left.length);
}

/** What of the changes that were not synced has come to the disk. */
function changesLeft(pending: readonly Change[], leftover: Leftover, dice: () => number): readonly Change[] {
  if (leftover === 'nothing') return [];
  if (leftover === 'everything') return pending;
  if (leftover === 'reordered') {
    return pending.filter(() => dice() < 0.5).flatMap((change) => someSectors(change, dice));
  }
  const whole = Math.floor(dice() * (pending.length + 1));
  const torn = pending[whole];
  if (torn?.kind !== 'write') return pending.slice(0, whole);
  return [...pending.slice(0, whole), { ...torn, bytes: torn.bytes.subarray(0, tornAt(torn, dice)) }];
}

/** Between two sectors of the disk, wherever the write begins. */
function tornAt({ at, bytes }: Extract<Change, { kind: 'write' }>, dice: () => number): number {
  const sectors = Math.ceil((at + bytes.length) / SECTOR) - Math.floor(at / SECTOR);
  const end = (Math.floor(at / SECTOR) + Math.floor(dice() * sectors)) * SECTOR;
  return Math.min(Math.max(end - at, 0), bytes.length);
}

function someSectors(change: Change, dice: () => number): readonly Change[] {
  if (change.kind === 'truncate') return [change];
  const left: Change[] = [];
  const end = change.at + change.bytes.length;
  for (let at = change.at; at < end; ) {
    const next = Math.min((Math.floor(at / SECTOR) + 1) * SECTOR, end);
    const bytes = change.bytes.subarray(at - change.at, next - change.at);
    if (dice() < 0.7) left.push({ ...change, at, bytes });
    at = next;
  }
  return left;
}

function apply(contents: Contents, change: Change): void {
  const end = change.kind === 'truncate' ? change.length : change.at + change.bytes.length;
  if (end > contents.room.length) {
    const room = Buffer.alloc(Math.max(end, 2 * contents.room.length));
    contents.room.copy(room);
    contents.room = room;
  }
  if (change.kind === 'write') change.bytes.copy(contents.room, change.at);
  else contents.room.fill(0, end, Math.max(end, contents.length)); // what comes behind it again is empty
  contents.length = change.kind === 'write' ? Math.max(contents.length, end) : end;
}
