import { accessSync, constants } from 'node:fs';
import { type Database, type Engine, openDatabase } from './database.ts';
import { databaseProblemOf } from './database-problem.ts';

/**
 * The lock of a data folder: an empty database, `settings.lock`, in which a transaction is begun and never ended. The system
 * frees it with the process, however that ends. It is a file of its own because a lock has to be held as well where the settings
 * are damaged, and while another file takes their place. Nobody else in this process may open it: to close a file ends all locks
 * that a process has on it.
 */
export interface FolderLock {
  release(): void;
}

/** Somebody else has the folder. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
}

/**
 * Takes a folder for this process. Throws a `FolderInUseError` where another one has it, and the system's error where nothing may be
 * written there.
 */
export function lockFolder(path: string, engine?: Engine): FolderLock {
  const problem = writeProblem(path);
  if (problem !== undefined) {
    // Whoever may write there has locked it where it is in use.
    throw isTaken(path, engine) ? new FolderInUseError('The folder is in use.') : problem;
  }
  const database = openDatabase(path, engine);
  try {
    // Without a file for the way back: there is nothing to go back from.
    database.exec('PRAGMA journal_mode = MEMORY');
    if (!__WITHOUT__.folderLock) {
      database.exec('BEGIN EXCLUSIVE');
      // An engine may have opened it for reading alone, says nothing then, and holds no lock.
      if (!isTaken(path, engine)) throw new Error('The lock could not be taken.');
    }
  } catch (error) {
    database.close();
    throw databaseProblemOf(error) === 'busy' ? new FolderInUseError('The folder is in use.') : error;
  }
  return {
    release() {
      // Before it is closed: an engine may keep a file open for longer than that.
      if (!__WITHOUT__.folderLock) database.exec('ROLLBACK');
      database.close();
    },
  };
}

/** SQLite opens what may not be written for reading, and says nothing. */
function writeProblem(path: string): unknown {
  try {
    accessSync(path, constants.W_OK);
    return undefined;
  } catch (error) {
    return isMissing(error) ? undefined : error;
  }
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

function isTaken(path: string, engine: Engine | undefined): boolean {
  let database: Database | undefined;
  try {
    database = openDatabase(path, engine, 'read');
    database.exec('SELECT count(*) FROM sqlite_schema');
    return false;
  } catch (error) {
    return databaseProblemOf(error) === 'busy';
  } finally {
    database?.close();
  }
}
