import { renameSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Beside the file of a database: what was written last, and an index of that, which is worth nothing without it. */
const WRITTEN_LAST = '-wal';
const INDEX = '-shm';
/** Nothing but room: what has to be written on a full disk finds it when this goes. */
const RESERVE = '-reserve';

const CORRUPT_KEPT_MAX = 3;

/** Moves a damaged file out of the way, as `<name>.corrupt-1`; of those before it the last two stay. */
export function setDatabaseAside(path: string): void {
  for (let number = CORRUPT_KEPT_MAX - 1; number >= 1; number -= 1) {
    moveFile(`${path}.corrupt-${number}`, `${path}.corrupt-${number + 1}`);
  }
  renameSync(path, `${path}.corrupt-1`);
  // It belongs to the file that was moved, and would damage a new one.
  moveFile(path + WRITTEN_LAST, `${path}.corrupt-1${WRITTEN_LAST}`);
  rmSync(path + INDEX, { force: true });
}

/** Removes a database that nobody has open. */
export function removeDatabase(path: string): void {
  for (const suffix of ['', WRITTEN_LAST, INDEX, RESERVE]) rmSync(path + suffix, { force: true });
}

/** Bytes on the disk. */
export function sizeOfDatabase(path: string): number {
  return [path, path + WRITTEN_LAST, path + RESERVE].reduce(
    (sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}

/** Keeps so much room on the disk; false where there is not so much any more. */
export function keepReserve(path: string, bytes: number): boolean {
  if (statSync(path + RESERVE, { throwIfNoEntry: false })?.size === bytes) return true;
  try {
    // No bytes that a disk could leave out.
    writeFileSync(path + RESERVE, new Uint8Array(bytes).fill(0x5a), { mode: 0o600 });
    return true;
  } catch {
    dropReserve(path); // half of it would be of no use
    return false;
  }
}

/** Gives the room back. */
export function dropReserve(path: string): void {
  rmSync(path + RESERVE, { force: true });
}

/** Bytes that are free on its disk; undefined where that cannot be told. */
export function freeBesideDatabase(path: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(dirname(path));
    return bavail * bsize;
  } catch {
    return undefined; // some network disks do not tell it
  }
}

function moveFile(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch {
    // There is none.
  }
}
