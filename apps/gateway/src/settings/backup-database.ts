import { createHash } from 'node:crypto';
import { type Database, isWholeDatabase, textOf } from '../storage/database.ts';

/**
 * Our own backup: a database with three tables more than `history.db` has, or with these alone where no history is in it
 * (docs/reference/data-folder.md#our-own-backup).
 *
 *   backup          key, value: `format`, `version`, `at`, `history`, `sha256` over everything else
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
  });
}

/** Makes a backup the history that is in it, without the settings, whose secrets have no business there. */
export function removeBackupTables(database: Database): void {
  database.exec('PRAGMA secure_delete = ON');
  database.transaction(() => dropTables(database));
}

function dropTables(database: Database): void {
  for (const table of ['backup', 'backup_section', 'backup_file'])
    database.exec(`DROP TABLE IF EXISTS ${table}`);
}

/** Checks all of it. */
export function readBackupTables(database: Database): BackupOutcome {
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
  if (!isWholeDatabase(database)) return { kind: 'damaged' };
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
    return sumOf(contents) === facts.get('sha256') ? { kind: 'whole', contents } : { kind: 'damaged' };
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

/** SQLite has no check sums: a bit that has tipped in a text would be another setting. */
function sumOf({ version, atS, hasHistory, sections, files }: BackupContents): string {
  const sum = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');
  const sums = (all: Readonly<Record<string, string | Uint8Array>>) =>
    Object.keys(all)
      .sort()
      .map((name) => [name, sum(all[name] ?? '')]);
  return sum(JSON.stringify([version, atS ?? null, hasHistory, sums(sections), sums(files)]));
}
