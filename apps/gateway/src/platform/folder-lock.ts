import { type DataDirectory, unusable } from './data-directory.ts';
import { type FolderLock, lockLater } from './late-lock.ts';
import type { ProcessTable } from './process-table.ts';
import { StartError, systemErrorCode, writeObstacleOf } from './start-error.ts';

const LOCK_NAME = 'gateway.lock';
const RIGHT_OF_WAY_NAME = 'gateway.lock.takeover';

interface Holder {
  readonly pid: number;
  readonly identity: string;
}

export interface FolderLockOptions {
  readonly directory: DataDirectory;
  readonly processes: ProcessTable;
}

/**
 * Takes the folder for this process. The lock of a process that has ended is taken over; the lock of one that runs
 * makes it throw a `StartError`.
 *
 * Where nothing can be written (a read-only disk, files of another user, a full disk) there is no lock to take, and the
 * gateway serves without one: the first write that is possible takes it. A lock that lies there already counts as ever.
 */
export async function lockFolder({ directory, processes }: FolderLockOptions): Promise<FolderLock> {
  const take = () => takeFreeLock(directory, processes);
  try {
    return await take();
  } catch (error) {
    if (writeObstacleOf(error) !== undefined && (await canRead(directory, error))) {
      return lockLater(directory, take);
    }
    throw systemErrorCode(error) === undefined ? error : unusable(directory.path, error);
  }
}

/** Where the lock cannot be written, the one that lies there tells whether somebody else works here. */
async function takeFreeLock(directory: DataDirectory, processes: ProcessTable): Promise<FolderLock> {
  try {
    return await takeLock(directory, processes);
  } catch (error) {
    const holder = error instanceof StartError ? undefined : await readHolder(directory, LOCK_NAME);
    if (holder !== undefined && isAlive(holder, processes)) throw inUse(directory, holder);
    throw error;
  }
}

/** Files of another user may be closed to us altogether; on a read-only disk that would have another reason. */
async function canRead(directory: DataDirectory, error: unknown): Promise<boolean> {
  if (systemErrorCode(error) === 'EROFS') return true;
  const names = (await directory.names().catch(() => undefined))?.filter((name) => name.endsWith('.json'));
  const reads = await Promise.allSettled((names ?? []).map((name) => directory.read(name)));
  const isClosed = reads.some(
    (read) => read.status === 'rejected' && writeObstacleOf(read.reason) === 'read-only',
  );
  return names !== undefined && !isClosed;
}

async function takeLock(directory: DataDirectory, processes: ProcessTable): Promise<FolderLock> {
  const own: Holder = {
    pid: processes.ownPid,
    identity: processes.identityOf(processes.ownPid) ?? '',
  };
  if (!(await tryCreate(directory, LOCK_NAME, own))) {
    await removeStaleLock(directory, processes, own);
    if (!(await tryCreate(directory, LOCK_NAME, own))) throw inUse(directory);
  }
  await removeLeftDrafts(directory, processes);
  return { directory, release: () => directory.remove(LOCK_NAME) };
}

const DRAFT_NAME = /^gateway\.lock\.(\d+)\.new$/;

/** A process that was killed while it took the lock leaves its draft. */
async function removeLeftDrafts(directory: DataDirectory, processes: ProcessTable): Promise<void> {
  try {
    for (const name of await directory.names()) {
      const pid = DRAFT_NAME.exec(name)?.[1];
      if (pid !== undefined && processes.identityOf(Number(pid)) === undefined) await directory.remove(name);
    }
  } catch {
    // they are in nobody's way
  }
}

/** The lock appears with its content in one step, so that nobody ever reads half of it. */
async function tryCreate(directory: DataDirectory, name: string, own: Holder): Promise<boolean> {
  const draft = `${LOCK_NAME}.${own.pid}.new`;
  try {
    await directory.write(draft, new TextEncoder().encode(JSON.stringify(own)));
    return await directory.link(draft, name);
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await directory.remove(draft).catch(() => undefined); // the next start removes it
  }
}

/**
 * Two starting gateways may find the same stale lock. Only who holds the right of way looks at it again and takes it
 * away, so that nobody takes away the new lock of the other.
 */
async function removeStaleLock(directory: DataDirectory, processes: ProcessTable, own: Holder) {
  const held = await readHolder(directory, LOCK_NAME);
  if (held !== undefined && isAlive(held, processes)) throw inUse(directory, held);
  await takeRightOfWay(directory, processes, own);
  try {
    const holder = await readHolder(directory, LOCK_NAME);
    if (holder !== undefined && isAlive(holder, processes)) throw inUse(directory, holder);
    await directory.remove(LOCK_NAME);
  } finally {
    await directory.remove(RIGHT_OF_WAY_NAME);
  }
}

/** Who was killed while it had the right of way leaves it behind. */
async function takeRightOfWay(directory: DataDirectory, processes: ProcessTable, own: Holder) {
  if (await tryCreate(directory, RIGHT_OF_WAY_NAME, own)) return;
  const bytes = await directory.read(RIGHT_OF_WAY_NAME);
  if (bytes === undefined) throw inUse(directory); // the other one is through
  const holder = holderIn(bytes);
  if (holder !== undefined && isAlive(holder, processes)) throw inUse(directory, holder);
  await directory.remove(RIGHT_OF_WAY_NAME);
  if (!(await tryCreate(directory, RIGHT_OF_WAY_NAME, own))) throw inUse(directory);
}

function isAlive(holder: Holder, processes: ProcessTable): boolean {
  return processes.identityOf(holder.pid) === holder.identity;
}

/** Who holds the lock; undefined when there is none or it makes no sense. */
async function readHolder(directory: DataDirectory, name: string): Promise<Holder | undefined> {
  const bytes = await directory.read(name);
  return bytes && holderIn(bytes);
}

function holderIn(bytes: Uint8Array): Holder | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isHolder(value) ? value : undefined;
  } catch {
    return undefined; // no JSON: not written by us
  }
}

function isHolder(value: unknown): value is Holder {
  return (
    typeof value === 'object' &&
    value !== null &&
    'pid' in value &&
    Number.isSafeInteger(value.pid) &&
    'identity' in value &&
    typeof value.identity === 'string'
  );
}

function inUse(directory: DataDirectory, holder?: Holder): StartError {
  const who = holder === undefined ? 'Another gateway' : `Another gateway (process ${holder.pid})`;
  return new StartError(
    `${who} already uses the data folder ${directory.path}; stop it, or choose another folder with --data.`,
  );
}
