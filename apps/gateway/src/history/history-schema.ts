import type { Migration } from '../storage/migrations.ts';
import { METER_PARTS } from './meter-bucket.ts';

/** The place that stands for the whole plant. */
export const PLANT = 1;
/** The place of the power meter of the house; inverters come from 2 on. */
export const METER = 0;

/** Where an inverter hangs, or hung. */
export interface Place {
  readonly place: number;
  /** The one that is there or was last, before it those that it has replaced, the newest first. */
  readonly serials: readonly string[];
  readonly name: string;
  /** One for each string, empty where it has none. */
  readonly stringNames: readonly string[];
}

/**
 * The tables of `history.db` (docs/reference/history-file.md). A place is where an inverter hangs: whoever replaces it
 * there goes on with its history. Rows lie place by place and in time, so that a span of one place is read in one go.
 */
export const HISTORY_MIGRATIONS: readonly Migration[] = [
  (database) => {
    database.exec(`
      CREATE TABLE place (id INTEGER PRIMARY KEY, string_count INTEGER NOT NULL, last_at INTEGER);
      INSERT INTO place (id, string_count) VALUES (${PLANT}, 0);
      CREATE TABLE inverter (serial TEXT PRIMARY KEY, place INTEGER NOT NULL) WITHOUT ROWID;
      CREATE TABLE counter (
        place INTEGER NOT NULL, string INTEGER NOT NULL, at INTEGER NOT NULL, day INTEGER NOT NULL,
        power REAL NOT NULL, total INTEGER, today INTEGER, rest REAL NOT NULL,
        PRIMARY KEY (place, string)
      ) WITHOUT ROWID;
      CREATE TABLE open (
        place INTEGER NOT NULL, span TEXT NOT NULL, key INTEGER NOT NULL, body BLOB NOT NULL,
        PRIMARY KEY (place, span)
      ) WITHOUT ROWID;
    `);
    for (const table of ['raw', 'minute', 'quarter', 'hour', 'day', 'month']) {
      database.exec(`
        CREATE TABLE ${table} (
          place INTEGER NOT NULL, key INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (place, key)
        ) WITHOUT ROWID;
      `);
    }
  },
  // Names, so that an inverter that is not there any more can be found, and which inverters hung there before.
  (database) => {
    database.exec(`
      ALTER TABLE place ADD COLUMN name TEXT NOT NULL DEFAULT '';
      ALTER TABLE place ADD COLUMN string_names TEXT NOT NULL DEFAULT '[]';
      CREATE TABLE former (id INTEGER PRIMARY KEY, serial TEXT NOT NULL, place INTEGER NOT NULL);
    `);
  },
  // What was imported, so that it can be taken back.
  (database) => {
    database.exec(`
      CREATE TABLE import (
        id INTEGER PRIMARY KEY, at INTEGER, first INTEGER NOT NULL, last INTEGER NOT NULL, days INTEGER NOT NULL,
        before INTEGER NOT NULL, after INTEGER NOT NULL, taken_back INTEGER NOT NULL, taken_back_at INTEGER
      );
      CREATE TABLE imported_day (
        import INTEGER NOT NULL, day INTEGER NOT NULL, before INTEGER, after INTEGER, estimated INTEGER NOT NULL,
        PRIMARY KEY (import, day)
      ) WITHOUT ROWID;
      CREATE INDEX imported_day_by_day ON imported_day (day, import);
    `);
  },
  // What was ordered, and what became of it.
  (database) => {
    database.exec(`
      CREATE TABLE limit_order (
        id TEXT PRIMARY KEY, serial TEXT NOT NULL, at INTEGER NOT NULL, automatic INTEGER NOT NULL, body TEXT NOT NULL
      ) WITHOUT ROWID;
      CREATE INDEX limit_order_at ON limit_order (at);
      CREATE INDEX limit_order_serial ON limit_order (serial, at);
    `);
  },
  // What the power meter of the house has shown.
  (database) => {
    database.exec(`
      INSERT INTO place (id, string_count) VALUES (${METER}, ${METER_PARTS});
      CREATE TABLE meter (
        place INTEGER PRIMARY KEY, since INTEGER NOT NULL, imported_rest REAL NOT NULL, exported_rest REAL NOT NULL
      );
    `);
  },
  // How an inverter stood when another one replaced it, so that the two can be told apart again.
  (database) => {
    database.exec(`
      CREATE TABLE replacement (
        id INTEGER PRIMARY KEY, place INTEGER NOT NULL, taken_back INTEGER NOT NULL, body TEXT NOT NULL
      );
      CREATE TABLE replaced_span (
        replacement INTEGER NOT NULL, span TEXT NOT NULL, key INTEGER NOT NULL, body BLOB NOT NULL,
        PRIMARY KEY (replacement, span)
      ) WITHOUT ROWID;
    `);
  },
  // Until when the times of a place are known to be right; nobody has noted whether those of before are.
  (database) => {
    database.exec('ALTER TABLE place ADD COLUMN sure_at INTEGER; UPDATE place SET sure_at = last_at;');
  },
  // What inverters have noted in their event logs, with its date, and when each log was read last.
  (database) => {
    database.exec(`
      CREATE TABLE event (
        id INTEGER PRIMARY KEY, place INTEGER NOT NULL, serial TEXT NOT NULL, code INTEGER NOT NULL, at INTEGER NOT NULL,
        end_at INTEGER, date INTEGER NOT NULL, read_at INTEGER NOT NULL
      );
      CREATE INDEX event_at ON event (at);
      CREATE INDEX event_place ON event (place, at);
      CREATE INDEX event_code ON event (code, at);
      CREATE TABLE event_log (serial TEXT PRIMARY KEY, read_at INTEGER NOT NULL) WITHOUT ROWID;
      ALTER TABLE place ADD COLUMN heard_since INTEGER;
    `);
  },
  // How much of each place a time-series database has, and which one that is.
  (database) => {
    database.exec(`
      CREATE TABLE sent (place INTEGER PRIMARY KEY, until INTEGER NOT NULL) WITHOUT ROWID;
      CREATE TABLE sent_to (id INTEGER PRIMARY KEY CHECK (id = 1), target TEXT NOT NULL) WITHOUT ROWID;
    `);
  },
];
