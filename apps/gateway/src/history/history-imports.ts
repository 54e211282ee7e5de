import type { Database } from '../storage/database.ts';

/**
 * What was imported, so that it can be looked up and taken back later: each import, and of each of its days what was kept before and
 * what it has made of that.
 */

/** What one import has done. */
export interface KeptImport {
  readonly id: number;
  /** Unix seconds; undefined where nobody had set the clock. */
  readonly atS: number | undefined;
  /** The first and the last of its days, since 1970, and how many they are. */
  readonly first: number;
  readonly last: number;
  readonly dayCount: number;
  /** Energy of these days before and after. */
  readonly beforeWh: number;
  readonly afterWh: number;
  readonly isTakenBack: boolean;
  /** When it was taken back, where the clock was set. */
  readonly takenBackAtS: number | undefined;
  /** What its days were before is still known. */
  readonly takesBack: boolean;
}

/** What an import has made of a day; null where nothing is kept of it. */
export interface ImportedDay {
  readonly day: number;
  readonly beforeWh: number | null;
  readonly afterWh: number | null;
  /** Before. */
  readonly wasEstimated: boolean;
}

/** So many imports are kept, and so many of their days; those of the newest one always. */
const IMPORTS_MAX = 100;
const IMPORTED_DAYS_MAX = 40_000;

interface ImportRow {
  readonly id: number;
  readonly at: number | null;
  readonly first: number;
  readonly last: number;
  readonly days: number;
  readonly before: number;
  readonly after: number;
  readonly taken_back: number;
  readonly taken_back_at: number | null;
  readonly known: number;
}

interface DayRow {
  readonly day: number;
  readonly before: number | null;
  readonly after: number | null;
  readonly estimated: number;
}

export function importStatements(database: Database) {
  const columns = `*, EXISTS (SELECT 1 FROM imported_day WHERE import = import.id) AS known`;
  const one = database.prepare<ImportRow>(`SELECT ${columns} FROM import WHERE id = ?`);
  const all = database.prepare<ImportRow>(`SELECT ${columns} FROM import ORDER BY id DESC`);
  const begin = database.prepare(
    'INSERT INTO import (id, at, first, last, days, before, after, taken_back) VALUES (?, ?, 0, 0, 0, 0, 0, 0)',
  );
  const newest = database.prepare<{ id: number | null }>('SELECT MAX(id) AS id FROM import');
  // A day that comes twice in one import was before what it was when it came first.
  const add = database.prepare(
    `INSERT INTO imported_day (import, day, before, after, estimated) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (import, day) DO UPDATE SET after = excluded.after`,
  );
  const sumUp = database.prepare(
    `UPDATE import SET (first, last, days, before, after) = (
      SELECT MIN(day), MAX(day), COUNT(*), TOTAL(before), TOTAL(after) FROM imported_day WHERE import = import.id
    ) WHERE id = ?`,
  );
  const forgetOld = [
    database.prepare(
      `DELETE FROM imported_day WHERE import IN (
        SELECT id FROM (
          SELECT id, ROW_NUMBER() OVER (ORDER BY id DESC) AS place, SUM(days) OVER (ORDER BY id DESC) AS sum FROM import
        ) WHERE place > ${IMPORTS_MAX} OR (place > 1 AND sum > ${IMPORTED_DAYS_MAX})
      )`,
    ),
    database.prepare(
      `DELETE FROM import WHERE id NOT IN (SELECT id FROM import ORDER BY id DESC LIMIT ${IMPORTS_MAX})`,
    ),
  ];
  const days = database.prepare<DayRow>(
    'SELECT day, before, after, estimated FROM imported_day WHERE import = ? ORDER BY day',
  );
  const laterWith = database.prepare<{ id: number | null }>(
    'SELECT MIN(import) AS id FROM imported_day WHERE day = ? AND import > ?',
  );
  const handOn = database.prepare(
    'UPDATE imported_day SET before = ?, estimated = ? WHERE import = ? AND day = ?',
  );
  const dropDays = database.prepare('DELETE FROM imported_day WHERE import = ?');
  const markTakenBack = database.prepare('UPDATE import SET taken_back = 1, taken_back_at = ? WHERE id = ?');

  return {
    find(id: number): KeptImport | undefined {
      const row = one.get(id);
      return row && keptImport(row);
    },
    /** The newest first. */
    list: () => all.all().map(keptImport),
    /** Returns its number. */
    begin(atS: number | undefined): number {
      const id = (newest.get()?.id ?? 0) + 1;
      begin.run(id, atS ?? null);
      return id;
    },
    add(id: number, { day, beforeWh, afterWh, wasEstimated }: ImportedDay): void {
      add.run(id, day, beforeWh, afterWh, wasEstimated ? 1 : 0);
    },
    /** After days were added. */
    end(id: number): void {
      sumUp.run(id);
      for (const statement of forgetOld) statement.run();
    },
    daysOf: (id: number): ImportedDay[] =>
      days.all(id).map(({ day, before, after, estimated }) => ({
        ...{ day, beforeWh: before, afterWh: after, wasEstimated: estimated === 1 },
      })),
    /**
     * A day that a later import has changed again stays as that one has made it, which comes to what was before both when it is taken
     * back itself. False: there is no later one.
     */
    hasHandedOn(id: number, { day, beforeWh, wasEstimated }: ImportedDay): boolean {
      const later = laterWith.get(day, id)?.id ?? undefined;
      if (later === undefined) return false;
      handOn.run(beforeWh, wasEstimated ? 1 : 0, later, day);
      return true;
    },
    markTakenBack(id: number, atS: number | undefined): void {
      dropDays.run(id);
      markTakenBack.run(atS ?? null, id);
    },
  };
}

function keptImport(row: ImportRow): KeptImport {
  const { id, at, first, last, days, before, after } = row;
  return {
    ...{ id, atS: at ?? undefined, first, last, dayCount: days, beforeWh: before, afterWh: after },
    ...{ isTakenBack: row.taken_back === 1, takenBackAtS: row.taken_back_at ?? undefined },
    takesBack: row.known === 1,
  };
}
