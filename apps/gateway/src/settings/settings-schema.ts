import type { Migration } from '../storage/migrations.ts';
import { COMPATIBLE } from '../storage/migrations.ts';

/** In order. The tables of `settings.db` are described in docs/reference/data-folder.md. */
const STEPS: readonly string[] = [
  `
    CREATE TABLE section (name TEXT PRIMARY KEY, body TEXT NOT NULL, sha256 TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE change (
      id INTEGER PRIMARY KEY, at INTEGER, actor TEXT NOT NULL, reason TEXT NOT NULL, size INTEGER NOT NULL
    );
    CREATE TABLE changed_section (
      change INTEGER NOT NULL, section TEXT NOT NULL, before TEXT NOT NULL, after TEXT NOT NULL,
      PRIMARY KEY (change, section)
    ) WITHOUT ROWID;
  `,
];

/** The version stands in the file a second time, so that a damaged number is not taken for that of a newer gateway. */
export const SETTINGS_MIGRATIONS: readonly Migration[] = STEPS.map((step, index) => (database) => {
  database.exec(step);
  database
    .prepare('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)')
    .run('version', String(COMPATIBLE + index + 1));
});
