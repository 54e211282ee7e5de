import { renameSync, rmSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Beside the file of a database: what was written last, and an index of that, which is worth nothing without it. */
const WRITTEN_LAST = '-wal';
const INDEX = '-shm';

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
  for (const suffix of ['', WRITTEN_LAST, INDEX]) rmSync(path + suffix, { force: true });
}

/** Bytes on the disk. */
export function sizeOfDatabase(path: string): number {
  return [path, path + WRITTEN_LAST].reduce(
    (sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
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
