import { readlinkSync, realpathSync } from 'node:fs';
import {
  appendFile,
  constants,
  copyFile,
  type FileHandle,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { LogFacts } from './log.ts';
import { StartError, systemErrorCode, systemErrorReason } from './start-error.ts';

/**
 * The folder in which the gateway keeps what it remembers, one operation of the file system at a time, so that
 * tests can let each of them fail or cut the power behind it. Names are plain file names inside the folder.
 * Every operation rejects with the system's error when it fails.
 */
export interface DataDirectory {
  /** Where it is, for messages. */
  readonly path: string;
  names(): Promise<readonly string[]>;
  /** The bytes of a file; undefined when there is none. */
  read(name: string): Promise<Uint8Array | undefined>;
  /** Bytes of a file from `offset` on: `length` of them, or fewer where it ends. Rejects when there is no such file. */
  readAt(name: string, offset: number, length: number): Promise<Uint8Array>;
  /** Creates or overwrites a file. Nothing of it is sure to survive a power cut before `sync`. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** As `write`, but behind what the file has already. */
  append(name: string, bytes: Uint8Array): Promise<void>;
  /** Waits until the bytes of a file are on the disk. */
  sync(name: string): Promise<void>;
  /** Gives a file a second name, which must be free (EEXIST); false when there is no such file. */
  link(name: string, secondName: string): Promise<boolean>;
  /** Moves a file over whatever has the new name, in one step. */
  rename(name: string, newName: string): Promise<void>;
  /** Removes a file; a missing one is fine. */
  remove(name: string): Promise<void>;
  /** Waits until the names in the folder are on the disk. */
  syncFolder(): Promise<void>;
}

/** As many as systems follow themselves. */
const LINKS_MAX = 40;

/** Where a path leads, also where there is nothing yet. */
export function realPathOf(path: string, linksLeft = LINKS_MAX): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    if (parent === path || linksLeft === 0) return path;
    const target = linkTargetOf(path);
    if (target !== undefined) return realPathOf(resolve(parent, target), linksLeft - 1);
    return join(realPathOf(parent, linksLeft), basename(path));
  }
}

function linkTargetOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined; // it is no link, or not there
  }
}

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
/** What file systems without hard links (FAT, some network shares) answer to `link`. */
const NO_HARD_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/**
 * Opens the folder at `path` and creates it where it is missing. Throws a `StartError` when that fails. `warn` is told
 * what other users of this machine may do there.
 */
export async function openDataDirectory(
  path: string,
  warn?: (sentence: string, facts: LogFacts) => void,
): Promise<DataDirectory> {
  try {
    await createFolder(path);
  } catch (error) {
    throw unusable(path, error);
  }
  if (warn !== undefined) await tellWhatIsOpen(path, warn).catch(() => undefined); // whoever cannot look, cannot tell
  const at = (name: string) => join(path, name);
  return {
    path,
    names: () => readdir(path),
    read: (name) => readFile(at(name)).catch(undefinedWhenMissing),
    readAt: (name, offset, length) => readPart(at(name), offset, length),
    write: (name, bytes) => writeAnew(at(name), bytes),
    append: (name, bytes) => appendFile(at(name), bytes, { mode: FILE_MODE, flag: APPEND | notFollowed() }),
    sync: (name) => syncPath(at(name), 'r+'),
    link: (name, secondName) => linkOrCopy(at(name), at(secondName)),
    rename: (name, newName) => rename(at(name), at(newName)),
    remove: (name) => rm(at(name), { force: true }),
    // Windows has no call for it.
    syncFolder: async () => (process.platform === 'win32' ? undefined : syncPath(path, 'r')),
  };
}

/** Who can write to the folder could put a link there, so that something else is overwritten: links are not followed. */
const NO_LINK = constants.O_NOFOLLOW ?? 0; // Windows has none
const notFollowed = () => (__WITHOUT__.linksNotFollowed ? 0 : NO_LINK);
const CREATE = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC;
const APPEND = constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND;

async function writeAnew(path: string, bytes: Uint8Array): Promise<void> {
  const write = () => writeFile(path, bytes, { mode: FILE_MODE, flag: CREATE | notFollowed() });
  try {
    await write();
  } catch (error) {
    if (systemErrorCode(error) !== 'ELOOP') throw error;
    await rm(path, { force: true }); // the link itself
    await write();
  }
}

const OTHERS_WRITE = 0o022;
const OTHERS_READ = 0o044;

/** What is written gets the right mode; what somebody has copied here may not have it. */
async function tellWhatIsOpen(
  path: string,
  warn: (sentence: string, facts: LogFacts) => void,
): Promise<void> {
  if (process.platform === 'win32') return; // its modes say nothing
  const { mode } = await stat(path);
  if ((mode & OTHERS_WRITE) !== 0) {
    warn(
      'Other users of this machine may replace settings in the data folder; close it to them: chmod 700.',
      {
        path,
        mode: (mode & 0o777).toString(8),
      },
    );
  }
  const names = (await readdir(path)).filter((name) => /\.(json|db)/.test(name));
  const modes = await Promise.all(names.map((name) => stat(join(path, name))));
  const open = names.filter((_, index) => ((modes[index]?.mode ?? 0) & OTHERS_READ) !== 0);
  if (open.length > 0 && (mode & 0o055) !== 0) {
    warn(
      'Other users of this machine may read settings, passwords among them; close the files to them: chmod 600.',
      {
        path,
        files: open.slice(0, 3),
        count: open.length,
      },
    );
  }
}

/**
 * Creates a folder and those above it that are missing. (Node's own recursive way never ends where the system takes
 * no new folder and says that the one above is missing, as /proc does.)
 */
async function createFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: FOLDER_MODE });
  } catch (error) {
    if (await isFolder(path)) return;
    const parent = dirname(path);
    if (systemErrorCode(error) !== 'ENOENT' || parent === path) throw error;
    await createFolder(parent);
    await mkdir(path, { mode: FOLDER_MODE });
  }
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** The one sentence about a data folder that cannot be used. */
export function unusable(path: string, error: unknown): StartError {
  return new StartError(
    `The data folder ${path} cannot be written (${systemErrorReason(error)}); choose another one with --data.`,
  );
}

async function readPart(path: string, offset: number, length: number): Promise<Uint8Array> {
  const file = await open(path, 'r');
  try {
    return await readPartOf(file, offset, length);
  } finally {
    await file.close();
  }
}

/** `length` bytes from `offset` on, or fewer where the file ends. */
export async function readPartOf(file: FileHandle, offset: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  let filled = 0;
  for (;;) {
    const { bytesRead } = await file.read(bytes, filled, length - filled, offset + filled);
    filled += bytesRead;
    if (bytesRead === 0) return bytes.subarray(0, filled); // read whole, or at its end
  }
}

async function syncPath(path: string, flags: string): Promise<void> {
  const file = await open(path, flags);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

async function linkOrCopy(path: string, secondPath: string): Promise<boolean> {
  try {
    await link(path, secondPath);
    return true;
  } catch (error) {
    const code = systemErrorCode(error) ?? '';
    if (code === 'ENOENT') return false;
    if (!NO_HARD_LINKS.has(code)) throw error;
  }
  await copyFile(path, secondPath, constants.COPYFILE_EXCL);
  await syncPath(secondPath, 'r+');
  return true;
}

function undefinedWhenMissing(error: unknown): undefined {
  if (systemErrorCode(error) === 'ENOENT') return undefined;
  throw error;
}
