/**
 * What history costs that is as large as it gets: fifty inverters with four strings, heard every five seconds for twelve hours a
 * day, kept for ten years. Quarters of an hour, hours, days and months of the years before are written directly, as the recorder
 * would have left them; the last 97 days go through the recorder's own way into the file, batch by batch. Then a day of a
 * string and a year of the plant are asked for as the pages do.
 *
 * `HELIOGRAPH_BENCH_YEARS`, `HELIOGRAPH_BENCH_DAYS` and, of these, `HELIOGRAPH_BENCH_RAW_DAYS` with every reading make it shorter.
 *
 * Exits non-zero when something that was written does not come back, never because of a figure.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emptyBucket, encodeBucket, withEnergy, withSample } from '../apps/gateway/src/history/bucket.ts';
import { type HistoryCalls, openHistory } from '../apps/gateway/src/history/history.ts';
import type { HistoryBatch, HistoryReading } from '../apps/gateway/src/history/history-batch.ts';
import { offsetOf } from '../apps/gateway/src/history/plant-timezone.ts';
import { baseOf, keyAt, SPANS, type Span } from '../apps/gateway/src/history/tiers.ts';
import { availableEngines, openDatabase } from '../apps/gateway/src/storage/database.ts';
import { median } from './measure/median.ts';
import { reportFigure } from './measure/report-figure.ts';

const [INVERTERS, STRINGS, STEP_S] = [50, 4, 5];
const [DAY_S, HOUR_S] = [86_400, 3600];
const LIGHT_S = 12 * HOUR_S;
const YEARS = Number(process.env.HELIOGRAPH_BENCH_YEARS ?? 10);
const DAYS = Number(process.env.HELIOGRAPH_BENCH_DAYS ?? 97);
const RAW_DAYS = Number(process.env.HELIOGRAPH_BENCH_RAW_DAYS ?? 7);
const TIMEZONE = 'CET-1CEST,M3.5.0,M10.5.0/3';
const END_S = Date.parse('2026-06-22T00:00:00Z') / 1000;
const WRITE_S = 60;

const serialOf = (index: number) => `1161${String(index).padStart(8, '0')}`;
const utcOffsetS = offsetOf(TIMEZONE);
const folder = mkdtempSync(join(tmpdir(), 'heliograph-bench-'));
const path = join(folder, 'history.db');
const open = () =>
  openHistory({ path, offsetOf, config: { rawDays: 7, minuteDays: 90, timezone: TIMEZONE } });

/** Half a sine from six to six UTC, with noise that no compression could learn. */
function powerAt(secondOfLight: number, seed: number): number {
  const noise = Math.abs(Math.sin(seed * 12.9898 + secondOfLight) * 43_758.5453) % 1;
  return Math.round(Math.sin((secondOfLight / LIGHT_S) * Math.PI) * 3500 * (0.85 + noise * 0.15)) / 10;
}

const counters = Array.from({ length: INVERTERS * STRINGS }, () => ({ total: 500_000, today: 0, rest: 0 }));

function stringAt(index: number, second: number) {
  const powerW = powerAt(second, index);
  const counter = counters[index];
  if (counter === undefined) throw new Error('there is no such string');
  counter.rest += (powerW * STEP_S) / HOUR_S;
  const whole = Math.floor(counter.rest);
  counter.rest -= whole;
  counter.total += whole;
  counter.today += whole;
  return { powerW, voltageV: 33.1, currentA: powerW / 33.1, todayWh: counter.today, totalWh: counter.total };
}

function readingAt(inverter: number, dayS: number, second: number): HistoryReading {
  const strings = Array.from({ length: STRINGS }, (_, string) =>
    stringAt(inverter * STRINGS + string, second),
  );
  return {
    ...{ serial: serialOf(inverter), atMs: (dayS + 6 * HOUR_S + second) * 1000 },
    powerW: strings.reduce((sum, { powerW }) => sum + powerW * 0.95, 0),
    ...{
      voltageV: 229 + (second % 40) / 10,
      frequencyHz: 50.01,
      temperatureC: 20 + second / 2000,
      limitPercent: 100,
    },
    strings,
  };
}

/** What the recorder hands on once a minute. */
function batchAt(dayS: number, second: number, stepS: number): HistoryBatch {
  const readings: HistoryReading[] = [];
  for (let at = second; at < second + WRITE_S; at += stepS) {
    for (let inverter = 0; inverter < INVERTERS; inverter += 1) readings.push(readingAt(inverter, dayS, at));
  }
  const plantPower = Array.from({ length: WRITE_S / stepS }, (_, step) => ({
    atMs: (dayS + 6 * HOUR_S + second + step * stepS) * 1000,
    ...{ powerW: powerAt(second, 1) * INVERTERS * STRINGS, dcPowerW: 9000, limitPercent: 100 },
  }));
  return { readings, plantPower, missed: [], names: [] };
}

/** The spans of a place that the years before have left, of which only days and months have 24 hours of light. */
function writeOldYears(untilS: number): void {
  const database = openDatabase(path, availableEngines()[0]);
  const spans = SPANS.filter((span) => span !== 'minute');
  const insert = Object.fromEntries(
    spans.map((span) => [
      span,
      database.prepare(`INSERT OR REPLACE INTO ${span} (place, key, body) VALUES (?, ?, ?)`),
    ]),
  );
  const placeCount = INVERTERS + 1;
  const write = (span: Span, place: number, atS: number, second: number) => {
    const key = keyAt(span, atS, utcOffsetS);
    insert[span]?.run(place, key, oldBucket(span, place, key, atS, second));
  };
  for (let dayS = untilS - YEARS * 365 * DAY_S; dayS < untilS; dayS += DAY_S) {
    database.transaction(() => {
      for (let place = 1; place <= placeCount; place += 1) {
        for (let second = 0; second < LIGHT_S; second += 900) {
          const atS = dayS + 6 * HOUR_S + second;
          write('quarter', place, atS, second);
          if (second % HOUR_S === 0) write('hour', place, atS, second);
        }
        write('day', place, dayS + 12 * HOUR_S, LIGHT_S / 2);
        write('month', place, dayS + 12 * HOUR_S, LIGHT_S / 2);
      }
    });
  }
  database.close();
}

function oldBucket(span: Span, place: number, key: number, atS: number, second: number): Uint8Array {
  const sample = (s: number) => {
    const stringPowersW = Array.from({ length: place === 1 ? 0 : STRINGS }, (_, string) =>
      powerAt(s, place * 7 + string),
    );
    const powerW = stringPowersW.reduce((sum, one) => sum + one, place === 1 ? 40_000 : 0);
    return {
      ...{ atS: atS + s - second, forS: 450, powerW, dcPowerW: powerW / 0.95, stringPowersW },
      ...{ temperatureC: 20 + s / 2000, voltageV: 231.4, limitPercent: 100 },
    };
  };
  const sampled = [second, second + 450]
    .map(sample)
    .reduce(withSample, emptyBucket(place === 1 ? 0 : STRINGS));
  const whole = Array.from({ length: place === 1 ? 0 : STRINGS }, (_, string) => string).reduce(
    (bucket, string) => withEnergy(bucket, 60, string, false),
    place === 1 ? withEnergy(sampled, 12_000, undefined, false) : sampled,
  );
  return encodeBucket(whole, baseOf(span, key));
}

/** What the readings of the last day take in a file of their own. */
function rawDayBytes(): number {
  const database = openDatabase(path, availableEngines()[0]);
  database.exec(`ATTACH '${join(folder, 'day.db')}' AS one`);
  database.exec(
    'CREATE TABLE one.raw (place INTEGER NOT NULL, key INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (place, key)) WITHOUT ROWID',
  );
  database.exec(
    `INSERT INTO one.raw SELECT * FROM main.raw WHERE key >= ${END_S - DAY_S} ORDER BY place, key`,
  );
  const { page_count: pages = Number.NaN } =
    database.prepare<{ page_count: number }>('PRAGMA one.page_count').get() ?? {};
  database.close();
  return pages * 4096;
}

/** The middle of some runs, in ms. */
function timeOf(work: () => unknown): number {
  return median(
    Array.from({ length: 15 }, () => {
      const from = performance.now();
      work();
      return performance.now() - from;
    }),
  );
}

function ask(history: HistoryCalls): void {
  const string = { serial: serialOf(7), string: 2 };
  const plant = { serial: '', string: undefined };
  const at = (fromS: number, toS: number) =>
    ({ fromS, toS, pointsMax: 1500, nowS: END_S, measure: 'power' }) as const;
  const dayOf = (daysAgo: number) => at(END_S - daysAgo * DAY_S - DAY_S, END_S - daysAgo * DAY_S);
  const yesterday = history.curve({ ...string, ...dayOf(0) });
  const lastYear = history.energy({ ...plant, step: 'day', fromS: END_S - 365 * DAY_S, toS: END_S });
  if ((yesterday?.atS.length ?? 0) < 300 || (lastYear?.length ?? 0) < 300) {
    throw new Error('what was written does not come back');
  }
  reportFigure(
    'day view of a string, as it is kept by minutes',
    timeOf(() => history.curve({ ...string, ...dayOf(0) })),
    'ms',
  );
  reportFigure(
    'day view of a string, three years ago',
    timeOf(() => history.curve({ ...string, ...dayOf(1095) })),
    'ms',
  );
  const year = { fromS: END_S - 365 * DAY_S, toS: END_S };
  reportFigure(
    'year view of the plant, by days',
    timeOf(() => history.energy({ ...plant, step: 'day', ...year })),
    'ms',
  );
  reportFigure(
    'year view of the plant, as a curve',
    timeOf(() => history.curve({ ...plant, ...at(year.fromS, END_S) })),
    'ms',
  );
  reportFigure(
    'all years of the plant, by months',
    timeOf(() => history.energy({ ...plant, step: 'month', fromS: 0, toS: END_S })),
    'ms',
  );
}

try {
  open().close();
  const recordedFromS = END_S - DAYS * DAY_S;
  // The places of the inverters, before the years are written for them.
  const names = open();
  names.record(batchAt(recordedFromS - DAY_S, 0, WRITE_S));
  names.close();
  writeOldYears(recordedFromS);
  const history = open();
  let recordMs = 0;
  let recordedS = 0;
  let commits = 0;
  for (let dayS = recordedFromS; dayS < END_S; dayS += DAY_S) {
    for (const counter of counters) counter.today = 0;
    // Readings older than a week are gone in the end, so only their minutes are told.
    const isRaw = dayS >= END_S - RAW_DAYS * DAY_S;
    for (let second = 0; second < LIGHT_S; second += WRITE_S) {
      const batch = batchAt(dayS, second, isRaw ? STEP_S : WRITE_S);
      const from = process.cpuUsage();
      history.record(batch);
      const { user, system } = process.cpuUsage(from);
      if (!isRaw) continue;
      recordMs += (user + system) / 1000;
      recordedS += WRITE_S;
      commits += 1;
    }
    history.prune(dayS + DAY_S);
  }
  console.log(
    `${YEARS} years of ${INVERTERS} inverters with ${STRINGS} strings, ${DAYS} days of them recorded, ${RAW_DAYS} with every reading`,
  );
  reportFigure('size of the file', history.status().sizeBytes / 2 ** 20, 'MB');
  reportFigure('a day of readings', rawDayBytes() / 2 ** 20, 'MB');
  reportFigure(
    'share of one core while every inverter is heard every 5 s',
    (recordMs / 1000 / recordedS) * 100,
    '%',
  );
  reportFigure('writes to the disk in a minute', commits / (recordedS / 60), '');
  ask(history);
  history.close();
} finally {
  rmSync(folder, { recursive: true });
}
