import { createHash } from 'node:crypto';
import { type DataDirectory, unusable } from '../platform/data-directory.ts';
import type { ProcessTable } from '../platform/process-table.ts';
import { StartError, systemErrorCode, systemErrorReason, writeObstacleOf } from '../platform/start-error.ts';
import { callsInThisThread, type RemoteCalls, startWorkerThread } from '../platform/worker-thread.ts';
import type { Failure } from '../storage/database-file.ts';
import { DATABASE_FILE, LOCK_FILE, openSettingsDatabase, type SettingsCalls } from './settings-database.ts';
import { oldLockHolder } from './takeover.ts';

/** A data folder that this gateway alone writes to, and the settings in it. */
export interface SettingsStorage {
  /** The folder; nothing is written through it before the lock is held. */
  readonly directory: DataDirectory;
  readonly calls: RemoteCalls<SettingsCalls>;
  /** Takes the lock, where it could not be taken at the start. Rejects with the reason why nothing may be written. */
  hold(): Promise<void>;
  /** Nothing is written, because another gateway has the folder or had it meanwhile. */
  isRefused(): boolean;
  /** Frees the folder; nothing may be written any more. */
  close(): Promise<void>;
}

/** Connects to the settings in a folder. */
export type ConnectSettings = (folder: string) => SettingsConnection;

export interface SettingsConnection {
  readonly calls: RemoteCalls<SettingsCalls>;
  end(): Promise<void>;
}

const CALL_NAMES = {
  ...{ lock: true, read: true, create: true, useCopy: true },
  ...{ save: true, renewCopy: true, changes: true, copyTo: true, finishReset: true, close: true },
  sections: true,
} as const satisfies Record<keyof SettingsCalls, true>;

/** A thread of its own, by its built script; where that is missing they are answered in this one. */
export function connectSettings(folder: string, worker: URL | undefined): SettingsConnection {
  const names = Object.keys(CALL_NAMES) as (keyof SettingsCalls)[];
  const thread = worker && startWorkerThread<SettingsCalls>(worker, { folder }, names);
  if (thread !== undefined) return thread;
  return { calls: callsInThisThread(openSettingsDatabase({ folder }), names), end: async () => undefined };
}

export interface SettingsStorageOptions {
  readonly directory: DataDirectory;
  readonly processes: ProcessTable;
  readonly connect: ConnectSettings;
}

/**
 * Takes the folder for this process. Throws a `StartError` where another gateway has it.
 *
 * Where nothing can be written (a read-only disk, files of another user, a full disk) there is no lock to take, and the
 * gateway serves without one: the first write that is possible takes it. A lock that somebody has counts as ever.
 */
export async function openSettingsStorage(options: SettingsStorageOptions): Promise<SettingsStorage> {
  const { directory, processes, connect } = options;
  await requireNoOldGateway(directory, processes);
  const { calls, end } = connect(directory.path);
  const close = async () => {
    await calls.close().catch(() => undefined); // it has ended by itself
    await end();
  };
  try {
    const problem = await takeLock(directory, calls);
    if (problem === undefined) {
      return { directory, calls, hold: async () => undefined, isRefused: () => false, close };
    }
    const isUnwritable = writeObstacleOf(problem) !== undefined && !__WITHOUT__.startWithoutLock;
    if (!isUnwritable || !(await canRead(directory, problem))) throw unusable(directory.path, problem);
    if (__WITHOUT__.lateLock) {
      return { directory, calls, hold: async () => undefined, isRefused: () => false, close };
    }
    return { ...(await lockLater(directory, calls)), calls, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Of a process that has ended, 0.1.0 may have left its lock. */
async function requireNoOldGateway(directory: DataDirectory, processes: ProcessTable): Promise<void> {
  const holder = await oldLockHolder(directory);
  if (holder !== undefined && processes.identityOf(holder.pid) === holder.identity) {
    throw inUse(directory, `Another gateway (process ${holder.pid})`);
  }
}

function inUse(directory: DataDirectory, who = 'Another gateway'): StartError {
  return new StartError(
    `${who} already uses the data folder ${directory.path}; stop it, or choose another folder with --data.`,
  );
}

/** Undefined once it is held; the system's error where nothing may be written. Throws a `StartError` where somebody else has it. */
async function takeLock(directory: DataDirectory, calls: RemoteCalls<SettingsCalls>): Promise<unknown> {
  try {
    // Made here, and only where there is none: to open and close it again would end a lock of this process.
    if (!(await directory.names()).includes(LOCK_FILE)) await directory.append(LOCK_FILE, new Uint8Array());
  } catch (error) {
    return error;
  }
  const outcome = await calls.lock();
  if (outcome.kind === 'in-use') throw inUse(directory);
  if (outcome.kind === 'no-engine') {
    throw new StartError(
      'This Node has no SQLite, in which settings are kept: start Heliograph with Node 22.13 or newer, or install the package libsql.',
    );
  }
  return outcome.kind === 'held' ? undefined : errorOf(outcome);
}

/** A failure in the other thread as the error that it was there. */
export function errorOf({ code, reason }: Failure): Error {
  return Object.assign(new Error(reason), code === undefined ? {} : { code });
}

/** Files of another user may be closed to us altogether; on a read-only disk that would have another reason. */
async function canRead(directory: DataDirectory, error: unknown): Promise<boolean> {
  if (systemErrorCode(error) === 'EROFS') return true;
  const names = (await directory.names().catch(() => undefined))?.filter((name) => REMEMBERED.test(name));
  const reads = await Promise.allSettled((names ?? []).map((name) => directory.read(name)));
  const isClosed = reads.some(
    (read) => read.status === 'rejected' && writeObstacleOf(read.reason) === 'read-only',
  );
  return names !== undefined && !isClosed;
}

/** What is remembered in files of their own; the settings are read by whoever holds their lock. */
const REMEMBERED = /\.json$/;
/** The next content of a file while it is being written: what somebody loses with it was never said to be saved. */
const UNFINISHED = /\.tmp$/;

/**
 * The lock of a folder that nothing can be written to: there is none, until the first write that is possible takes it.
 * Where another gateway has it by then, or has written meanwhile, every write is refused with that reason.
 */
async function lockLater(directory: DataDirectory, calls: RemoteCalls<SettingsCalls>) {
  const before = await fingerprintOf(directory, calls);
  let taken: Promise<void> | undefined;
  let isRefused = false;

  function refuse(message: string): never {
    isRefused = true;
    throw new Error(message);
  }

  async function takeNow(): Promise<void> {
    const problem = await takeLock(directory, calls).catch((error: unknown) => {
      if (error instanceof StartError) refuse('another gateway uses the data folder');
      throw error;
    });
    if (problem !== undefined) throw problem;
    if ((await fingerprintOf(directory, calls)) !== before) {
      await calls.close();
      refuse('another gateway has written to the data folder; restart this one');
    }
    isRefused = false;
  }

  function hold(): Promise<void> {
    taken ??= takeNow().catch((error: unknown) => {
      taken = undefined; // the next write tries again
      throw error;
    });
    return taken;
  }

  const { write, append, link, rename, remove } = directory;
  const locked: DataDirectory = {
    ...directory,
    write: (name, bytes) => hold().then(() => write(name, bytes)),
    append: (name, bytes) => hold().then(() => append(name, bytes)),
    link: (name, secondName) => hold().then(() => link(name, secondName)),
    rename: (name, newName) => hold().then(() => rename(name, newName)),
    async remove(name) {
      await hold().catch(async (error: unknown) => {
        if (writeObstacleOf(error) === undefined) throw error;
        // What is not there needs no lock, and what is unfinished may be in the room that the lock needs.
        if (!UNFINISHED.test(name) && (await directory.names()).includes(name)) throw error;
      });
      await remove(name);
    },
  };
  return { directory: locked, hold, isRefused: () => isRefused };
}

/** What everything that is remembered says, as one text. */
async function fingerprintOf(directory: DataDirectory, calls: RemoteCalls<SettingsCalls>): Promise<string> {
  const hash = createHash('sha256');
  const names = (await directory.names()).filter((name) => REMEMBERED.test(name)).sort();
  for (const name of names) {
    hash.update(name).update((await directory.read(name).catch(systemErrorReason)) ?? 'gone');
  }
  const settings = await calls.read('current');
  return hash.update(DATABASE_FILE).update(JSON.stringify(settings)).digest('hex');
}
