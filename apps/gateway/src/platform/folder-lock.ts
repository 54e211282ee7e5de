import { type DataDirectory, unusable } from './data-directory.ts';
import type { ProcessTable } from './process-table.ts';
import { StartError, systemErrorCode } from './start-error.ts';

/** A folder that this gateway alone works in. */
export interface FolderLock {
  release(): Promise<void>;
}

const LOCK_NAME = 'gateway.lock';

interface Holder {
  readonly pid: number;
  readonly identity: string;
}

/**
 * Takes the folder for this process. The lock of a process that has ended is taken over; the lock of one that runs
 * makes it throw a `StartError`.
 */
export async function lockFolder(directory: DataDirectory, processes: ProcessTable): Promise<FolderLock> {
  const own: Holder = {
    pid: processes.ownPid,
    identity: processes.identityOf(processes.ownPid) ?? '',
  };
  if (!(await tryCreate(directory, own))) {
    await removeStaleLock(directory, processes, own.pid);
    if (!(await tryCreate(directory, own))) throw inUse(directory);
  }
  await removeLeftDrafts(directory, processes);
  return { release: () => directory.remove(LOCK_NAME) };
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
async function tryCreate(directory: DataDirectory, own: Holder): Promise<boolean> {
  const draft = `${LOCK_NAME}.${own.pid}.new`;
  try {
    await directory.write(draft, new TextEncoder().encode(JSON.stringify(own)));
    return await directory.link(draft, LOCK_NAME);
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') return false;
    throw unusable(directory.path, error);
  } finally {
    await directory.remove(draft);
  }
}

/**
 * Two starting gateways may find the same stale lock. It is moved away before it is removed: moving succeeds for
 * one of them only, and whoever finds that it moved a living lock puts that back and yields.
 */
async function removeStaleLock(directory: DataDirectory, processes: ProcessTable, ownPid: number) {
  const held = await readHolder(directory, LOCK_NAME);
  if (held !== undefined && isAlive(held, processes)) throw inUse(directory, held);
  const aside = `${LOCK_NAME}.${ownPid}`;
  try {
    await directory.rename(LOCK_NAME, aside);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return; // the other one was faster
    throw unusable(directory.path, error);
  }
  const moved = await readHolder(directory, aside);
  if (moved !== undefined && isAlive(moved, processes)) {
    await directory.rename(aside, LOCK_NAME);
    throw inUse(directory, moved);
  }
  await directory.remove(aside);
}

function isAlive(holder: Holder, processes: ProcessTable): boolean {
  return processes.identityOf(holder.pid) === holder.identity;
}

/** Who holds the lock; undefined when there is none or it makes no sense. */
async function readHolder(directory: DataDirectory, name: string): Promise<Holder | undefined> {
  const bytes = await directory.read(name);
  if (bytes === undefined) return undefined;
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
    `${who} already works in the data folder ${directory.path}; stop it, or choose another folder with --data.`,
  );
}
