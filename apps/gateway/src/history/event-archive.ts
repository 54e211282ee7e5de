import type { InverterEvent } from '@heliograph/domain';
import { type Database, textOf } from '../storage/database.ts';
import { dateEvents, type EventDate, type KnownEvent } from './date-events.ts';

/** An event log as it was read from an inverter. */
export interface ReadEventLog {
  /** Canonical serial. */
  readonly serial: string;
  /** When it was read, unix milliseconds. */
  readonly atMs: number;
  /** Until then nothing had come to what was read before; undefined where that is not known of this run of the gateway. */
  readonly knownUntilMs: number | undefined;
  readonly entries: readonly InverterEvent[];
}

/** An event as it is kept. */
export interface KeptEvent {
  readonly id: number;
  /** The inverter that told it. */
  readonly serial: string;
  /** What the inverter at its place is called, or was called last. */
  readonly name: string;
  readonly code: number;
  /** Unix seconds; of one whose date is unknown when it was read. */
  readonly atS: number;
  readonly endS: number | undefined;
  /** It had no end when the log was read last. */
  readonly isActive: boolean;
  readonly date: EventDate;
  /** When it was read first; of one without an end when it was read last. */
  readonly readAtS: number;
}

/** Which events are asked for. */
export interface EventFilter {
  /** Undefined: of all. */
  readonly place: number | undefined;
  /** Undefined: whatever happened. */
  readonly codes: readonly number[] | undefined;
  /** Unix seconds; the end is not included. */
  readonly fromS: number;
  readonly toS: number;
}

/** Where a list goes on: behind this event, to older ones. */
export interface EventPosition {
  readonly atS: number;
  readonly id: number;
}

/** Nothing of it ever goes: an inverter has some ten events a day. */
export interface EventArchive {
  /** Keeps what is new in a log, and the ends of events that have come meanwhile. */
  keep(place: number, log: ReadEventLog, heardSinceS: number | undefined): void;
  /** The newest first, at most so many. */
  list(filter: EventFilter, before: EventPosition | undefined, limit: number): readonly KeptEvent[];
  count(filter: EventFilter): number;
  /** Everything that has ever happened, by its numbers. */
  codes(): readonly number[];
  /** The events of a place come to another one. */
  move(from: number, to: number): void;
  /** Those of an inverter do. */
  moveInverter(serial: string, from: number, to: number): void;
  has(serial: string, place: number): boolean;
  /** A clock that was ahead has given these a date that is still to come: nobody knows theirs. */
  forgetDatesAfter(place: number, untilS: number, nowS: number): void;
}

const DATES = ['unknown', 'likely', 'sure'] as const satisfies readonly EventDate[];
/** An inverter tells fifteen at once, of which some may be of days ago. */
const KNOWN_MAX = 200;

interface EventRow {
  readonly id: number;
  readonly serial: Uint8Array;
  readonly name: Uint8Array | null;
  readonly code: number;
  readonly at: number;
  readonly end_at: number | null;
  readonly date: number;
  readonly read_at: number;
  readonly is_active: number;
}

type KnownRow = Pick<EventRow, 'id' | 'code' | 'at' | 'end_at' | 'date' | 'read_at'>;

const dateOf = (number: number): EventDate => DATES[number] ?? 'unknown';

export function openEventArchive(database: Database): EventArchive {
  const known = database.prepare<KnownRow>(
    `SELECT id, code, at, end_at, date, read_at FROM event WHERE place = ? AND serial = ? ORDER BY at DESC LIMIT ${KNOWN_MAX}`,
  );
  const insert = database.prepare(
    'INSERT INTO event (place, serial, code, at, end_at, date, read_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const readAgain = database.prepare(
    'UPDATE event SET end_at = ?, read_at = ? WHERE id = ? AND end_at IS NULL',
  );
  const lastRead = database.prepare<{ read_at: number }>('SELECT read_at FROM event_log WHERE serial = ?');
  const noteRead = database.prepare('INSERT OR REPLACE INTO event_log (serial, read_at) VALUES (?, ?)');
  const move = database.prepare('UPDATE event SET place = ? WHERE place = ?');
  const moveInverter = database.prepare('UPDATE event SET place = ? WHERE place = ? AND serial = ?');
  const some = database.prepare<{ id: number }>(
    'SELECT id FROM event WHERE place = ? AND serial = ? LIMIT 1',
  );
  const forgetDates = database.prepare(
    'UPDATE event SET at = ?, end_at = NULL, date = 0, read_at = min(read_at, ?) WHERE place = ? AND at > ?',
  );
  const forgetReads = database.prepare('UPDATE event_log SET read_at = min(read_at, ?)');
  const codes = database.prepare<{ code: number }>(
    `WITH RECURSIVE found (code) AS (
      SELECT min(code) FROM event
      UNION ALL SELECT (SELECT min(code) FROM event WHERE event.code > found.code) FROM found WHERE found.code IS NOT NULL
    ) SELECT code FROM found WHERE code IS NOT NULL`,
  );

  return {
    keep(place, { serial, atMs, knownUntilMs, entries }, heardSinceS) {
      const readAtS = Math.floor(atMs / 1000);
      const before = known.all(place, serial).map(knownEvent);
      const knownUntilS = latest(
        lastRead.get(serial)?.read_at,
        knownUntilMs === undefined ? undefined : Math.floor(knownUntilMs / 1000),
      );
      for (const event of dateEvents({ entries, readAtS, knownUntilS, heardSinceS }, before)) {
        const { code, atS, endS = null, date, knownId } = event;
        if (knownId === undefined) insert.run(place, serial, code, atS, endS, DATES.indexOf(date), readAtS);
        else readAgain.run(endS, readAtS, knownId);
      }
      noteRead.run(serial, readAtS);
    },
    list(filter, before, limit) {
      if (filter.codes?.length === 0) return [];
      const found = idsOf(filter, before, limit);
      return database
        .prepare<EventRow>(
          `SELECT event.id AS id, CAST(event.serial AS BLOB) AS serial, CAST(place.name AS BLOB) AS name, code, event.at AS at,
            end_at, date, event.read_at AS read_at,
            end_at IS NULL AND date > 0 AND event.read_at = event_log.read_at AS is_active
          FROM (${found.sql}) AS found JOIN event ON event.id = found.id
          LEFT JOIN place ON place.id = event.place LEFT JOIN event_log ON event_log.serial = event.serial
          ORDER BY found.at DESC, found.id DESC LIMIT ?`,
        )
        .all(...found.values, limit)
        .map(keptEvent);
    },
    count(filter) {
      if (filter.codes?.length === 0) return 0;
      const { where, values } = clauseOf(filter);
      const counted = database.prepare<{ count: number }>(
        `SELECT count(*) AS count FROM event WHERE ${where}`,
      );
      return counted.get(...values)?.count ?? 0;
    },
    codes: () => codes.all().map(({ code }) => code),
    move: (from, to) => void move.run(to, from),
    moveInverter: (serial, from, to) => void moveInverter.run(to, from, serial),
    has: (serial, place) => some.get(place, serial) !== undefined,
    forgetDatesAfter(place, untilS, nowS) {
      forgetDates.run(nowS, nowS, place, untilS);
      forgetReads.run(nowS);
    },
  };
}

function latest(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.max(one, other);
}

interface Clause {
  readonly sql: string;
  readonly values: readonly number[];
}

function clauseOf({ place, codes, fromS, toS }: EventFilter): { where: string; values: readonly number[] } {
  const parts = ['at >= ? AND at < ?'];
  const values = [fromS, toS];
  if (place !== undefined) {
    parts.push('place = ?');
    values.push(place);
  }
  if (codes !== undefined) {
    // Of one place there are few: it is looked through in the order of time, and not number by number.
    const isOfPlace = place !== undefined;
    parts.push(`${isOfPlace ? '+' : ''}code IN (${codes.map(() => '?').join(', ')})`);
    values.push(...codes);
  }
  return { where: parts.join(' AND '), values };
}

/**
 * Which events are shown. Several numbers of the whole plant are several ways by their index, with a few events of each: what stands between
 * them is not looked at, and nothing but these few is sorted. Exported for the test that an index is used.
 */
export function idsOf(filter: EventFilter, before: EventPosition | undefined, limit: number): Clause {
  const { place, codes } = filter;
  if (place === undefined && codes !== undefined && codes.length > 1) {
    const ways = codes.map((code) => idsOf({ ...filter, codes: [code] }, before, limit));
    return {
      sql: ways.map(({ sql }) => `SELECT id, at FROM (${sql})`).join(' UNION ALL '),
      values: ways.flatMap(({ values }) => values),
    };
  }
  // One end for the index, not two, of which it would take the later one and look through all between.
  const toS = before === undefined ? filter.toS : Math.min(filter.toS, before.atS + 1);
  const { where, values } = clauseOf({ ...filter, toS });
  const older = before === undefined ? '' : ' AND (at < ? OR id < ?)';
  return {
    sql: `SELECT id, at FROM event WHERE ${where}${older} ORDER BY at DESC, id DESC LIMIT ?`,
    values: [...values, ...(before === undefined ? [] : [before.atS, before.id]), limit],
  };
}

const knownEvent = ({ id, code, at, end_at: endAt, date, read_at: readAtS }: KnownRow): KnownEvent => ({
  ...{ id, code, atS: at, endS: endAt ?? undefined, date: dateOf(date), readAtS },
});

function keptEvent(row: EventRow): KeptEvent {
  const { id, serial, name, code, at, end_at: endAt, date, read_at: readAtS } = row;
  return {
    ...{
      id,
      serial: textOf(serial),
      name: name === null ? '' : textOf(name),
      code,
      atS: at,
      endS: endAt ?? undefined,
    },
    ...{ isActive: row.is_active === 1, date: dateOf(date), readAtS },
  };
}
