import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, sep } from 'node:path';
import { createForOwner, type Database, type Engine, FOR_OWNER, openDatabase } from './database.ts';
import { databaseProblemOf } from './database-problem.ts';

/** Beside the file of a database: what was written last, or the way back from it. */
const WRITTEN_LAST = '-wal';
const WAY_BACK = '-journal';
/** An index of what was written last, which is worth nothing without it. */
const INDEX = '-shm';
/** Nothing but room: what has to be written on a full disk finds it when this goes. */
const RESERVE = '-reserve';

const CORRUPT_KEPT_MAX = 3;

/** Moves a damaged file out of the way, as `<name>.corrupt-1`; of those before it the last two stay. */
export function setDatabaseAside(path: string): void {
  for (let number = CORRUPT_KEPT_MAX - 1; number >= 1; number -= 1) {
    for (const suffix of ['', WRITTEN_LAST, WAY_BACK]) {
      replaceFile(`${path}.corrupt-${number}${suffix}`, `${path}.corrupt-${number + 1}${suffix}`);
    }
  }
  // First what belongs to this file alone, and would damage another one that gets its name.
  for (const suffix of [WRITTEN_LAST, WAY_BACK]) moveFile(path + suffix, `${path}.corrupt-1${suffix}`);
  removeFile(path + INDEX);
  syncFolder(dirname(path));
  moveFile(path, `${path}.corrupt-1`);
}

/** Gives a whole database that nobody has open the name of another one, in one step; what belonged to that one goes before. */
export function putInPlace(draft: string, path: string): void {
  syncFile(draft);
  for (const suffix of [WRITTEN_LAST, WAY_BACK, INDEX]) removeFile(path + suffix);
  syncFolder(dirname(path));
  renameSync(draft, path);
  syncFolder(dirname(path));
}

/** What a database still needs to be whole, after a crash. */
export function hasWayBack(path: string): boolean {
  return [WRITTEN_LAST, WAY_BACK].some(
    (suffix) => (statSync(path + suffix, { throwIfNoEntry: false })?.size ?? 0) > 0,
  );
}

/** Copies a file with what belongs to it; nobody may have it open. */
export function copyFilesOf(path: string, copy: string): void {
  for (const suffix of ['', WRITTEN_LAST, WAY_BACK]) {
    if (!existsSync(path + suffix)) continue;
    writeFileSync(copy + suffix, readFileSync(path + suffix), { mode: FOR_OWNER });
  }
}

/** Removes a database that nobody has open. */
export function removeDatabase(path: string): void {
  for (const suffix of ['', WRITTEN_LAST, WAY_BACK, INDEX, RESERVE]) removeFile(path + suffix);
}

/**
 * Opens a file on a disk that takes nothing. SQLite reads on with what lies beside the file where that is there; otherwise it would have
 * to make it.
 */
export function openOnReadOnlyDisk(path: string, engine?: Engine): Database {
  const isLeftOpen = statSync(path + WRITTEN_LAST, { throwIfNoEntry: false }) !== undefined;
  return openDatabase(path, engine, isLeftOpen ? 'read' : 'read-only-disk');
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
    writeFileSync(path + RESERVE, new Uint8Array(bytes).fill(0x5a), { mode: FOR_OWNER });
    return true;
  } catch {
    dropReserve(path); // half of it would be of no use
    return false;
  }
}

/** Gives the room back. */
export function dropReserve(path: string): void {
  removeFile(path + RESERVE);
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

/** Which files there may be of damaged databases that were set aside. */
export function namesSetAside(name: string): readonly string[] {
  const numbers = Array.from({ length: CORRUPT_KEPT_MAX }, (_, index) => index + 1);
  return numbers.flatMap((number) =>
    ['', WRITTEN_LAST, WAY_BACK].map((suffix) => `${name}.corrupt-${number}${suffix}`),
  );
}

/**
 * Copies a database, as it is, to a file that is replaced whole: after a power cut at any moment it is the old copy or the new
 * one. Where this throws it is the old one; so it does where `check` throws at what it is about to become.
 */
export function copyDatabase(database: Database, path: string, check: (draft: string) => void): void {
  const draft = `${path}.tmp`;
  const removeDraft = () => {
    for (const suffix of [WAY_BACK, '']) removeFile(draft + suffix);
  };
  try {
    removeDraft();
    createForOwner(draft);
    withoutWaiting(database, () => database.exec(`VACUUM INTO '${draft.replaceAll("'", "''")}'`));
    check(draft);
    syncFile(draft);
    renameSync(draft, path);
  } catch (error) {
    try {
      removeDraft();
    } catch {
      // The first failure is the one to report.
    }
    throw error;
  }
  syncFolder(dirname(path));
}

/** What is written meanwhile is waited for by somebody else, once it is whole. */
function withoutWaiting(database: Database, work: () => void): void {
  const [{ synchronous } = { synchronous: 2 }] = database
    .prepare<{ synchronous: number }>('PRAGMA synchronous')
    .all();
  database.exec('PRAGMA synchronous = OFF');
  try {
    work();
  } finally {
    database.exec(`PRAGMA synchronous = ${synchronous}`);
  }
}

/** Waits until the bytes of a file that nobody has open are on the disk. */
function syncFile(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Waits until the names in a folder are on the disk. Windows has no call for it. */
export function syncFolder(path: string): void {
  if (sep === '\\') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** What lies at a path. Throws the system's error where nobody may look, or read it. */
export function kindOfFile(path: string): 'missing' | 'empty' | 'file' | 'other' {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return 'missing';
  if (!found.isFile()) return 'other';
  accessSync(path, constants.R_OK);
  return found.size === 0 ? 'empty' : 'file';
}

export const isThere = (path: string) => existsSync(path);

/** Gives a file another name; whether that is on the disk, `syncFolder` says. */
export const renameFile = (path: string, newPath: string) => renameSync(path, newPath);

/** Does something to a copy of a file and of what belongs to it; the copy goes afterwards. */
export function withPassingCopy<Result>(path: string, work: (copy: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'heliograph-'));
  try {
    const copy = join(folder, basename(path));
    copyFilesOf(path, copy);
    return work(copy);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The system's error when a file is written to a folder now; undefined where it can be. */
export function writeErrorIn(folder: string, name = TRIAL_FILE): unknown {
  const path = join(folder, name);
  try {
    removeFile(path); // or a link that somebody has put there
    const file = openSync(path, 'wx', FOR_OWNER);
    try {
      writeSync(file, new Uint8Array(TRIAL_BYTES));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    removeFile(path);
    return undefined;
  } catch (error) {
    try {
      removeFile(path); // half of it would take the last room
    } catch {
      // The first failure is the one to tell.
    }
    return error;
  }
}

/** Errors do not travel between threads with what they know, so they are told. */
export interface Failure {
  readonly kind: 'failed';
  /** As the system calls it, such as `ENOSPC`; undefined: it did not say. */
  readonly code: string | undefined;
  readonly reason: string;
}

const CODES: Readonly<Record<string, string>> = { full: 'ENOSPC', 'read-only': 'EROFS' };

/** What SQLite does not say the system does, when it is asked to write a file. */
export function failureOf(error: unknown, folder: string): Failure {
  const code = systemCodeOf(error) ?? CODES[databaseProblemOf(error) ?? ''] ?? trialCode(folder);
  return { kind: 'failed', code, reason: reasonOf(error) };
}

export const trialCode = (folder: string) => systemCodeOf(writeErrorIn(folder));

export function systemCodeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^E[A-Z0-9]+$/.test(code) ? code : undefined;
}

export const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** It may be left by a process that was killed. */
export const TRIAL_FILE = 'settings-trial.tmp';
/** Of the history, whose thread may try at the same time. */
export const HISTORY_TRIAL_FILE = 'history-trial.tmp';
const TRIAL_BYTES = 65_536;

/** Removes a file, or what lies in its place; a missing one is fine. */
export function removeFile(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') return;
    // A folder, says Linux; others say that it is not permitted, which may have another reason.
    if (code !== 'EISDIR' && !lstatSync(path).isDirectory()) throw error;
    rmSync(path, { recursive: true, force: true });
  }
}

/** Also where there is none: what had the new name belonged to another one. */
function replaceFile(from: string, to: string): void {
  removeFile(to);
  moveFile(from, to);
}

function moveFile(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch {
    // There is none.
  }
}
