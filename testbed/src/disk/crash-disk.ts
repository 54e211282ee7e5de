import type { DataDirectory } from '../../../apps/gateway/src/platform/data-directory.ts';

/**
 * A disk in memory that tells apart what was written and what is safe: bytes are safe after `sync`, names after
 * `syncFolder`. It can refuse any operation, or lose power before it.
 */

interface Inode {
  /** What a power cut certainly leaves of the content. */
  safe: Uint8Array;
  written: Uint8Array;
}

/** One change of names that the folder has not put on the disk yet. */
type NameChange = ReadonlyMap<string, Inode | undefined>;

export type DiskOperation = 'write' | 'append' | 'sync' | 'link' | 'rename' | 'remove' | 'syncFolder';

class PowerCut extends Error {}

export interface CrashDisk extends DataDirectory {
  /** The operations asked for so far, refused ones included. */
  readonly operations: readonly DiskOperation[];
  /** Refuses operation number `index` (counted from now) with this error code. */
  refuse(index: number, code: string): void;
  /** Cuts the power before operation number `index` (counted from now). */
  cutPowerBefore(index: number): void;
  /** Every disk that a power cut now may leave behind. */
  disksAfterPowerCut(): CrashDisk[];
  /** Another disk that holds the same, safely. */
  copy(): CrashDisk;
  /** The text of a file as it is now. */
  text(name: string): string | undefined;
  /** Puts a file there, safely. */
  put(name: string, bytes: Uint8Array | string): void;
}

export function createCrashDisk(start: ReadonlyMap<string, Inode> = new Map()): CrashDisk {
  const safeNames = new Map(start);
  const names = new Map(start);
  const pending: NameChange[] = [];
  const operations: DiskOperation[] = [];
  let refusal: { at: number; code: string } | undefined;
  let cutAt: number | undefined;

  async function begin(operation: DiskOperation): Promise<void> {
    await undefined;
    const index = operations.push(operation) - 1;
    if (cutAt !== undefined && index >= cutAt) throw new PowerCut('power cut');
    if (refusal?.at === index) throw systemError(refusal.code);
  }

  function change(entries: readonly (readonly [string, Inode | undefined])[]): void {
    pending.push(new Map(entries));
    apply(names, new Map(entries));
  }

  return {
    path: '/fake',
    operations,
    names: async () => [...names.keys()],
    read: async (name) => names.get(name)?.written,
    async write(name, bytes) {
      await begin('write');
      const inode = names.get(name);
      if (inode !== undefined) inode.written = bytes;
      else change([[name, { safe: new Uint8Array(), written: bytes }]]);
    },
    async readAt(name, offset, length) {
      await undefined;
      return existing(names, name).written.slice(offset, offset + length);
    },
    async append(name, bytes) {
      await begin('append');
      const inode = names.get(name);
      if (inode !== undefined) inode.written = Buffer.concat([inode.written, bytes]);
      else change([[name, { safe: new Uint8Array(), written: bytes }]]);
    },
    async sync(name) {
      await begin('sync');
      const inode = existing(names, name);
      inode.safe = inode.written;
    },
    async link(name, secondName) {
      await begin('link');
      const inode = names.get(name);
      if (inode === undefined) return false;
      if (names.has(secondName)) throw systemError('EEXIST');
      change([[secondName, inode]]);
      return true;
    },
    async rename(name, newName) {
      await begin('rename');
      const inode = existing(names, name);
      if (names.get(newName) === inode) return; // two names of one file: the system does nothing
      change([
        [name, undefined],
        [newName, inode],
      ]);
    },
    async remove(name) {
      await begin('remove');
      if (names.has(name)) change([[name, undefined]]);
    },
    async syncFolder() {
      await begin('syncFolder');
      for (const step of pending.splice(0)) apply(safeNames, step);
    },
    refuse: (index, code) => {
      refusal = { at: operations.length + index, code };
    },
    cutPowerBefore: (index) => {
      cutAt = operations.length + index;
    },
    disksAfterPowerCut: () => possibleNames(safeNames, pending).flatMap(possibleContents),
    copy: () => createCrashDisk(safely(names)),
    text: (name) => textOf(names.get(name)),
    put: (name, content) => {
      const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
      const inode = { safe: bytes, written: bytes };
      names.set(name, inode);
      safeNames.set(name, inode);
    },
  };
}

function safely(names: ReadonlyMap<string, Inode>): ReadonlyMap<string, Inode> {
  return new Map([...names].map(([name, { written }]) => [name, { safe: written, written }]));
}

const textOf = (inode: Inode | undefined) => inode && new TextDecoder().decode(inode.written);

function systemError(code: string): Error {
  return Object.assign(new Error(code), { code });
}

function existing(names: ReadonlyMap<string, Inode>, name: string): Inode {
  const inode = names.get(name);
  if (inode === undefined) throw systemError('ENOENT');
  return inode;
}

function apply(names: Map<string, Inode>, step: NameChange): void {
  for (const [name, inode] of step) {
    if (inode === undefined) names.delete(name);
    else names.set(name, inode);
  }
}

/** Any part of the pending changes may have reached the disk, in any combination. */
function possibleNames(
  safe: ReadonlyMap<string, Inode>,
  pending: readonly NameChange[],
): ReadonlyMap<string, Inode>[] {
  return Array.from({ length: 2 ** pending.length }, (_, chosen) => {
    const names = new Map(safe);
    pending.forEach((step, index) => {
      if ((chosen >> index) & 1) apply(names, step);
    });
    return names;
  });
}

/** Bytes that were not synced may be lost, torn, or all there. */
function possibleContents(names: ReadonlyMap<string, Inode>): CrashDisk[] {
  let states: Map<Inode, Uint8Array>[] = [new Map()];
  for (const inode of new Set(names.values())) {
    const { safe, written } = inode;
    const contents = safe === written ? [safe] : [safe, written.slice(0, written.length / 2), written];
    states = states.flatMap((state) => contents.map((content) => new Map(state).set(inode, content)));
  }
  return states.map((state) => {
    const copies = new Map([...state].map(([inode, bytes]) => [inode, { safe: bytes, written: bytes }]));
    return createCrashDisk(
      new Map([...names].map(([name, inode]) => [name, copies.get(inode) as Inode] as const)),
    );
  });
}
