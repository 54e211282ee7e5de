import { createHash } from 'node:crypto';
import type { DataDirectory } from './data-directory.ts';
import { StartError, systemErrorReason, writeObstacleOf } from './start-error.ts';

/** A folder that this gateway alone writes to. */
export interface FolderLock {
  /** The folder; nothing is written through it before the lock is held. */
  readonly directory: DataDirectory;
  /** Nothing is written, because another gateway has the folder or had it meanwhile. */
  isRefused(): boolean;
  release(): Promise<void>;
}

/**
 * The lock of a folder that nothing can be written to: there is none, until the first write that is possible takes it.
 * Where another gateway has it by then, or has written meanwhile, every write is refused with that reason.
 *
 * `take` locks the folder; it rejects with the system's error, or with a `StartError` when somebody else has the lock.
 */
export async function lockLater(
  directory: DataDirectory,
  take: () => Promise<FolderLock>,
): Promise<FolderLock> {
  const before = await fingerprintOf(directory);
  let taken: Promise<FolderLock> | undefined;
  let isRefused = false;

  function refuse(message: string): never {
    isRefused = true;
    throw new Error(message);
  }

  async function takeNow(): Promise<FolderLock> {
    const lock = await take().catch((error: unknown) => {
      if (error instanceof StartError) refuse('another gateway uses the data folder');
      throw error;
    });
    if ((await fingerprintOf(directory)) !== before) {
      await lock.release();
      refuse('another gateway has written to the data folder; restart this one');
    }
    isRefused = false;
    return lock;
  }

  function hold(): Promise<FolderLock> {
    taken ??= takeNow().catch((error: unknown) => {
      taken = undefined; // the next write tries again
      throw error;
    });
    return taken;
  }

  const { write, append, link, rename, remove } = directory;
  return {
    directory: {
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
    },
    isRefused: () => isRefused,
    release: () => taken?.then((lock) => lock.release()) ?? Promise.resolve(),
  };
}

/** The next content of a file while it is being written: what somebody loses with it was never said to be saved. */
const UNFINISHED = /\.tmp$/;

/** What everything that is remembered says, as one text. */
async function fingerprintOf(directory: DataDirectory): Promise<string> {
  const hash = createHash('sha256');
  const names = (await directory.names()).filter((name) => name.endsWith('.json')).sort();
  for (const name of names) {
    hash.update(name).update((await directory.read(name).catch(systemErrorReason)) ?? 'gone');
  }
  return hash.digest('hex');
}
