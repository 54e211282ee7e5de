import { createHash } from 'node:crypto';
import { type Database, isWholeDatabase, textOf } from '../storage/database.ts';
import { isNewer, versionOf } from '../storage/migrations.ts';

/**
 * Our own backup: a database with three tables more than `history.db` has, or with these alone where no history is in it
 * (docs/reference/data-folder.md#our-own-backup).
 *
 *   backup          key, value: `format`, `version`, `at`, `history`, `sha256` over everything that is set, and
 *                   `history-sha256` over all rows of the history
 *   backup_section  name, body: as in `settings.db`
 *   backup_file     name, body: further files of the data folder
 */

/** Counts as the versions of databases do: one of the same thousand can be read, with what it has beside. */
export const BACKUP_FORMAT = 1001;
const FORMAT_END = 2000;

export interface BackupContents {
  /** Of the gateway that has made it. */
  readonly version: string;
  /** Unix seconds; undefined where nobody had set the clock. */
  readonly atS: number | undefined;
  readonly hasHistory: boolean;
  /** Texts as they are stored, also of sections that only a later version knows. */
  readonly sections: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, Uint8Array>>;
}

export type BackupOutcome =
  | { readonly kind: 'whole'; readonly contents: BackupContents }
  /** It is something else. */
  | { readonly kind: 'foreign' }
  | { readonly kind: 'damaged' }
  | { readonly kind: 'newer'; readonly format: number };

/** Makes a copy of the history, or a file that was empty, a backup. */
export function writeBackupTables(database: Database, contents: BackupContents): void {
  const { version, atS, hasHistory, sections, files } = contents;
  database.transaction(() => {
    dropTables(database); // of a history that was restored before they were taken out
    database.exec(`
      CREATE TABLE backup (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
      CREATE TABLE backup_section (name TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID;
      CREATE TABLE backup_file (name TEXT PRIMARY KEY, body BLOB NOT NULL) WITHOUT ROWID;
    `);
    const section = database.prepare('INSERT INTO backup_section (name, body) VALUES (?, ?)');
    for (const [name, body] of Object.entries(sections)) section.run(name, body);
    const file = database.prepare('INSERT INTO backup_file (name, body) VALUES (?, ?)');
    for (const [name, body] of Object.entries(files)) file.run(name, body);
    const fact = database.prepare('INSERT INTO backup (key, value) VALUES (?, ?)');
    fact.run('format', String(BACKUP_FORMAT));
    fact.run('version', version);
    fact.run('at', atS === undefined ? '' : String(atS));
    fact.run('history', hasHistory ? '1' : '0');
    fact.run('sha256', sumOf(contents));
    if (hasHistory) fact.run('history-sha256', historySumOf(database));
  });
}

/** Makes a backup the history that is in it, without the settings, whose secrets have no business there. */
export function removeBackupTables(database: Database): void {
  database.exec('PRAGMA secure_delete = ON');
  database.transaction(() => dropTables(database));
}

/** Those of a backup, also of a later version of it. */
const isOfBackup = (table: string) => /^backup(_|$)/.test(table);

function dropTables(database: Database): void {
  for (const table of ['backup', 'backup_section', 'backup_file'])
    database.exec(`DROP TABLE IF EXISTS ${table}`);
}

/** Checks all of a backup; `sizeBytes` is what its file has. */
export function readBackupTables(database: Database, sizeBytes: number): BackupOutcome {
  let facts: ReadonlyMap<string, string>;
  try {
    const rows = database
      .prepare<TextRow>('SELECT CAST(key AS BLOB) AS name, CAST(value AS BLOB) AS body FROM backup')
      .all();
    facts = textsOf(rows);
  } catch {
    return { kind: isWholeDatabase(database) ? 'foreign' : 'damaged' };
  }
  const format = Number(facts.get('format'));
  if (format >= FORMAT_END) return { kind: 'newer', format };
  if (!isWholeDatabase(database) || isCutShort(database, sizeBytes)) return { kind: 'damaged' };
  // A copy of the history has its version, a backup without it none.
  if (isNewer(versionOf(database))) return { kind: 'newer', format: versionOf(database) };
  try {
    const sections = database
      .prepare<TextRow>('SELECT CAST(name AS BLOB) AS name, CAST(body AS BLOB) AS body FROM backup_section')
      .all();
    const files = database.prepare<TextRow>('SELECT CAST(name AS BLOB) AS name, body FROM backup_file').all();
    const at = facts.get('at') ?? '';
    const contents: BackupContents = {
      version: facts.get('version') ?? '',
      atS: at === '' ? undefined : Number(at),
      hasHistory: facts.get('history') === '1',
      sections: Object.fromEntries(textsOf(sections)),
      files: Object.fromEntries(files.map(({ name, body }) => [textOf(name), body])),
    };
    const isAsItWas =
      sumOf(contents) === facts.get('sha256') &&
      (!contents.hasHistory || historySumOf(database) === facts.get('history-sha256'));
    return isAsItWas ? { kind: 'whole', contents } : { kind: 'damaged' };
  } catch {
    return { kind: 'damaged' };
  }
}

/** Texts as bytes, see `textOf`. */
interface TextRow {
  readonly name: Uint8Array;
  readonly body: Uint8Array;
}

const textsOf = (rows: readonly TextRow[]): ReadonlyMap<string, string> =>
  new Map(rows.map(({ name, body }) => [textOf(name), textOf(body)]));

/** SQLite reads what is missing at the end of its last page as zeros. */
function isCutShort(database: Database, sizeBytes: number): boolean {
  const pages = database
    .prepare<{ bytes: number }>(
      'SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()',
    )
    .get();
  return pages === undefined || sizeBytes < pages.bytes;
}

/** Over every table of the history and all of its rows, in the order of their keys; row by row, since it may be longer than memory. */
function historySumOf(database: Database): string {
  const hash = createHash('sha256');
  const tables = database
    .prepare<{ name: Uint8Array }>(
      "SELECT CAST(name AS BLOB) AS name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
    )
    .all()
    .map(({ name }) => textOf(name))
    .filter((name) => !isOfBackup(name));
  for (const table of tables) {
    hash.update(JSON.stringify(table));
    for (const row of database.prepare<{ line: Uint8Array }>(lineQueryOf(database, table)).iterate())
      hash.update(row.line).update('\n');
  }
  return hash.digest('hex');
}

/** Selects each row as one text of SQL, which is the same with every engine, also for numbers that JavaScript rounds. */
function lineQueryOf(database: Database, table: string): string {
  const named = (name: string) => `"${name.replaceAll('"', '""')}"`;
  const columns = database
    .prepare<{ name: Uint8Array; key: number }>(
      `SELECT CAST(name AS BLOB) AS name, pk AS key FROM pragma_table_info('${table.replaceAll("'", "''")}') ORDER BY cid`,
    )
    .all()
    .map(({ name, key }) => ({ name: named(textOf(name)), key }));
  const keys = columns.filter(({ key }) => key > 0).sort((one, other) => one.key - other.key);
  const line = columns.map(({ name }) => `quote(${name})`).join(" || ',' || ");
  const order = keys.length > 0 ? keys.map(({ name }) => name).join(', ') : 'rowid';
  return `SELECT CAST(${line} AS BLOB) AS line FROM ${named(table)} ORDER BY ${order}`;
}

/** SQLite has no check sums: a bit that has tipped in a text would be another setting. */
function sumOf({ version, atS, hasHistory, sections, files }: BackupContents): string {
  const sum = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');
  const sums = (all: Readonly<Record<string, string | Uint8Array>>) =>
    Object.keys(all)
      .sort()
      .map((name) => [name, sum(all[name] ?? '')]);
  return sum(JSON.stringify([version, atS ?? null, hasHistory, sums(sections), sums(files)]));
}
