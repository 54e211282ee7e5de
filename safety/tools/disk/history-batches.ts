import { createHash } from 'node:crypto';
import { chance } from '@heliograph/testbed/dice.ts';
import { type HistoryCalls, openHistory } from '../../../apps/gateway/src/history/history.ts';
import type {
  HistoryBatch,
  HistoryReading,
  MeterStretch,
} from '../../../apps/gateway/src/history/history-batch.ts';
import { HISTORY_MIGRATIONS } from '../../../apps/gateway/src/history/history-schema.ts';
import { encodeNumbers } from '../../../apps/gateway/src/history/numbers-codec.ts';
import { offsetOf } from '../../../apps/gateway/src/history/plant-timezone.ts';
import { openDatabase } from '../../../apps/gateway/src/storage/database.ts';
import { migrate } from '../../../apps/gateway/src/storage/migrations.ts';

/** Three inverters that are heard every five seconds for a minute, and 25 minutes later again: days go by in sixty batches. */

const SERIALS = ['116182831004', '114182730124', '112182731005'];
const [READINGS, STEP_S, BATCH_S] = [12, 5, 1500];
export const FIRST_S = Date.parse('2026-03-28T05:00:00Z') / 1000; // the day before the clock is changed
/** So many batches, and then room is made. */
const STEPS_OF_ROUND = 21;

export const HISTORY_CONFIG = { rawDays: 1, minuteDays: 7, timezone: 'CET-1CEST,M3.5.0,M10.5.0/3' };

export const openTestHistory = (path: string): HistoryCalls =>
  openHistory({ ...{ path, offsetOf }, config: HISTORY_CONFIG });

/** Batch number `index`, the same each time. */
function batchAt(seed: number, index: number): HistoryBatch {
  const startS = FIRST_S + index * BATCH_S;
  const readings = SERIALS.flatMap((serial, inverter) =>
    Array.from({ length: READINGS }, (_, step) =>
      readingAt(serial, startS + step * STEP_S, index * READINGS + step, 1 + inverter, seed),
    ),
  );
  return {
    readings,
    plantPower: readings.map(({ atMs, powerW }) => ({
      ...{ atMs, powerW, dcPowerW: powerW * 1.05, limitPercent: 100 },
    })),
    meter: Array.from({ length: READINGS }, (_, step) =>
      stretchAt(startS + step * STEP_S, index * READINGS + step, step === 0, seed),
    ),
    missed: [{ serial: SERIALS[0] ?? '', atMs: startS * 1000, seconds: 60 }],
    names: index % 10 === 0 ? [{ serial: SERIALS[0] ?? '', name: `name ${index}`, strings: [] }] : [],
  };
}

/** What the power meter shows, now more and now less than nothing. */
function stretchAt(atS: number, count: number, isFirst: boolean, seed: number): MeterStretch {
  const powerW = Math.floor(chance(seed, 'meter', count) * 1200) - 600;
  const wh = isFirst ? 0 : (Math.abs(powerW) * STEP_S) / 3600;
  return {
    ...{ atMs: atS * 1000, forMs: isFirst ? 0 : STEP_S * 1000, producedW: 700 },
    power: { mean: powerW, min: powerW - 5, max: powerW + 5 },
    ...{ importedWh: powerW > 0 ? wh : 0, exportedWh: powerW < 0 ? wh : 0 },
  };
}

function readingAt(
  serial: string,
  atS: number,
  count: number,
  strings: number,
  seed: number,
): HistoryReading {
  const powerW = Math.floor(chance(seed, serial, count) * 600);
  return {
    ...{
      serial,
      atMs: atS * 1000,
      powerW,
      voltageV: 231,
      frequencyHz: 50,
      temperatureC: 30,
      limitPercent: 100,
    },
    strings: Array.from({ length: strings }, () => ({
      ...{ powerW, voltageV: 33, currentA: powerW / 33, todayWh: count % 100, totalWh: 100_000 + count },
    })),
  };
}

/** Step number `index`: a batch is written down or, now and then, what is too old goes. */
export function runStep(history: HistoryCalls, seed: number, index: number): void {
  const round = Math.floor(index / STEPS_OF_ROUND);
  if (index % STEPS_OF_ROUND === STEPS_OF_ROUND - 1) history.prune(FIRST_S + (index - round) * BATCH_S);
  else history.record(batchAt(seed, index - round));
}

/** A day of 4 kWh, in the first layout. */
const FIRST_LAYOUT = encodeNumbers([1, 1, 0, 4000, ...Array.from({ length: 12 }, () => undefined)]);

/** A file of the first version of the tables, with a year of days in it. */
export function makeFirstVersion(path: string): void {
  const database = openDatabase(path);
  database.exec('PRAGMA auto_vacuum = INCREMENTAL');
  database.exec('PRAGMA journal_mode = WAL');
  migrate(database, HISTORY_MIGRATIONS.slice(0, 1));
  const insert = database.prepare('INSERT INTO day (place, key, body) VALUES (1, ?, ?)');
  database.transaction(() => {
    for (let day = 20_000; day < 20_365; day += 1) insert.run(day, FIRST_LAYOUT);
  });
  database.close();
}

/** What is kept in a file that nobody has open, in a word; or why it is no history. */
export function contentOf(path: string): string {
  const history = openTestHistory(path);
  const { problem } = history.status();
  history.close();
  return problem ?? contentIn(path);
}

function contentIn(path: string): string {
  const database = openDatabase(path);
  const hash = createHash('sha256');
  try {
    for (const table of TABLES) {
      const rows = database.prepare<object>(`SELECT * FROM ${table} ORDER BY 1, 2`).all();
      hash.update(JSON.stringify(rows, asHex));
    }
  } finally {
    database.close();
  }
  return hash.digest('hex');
}

/** Bytes in a form that is quickly made. */
const asHex = (_: string, value: unknown) =>
  value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value;

const TABLES = [
  'place',
  'inverter',
  'former',
  'counter',
  'meter',
  'open',
  'raw',
  'minute',
  'quarter',
  'hour',
  'day',
  'month',
];

/**
 * A history that nothing happens to, to hold another one against. It has to be started anew where that one was: what is under
 * way is kept in tenths, so a start rounds it.
 */
export interface Reference {
  /** What is kept when so many steps are done; it is asked for rising numbers. */
  contentAfter(count: number): string;
  restart(): void;
  close(): void;
}

export function createReference(path: string, seed: number): Reference {
  let history = openTestHistory(path);
  let done = 0;
  let content = contentIn(path);
  return {
    contentAfter(count) {
      for (; done < count; done += 1) {
        runStep(history, seed, done);
        content = '';
      }
      if (content === '') content = contentIn(path);
      return content;
    },
    restart() {
      history.close();
      history = openTestHistory(path);
    },
    close: () => history.close(),
  };
}
