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

type NameChange = ReadonlyMap<string, Inode | undefined>;

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
  const names = new Map<string, Inode>(
    Object.entries(start).map(([name, bytes]) => [name, { safe: bytes, written: bytes, pending: [] }]),
  );
  const safeNames = new Map(names);
  const pendingNames: NameChange[] = [];
  const open = new Map<number, { readonly inode: Inode; at: number; readonly isAppended: boolean }>();

  function rename(changes: readonly (readonly [string, Inode | undefined])[]): void {
    const change = new Map(changes);
    pendingNames.push(change);
    apply(names, change);
  }

  function change(inode: Inode, made: Change): void {
    inode.pending.push(made);
    inode.written = changed(inode.written, made);
  }

  function stateOf(random: (word: string, index: number) => number): Files {
    const found = new Map(safeNames);
    pendingNames.forEach((change, index) => {
      if (random('name', index) < 0.5) apply(found, change);
    });
    let writes = 0;
    const contents = new Map<Inode, Uint8Array>();
    for (const inode of new Set(found.values())) {
      const kept = inode.pending.flatMap((made) => {
        const drawn = random('write', writes++);
        if (drawn < 0.4) return []; // lost
        return drawn < 0.8 || made.kind === 'truncate' ? [made] : [torn(made, drawn)];
      });
      contents.set(inode, kept.reduce(changed, inode.safe));
    }
    return Object.fromEntries([...found].map(([name, inode]) => [name, contents.get(inode) ?? inode.safe]));
  }

  function openFile({ fd, name, isNew, isEmptied, isAppended }: StepOf<'open'>): void {
    let inode = names.get(name);
    if (inode === undefined && isNew) {
      inode = { safe: new Uint8Array(), written: new Uint8Array(), pending: [] };
      rename([[name, inode]]);
    }
    if (inode === undefined) return;
    if (isEmptied && inode.written.length > 0) change(inode, { kind: 'truncate', length: 0 });
    open.set(fd, { inode, at: 0, isAppended });
  }

  function write({ fd, bytes, at }: StepOf<'write'>): void {
    const file = open.get(fd);
    if (file === undefined) return;
    const place = at ?? (file.isAppended ? file.inode.written.length : file.at);
    change(file.inode, { kind: 'write', at: place, bytes });
    if (at === undefined) file.at = place + bytes.length;
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
    syncFolder() {
      for (const pending of pendingNames.splice(0)) apply(safeNames, pending);
    },
    rename({ name, newName }) {
      const inode = names.get(name);
      if (inode === undefined || names.get(newName) === inode) return;
      rename([
        [name, undefined],
        [newName, inode],
      ]);
    },
    link({ name, newName }) {
      const inode = names.get(name);
      if (inode !== undefined) rename([[newName, inode]]);
    },
    remove({ name }) {
      if (names.has(name)) rename([[name, undefined]]);
    },
    acknowledge: () => undefined,
  };

  return {
    step: (step) => (steps[step.kind] as (step: DiskStep) => void)(step),
    statesAfterPowerCut(count, seed) {
      const isPending =
        pendingNames.length > 0 || [...names.values()].some(({ pending }) => pending.length > 0);
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
    files: () => Object.fromEntries([...names].map(([name, { written }]) => [name, written])),
  };
}

function apply(names: Map<string, Inode>, change: NameChange): void {
  for (const [name, inode] of change) {
    if (inode === undefined) names.delete(name);
    else names.set(name, inode);
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
