import { dirname } from 'node:path';
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
        return using(openDatabase(path, undefined, 'read'), (database) =>
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

/** The same in a thread that is there for one call: nobody waits for it who reads or saves. */
export interface BackupWork extends RemoteCalls<BackupCalls> {
  /** Waits for what is under way. */
  settled(): Promise<void>;
}

/** By the built script of the thread; where that is missing the calls are answered in this one. */
export function createBackupWork(worker: URL | undefined): BackupWork {
  const names = Object.keys(CALL_NAMES) as (keyof BackupCalls)[];
  const here = callsInThisThread(openBackupFiles(), names);
  const underWay = new Set<Promise<unknown>>();

  function inThread<Result>(call: (calls: RemoteCalls<BackupCalls>) => Promise<Result>): Promise<Result> {
    const thread = worker && startWorkerThread<BackupCalls>(worker, undefined, names);
    const done = call(thread?.calls ?? here).finally(() => thread?.end());
    underWay.add(done);
    const isOver = () => underWay.delete(done);
    done.then(isOver, isOver); // whoever asked hears of a failure
    return done;
  }

  return {
    copy: (...args) => inThread((calls) => calls.copy(...args)),
    write: (...args) => inThread((calls) => calls.write(...args)),
    read: (...args) => inThread((calls) => calls.read(...args)),
    leaveHistory: (...args) => inThread((calls) => calls.leaveHistory(...args)),
    async settled() {
      await Promise.allSettled(underWay);
    },
  };
}
