import type { Database } from './database.ts';

/** Brings a database one version further. Versions count from 1: the first migration makes the tables. */
export type Migration = (database: Database) => void;

/** A file that a newer gateway has written, which this one must not touch. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError';
}

/**
 * Brings a database to the newest version, each step whole or not at all. The version is SQLite's own `user_version`; in
 * its thousands it says which versions can still be used: a file of 1002 was written by a newer gateway, and this one,
 * which knows 1001, goes on with it and leaves alone what it does not know. One of 2001 it refuses with a
 * `NewerDatabaseError`.
 */
export function migrate(database: Database, migrations: readonly Migration[]): void {
  const ours = COMPATIBLE + migrations.length;
  const found = versionOf(database);
  if (isNewer(found)) {
    throw new NewerDatabaseError(`The database is of version ${found}; this gateway knows ${ours}.`);
  }
  const done = Math.max(0, found - COMPATIBLE);
  migrations.slice(done).forEach((step, index) => {
    database.transaction(() => {
      step(database);
      database.exec(`PRAGMA user_version = ${COMPATIBLE + done + index + 1}`);
    });
  });
}

/** Of the versions that this gateway can use. */
export const COMPATIBLE = 1000;

export function versionOf(database: Database): number {
  return database.prepare<{ user_version: number }>('PRAGMA user_version').get()?.user_version ?? 0;
}

/** Whether only a newer gateway can use a database of this version. */
export const isNewer = (version: number) => version >= COMPATIBLE + 1000;
