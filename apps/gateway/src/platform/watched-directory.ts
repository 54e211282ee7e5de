import type { Clock } from './clock.ts';
import type { DataDirectory } from './data-directory.ts';
import { createLimitedLog } from './limited-log.ts';
import type { Log } from './log.ts';
import { type WriteObstacle, writeObstacleOf } from './start-error.ts';

/** A data folder, and why nothing could be written there when somebody last tried. */
export interface WatchedDirectory {
  readonly directory: DataDirectory;
  /** Undefined: nothing is known to be in the way. */
  obstacle(): WriteObstacle | undefined;
  /** Somebody has written there by another way, or could not: with this error. */
  noteWrite(error: unknown): void;
  /** How long the disk took when it was waited for last, or is taking now where that is longer already. */
  syncMs(): number;
  /**
   * From now on tells the log of every change and, while something is in the way, tries now and then whether it is over:
   * through `tried`, which is the folder with whatever stands before it. Returns the function that ends it.
   */
  watch(tried: Pick<DataDirectory, 'write' | 'remove'>): () => Promise<void>;
}

const TRY_EVERY_MS = 30_000;
const TRIAL_NAME = 'write-trial.tmp';
/** What a save needs: a few files of some kilobytes. */
const TRIAL = new Uint8Array(16_384);

const TOLD: Readonly<Record<WriteObstacle, string>> = {
  'read-only': 'The data folder is read-only; nothing can be saved.',
  full: 'The disk of the data folder is full; nothing can be saved.',
};

/** Watches everything that is written to a folder: a system sets a disk read-only while it is in use when it has errors. */
export function watchDirectory(
  watched: DataDirectory,
  parts: { readonly clock: Clock; readonly log: Log },
): WatchedDirectory {
  const { clock } = parts;
  const log = createLimitedLog({ log: parts.log, clock }); // a disk that is all but full is so now and again
  let obstacle: WriteObstacle | undefined;
  let isWatching = false;
  let lastSyncMs = 0;
  /** When each wait for the disk that goes on has begun. */
  const syncsSince = new Set<{ readonly ms: number }>();

  async function timed(work: () => Promise<void>): Promise<void> {
    const since = { ms: clock.monotonicMs() };
    syncsSince.add(since);
    try {
      await work();
    } finally {
      syncsSince.delete(since);
      lastSyncMs = clock.monotonicMs() - since.ms;
    }
  }

  function note(found: WriteObstacle | undefined): void {
    if (found === obstacle) return;
    obstacle = found;
    if (isWatching) tell();
  }

  function tell(): void {
    const path = watched.path;
    if (obstacle === undefined) log.info('The data folder can be written to again.', { path });
    else log.warn(TOLD[obstacle], { path });
  }

  function noteWrite(error: unknown): void {
    const found = writeObstacleOf(error);
    // Any other failure says nothing about it: a file may not be there.
    if (found !== undefined || error === undefined) note(found);
  }

  async function noted<Result>(work: Promise<Result>): Promise<Result> {
    try {
      const result = await work;
      noteWrite(undefined);
      return result;
    } catch (error) {
      noteWrite(error);
      throw error;
    }
  }

  return {
    obstacle: () => obstacle,
    noteWrite,
    syncMs: () => Math.max(lastSyncMs, ...[...syncsSince].map(({ ms }) => clock.monotonicMs() - ms)),
    directory: {
      ...watched,
      write: (name, bytes) => noted(watched.write(name, bytes)),
      append: (name, bytes) => noted(watched.append(name, bytes)),
      sync: (name) => noted(timed(() => watched.sync(name))),
      link: (name, secondName) => noted(watched.link(name, secondName)),
      rename: (name, newName) => noted(watched.rename(name, newName)),
    },
    watch(tried) {
      isWatching = true;
      if (obstacle !== undefined) tell();
      let trial = tryToWrite(); // what is in the way is told before anybody has lost a save
      let cancel = clock.after(TRY_EVERY_MS, look);

      function look(): void {
        cancel = clock.after(TRY_EVERY_MS, look);
        if (obstacle !== undefined) trial = tryToWrite();
      }

      async function tryToWrite(): Promise<void> {
        await tried.write(TRIAL_NAME, TRIAL).catch(() => undefined); // noted where it is of interest
        await tried.remove(TRIAL_NAME).catch(() => undefined);
      }

      return () => {
        isWatching = false;
        cancel();
        log.stop();
        return trial;
      };
    },
  };
}
