import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { availableEngines, openDatabase } from '../storage/database.ts';
import { type HistoryCalls, openHistory } from './history.ts';
import type { HistoryReading } from './history-batch.ts';
import { offsetOf } from './plant-timezone.ts';

const BERLIN = 'CET-1CEST,M3.5.0,M10.5.0/3';
const SERIAL = '116182831004';
const HOUR_S = 3600;
const DAY_S = 86_400;
const at = (text: string) => Date.parse(text) / 1000;

let folder = '';
let path = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'history-'));
  path = join(folder, 'history.db');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function open(
  config: { rawDays?: number; minuteDays?: number } = {},
  engine = availableEngines()[0],
): HistoryCalls {
  return openHistory({
    path,
    config: { rawDays: 7, minuteDays: 90, timezone: BERLIN, ...config },
    offsetOf,
    engine,
  });
}

/** A string whose counters go on by what it delivers. */
function createString() {
  let totalWh = 100_000;
  let todayWh = 0;
  let rest = 0;
  return {
    deliver(powerW: number, seconds: number) {
      rest += (powerW * seconds) / HOUR_S;
      const whole = Math.floor(rest);
      rest -= whole;
      totalWh += whole;
      todayWh += whole;
      return whole;
    },
    endDay() {
      todayWh = 0;
    },
    /** Loses at night what it had not stored. */
    forget(wh: number) {
      totalWh -= wh;
    },
    told: (powerW: number) => ({ powerW, voltageV: 33, currentA: powerW / 33, todayWh, totalWh }),
  };
}

function reading(atS: number, strings: HistoryReading['strings']): HistoryReading {
  const powerW = strings.reduce((sum, string) => sum + (string.powerW ?? 0), 0);
  return {
    ...{ serial: SERIAL, atMs: atS * 1000, powerW, voltageV: 231, frequencyHz: 50, temperatureC: 30 },
    ...{ limitPercent: 100, strings },
  };
}

/**
 * What two strings tell in a year in Berlin, day by day every ten minutes for twelve hours. Every ninth day three hours are not
 * heard, of every fiftieth nothing at all, and every twentieth night the inverter loses what it had not stored.
 */
function aYear() {
  const strings = [createString(), createString()];
  const [fromS, toS] = [at('2026-01-01T00:00+01:00'), at('2027-01-01T00:00+01:00')];
  let expectedWh = 0;
  const powerOf = (s: number, day: number, index: number) =>
    (300 - 40 * index) * Math.cos((s / HOUR_S / 12) * Math.PI) * (0.6 + 0.4 * Math.sin(day + index));
  const isHeard = (s: number, day: number) => day % 50 !== 30 && !(day % 9 === 4 && s > 0 && s < 3 * HOUR_S);
  const readings = Array.from({ length: 365 }, (_, day) => {
    const noonS = fromS + 12 * HOUR_S + day * DAY_S;
    const told = Array.from({ length: 73 }, (_, step) => {
      const s = (step - 36) * 600;
      const powers = strings.map((_, index) => powerOf(s, day, index));
      expectedWh += strings.reduce((sum, string, index) => sum + string.deliver(powers[index] ?? 0, 600), 0);
      return isHeard(s, day)
        ? [
            reading(
              noonS + s,
              strings.map((string, index) => string.told(powers[index] ?? 0)),
            ),
          ]
        : [];
    });
    for (const string of strings) string.endDay();
    if (day % 20 === 10) for (const string of strings) string.forget(40);
    return told.flat();
  });
  return { readings, expectedWh, fromS, toS };
}

const batch = (readings: readonly HistoryReading[]) => ({
  readings,
  plantPower: readings.map(({ atMs, powerW }) => ({ atMs, powerW })),
  missed: [],
});

const plant = { serial: '', string: undefined };
const inverter = { serial: SERIAL, string: undefined };

describe.each(availableEngines())('history by %s', (engine) => {
  it('has for a year what the inverter yielded, whatever happened, and days that add up to months and years', () => {
    const { readings, expectedWh, fromS, toS } = aYear();
    let history = open({}, engine);
    readings.forEach((day, number) => {
      if (day.length > 0) history.record(batch(day));
      if (number % 7 !== 3) return;
      history.close();
      history = open({}, engine);
    });
    const sumOf = (step: 'day' | 'month' | 'year', subject: { serial: string; string: number | undefined }) =>
      (history.energy({ ...subject, step, fromS, toS }) ?? []).reduce(
        (sum, { energyWh }) => sum + energyWh,
        0,
      );
    for (const subject of [plant, inverter]) {
      expect(Math.abs(sumOf('day', subject) / expectedWh - 1)).toBeLessThan(0.005);
      expect(sumOf('month', subject)).toBe(sumOf('day', subject));
      expect(sumOf('year', subject)).toBe(sumOf('day', subject));
    }
    expect(sumOf('month', { ...inverter, string: 0 }) + sumOf('month', { ...inverter, string: 1 })).toBe(
      sumOf('month', inverter),
    );
    expect(history.energy({ ...plant, step: 'year', fromS, toS })?.map(({ name }) => name)).toEqual(['2026']);
    expect(history.energy({ ...plant, step: 'day', fromS, toS })?.length).toBeGreaterThan(350);
    history.close();
  });

  it('goes on after an end in the middle of everything', () => {
    const string = createString();
    const fromS = at('2026-06-21T08:00Z');
    const tell = (s: number) => {
      string.deliver(360, 10);
      return reading(fromS + s, [string.told(360)]);
    };
    const first = open({}, engine);
    first.record(batch(Array.from({ length: 30 }, (_, i) => tell(i * 10))));
    first.close();
    const again = open({}, engine);
    again.record(batch(Array.from({ length: 30 }, (_, i) => tell(300 + i * 10))));
    const [bar] = again.energy({ ...inverter, step: 'hour', fromS, toS: fromS + HOUR_S }) ?? [];
    expect(bar?.energyWh).toBe(60);
    const quarter = again.curve({
      ...inverter,
      ...{ measure: 'power', fromS: fromS - 30 * DAY_S, toS: fromS + HOUR_S, pointsMax: 4000, nowS: fromS },
    });
    expect(quarter).toMatchObject({ tier: 'quarter', mean: [360], atS: [fromS] });
    again.close();
  });

  it('reads a file that the other engine has written', () => {
    for (const other of availableEngines()) {
      const history = open({}, other);
      history.record(batch([reading(at('2026-06-21T08:00Z'), [createString().told(100)])]));
      history.close();
    }
    const history = open({}, engine);
    expect(history.status()).toMatchObject({ problem: undefined, firstDay: '2026-06-21' });
    history.close();
  });
});

describe('a curve', () => {
  const noonS = at('2026-06-21T10:00Z');

  function dayOfReadings(stepS: number, hole?: readonly [number, number]): HistoryCalls {
    const history = open();
    const string = createString();
    const readings = [];
    for (let s = 0; s < 6 * HOUR_S; s += stepS) {
      string.deliver(200, stepS);
      if (hole !== undefined && s >= hole[0] && s < hole[1]) continue;
      readings.push(reading(noonS + s, [string.told(200 + (s % 60))]));
    }
    history.record(batch(readings));
    return history;
  }

  const question = (changes: object = {}) => ({
    ...inverter,
    ...({
      measure: 'power',
      fromS: noonS,
      toS: noonS + 6 * HOUR_S,
      pointsMax: 800,
      nowS: noonS + DAY_S,
    } as const),
    ...changes,
  });

  it('is as fine as it may be, and no finer than is wanted', () => {
    const history = dayOfReadings(5);
    expect(history.curve(question({ pointsMax: 5000 }))).toMatchObject({ tier: 'raw', stepS: 5 });
    expect(history.curve(question())).toMatchObject({ tier: 'minute' });
    expect(history.curve(question({ pointsMax: 100 }))).toMatchObject({ tier: 'quarter' });
    expect(history.curve(question({ pointsMax: 10 }))).toMatchObject({ tier: 'hour' });
    expect(history.curve(question({ nowS: noonS + 20 * DAY_S, pointsMax: 5000 }))).toMatchObject({
      tier: 'minute',
    });
    expect(history.curve(question({ nowS: noonS + 200 * DAY_S, pointsMax: 5000 }))).toMatchObject({
      tier: 'quarter',
    });
    history.close();
  });

  it('keeps the peaks of what it takes together', () => {
    const history = dayOfReadings(5);
    const curve = history.curve(question({ pointsMax: 100 }));
    expect(Math.max(...(curve?.max ?? []).map(Number))).toBe(255);
    expect(curve?.min[3]).toBe(200);
    expect(curve?.mean[3]).toBeCloseTo(227.5, 0);
    history.close();
  });

  it('has a gap where nothing was heard, and no zeros', () => {
    const history = dayOfReadings(60, [HOUR_S, 2 * HOUR_S]);
    for (const pointsMax of [5000, 400, 24]) {
      const curve = history.curve(
        question({ pointsMax, nowS: pointsMax === 5000 ? noonS + DAY_S : noonS + 30 * DAY_S }),
      );
      expect(
        curve?.mean.filter((value) => value === null),
        String(pointsMax),
      ).toHaveLength(1);
      expect(curve?.mean).not.toContain(0);
    }
    history.close();
  });

  it('is that of a string, of the temperature or of the limit, too', () => {
    const history = dayOfReadings(60);
    expect(history.curve(question({ string: 0 }))?.mean[0]).toBe(200);
    expect(history.curve(question({ string: 5 }))?.mean.every((value) => value === null)).toBe(true);
    expect(history.curve(question({ measure: 'temperature' }))?.mean[7]).toBe(30);
    expect(history.curve(question({ measure: 'limit', pointsMax: 40 }))?.mean[1]).toBe(100);
    expect(history.curve(question({ serial: '116100000000' }))).toBeUndefined();
    history.close();
  });
});

describe('what is kept', () => {
  const dayS = at('2026-06-21T10:00Z');

  it('goes when its time is over, the finest first', () => {
    const history = open({ rawDays: 1, minuteDays: 3 });
    const string = createString();
    for (let day = 0; day < 6; day += 1) {
      history.record(batch([0, 60, 120].map((s) => reading(dayS + day * DAY_S + s, [string.told(100)]))));
    }
    history.prune(dayS + 6 * DAY_S);
    history.close();
    const database = openDatabase(path);
    const countOf = (table: string) =>
      database.prepare<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table} WHERE place = 2`).get()?.n;
    expect([countOf('raw'), countOf('minute'), countOf('quarter'), countOf('day')]).toEqual([3, 8, 5, 5]);
    database.close();
  });

  it('can be added for days before, and replaces what was there', () => {
    const history = open();
    const day = dayS / DAY_S - ((dayS / DAY_S) % 1);
    history.record(batch([reading(dayS, [createString().told(100)])]));
    history.importDays([
      { day: day - 400, energyWh: 5000 },
      { day: day - 1, energyWh: 4000 },
      { day: day - 1, energyWh: 4200 },
    ]);
    const question = { ...plant, fromS: dayS - 500 * DAY_S, toS: dayS + DAY_S };
    expect(history.energy({ ...question, step: 'month' })?.map(({ energyWh }) => energyWh)).toEqual([
      5000, 4200,
    ]);
    expect(history.energy({ ...question, step: 'year' })?.map(({ name }) => name)).toEqual(['2025', '2026']);
    expect(history.status().firstDay).toBe('2025-05-17');
    history.close();
  });

  it('is forgotten when it is asked to be', () => {
    const history = open();
    history.record(batch([reading(dayS, [createString().told(100)])]));
    history.forget();
    expect(history.status().firstDay).toBeUndefined();
    history.record(batch([reading(dayS, [createString().told(100)])]));
    expect(history.status().firstDay).toBe('2026-06-21');
    history.close();
  });

  it('is for nobody else on the machine', () => {
    const history = open();
    history.record(batch([reading(dayS, [createString().told(100)])]));
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o077, name).toBe(0);
    history.close();
  });
});

describe('a file', () => {
  it('that is damaged is set aside, and history begins anew and says so', () => {
    writeFileSync(path, 'this is no database, and longer than a header of one would be'.repeat(50));
    const history = open();
    expect(history.status().problem).toBe('damaged');
    history.record(batch([reading(at('2026-06-21T10:00Z'), [createString().told(100)])]));
    expect(history.status()).toMatchObject({ problem: 'damaged', firstDay: '2026-06-21' });
    history.close();
    expect(readdirSync(folder)).toContain('history.db.corrupt-1');
    expect(open().status().problem).toBeUndefined();
  });

  it('of a much newer gateway is left as it is, and of a little newer one goes on', () => {
    const history = open();
    history.record(batch([reading(at('2026-06-21T10:00Z'), [createString().told(100)])]));
    history.close();
    const change = (sql: string) => {
      const database = openDatabase(path);
      database.exec(sql);
      database.close();
    };
    change('PRAGMA user_version = 1002; CREATE TABLE later (id INTEGER); INSERT INTO later VALUES (7)');
    const newer = open();
    expect(newer.status()).toMatchObject({ problem: undefined, firstDay: '2026-06-21' });
    newer.close();
    const database = openDatabase(path);
    expect(database.prepare('SELECT id FROM later').all()).toEqual([{ id: 7 }]);
    expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: 1002 });
    database.close();
    change('PRAGMA user_version = 2001');
    const refused = open();
    expect(refused.status()).toMatchObject({ problem: 'newer', firstDay: undefined });
    expect(() => refused.record(batch([reading(at('2026-06-21T10:00Z'), [])]))).toThrow('newer');
    refused.close();
    expect(readdirSync(folder).filter((name) => name.includes('corrupt'))).toEqual([]);
  });
});
