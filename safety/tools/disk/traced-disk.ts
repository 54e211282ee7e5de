import { chance } from '@heliograph/testbed/dice.ts';
import type { Files } from '@heliograph/testbed/disk/stored-settings.ts';
import type { DiskStep } from './disk-trace.ts';

/**
 * A disk that does what was traced, and can lose power after each step. Until a file was synced its writes may be there, lost, torn,
 * or in another order; so may names until the folder was.
 */

type Change =
  | { readonly kind: 'write'; readonly at: number; readonly bytes: Uint8Array }
  | { readonly kind: 'truncate'; readonly length: number };

type StepOf<K extends DiskStep['kind']> = DiskStep & { readonly kind: K };

interface Inode {
  safe: Uint8Array;
  written: Uint8Array;
  pending: Change[];
}

/** Its names, too, are on the disk only when it was synced. */
interface Folder {
  readonly names: Map<string, Entry>;
  readonly safeNames: Map<string, Entry>;
  pendingNames: NameChange[];
}

type Entry = Inode | Folder;
type NameChange = ReadonlyMap<string, Entry | undefined>;

const isFolder = (entry: Entry | undefined): entry is Folder => entry !== undefined && 'names' in entry;
const emptyFolder = (): Folder => ({ names: new Map(), safeNames: new Map(), pendingNames: [] });

/** What ends so is the name of a folder, see `filesOf`. */
const FOLDER_END = '/';

export interface TracedDisk {
  /** Does one more step. */
  step(step: DiskStep): void;
  /** Some of the states that a power cut now may leave: nothing of what is pending, all of it, and mixtures by chance. */
  statesAfterPowerCut(count: number, seed: number): Files[];
  /** What everybody sees while the power is there. */
  files(): Files;
}

const SECTOR_BYTES = 512;

export function createTracedDisk(start: Files): TracedDisk {
  const root = emptyFolder();
  for (const [path, bytes] of Object.entries(start)) putAtStart(root, path, bytes);
  const open = new Map<number, { readonly inode: Inode; at: number; readonly isAppended: boolean }>();

  /** The folder that a path leads to, and the name in it. */
  function at(path: string): { readonly folder: Folder; readonly name: string; readonly entry?: Entry } {
    const parts = path.split('/');
    const name = parts.pop() ?? '';
    const folder = folderAt(parts.join('/'));
    const entry = folder.names.get(name);
    return { folder, name, ...(entry !== undefined && { entry }) };
  }

  function folderAt(path: string): Folder {
    let folder = root;
    for (const part of path === '' ? [] : path.split('/')) {
      const entry = folder.names.get(part);
      if (!isFolder(entry)) throw new Error(`there is no folder ${path}`);
      folder = entry;
    }
    return folder;
  }

  function rename(folder: Folder, changes: readonly (readonly [string, Entry | undefined])[]): void {
    const change = new Map(changes);
    folder.pendingNames.push(change);
    apply(folder.names, change);
  }

  function change(inode: Inode, made: Change): void {
    inode.pending.push(made);
    inode.written = changed(inode.written, made);
  }

  function stateOf(random: (word: string, index: number) => number): Files {
    const counts = { name: 0, write: 0 };
    const contents = new Map<Inode, Uint8Array>();
    const left = (inode: Inode) => {
      const kept = inode.pending.flatMap((made) => {
        const drawn = random('write', counts.write++);
        if (drawn < 0.4) return []; // lost
        return drawn < 0.8 || made.kind === 'truncate' ? [made] : [torn(made, drawn)];
      });
      return kept.reduce(changed, inode.safe);
    };
    const namesLeft = (folder: Folder) => {
      const found = new Map(folder.safeNames);
      for (const change of folder.pendingNames) if (random('name', counts.name++) < 0.5) apply(found, change);
      return found;
    };
    return filesIn(root, namesLeft, (inode) => {
      const bytes = contents.get(inode) ?? left(inode);
      contents.set(inode, bytes);
      return bytes;
    });
  }

  function openFile({ fd, name, isNew, isEmptied, isAppended }: StepOf<'open'>): void {
    const place = at(name);
    let inode = place.entry;
    if (inode === undefined && isNew) {
      inode = { safe: new Uint8Array(), written: new Uint8Array(), pending: [] };
      rename(place.folder, [[place.name, inode]]);
    }
    if (inode === undefined || isFolder(inode)) return;
    if (isEmptied && inode.written.length > 0) change(inode, { kind: 'truncate', length: 0 });
    open.set(fd, { inode, at: 0, isAppended });
  }

  function write({ fd, bytes, at: offset }: StepOf<'write'>): void {
    const file = open.get(fd);
    if (file === undefined) return;
    const place = offset ?? (file.isAppended ? file.inode.written.length : file.at);
    change(file.inode, { kind: 'write', at: place, bytes });
    if (offset === undefined) file.at = place + bytes.length;
  }

  const steps: { readonly [K in DiskStep['kind']]: (step: StepOf<K>) => void } = {
    open: openFile,
    write,
    truncate({ fd, length }) {
      const inode = open.get(fd)?.inode;
      if (inode !== undefined) change(inode, { kind: 'truncate', length });
    },
    sync({ fd }) {
      const inode = open.get(fd)?.inode;
      if (inode === undefined) return;
      inode.safe = inode.written;
      inode.pending = [];
    },
    syncFolder({ name }) {
      const folder = folderAt(name);
      for (const pending of folder.pendingNames.splice(0)) apply(folder.safeNames, pending);
    },
    makeFolder({ name: path }) {
      const { folder, name } = at(path);
      rename(folder, [[name, emptyFolder()]]);
    },
    rename({ name: path, newName }) {
      const [from, to] = [at(path), at(newName)];
      if (from.entry === undefined || from.entry === to.entry) return;
      if (from.folder !== to.folder) throw new Error('nothing is moved to another folder here');
      rename(from.folder, [
        [from.name, undefined],
        [to.name, from.entry],
      ]);
    },
    link({ name, newName }) {
      const { entry } = at(name);
      const to = at(newName);
      if (entry !== undefined) rename(to.folder, [[to.name, entry]]);
    },
    remove({ name: path }) {
      const { folder, name, entry } = at(path);
      if (entry !== undefined) rename(folder, [[name, undefined]]);
    },
    acknowledge: () => undefined,
  };

  return {
    step: (step) => (steps[step.kind] as (step: DiskStep) => void)(step),
    statesAfterPowerCut(count, seed) {
      const isPending = hasPending(root);
      const nothing = stateOf(() => 0.39 + 0.2); // names are lost, writes are there
      if (!isPending) return [nothing];
      const lost = stateOf((word) => (word === 'name' ? 1 : 0));
      const all = stateOf((word) => (word === 'name' ? 0 : 0.5));
      const renamedOnly = stateOf(() => 0);
      const mixed = Array.from({ length: count }, (_, index) =>
        stateOf((word, at) => chance(seed, index, word, at)),
      );
      return [lost, all, nothing, renamedOnly, ...mixed];
    },
    files: () =>
      filesIn(
        root,
        ({ names }) => names,
        ({ written }) => written,
      ),
  };
}

function putAtStart(root: Folder, path: string, bytes: Uint8Array): void {
  const parts = path.split('/');
  const name = parts.pop() ?? '';
  let folder = root;
  const put = (child: string, entry: Entry) => {
    folder.names.set(child, entry);
    folder.safeNames.set(child, entry);
  };
  for (const part of parts) {
    let next = folder.names.get(part);
    if (!isFolder(next)) {
      next = emptyFolder();
      put(part, next);
    }
    folder = next;
  }
  if (name !== '') put(name, { safe: bytes, written: bytes, pending: [] });
}

function hasPending({ names, pendingNames }: Folder): boolean {
  const isOpen = (entry: Entry) => (isFolder(entry) ? hasPending(entry) : entry.pending.length > 0);
  return pendingNames.length > 0 || [...names.values()].some(isOpen);
}

function filesIn(
  folder: Folder,
  namesOf: (folder: Folder) => ReadonlyMap<string, Entry>,
  bytesOf: (inode: Inode) => Uint8Array,
): Files {
  const files: Record<string, Uint8Array> = {};
  for (const [name, entry] of namesOf(folder)) {
    if (!isFolder(entry)) {
      files[name] = bytesOf(entry);
      continue;
    }
    files[name + FOLDER_END] = new Uint8Array();
    for (const [path, bytes] of Object.entries(filesIn(entry, namesOf, bytesOf))) {
      files[name + FOLDER_END + path] = bytes;
    }
  }
  return files;
}

function apply(names: Map<string, Entry>, change: NameChange): void {
  for (const [name, entry] of change) {
    if (entry === undefined) names.delete(name);
    else names.set(name, entry);
  }
}

function changed(bytes: Uint8Array, change: Change): Uint8Array {
  if (change.kind === 'truncate') {
    const cut = new Uint8Array(change.length);
    cut.set(bytes.subarray(0, change.length));
    return cut;
  }
  const length = Math.max(bytes.length, change.at + change.bytes.length);
  const next = new Uint8Array(length);
  next.set(bytes);
  next.set(change.bytes, change.at);
  return next;
}

/** Only some of its sectors are there, from its begin or from its end. */
function torn(write: Change & { readonly kind: 'write' }, drawn: number): Change {
  const sectors = Math.ceil(write.bytes.length / SECTOR_BYTES);
  const part = Math.floor(((drawn - 0.8) / 0.2) * sectors) * SECTOR_BYTES;
  const isFirst = Math.floor(drawn * 1e6) % 2 === 0;
  return isFirst
    ? { ...write, bytes: write.bytes.subarray(0, part) }
    : { ...write, at: write.at + part, bytes: write.bytes.subarray(part) };
}
