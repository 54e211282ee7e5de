import { closeSync, existsSync, openSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/** What a column of SQLite holds, as we use it. */
export type SqlValue = number | string | Uint8Array | null;

/** A statement that was made ready once and is run as often as wanted. */
export interface Statement<Row> {
  run(...values: readonly SqlValue[]): void;
  /** The first row; undefined where there is none. */
  get(...values: readonly SqlValue[]): Row | undefined;
  all(...values: readonly SqlValue[]): Row[];
  /** One row after the other, for more of them than belong into memory. */
  iterate(): Iterable<Row>;
}

/** A SQLite database in one file. Every call returns when it is done, so it belongs into a thread that nobody waits for. */
export interface Database {
  /** Runs statements without values, one or several. */
  exec(sql: string): void;
  prepare<Row = never>(sql: string): Statement<Row>;
  /** Does all of `work` or, where it throws, nothing of it. */
  transaction<Result>(work: () => Result): Result;
  close(): void;
}

/**
 * Which SQLite it is: the one inside Node, or that of the package `libsql` for a Node without it (before 22.13). Both
 * read each other's files (docs/decisions/0046-sqlite.md).
 */
export type Engine = 'node:sqlite' | 'libsql';

/** What both engines have in common, of which our port is made. */
interface EngineDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): {
    run(...values: readonly unknown[]): unknown;
    get(...values: readonly unknown[]): unknown;
    all(...values: readonly unknown[]): readonly unknown[];
    iterate(...values: readonly unknown[]): Iterable<unknown>;
  };
  close(): unknown;
}

type EngineConstructor = new (path: string) => EngineDatabase;

const require = createRequire(import.meta.url);

const LOADERS: Readonly<Record<Engine, () => EngineConstructor>> = {
  'node:sqlite': () => (require('node:sqlite') as { readonly DatabaseSync: EngineConstructor }).DatabaseSync,
  libsql: () => require('libsql') as EngineConstructor,
};

/** The engines that work here, the one to prefer first. */
export function availableEngines(): Engine[] {
  return (['node:sqlite', 'libsql'] as const).filter((engine) => {
    try {
      LOADERS[engine]();
      return true;
    } catch {
      return false;
    }
  });
}

/**
 * `read`: nothing is written, not even to put right what a crash has left; the file must be there. `read-only-disk`: the same where
 * SQLite cannot even make the files beside it that it reads with, so nobody may write to it meanwhile.
 */
export type DatabaseAccess = 'write' | 'read' | 'read-only-disk';

/** Opens a file, or makes it. Throws what the engine throws, and where there is no engine at all. */
export function openDatabase(
  path: string,
  engine: Engine | undefined = availableEngines()[0],
  access: DatabaseAccess = 'write',
): Database {
  if (engine === undefined) throw new Error(NO_ENGINE);
  if (access === 'write') createForOwner(path);
  // As an address, since only that says the same to both engines, and neither of them makes a file of its own then.
  const address = `${pathToFileURL(path).href}?${MODES[access]}`;
  const database = new (LOADERS[engine]())(address);
  let isOpen = true;
  let depth = 0;

  function transaction<Result>(work: () => Result): Result {
    if (depth > 0) return work(); // part of the one that is under way
    database.exec('BEGIN IMMEDIATE');
    depth += 1;
    try {
      const result = work();
      database.exec('COMMIT');
      return result;
    } catch (error) {
      try {
        database.exec('ROLLBACK');
      } catch {
        // A full disk or a damage has ended the transaction by itself.
      }
      throw error;
    } finally {
      depth -= 1;
    }
  }

  return {
    exec(sql) {
      database.exec(sql);
    },
    prepare<Row>(sql: string): Statement<Row> {
      const statement = database.prepare(sql);
      return {
        run(...values) {
          statement.run(...values);
        },
        get(...values) {
          const [row] = rowsOf<Row>([statement.get(...values)]);
          return row;
        },
        all: (...values) => rowsOf<Row>(statement.all(...values)),
        *iterate() {
          for (const row of statement.iterate()) yield* rowsOf<Row>([row]);
        },
      };
    },
    transaction,
    close() {
      if (isOpen) database.close();
      isOpen = false;
    },
  };
}

/** Source: https://www.sqlite.org/uri.html. */
const MODES: Readonly<Record<DatabaseAccess, string>> = {
  write: 'mode=rw',
  read: 'mode=ro',
  'read-only-disk': 'mode=ro&immutable=1',
};

/** The mode of files that only their owner may read. */
export const FOR_OWNER = 0o600;

const NO_ENGINE = 'This Node has no SQLite: it takes Node 22.13 or newer, or the package libsql.';

/**
 * Makes a file for nobody else on this machine; what SQLite puts beside it is like it. One that is there is not opened here: to
 * close it again would end all locks that this process has on it.
 */
export function createForOwner(path: string): void {
  if (existsSync(path)) return;
  try {
    closeSync(openSync(path, 'ax', FOR_OWNER)); // not behind a link that leads nowhere yet
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

/**
 * A text that was read as bytes (`SELECT CAST(name AS BLOB) AS name`). What may be damaged is read so: where a text is no UTF-8,
 * `libsql` ends the whole process.
 */
export function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new Error('database disk image is malformed', { cause: error });
  }
}

/** Whether SQLite finds the file whole, in what it knows of it. */
export function isWholeDatabase(database: Database): boolean {
  const [found] = database
    .prepare<{ isWhole: number }>(
      "SELECT integrity_check = 'ok' AS isWhole FROM pragma_integrity_check LIMIT 1",
    )
    .all();
  return found?.isWhole === 1;
}

/** The engines differ in whether there is a row at all, in how they hand out bytes, and in what they add of their own. */
function rowsOf<Row>(found: readonly unknown[]): Row[] {
  const rows: Row[] = [];
  for (const row of found) {
    if (typeof row !== 'object' || row === null) continue;
    const members = row as Record<string, unknown>;
    for (const [name, value] of Object.entries(members)) {
      if (value instanceof ArrayBuffer) members[name] = new Uint8Array(value);
    }
    delete members._metadata;
    rows.push(members as Row);
  }
  return rows;
}
