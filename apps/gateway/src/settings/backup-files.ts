import { dirname } from 'node:path';
import type { Clock } from '../platform/clock.ts';
import { callsInThisThread, type RemoteCalls, startWorkerThread } from '../platform/worker-thread.ts';
import { createForOwner, type Database, isWholeDatabase, openDatabase } from '../storage/database.ts';
import {
  copyDatabase,
  type Failure,
  failureOf,
  isThere,
  openOnReadOnlyDisk,
  sizeOfDatabase,
} from '../storage/database-file.ts';
import {
  type BackupContents,
  type BackupOutcome,
  readBackupTables,
  removeBackupTables,
  writeBackupTables,
} from './backup-database.ts';

/** What takes long where the history is long. */
export interface BackupCalls {
  /** Writes a whole copy of a database to a path and waits for the disk; meanwhile others may read and write it. */
  copy(path: string, target: string): CopyOutcome;
  /** Makes a file a backup: what lies at the path is a copy of the history, or nothing yet. */
  write(path: string, contents: BackupContents): BackupWritten;
  /** Looks at all of a backup. */
  read(path: string): BackupOutcome;
  /** Makes a backup the history that is in it, and nothing besides. */
  leaveHistory(path: string): CopyOutcome;
}

export type CopyOutcome = { readonly kind: 'done' } | Failure;
export type BackupWritten = { readonly kind: 'done'; readonly sizeBytes: number } | Failure;

const CALL_NAMES = {
  ...{ copy: true, write: true, read: true, leaveHistory: true },
} as const satisfies Record<keyof BackupCalls, true>;

export function openBackupFiles(): BackupCalls {
  return {
    copy: (path, target) =>
      attempt(target, () => {
        using(openToCopy(path), (database) => copyDatabase(database, target, requireWhole));
        return { kind: 'done' };
      }),
    write: (path, contents) =>
      attempt(path, () => {
        if (!isThere(path)) createForOwner(path);
        using(openDatabase(path), (database) => {
          database.exec('PRAGMA journal_mode = MEMORY'); // it is of no use before it is whole
          writeBackupTables(database, contents);
        });
        return { kind: 'done', sizeBytes: sizeOfDatabase(path) };
      }),
    leaveHistory: (path) =>
      attempt(path, () => {
        using(openDatabase(path), removeBackupTables);
        return { kind: 'done' };
      }),
    read(path) {
      try {
        // Nobody writes to it, and a file of somebody else may want files beside it, which would stay.
        return using(openDatabase(path, undefined, 'read-only-disk'), (database) =>
          readBackupTables(database, sizeOfDatabase(path)),
        );
      } catch {
        return { kind: 'foreign' }; // no database at all
      }
    },
  };
}

function attempt<Outcome>(path: string, work: () => Outcome): Outcome | Failure {
  try {
    return work();
  } catch (error) {
    return failureOf(error, dirname(path));
  }
}

function using<Result>(database: Database, work: (database: Database) => Result): Result {
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** Beside whoever has it open. */
function openToCopy(path: string): Database {
  const database = openDatabase(path, undefined, 'read');
  try {
    database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').all();
    return database;
  } catch {
    database.close();
    return openOnReadOnlyDisk(path);
  }
}

function requireWhole(draft: string): void {
  if (!using(openDatabase(draft, undefined, 'read'), isWholeDatabase)) {
    throw new Error('the database is damaged');
  }
}

/** The same in a thread that is there for one call: nobody waits for it who reads or saves. It outlives restarts. */
export interface BackupWork extends RemoteCalls<BackupCalls> {
  /**
   * For who ends: waits for what is written, and for a moment for what is copied or looked at. That takes as long as the history is, so
   * longer ones are given up: whoever asked for one hears that, and its thread goes on for nobody. The next one waits for it.
   */
  giveUp(): Promise<void>;
  /** A thread is at work, and no thread can be ended in the middle of what its database does. */
  isBusy(): boolean;
}

/** A file of the usual size is copied by then. */
const GRACE_MS = 200;

/** By the built script of the thread; where that is missing the calls are answered in this one. */
export function createBackupWork(worker: URL | undefined, clock: Pick<Clock, 'after'>): BackupWork {
  const names = Object.keys(CALL_NAMES) as (keyof BackupCalls)[];
  const here = callsInThisThread(openBackupFiles(), names);
  const underWay = new Set<Promise<unknown>>();
  const written = new Set<Promise<unknown>>();
  let asked = createAsking();
  let givenUp: Promise<unknown> = Promise.resolve();

  function inThread<Result>(call: (calls: RemoteCalls<BackupCalls>) => Promise<Result>): Promise<Result> {
    const own = asked;
    const done = givenUp.then(() => {
      own.requireWanted();
      const thread = worker && startWorkerThread<BackupCalls>(worker, undefined, names);
      return call(thread?.calls ?? here).finally(() => thread?.end());
    });
    noteIn(underWay, done);
    return done;
  }

  function inThreadToTheEnd<Result>(call: (calls: RemoteCalls<BackupCalls>) => Promise<Result>) {
    const done = inThread(call);
    noteIn(written, done);
    return done;
  }

  const settled = (works: ReadonlySet<Promise<unknown>>) => Promise.allSettled([...works]);

  return {
    copy: (...args) => asked.whileWanted(inThread((calls) => calls.copy(...args))),
    read: (...args) => asked.whileWanted(inThread((calls) => calls.read(...args))),
    write: (...args) => inThreadToTheEnd((calls) => calls.write(...args)),
    leaveHistory: (...args) => inThreadToTheEnd((calls) => calls.leaveHistory(...args)),
    async giveUp() {
      let cancel: (() => void) | undefined;
      const grace = new Promise<void>((resolve) => {
        cancel = clock.after(GRACE_MS, resolve);
      });
      await Promise.race([settled(underWay), grace]);
      cancel?.();
      await settled(written);
      asked.giveUp();
      asked = createAsking();
      givenUp = settled(underWay);
    },
    isBusy: () => underWay.size > 0,
  };
}

/** All who ask until they are given up together. */
function createAsking() {
  let end: ((error: Error) => void) | undefined;
  const over = new Promise<never>((_, reject) => {
    end = reject;
  });
  over.catch(() => undefined); // heard by those who wait for something
  let isOver = false;
  const error = () => new Error('The gateway ends, and this would have taken too long.');
  return {
    whileWanted: <Result>(done: Promise<Result>) => Promise.race([done, over]),
    requireWanted() {
      if (isOver) throw error();
    },
    giveUp() {
      isOver = true;
      end?.(error());
    },
  };
}

function noteIn(works: Set<Promise<unknown>>, done: Promise<unknown>): void {
  works.add(done);
  const isOver = () => works.delete(done);
  done.then(isOver, isOver); // whoever asked hears of a failure
}
