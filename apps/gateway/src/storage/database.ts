import { closeSync, openSync } from 'node:fs';
import { createRequire } from 'node:module';

/** What a column of SQLite holds, as we use it. */
export type SqlValue = number | string | Uint8Array | null;

/** A statement that was made ready once and is run as often as wanted. */
export interface Statement<Row> {
  run(...values: readonly SqlValue[]): void;
  /** The first row; undefined where there is none. */
  get(...values: readonly SqlValue[]): Row | undefined;
  all(...values: readonly SqlValue[]): Row[];
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

/** Opens a file, or makes it. Throws what the engine throws, and where there is no engine at all. */
export function openDatabase(path: string, engine: Engine | undefined = availableEngines()[0]): Database {
  if (engine === undefined) {
    throw new Error('This Node has no SQLite: it takes Node 22.13 or newer, or the package libsql.');
  }
  // For nobody else on this machine; what SQLite puts beside it is like it.
  closeSync(openSync(path, 'a', 0o600));
  const database = new (LOADERS[engine]())(path);
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
      };
    },
    transaction,
    close() {
      if (isOpen) database.close();
      isOpen = false;
    },
  };
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
