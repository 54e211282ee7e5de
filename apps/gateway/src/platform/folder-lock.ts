import { createHash } from 'node:crypto';
import { type DataDirectory, unusable } from './data-directory.ts';
import { type FolderLock, lockLater } from './late-lock.ts';
import type { ProcessTable } from './process-table.ts';
import { StartError, systemErrorCode, writeObstacleOf } from './start-error.ts';

const LOCK_NAME = 'gateway.lock';

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
    const isUnwritable = writeObstacleOf(error) !== undefined && !__WITHOUT__.startWithoutLock;
    if (isUnwritable && (await canRead(directory, error))) {
      if (__WITHOUT__.lateLock) return { directory, isRefused: () => false, release: async () => {} };
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
  await take({ directory, processes, own }, LOCK_NAME);
  await removeLeftovers(directory, processes);
  return { directory, isRefused: () => false, release: () => directory.remove(LOCK_NAME) };
}

const DRAFT_NAME = /^gateway\.lock\.(\d+)\.new$/;
const CLAIM_NAME = /^gateway\.lock\.takeover(\.|$)/;

/** A process that was killed while it took the lock leaves its draft, or its claim. Only who has the lock may call this. */
async function removeLeftovers(directory: DataDirectory, processes: ProcessTable): Promise<void> {
  async function isLeft(name: string): Promise<boolean> {
    const pid = DRAFT_NAME.exec(name)?.[1];
    if (pid !== undefined) return processes.identityOf(Number(pid)) === undefined;
    if (!CLAIM_NAME.test(name)) return false;
    const bytes = await directory.read(name);
    return bytes !== undefined && !isHeld(bytes, processes);
  }

  try {
    for (const name of await directory.names()) if (await isLeft(name)) await directory.remove(name);
  } catch {
    // they are in nobody's way
  }
}

interface Taking {
  readonly directory: DataDirectory;
  readonly processes: ProcessTable;
  readonly own: Holder;
}

/**
 * Makes the file `name` ours: where there is none, or where the process that wrote it has ended.
 *
 * Many may find the same file of an ended process, and each of them may be stopped for any time between two steps. So
 * whoever wants to replace what such a file says first takes a claim to exactly that: a file of its own, taken in this
 * same way. Since no process writes what another has written, a file that says the same after the claim was taken still
 * waits to be replaced, and nobody else may.
 */
async function take(taking: Taking, name: string): Promise<void> {
  const { directory, processes } = taking;
  if (await tryCreate(taking, name)) return;
  const left = await directory.read(name);
  if (left === undefined) throw inUse(directory); // somebody has just let it go, or is through with the claim
  if (isHeld(left, processes)) throw inUse(directory, holderIn(left));
  const claim = claimTo(left);
  await take(taking, claim);
  try {
    const now = await directory.read(name);
    if (now === undefined || !isEqual(now, left)) throw inUse(directory, now && holderIn(now));
    await writeDraft(taking, (draft) => directory.rename(draft, name));
  } finally {
    await directory.remove(claim);
  }
}

function claimTo(content: Uint8Array): string {
  return `${LOCK_NAME}.takeover.${createHash('sha256').update(content).digest('hex').slice(0, 32)}`;
}

const isEqual = (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other) === 0;

/** Whether there was no such file, and it is ours now. */
async function tryCreate(taking: Taking, name: string): Promise<boolean> {
  try {
    return await writeDraft(taking, (draft) => taking.directory.link(draft, name));
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** The file appears with its content in one step, so that nobody ever reads half of it. */
async function writeDraft<Result>(
  { directory, own }: Taking,
  place: (draft: string) => Promise<Result>,
): Promise<Result> {
  const draft = `${LOCK_NAME}.${own.pid}.new`;
  try {
    await directory.write(draft, new TextEncoder().encode(JSON.stringify(own)));
    return await place(draft);
  } finally {
    await directory.remove(draft).catch(() => undefined); // the next start removes it
  }
}

/** Whether the process that wrote this still runs. */
function isHeld(content: Uint8Array, processes: ProcessTable): boolean {
  const holder = holderIn(content);
  return holder !== undefined && isAlive(holder, processes);
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
