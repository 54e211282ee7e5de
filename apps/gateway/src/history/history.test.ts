import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { availableEngines, openDatabase } from '../storage/database.ts';
import { migrate } from '../storage/migrations.ts';
import { type HistoryCalls, openHistory } from './history.ts';
import type { HistoryBatch, HistoryReading, MeterStretch } from './history-batch.ts';
import { HISTORY_MIGRATIONS } from './history-schema.ts';
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
    /** Counts from somewhere else from now on. */
    jump(wh: number) {
      totalWh += wh;
    },
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

const IS_LONG = process.env.HELIOGRAPH_LONG === '1';
/** A night has a whole year. */
const DAYS = IS_LONG ? 365 : 75;

/**
 * What two strings tell in Berlin, day by day every twenty minutes for twelve hours. Every ninth day three hours are not
 * heard, of every fiftieth nothing at all, every twentieth night the inverter loses what it had not stored, and once in forty days
 * its counters jump.
 */
function manyDays() {
  const strings = [createString(), createString()];
  const [fromS, toS] = [at('2026-01-01T00:00+01:00'), at('2027-01-01T00:00+01:00')];
  let expectedWh = 0;
  const powerOf = (s: number, day: number, index: number) =>
    (300 - 40 * index) * Math.cos((s / HOUR_S / 12) * Math.PI) * (0.6 + 0.4 * Math.sin(day + index));
  const isHeard = (s: number, day: number) => day % 50 !== 30 && !(day % 9 === 4 && s > 0 && s < 3 * HOUR_S);
  const readings = Array.from({ length: DAYS }, (_, day) => {
    const noonS = fromS + 12 * HOUR_S + day * DAY_S;
    const told = Array.from({ length: 37 }, (_, step) => {
      const s = (step - 18) * 1200;
      const powers = strings.map((_, index) => powerOf(s, day, index));
      expectedWh += strings.reduce((sum, string, index) => sum + string.deliver(powers[index] ?? 0, 1200), 0);
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
    if (day % 40 === 25) for (const string of strings) string.jump(1_000_000);
    return told.flat();
  });
  return { readings, expectedWh, fromS, toS };
}

const batch = (readings: readonly HistoryReading[]) => ({
  readings,
  plantPower: readings.map(({ atMs, powerW }) => ({
    ...{ atMs, powerW },
    ...{ dcPowerW: powerW / 0.95, limitPercent: 80 },
  })),
  ...{ missed: [], names: [] },
});

const plant = { serial: '', string: undefined };
const inverter = { serial: SERIAL, string: undefined };

describe.each(availableEngines())('history by %s', (engine) => {
  it('is whole in its file at an end, before it is closed', () => {
    const history = open({}, engine);
    const copy = join(folder, 'copy.db');
    const energyIn = (file: string) => {
      const read = openHistory({
        ...{ path: file, offsetOf, engine },
        config: { rawDays: 7, minuteDays: 90, timezone: BERLIN },
      });
      const [bar] =
        read.energy({
          ...plant,
          step: 'day',
          fromS: at('2026-06-01T00:00Z'),
          toS: at('2026-06-02T00:00Z'),
        }) ?? [];
      read.close();
      return bar?.energyWh;
    };
    const string = createString();
    const told = (hour: number) => [
      reading(at('2026-06-01T08:00Z') + hour * HOUR_S, [string.told(string.deliver(100, HOUR_S))]),
    ];
    for (let hour = 0; hour < 3; hour += 1) history.record(batch(told(hour)));
    history.beginToEnd();
    history.record(batch(told(3)));
    history.settle();
    copyFileSync(path, copy); // without what lies beside it
    history.close();
    expect(energyIn(copy)).toBeGreaterThan(0);
    expect(energyIn(copy)).toBe(energyIn(path));
  });

  const whole = { timeout: 300_000 };
  it.runIf(IS_LONG || engine === availableEngines()[0])(
    `has for ${DAYS} days what the inverter yielded, whatever happened, and days that add up to months and years`,
    whole,
    () => {
      const { readings, expectedWh, fromS, toS } = manyDays();
      let history = open({}, engine);
      readings.forEach((day, number) => {
        if (day.length > 0) history.record(batch(day));
        if (number % 30 !== 3) return;
        history.close();
        history = open({}, engine);
      });
      const sumOf = (
        step: 'day' | 'month' | 'year',
        subject: { serial: string; string: number | undefined },
      ) =>
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
      expect(history.energy({ ...plant, step: 'year', fromS, toS })?.map(({ name }) => name)).toEqual([
        '2026',
      ]);
      expect(history.energy({ ...plant, step: 'day', fromS, toS })?.length).toBeGreaterThan(0.95 * DAYS);
      history.close();
    },
  );

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

describe('a clock that was ahead', () => {
  const nowS = at('2026-06-21T09:30Z');
  const aheadS = nowS + 40 * DAY_S;
  const june = { fromS: at('2026-06-01T00:00+02:00'), toS: at('2027-01-01T00:00+01:00') };
  const tenMinutes = Array.from({ length: 61 }, (_, index) => index * 10);

  /** Ten minutes of readings in steps of ten seconds, of one string whose counters go on. */
  function tellMinutes(history: HistoryCalls, string: ReturnType<typeof createString>) {
    return (fromS: number, powerW: number, isSure: boolean) => {
      const readings = tenMinutes.map((s) => {
        string.deliver(powerW, 10);
        return reading(fromS + s, [string.told(powerW)]);
      });
      history.record({ ...batch(readings), clock: { nowS: fromS + 600, isSure } });
    };
  }

  it('leaves nothing of a time to come once a time server has set it right, but the energy', () => {
    const string = createString();
    const before = open();
    tellMinutes(before, string)(aheadS, 900, false);
    expect(before.status().lastDay).toBe('2026-07-31');
    before.close();
    const history = open();
    tellMinutes(history, string)(nowS, 360, true);
    expect(history.status()).toMatchObject({ firstDay: '2026-06-21', lastDay: '2026-06-21' });
    const later = { fromS: nowS + DAY_S, toS: aheadS + DAY_S, pointsMax: 4000, nowS: aheadS + DAY_S };
    for (const subject of [plant, inverter]) {
      expect(history.curve({ ...subject, ...later, measure: 'power' })?.atS).toEqual([]);
      const [day, ...more] = history.energy({ ...subject, ...june, step: 'day' }) ?? [];
      expect(more).toEqual([]);
      expect(day?.energyWh).toBeGreaterThanOrEqual(205);
      expect(day?.energyWh).toBeLessThanOrEqual(215);
      expect(day?.peakAtS).toBeLessThanOrEqual(nowS + 600);
      const sums = (['hour', 'month', 'year'] as const).map((step) =>
        (history.energy({ ...subject, ...june, step }) ?? []).reduce(
          (sum, { energyWh }) => sum + energyWh,
          0,
        ),
      );
      expect(sums).toEqual([day?.energyWh, day?.energyWh, day?.energyWh]);
    }
    history.close();
  });

  it('does not keep the means of now from being right, also where no time server answers', () => {
    const string = createString();
    const history = open();
    const tell = tellMinutes(history, string);
    tell(aheadS, 900, false);
    tell(nowS, 100, false);
    tell(nowS + 600, 300, false);
    const [hour] = history.energy({ ...inverter, step: 'hour', fromS: nowS, toS: nowS + 1800 }) ?? [];
    const curve = history.curve({
      ...{ ...inverter, measure: 'power', fromS: nowS - 30 * DAY_S, toS: nowS + 1200 },
      ...{ pointsMax: 4000, nowS: nowS + 1200 },
    });
    expect(curve).toMatchObject({ tier: 'quarter', atS: [nowS, nowS + 900] });
    expect(Math.abs((curve?.mean[0] ?? 0) - 166)).toBeLessThan(2);
    expect(hour?.energyWh).toBeGreaterThan(0);
    history.close();
  });

  it('that is behind instead takes nothing away that came while it was right', () => {
    const string = createString();
    const before = open();
    tellMinutes(before, string)(nowS, 360, true);
    before.close();
    const history = open();
    tellMinutes(history, string)(nowS - 40 * DAY_S, 360, true);
    const days = history.energy({ ...plant, step: 'day', fromS: nowS - 60 * DAY_S, toS: nowS + DAY_S });
    expect(days?.map(({ name }) => name)).toEqual(['2026-05-12', '2026-06-21']);
    history.close();
  });

  it('lets nothing go that is too old only by that clock', () => {
    const string = createString();
    const history = open();
    tellMinutes(history, string)(nowS, 360, true);
    history.close();
    const again = open();
    const readings = () =>
      again.curve({
        ...{ ...inverter, measure: 'power', fromS: nowS, toS: nowS + 600 },
        ...{ pointsMax: 4000, nowS: nowS + 600 },
      })?.atS.length;
    again.prune(nowS + 400 * DAY_S, 3600);
    expect(readings()).toBe(60);
    again.prune(nowS + 400 * DAY_S);
    expect(readings()).toBe(0);
    again.close();
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
    expect(history.curve(question({ measure: 'dc_power', pointsMax: 40 }))?.mean[0]).toBe(200);
    expect(history.curve(question({ serial: '', measure: 'limit', pointsMax: 40 }))?.mean[1]).toBe(80);
    expect(history.curve(question({ serial: '', measure: 'dc_power' }))?.mean[0]).toBeCloseTo(200 / 0.95, 1);
    expect(history.curve(question({ serial: '116100000000' }))).toBeUndefined();
    history.close();
  });
});

describe('a curve of what only readings have', () => {
  const noonS = at('2026-06-21T10:00Z');
  const ask = (history: HistoryCalls, changes: object) =>
    history.curve({
      ...{ ...inverter, measure: 'frequency', fromS: noonS, toS: noonS + 6 * HOUR_S },
      ...{ pointsMax: 100, nowS: noonS + DAY_S, ...changes },
    } as Parameters<HistoryCalls['curve']>[0]);

  it('has spans that are made of them, and no value where they are gone', () => {
    const history = open({ rawDays: 1 });
    const string = createString();
    const readings = Array.from({ length: 360 }, (_, minute) => ({
      ...reading(noonS + minute * 60, [string.told(330)]),
      frequencyHz: 50 + (minute % 15) / 100,
    }));
    history.record(batch(readings));
    expect(ask(history, {})).toMatchObject({ tier: 'quarter' });
    expect(ask(history, {})).toMatchObject({ mean: { 3: 50.07 }, min: { 3: 50 }, max: { 3: 50.14 } });
    expect(ask(history, { measure: 'current', string: 0 })?.mean[5]).toBe(10);
    expect(ask(history, { measure: 'voltage', string: 0, pointsMax: 1000 })).toMatchObject({ tier: 'raw' });
    expect(ask(history, { measure: 'voltage', string: 0 })?.mean[0]).toBe(33);
    history.prune(noonS + 9 * DAY_S);
    expect(ask(history, {})?.mean).toEqual([]);
    history.close();
  });

  it('is not said to be kept again by tidying up, which may have had nothing to write', () => {
    const history = open();
    const noonS = at('2026-06-21T10:00:00Z');
    const string = createString();
    history.record(batch([reading(noonS, [string.told(330)])]));
    // Stands for a disk that takes nothing: every row is refused.
    const beside = openDatabase(path, availableEngines()[0], 'write');
    const tables = beside
      .prepare<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'")
      .all();
    for (const { name } of tables) {
      beside.exec(
        `CREATE TRIGGER no_${name} BEFORE INSERT ON "${name}" BEGIN SELECT RAISE(ABORT, 'no'); END`,
      );
    }
    const later = (minute: number) => batch([reading(noonS + minute * 60, [string.told(330)])]);
    expect(() => history.record(later(1))).toThrow();
    expect(history.status().problem).toBe('read-only');
    history.prune(noonS + 120);
    expect(history.status().problem).toBe('read-only');
    for (const { name } of tables) beside.exec(`DROP TRIGGER no_${name}`);
    beside.close();
    history.record(later(3));
    expect(history.status().problem).toBeUndefined();
    history.close();
  });

  it.each([
    [1, 2],
    [40, 7],
  ])(
    'is begun after a start at which nothing could be written, once that is over; looked for less and less often: after %i batches',
    (failing, noticedAfter) => {
      const elsewhere = join(folder, 'away');
      path = join(elsewhere, 'history.db');
      const history = open();
      expect(history.status().problem).toBe('read-only');
      const string = createString();
      const startS = at('2026-06-21T10:00:00Z');
      let minute = 0;
      const isKept = () => {
        minute += 1;
        try {
          history.record(batch([reading(startS + minute * 60, [string.told(330)])]));
          return true;
        } catch {
          return false;
        }
      };
      /** Lets the disk take something again after so many batches; tells how many batches later it is noticed. */
      const batchesUntilKept = (failing: number) => {
        for (let count = 0; count < failing; count += 1) expect(isKept()).toBe(false);
        mkdirSync(elsewhere);
        for (let count = 1; count < 100; count += 1) if (isKept()) return count;
        throw new Error('it is not tried again');
      };
      expect(batchesUntilKept(failing)).toBe(noticedAfter);
      expect(history.status()).toMatchObject({ problem: undefined, lastDay: '2026-06-21' });
      expect(isKept()).toBe(true);
      history.close();
    },
  );

  it('of the time in which an inverter was heard', () => {
    const history = open();
    history.record({
      ...batch([0, 60, 120, 180, 240].map((s) => reading(noonS + s, [createString().told(100)]))),
      missed: [{ serial: SERIAL, atMs: (noonS + 300) * 1000, seconds: 60 }],
    });
    expect(ask(history, { measure: 'reachability' })).toMatchObject({ tier: 'quarter', mean: [80] });
    const [bar] = history.energy({ ...inverter, step: 'day', fromS: noonS, toS: noonS + 60 }) ?? [];
    expect(bar?.missedS).toBe(60);
    history.close();
  });
});

describe('places', () => {
  const morningS = at('2026-06-21T06:00Z');
  const OTHER = '116182831999';

  function tell(
    history: HistoryCalls,
    serial: string,
    fromS: number,
    minutes: number,
    string = createString(),
  ) {
    const readings = Array.from({ length: minutes }, (_, minute) => {
      string.deliver(300, 60);
      return { ...reading(fromS + minute * 60, [string.told(300)]), serial };
    });
    history.record({ ...batch(readings), names: [{ serial, name: `name of ${serial}`, strings: ['east'] }] });
  }
  const wattHours = (history: HistoryCalls, serial: string, step: 'hour' | 'day' | 'month') =>
    (
      history.energy({
        serial,
        string: undefined,
        step,
        fromS: morningS - DAY_S,
        toS: morningS + 5 * DAY_S,
      }) ?? []
    ).map(({ energyWh }) => energyWh);

  it('are all of which anything is kept, with names and days', () => {
    const history = open();
    tell(history, SERIAL, morningS, 10);
    tell(history, OTHER, morningS + DAY_S, 10);
    expect(history.status().places).toEqual([
      {
        ...{ serials: [SERIAL], name: `name of ${SERIAL}`, stringNames: ['east'] },
        ...{ firstDay: '2026-06-21', lastDay: '2026-06-21' },
      },
      expect.objectContaining({ serials: [OTHER], firstDay: '2026-06-22' }),
    ]);
    history.close();
  });

  it('go on under the inverter that has replaced another, also where it was there before that was said', () => {
    const history = open();
    tell(history, SERIAL, morningS, 121);
    tell(history, OTHER, morningS + 3 * HOUR_S, 61);
    const before = {
      hours: [...wattHours(history, SERIAL, 'hour'), ...wattHours(history, OTHER, 'hour')],
      plant: wattHours(history, '', 'day'),
    };
    expect(history.replace(SERIAL, OTHER)).toBe('done');
    const sum = before.hours.reduce((total, wh) => total + wh, 0);
    const check = (then: HistoryCalls) => {
      expect(wattHours(then, OTHER, 'hour')).toEqual(before.hours);
      expect(wattHours(then, OTHER, 'day')).toEqual([sum]);
      expect(wattHours(then, OTHER, 'month')).toEqual([sum]);
      expect(wattHours(then, SERIAL, 'day')).toEqual([sum]); // who asks by the old serial gets the place, too
      expect(wattHours(then, '', 'day')).toEqual(before.plant);
      expect(then.status().places).toMatchObject([{ serials: [OTHER, SERIAL] }]);
    };
    check(history);
    history.close();
    const again = open();
    check(again);
    tell(again, OTHER, morningS + DAY_S, 11);
    expect(wattHours(again, OTHER, 'day')).toHaveLength(2);
    again.close();
  });

  it('begin anew under an inverter that was replaced and hangs somewhere else now', () => {
    const history = open();
    const string = createString();
    tell(history, SERIAL, morningS, 61, string);
    expect(history.replace(SERIAL, OTHER)).toBe('done');
    tell(history, OTHER, morningS + DAY_S, 61);
    tell(history, SERIAL, morningS + 2 * DAY_S, 61, string);
    expect(history.status().places).toMatchObject([{ serials: [OTHER, SERIAL] }, { serials: [SERIAL] }]);
    expect(wattHours(history, OTHER, 'day')).toHaveLength(2);
    history.close();
  });

  it.each([
    ['that was never heard before', false],
    ['that was heard before that was said', true],
  ])('are told apart again where a replacement is taken back, of one %s', (_, isBefore) => {
    const history = open();
    const [first, second] = [createString(), createString()];
    tell(history, SERIAL, morningS, 121, first);
    const kept = ['hour', 'day', 'month'] as const;
    const before = kept.map((step) => wattHours(history, SERIAL, step));
    if (isBefore) tell(history, OTHER, morningS + 3 * HOUR_S, 31, second);
    expect(history.replace(SERIAL, OTHER)).toBe('done');
    if (!isBefore) tell(history, OTHER, morningS + 3 * HOUR_S, 31, second);
    tell(history, OTHER, morningS + 4 * HOUR_S, 61, second);
    tell(history, OTHER, morningS + DAY_S, 31, second);
    const together = wattHours(history, OTHER, 'hour');
    const plantHours = wattHours(history, '', 'hour');
    const [replacement] = history.replacements();
    expect(replacement).toMatchObject({ oldSerial: SERIAL, newSerial: OTHER, takesBack: true });
    history.close();

    const again = open();
    expect(again.takeReplacementBack(replacement?.id ?? 0)).toBe(true);
    expect(again.replacements()).toMatchObject([{ isTakenBack: true, takesBack: false }]);
    expect(again.takeReplacementBack(replacement?.id ?? 0)).toBe(false);
    const check = (then: HistoryCalls) => {
      expect(kept.map((step) => wattHours(then, SERIAL, step))).toEqual(before);
      const own = kept.map((step) => wattHours(then, OTHER, step));
      expect([...(before[0] ?? []), ...(own[0] ?? [])]).toEqual(together);
      const sums = own.map((bars) => bars.reduce((sum, wh) => sum + wh, 0));
      expect(sums).toEqual([sums[0], sums[0], sums[0]]);
      expect(then.status().places.map(({ serials }) => serials)).toEqual([[SERIAL], [OTHER]]);
      expect(wattHours(then, '', 'hour')).toEqual(plantHours);
    };
    check(again);
    const [oldDay, newDay] = [SERIAL, OTHER].map(
      (serial) =>
        again.energy({
          ...{
            serial,
            string: undefined,
            step: 'day',
            fromS: morningS - HOUR_S,
            toS: morningS + HOUR_S * 12,
          },
        })?.[0],
    );
    expect(oldDay?.peakAtS).toBeLessThan(morningS + 3 * HOUR_S);
    expect(newDay?.peakAtS).toBeGreaterThanOrEqual(morningS + 3 * HOUR_S);
    again.close();
    const later = open();
    check(later);
    tell(later, OTHER, morningS + 2 * DAY_S, 31, second);
    tell(later, SERIAL, morningS + 2 * DAY_S, 31, first);
    expect(wattHours(later, OTHER, 'day')).toHaveLength(3);
    expect(wattHours(later, SERIAL, 'day')).toHaveLength(2);
    later.close();
  });

  it('are told apart the last replacement first, and not where the old one hangs somewhere else', () => {
    const third = '116182831996';
    const history = open();
    tell(history, SERIAL, morningS, 31);
    history.replace(SERIAL, OTHER);
    tell(history, OTHER, morningS + DAY_S, 31);
    history.replace(OTHER, third);
    tell(history, third, morningS + 2 * DAY_S, 31);
    const [second, first] = history.replacements();
    expect([second?.takesBack, first?.takesBack]).toEqual([true, false]);
    expect(history.takeReplacementBack(first?.id ?? 0)).toBe(false);
    expect(history.takeReplacementBack(second?.id ?? 0)).toBe(true);
    expect(history.replacements()[1]?.takesBack).toBe(true);
    tell(history, SERIAL, morningS + 3 * DAY_S, 31);
    expect(history.replacements()[1]?.takesBack).toBe(false);
    expect(history.takeReplacementBack(first?.id ?? 0)).toBe(false);
    history.close();
  });

  it('are not put together where both have delivered at the same time, or where there is nothing', () => {
    const history = open();
    tell(history, SERIAL, morningS, 120);
    tell(history, OTHER, morningS + HOUR_S, 120);
    expect(history.replace(SERIAL, OTHER)).toBe('overlap');
    tell(history, '116182831998', morningS + 2 * HOUR_S - 120, 5);
    expect(history.replace(SERIAL, '116182831998')).toBe('overlap'); // within the same quarter of an hour, too
    tell(history, '116182831997', morningS + 2 * HOUR_S, 5);
    expect(history.replace('116100000000', OTHER)).toBe('unknown');
    expect(history.replace(OTHER, OTHER)).toBe('unknown');
    expect(history.status().places).toHaveLength(4);
    expect(history.replace(SERIAL, '116182831997')).toBe('done');
    history.close();
  });
});

describe('a file for spreadsheets', () => {
  const noonS = at('2026-10-25T00:00Z'); // the clock is put back at 1:00 UTC
  const whole = { serial: '', fromS: noonS, toS: noonS + DAY_S } as const;

  function linesOf(history: HistoryCalls, question: Parameters<HistoryCalls['planCsv']>[0]) {
    const plan = history.planCsv(question);
    if (plan === undefined) return { rows: 0, lines: [] };
    let text = plan.head;
    for (let key: number | undefined = plan.firstKey; key !== undefined; ) {
      const piece = history.csvPiece(plan, key);
      text += piece.text;
      key = piece.nextKey;
    }
    expect(text.endsWith('\r\n')).toBe(true);
    return { rows: plan.rows, lines: text.slice(0, -2).split('\r\n') };
  }

  function threeHours() {
    const history = open();
    const strings = [createString(), createString()];
    const readings = Array.from({ length: 181 }, (_, minute) => {
      for (const string of strings) string.deliver(150, 60);
      return reading(
        noonS + minute * 60,
        strings.map((string) => string.told(150)),
      );
    });
    history.record(batch(readings));
    return history;
  }

  it('has local times and those of UTC, of the hour that comes twice too', () => {
    const history = threeHours();
    const { rows, lines } = linesOf(history, { ...whole, step: 'hour' });
    expect(lines[0]).toMatch(
      /^local_time,time,energy_wh,estimated,power_w,power_min_w,power_max_w,dc_power_w,limit_percent,inverter_116182831004_energy_wh,.*,inverter_116182831004_string_2_power_max_w$/,
    );
    expect(lines.slice(1).map((line) => line.split(',').slice(0, 5))).toEqual([
      ['2026-10-25 02:00:00', '2026-10-25T00:00:00Z', '300', '1', '300'],
      ['2026-10-25 02:00:00', '2026-10-25T01:00:00Z', '300', '0', '300'],
      ['2026-10-25 03:00:00', '2026-10-25T02:00:00Z', '300', '0', '300'],
      ['2026-10-25 04:00:00', '2026-10-25T03:00:00Z', '4', '0', '300'],
    ]);
    expect(rows).toBe(lines.length - 1);
    const widths = new Set(lines.map((line) => line.split(',').length));
    expect(widths.size).toBe(1);
    history.close();
  });

  it('has every reading of an inverter, in as many pieces as it takes', () => {
    const history = open();
    const readings = Array.from({ length: 4500 }, (_, i) =>
      reading(noonS + i * 5, [createString().told(33)]),
    );
    history.record(batch(readings));
    const { rows, lines } = linesOf(history, { ...whole, serial: SERIAL, step: 'raw' });
    expect(rows).toBe(4500);
    expect(lines).toHaveLength(4501);
    expect(lines[1]).toBe('2026-10-25 02:00:00,2026-10-25T00:00:00Z,33,33,231,50,30,100,33,33,1,0');
    expect(lines[0]).toBe(
      'local_time,time,power_w,dc_power_w,voltage_v,frequency_hz,temperature_c,limit_percent,string_1_power_w,string_1_voltage_v,string_1_current_a,string_1_yield_day_wh',
    );
    const minutes = linesOf(history, { ...whole, serial: SERIAL, step: 'minute' });
    expect(minutes.lines).toHaveLength(376);
    history.close();
  });

  it('has days and months by name, and steps over years without', () => {
    const history = threeHours();
    history.importDays([{ day: at('2016-03-01T00:00Z') / DAY_S, energyWh: 4000 }], { atS: noonS });
    const question = { serial: '', fromS: at('2010-01-01T00:00Z'), toS: noonS + DAY_S };
    expect(linesOf(history, { ...question, step: 'day' }).lines.slice(1)).toEqual([
      expect.stringMatching(/^2016-03-01,2016-02-29T23:00:00Z,4000,1,,/),
      expect.stringMatching(
        /^2026-10-25,2026-10-24T22:00:00Z,904,1,300,300,300,315.8,80,904,1,300,300,300,300,231,30,30,100,0,452,150,150,150,452,150,150,150$/,
      ),
    ]);
    expect(linesOf(history, { ...question, step: 'month' }).lines.slice(1)).toEqual([
      expect.stringMatching(/^2016-03,/),
      expect.stringMatching(/^2026-10,/),
    ]);
    expect(linesOf(history, { ...question, step: 'minute' }).lines).toHaveLength(182);
    expect(linesOf(history, { ...question, serial: '116100000000', step: 'day' }).lines).toEqual([]);
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
    history.importDays(
      [
        { day: day - 400, energyWh: 5000 },
        { day: day - 1, energyWh: 4000 },
        { day: day - 1, energyWh: 4200 },
      ],
      { atS: dayS },
    );
    const question = { ...plant, fromS: dayS - 500 * DAY_S, toS: dayS + DAY_S };
    expect(history.energy({ ...question, step: 'month' })?.map(({ energyWh }) => energyWh)).toEqual([
      5000, 4200,
    ]);
    expect(history.energy({ ...question, step: 'year' })?.map(({ name }) => name)).toEqual(['2025', '2026']);
    expect(history.status().firstDay).toBe('2025-05-17');
    history.close();
  });

  it('begins anew beside a folder in the place of its file, which the status names', () => {
    mkdirSync(path);
    const history = open();
    expect(history.status()).toMatchObject({
      ...{ problem: 'damaged', detail: 'something that is no file was in its place' },
    });
    history.record(batch([reading(dayS, [createString().told(100)])]));
    expect(history.status().firstDay).toBe('2026-06-21');
    expect(statSync(`${path}.corrupt-1`).isDirectory()).toBe(true);
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

describe('an import', () => {
  const todayS = at('2026-06-21T10:00Z');
  const today = Math.floor(todayS / DAY_S);
  const days = (...energies: (number | null)[]) =>
    energies.map((energyWh, index) => ({ day: today - 10 + index, energyWh }));
  const question = { ...plant, fromS: todayS - 500 * DAY_S, toS: todayS + DAY_S };
  const daysOf = (history: HistoryCalls) =>
    (history.energy({ ...question, step: 'day' }) ?? []).map(({ energyWh }) => energyWh);
  const estimated = (history: HistoryCalls) =>
    (['day', 'month'] as const).map((step) =>
      (history.energy({ ...question, step }) ?? []).map(({ isEstimated }) => isEstimated),
    );
  const done = { kind: 'done', stayingDays: 0 };

  it.each(availableEngines())('is known after a restart, and taken back then: %s', (engine) => {
    const history = open({}, engine);
    const id = history.importDays(days(4000, 5000), { atS: todayS }) ?? 0;
    expect(history.importDays(days(4000, 5000, 6000), { id, atS: todayS + 9 })).toBe(id);
    history.close();
    const again = open({}, engine);
    expect(again.imports()).toEqual([
      {
        ...{ id, atS: todayS, first: today - 10, last: today - 8, dayCount: 3, beforeWh: 0, afterWh: 15_000 },
        ...{ isTakenBack: false, takenBackAtS: undefined, takesBack: true },
      },
    ]);
    expect(again.takeImportBack(id, todayS + 60)).toEqual(done);
    expect(daysOf(again)).toEqual([]);
    expect(again.imports()).toMatchObject([
      { id, isTakenBack: true, takenBackAtS: todayS + 60, takesBack: false, dayCount: 3, afterWh: 15_000 },
    ]);
    expect(again.takeImportBack(id, todayS)).toEqual({ kind: 'nothing-left' });
    expect(again.takeImportBack(99, todayS)).toEqual({ kind: 'unknown' });
    // What comes under a number that does not count any more is an import of its own.
    expect(again.importDays(days(1), { id, atS: undefined })).toBe(id + 1);
    again.close();
  });

  it('of days that are so already is none', () => {
    const history = open();
    history.importDays(days(4000), { atS: todayS });
    expect(history.importDays(days(4000, null), { atS: todayS })).toBeUndefined();
    expect(history.imports()).toHaveLength(1);
    history.close();
  });

  it('that is taken back leaves what was measured of a day, before it and since', () => {
    const history = open();
    const string = createString();
    const measure = (hours: number) =>
      history.record(
        batch(
          Array.from({ length: 60 }, (_, minute) => {
            const atS = todayS + hours * HOUR_S + minute * 60;
            const told = string.told(600);
            string.deliver(600, 60);
            return reading(atS, [told]);
          }),
        ),
      );
    measure(0);
    const [before = 0] = daysOf(history);
    expect(before).toBeGreaterThan(500);
    expect(estimated(history)).toEqual([[false], [false]]);
    const id = history.importDays([{ day: today, energyWh: 9000 }], { atS: todayS }) ?? 0;
    expect(estimated(history)).toEqual([[true], [true]]);
    measure(1);
    const [during = 0] = daysOf(history);
    const since = during - 9000;
    expect(since).toBeGreaterThan(500);
    expect(history.takeImportBack(id, todayS)).toEqual(done);
    expect(daysOf(history)).toEqual([before + since]);
    expect(estimated(history)).toEqual([[false], [false]]);
    history.close();
  });

  it('that a later one has changed again leaves those days, and taking that one back comes to what was before both', () => {
    const history = open();
    const take = (...energies: (number | null)[]) =>
      history.importDays(days(...energies), { atS: todayS }) ?? 0;
    take(1000, 2000, 3000);
    const second = take(1000, 2500, 3500);
    const third = take(1000, 2700);
    expect(history.takeImportBack(second, todayS)).toEqual({ kind: 'done', stayingDays: 1 });
    expect(daysOf(history)).toEqual([1000, 2700, 3000]);
    expect(history.takeImportBack(third, todayS)).toEqual(done);
    expect(daysOf(history)).toEqual([1000, 2000, 3000]);
    const months = history.energy({ ...question, step: 'month' }) ?? [];
    expect(months.map(({ energyWh }) => energyWh)).toEqual([6000]);
    history.close();
  });

  it('that has forgotten days brings them back', () => {
    const history = open();
    history.importDays(days(1000, 2000), { atS: todayS });
    const id = history.importDays(days(null, null), { atS: todayS }) ?? 0;
    expect(daysOf(history)).toEqual([]);
    expect(history.takeImportBack(id, todayS)).toEqual(done);
    expect(daysOf(history)).toEqual([1000, 2000]);
    history.close();
  });

  it('is one of a hundred that are kept', () => {
    const history = open();
    for (let count = 1; count <= 102; count += 1) history.importDays(days(count), { atS: todayS });
    const kept = history.imports();
    expect([kept.length, kept[0]?.id, kept.at(-1)?.id]).toEqual([100, 102, 3]);
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
    change('PRAGMA user_version = 1099; CREATE TABLE later (id INTEGER); INSERT INTO later VALUES (7)');
    const newer = open();
    expect(newer.status()).toMatchObject({ problem: undefined, firstDay: '2026-06-21' });
    newer.close();
    const database = openDatabase(path);
    expect(database.prepare('SELECT id FROM later').all()).toEqual([{ id: 7 }]);
    expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: 1099 });
    database.close();
    change('PRAGMA user_version = 2001');
    const refused = open();
    expect(refused.status()).toMatchObject({ problem: 'newer', firstDay: undefined });
    expect(() => refused.record(batch([reading(at('2026-06-21T10:00Z'), [])]))).toThrow('newer');
    refused.close();
    expect(readdirSync(folder).filter((name) => name.includes('corrupt'))).toEqual([]);
  });
});

describe('what the power meter shows', () => {
  const fromS = at('2026-06-30T20:00+02:00');
  const toS = at('2026-07-02T00:00+02:00');

  const STEP_S = 60;

  /** A minute up to a time; after a gap nothing is known of before. */
  function stretch(
    atS: number,
    powerW: number,
    producedW: number | undefined,
    isFirst = false,
  ): MeterStretch {
    const wh = isFirst ? 0 : (Math.abs(powerW) * STEP_S) / HOUR_S;
    return {
      ...{ atMs: atS * 1000, forMs: isFirst ? 0 : STEP_S * 1000, producedW },
      power: { mean: powerW, min: powerW - 3, max: powerW + 7 },
      ...{ importedWh: powerW > 0 ? wh : 0, exportedWh: powerW < 0 ? wh : 0 },
    };
  }

  /**
   * A house that takes 300 W, hour by hour; the plant gives 700 W by day and nothing by night. `isHeard`: the meter is, at that time.
   */
  function house(isHeard: (atS: number) => boolean, untilS = toS): HistoryBatch[] {
    const string = createString();
    return Array.from({ length: (untilS - fromS) / HOUR_S }, (_, place) => {
      const hourS = fromS + place * HOUR_S;
      const hour = new Date((hourS + 2 * HOUR_S) * 1000).getUTCHours();
      const producedW = hour >= 8 && hour < 18 ? 700 : 0;
      const times = Array.from({ length: HOUR_S / STEP_S }, (_, step) => hourS + step * STEP_S);
      const readings = times.map((atS) => {
        string.deliver(producedW, STEP_S);
        return reading(atS, [string.told(producedW)]);
      });
      const meter = times
        .filter(isHeard)
        .map((atS) => stretch(atS, 300 - producedW, producedW, atS === fromS || !isHeard(atS - STEP_S)));
      return { ...batch(producedW > 0 ? readings : []), meter };
    });
  }

  const energyOf = (history: HistoryCalls, step: 'hour' | 'day' | 'month' | 'year') =>
    history.energy({ ...plant, step, fromS, toS }) ?? [];
  const sumOf = (history: HistoryCalls, step: 'hour' | 'day' | 'month' | 'year') =>
    energyOf(history, step).reduce(
      (sum, { energyWh, meter }) => ({
        energyWh: sum.energyWh + energyWh,
        producedWh: sum.producedWh + (meter?.producedWh ?? 0),
        importedWh: sum.importedWh + (meter?.importedWh ?? 0),
        exportedWh: sum.exportedWh + (meter?.exportedWh ?? 0),
      }),
      { energyWh: 0, producedWh: 0, importedWh: 0, exportedWh: 0 },
    );

  it('is what came from the grid and went there, with sums that agree exactly between periods, over starts', () => {
    let history = open();
    house(() => true).forEach((one, number) => {
      history.record(one);
      if (number % 5 !== 3) return;
      history.close();
      history = open();
    });
    const hours = sumOf(history, 'hour');
    for (const step of ['day', 'month', 'year'] as const) expect(sumOf(history, step)).toEqual(hours);
    // 28 hours at 300 W, ten of which at 700 W from the roof.
    expect(hours.importedWh).toBe(18 * 300 - 5);
    expect(hours.exportedWh).toBeCloseTo(10 * 400, -1);
    // Of what the first reading told nobody knows how long it took.
    expect(hours.producedWh).toBe(10 * 700 - 12);
    expect(energyOf(history, 'month').map(({ name, meter }) => [name, (meter?.importedWh ?? 0) > 0])).toEqual(
      [
        ['2026-06', true],
        ['2026-07', true],
      ],
    );
    // At night the house goes on, and the plant has nothing.
    const night = energyOf(history, 'hour').find(({ name }) => name === '2026-07-01T03');
    expect(night).toMatchObject({ energyWh: 0, peakW: undefined, meter: { importedWh: 300, exportedWh: 0 } });
    expect(history.energy({ ...inverter, step: 'day', fromS, toS })?.[0]?.meter).toBeUndefined();
    expect(history.status().meter).toEqual({ firstDay: '2026-06-30', lastDay: '2026-07-01' });
    expect(history.status().places).toHaveLength(1);
    history.close();
  });

  it('is a gap and no zero where the meter was not heard, and what the plant made meanwhile counts as no consumption', () => {
    const [gapS, endS] = [at('2026-07-01T10:00+02:00'), at('2026-07-01T13:00+02:00')];
    const history = open();
    for (const one of house((atS) => atS < gapS || atS >= endS)) history.record(one);
    const question = { ...plant, fromS: gapS - HOUR_S, toS: endS + HOUR_S, nowS: toS } as const;
    const curve = history.curve({ ...question, measure: 'grid', pointsMax: 300, nowS: toS + 30 * DAY_S });
    expect(curve?.tier).toBe('minute');
    const inGap = curve?.mean.filter((_, index) => {
      const atS = curve.atS[index] ?? 0;
      return atS >= gapS && atS < endS;
    });
    expect(new Set(inGap)).toEqual(new Set([null]));
    expect(curve?.mean.filter((value) => value === -400)).toHaveLength(120);
    expect([curve?.min[5], curve?.max[5]]).toEqual([-403, -393]);
    const { energyWh, producedWh, exportedWh } = sumOf(history, 'day');
    expect(energyWh).toBeCloseTo(7000, -1);
    expect(producedWh).toBe(4900 - 12);
    expect(exportedWh).toBe(2793); // the first minute after the gap counts for nothing
    const silent = energyOf(history, 'hour').find(({ name }) => name === '2026-07-01T11');
    expect(silent).toMatchObject({ energyWh: 700, meter: undefined });
    history.close();
  });

  it('makes a curve of what the house takes, where it is known what the plant gives', () => {
    const history = open();
    const meter = [
      stretch(fromS, 300, 0, true),
      stretch(fromS + 60, -400, 700),
      stretch(fromS + 120, -400, undefined),
    ];
    history.record({ ...batch([]), meter });
    const question = { ...plant, fromS, toS: fromS + 180, nowS: fromS, pointsMax: 100 };
    expect(history.curve({ ...question, measure: 'consumption' })).toMatchObject({
      tier: 'raw',
      mean: [300, 300, null],
    });
    expect(history.curve({ ...question, measure: 'grid' })?.mean).toEqual([300, -400, -400]);
    expect(history.curve({ ...question, ...inverter, measure: 'grid' })).toBeUndefined();
    history.close();
  });

  it('is told minute by minute beside what the plant or some inverters gave', () => {
    const history = open();
    const noonS = at('2026-07-01T07:58+02:00');
    for (const one of house((atS) => atS !== noonS + 180)) history.record(one);
    const question = { fromS: noonS, toS: noonS + 300 };
    const minutes = {
      producedW: [null, null, 700, 700, 700],
      gridW: [300, 300, -400, null, -400],
    };
    expect(history.minutes({ ...question, serials: [] })).toEqual(minutes);
    expect(history.minutes({ ...question, serials: [SERIAL, '116182831099'] })).toEqual(minutes);
    expect(history.minutes({ ...question, serials: ['116182831099'] }).producedW).toEqual(
      Array.from({ length: 5 }, () => null),
    );
    history.close();
  });

  it('goes with the readings when its time is over, or when the disk is full', () => {
    const history = open({ rawDays: 1, minuteDays: 1 });
    for (const one of house(() => true, fromS + HOUR_S)) history.record(one);
    const ofMeter = (table: string) => {
      const database = openDatabase(path);
      const rows = database.prepare(`SELECT key FROM ${table} WHERE place = 0`).all().length;
      database.close();
      return rows;
    };
    expect([ofMeter('raw'), ofMeter('minute')]).toEqual([60, 59]);
    history.prune(fromS + 3 * DAY_S);
    expect([ofMeter('raw'), ofMeter('minute'), ofMeter('quarter')]).toEqual([0, 0, 3]);
    history.close();
  });

  it('has columns in the file for spreadsheets, and a file of its own readings', () => {
    const history = open();
    for (const one of house(() => true)) history.record(one);
    const textOf = (question: Parameters<HistoryCalls['planCsv']>[0]) => {
      const plan = history.planCsv(question);
      return plan && plan.head + history.csvPiece(plan, plan.firstKey).text;
    };
    const days = textOf({ serial: '', step: 'day', fromS, toS })?.split('\r\n') ?? [];
    const names = days[0]?.split(',') ?? [];
    const july = Object.fromEntries(days[2]?.split(',').map((value, index) => [names[index], value]) ?? []);
    const { meter } = energyOf(history, 'day')[1] ?? {};
    expect(july).toMatchObject({
      imported_wh: String(meter?.importedWh),
      exported_wh: String(meter?.exportedWh),
      own_use_wh: String((meter?.producedWh ?? 0) - (meter?.exportedWh ?? 0)),
      ...{ grid_min_w: '-403', grid_max_w: '307', consumption_w: '300', metered_s: '86400' },
    });
    expect(Math.abs(Number(july.consumption_wh) - 24 * 300)).toBeLessThan(20);
    const readings = textOf({ serial: 'meter', step: 'raw', fromS, toS: fromS + 61 });
    expect(readings?.split('\r\n').slice(0, 2)).toEqual([
      'local_time,time,grid_w,consumption_w',
      '2026-06-30 20:00:00,2026-06-30T18:00:00Z,300,300',
    ]);
    history.close();
  });

  it.each(HISTORY_MIGRATIONS.map((_, index) => index))(
    'is kept from now on in a file of version %i',
    (version) => {
      const database = openDatabase(path);
      migrate(database, HISTORY_MIGRATIONS.slice(0, version));
      database.close();
      const history = open();
      for (const one of house(() => true, fromS + HOUR_S)) history.record(one);
      expect(sumOf(history, 'day').importedWh).toBe(295);
      history.close();
    },
  );

  it('is unknown where there is no meter, and no file has columns for it', () => {
    const history = open();
    history.record(batch([reading(fromS, [createString().told(100)])]));
    const question = { ...plant, fromS, toS, pointsMax: 100, nowS: toS };
    expect(history.curve({ ...question, measure: 'grid' })).toBeUndefined();
    expect(history.energy({ ...plant, step: 'day', fromS, toS })?.[0]?.meter).toBeUndefined();
    expect(history.status().meter.firstDay).toBeUndefined();
    expect(history.planCsv({ serial: '', step: 'day', fromS, toS })?.head).not.toContain('grid_w');
    history.close();
  });
});

describe('an inverter that was replaced and comes back', () => {
  const OTHER = '116182831099';
  const noonS = at('2026-06-21T12:00+02:00');
  const told = (todayWh: number) => [
    { powerW: 100, voltageV: 33, currentA: 3, todayWh, totalWh: 100_000 + todayWh },
  ];
  const dayWh = (history: HistoryCalls) =>
    history.energy({ ...plant, step: 'day', fromS: noonS, toS: noonS + 3600 })?.[0]?.energyWh;

  it.each([
    ['heard before it takes its place again', true],
    ['heard only afterwards', false],
  ])('has its day once: %s', (_, isHeardFirst) => {
    const history = open();
    const hear = (afterS: number, todayWh: number) =>
      history.record(batch([reading(noonS + afterS, told(todayWh))]));
    hear(0, 727);
    expect(history.replace(SERIAL, OTHER)).toBe('done');
    if (isHeardFirst) hear(1200, 727);
    expect(history.replace(OTHER, SERIAL)).toBe('done');
    hear(1260, 728);
    hear(1320, 730);
    history.close();
    const again = open();
    // Without having been heard before, it begins with what it tells first.
    expect(dayWh(again)).toBe(isHeardFirst ? 730 : 729);
    again.close();
  });
});
