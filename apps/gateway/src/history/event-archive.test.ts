import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { availableEngines, openDatabase } from '../storage/database.ts';
import { migrate } from '../storage/migrations.ts';
import { type EventFilter, idsOf } from './event-archive.ts';
import { type EventQuestion, type HistoryCalls, openHistory } from './history.ts';
import type { HistoryBatch } from './history-batch.ts';
import { HISTORY_MIGRATIONS } from './history-schema.ts';
import { offsetOf } from './plant-timezone.ts';

const [SERIAL, OTHER] = ['116182831004', '116182831099'] as const;
const at = (text: string) => Date.parse(text) / 1000;
const second = (time: string) => at(`1970-01-01T${time}Z`);
const entry = (code: number, start: string, end = start) => ({
  ...{ code, startS: second(start), endS: end === '' ? 0 : second(end) },
});

let folder = '';
let path = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'events-'));
  path = join(folder, 'history.db');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const open = (engine = availableEngines()[0]) =>
  openHistory({
    path,
    config: { rawDays: 7, minuteDays: 90, timezone: 'CET-1CEST,M3.5.0,M10.5.0/3' },
    offsetOf,
    engine,
  });

const EMPTY: HistoryBatch = { readings: [], plantPower: [], missed: [], names: [] };

/** An inverter is heard at a time. */
const heard = (history: HistoryCalls, time: string, serial: string = SERIAL) =>
  history.record({
    ...EMPTY,
    readings: [
      {
        ...{ serial, atMs: at(time) * 1000, powerW: 100, voltageV: 230, frequencyHz: 50, temperatureC: 20 },
        ...{ limitPercent: 100, strings: [] },
      },
    ],
    names: [{ serial, name: `called ${serial.slice(-2)}`, strings: [] }],
  });

/** Its log is read. */
const read = (
  history: HistoryCalls,
  time: string,
  entries: readonly ReturnType<typeof entry>[],
  serial: string = SERIAL,
) =>
  history.record({
    ...EMPTY,
    eventLogs: [{ serial, atMs: at(time) * 1000, knownUntilMs: undefined, entries }],
  });

const EVERYTHING = {
  ...{ serial: '', codes: undefined, fromS: 0, toS: at('2100-01-01T00:00Z'), before: undefined, limit: 100 },
};
const told = (history: HistoryCalls, question: Partial<EventQuestion> = {}) =>
  history
    .events({ ...EVERYTHING, ...question })
    ?.map(
      ({ code, atS, endS, isActive, date }) =>
        `${code} ${new Date(atS * 1000).toISOString().slice(0, 16)} ${endS === undefined ? (isActive ? 'active' : 'open') : endS - atS} ${date}`,
    );

describe.each(availableEngines().map((engine) => [engine] as const))(
  'the events that are kept, with %s',
  (engine) => {
    it('are those of every day, each once, over restarts', () => {
      const history = open(engine);
      heard(history, '2026-06-20T05:10:30Z');
      read(history, '2026-06-20T05:11:00Z', [entry(1, '05:10:00')]);
      read(history, '2026-06-20T12:00:00Z', [entry(1, '05:10:00'), entry(209, '11:58:00', '')]);
      history.close();
      const again = open(engine);
      read(again, '2026-06-20T12:30:00Z', [entry(1, '05:10:00'), entry(209, '11:58:00', '12:20:00')]);
      // A night later it has begun a new log, by chance at the same second.
      heard(again, '2026-06-21T05:10:30Z');
      read(again, '2026-06-21T05:11:00Z', [entry(1, '05:10:00')]);
      expect(told(again)).toEqual([
        '1 2026-06-21T05:10 0 sure',
        '209 2026-06-20T11:58 1320 sure',
        '1 2026-06-20T05:10 0 likely',
      ]);
      again.close();
    });

    it('go on while the log says so, and have no end where it was never told', () => {
      const history = open(engine);
      read(history, '2026-06-20T12:00:00Z', [entry(209, '11:58:00', '')]);
      expect(told(history)).toEqual(['209 2026-06-20T11:58 active likely']);
      read(history, '2026-06-20T12:10:00Z', [entry(209, '11:58:00', ''), entry(2, '12:09:00')]);
      expect(told(history)).toEqual(['2 2026-06-20T12:09 0 sure', '209 2026-06-20T11:58 active likely']);
      read(history, '2026-06-21T05:10:00Z', [entry(1, '05:09:00')]);
      expect(told(history, { codes: [209] })).toEqual(['209 2026-06-20T11:58 open likely']);
      history.close();
    });

    it('are those of one inverter, of a time, of some kinds, page by page', () => {
      const history = open(engine);
      read(history, '2026-06-20T12:00:00Z', [entry(1, '05:00:00'), entry(141, '06:00:00')]);
      read(history, '2026-06-20T12:00:00Z', [entry(1, '06:00:00'), entry(900, '07:00:00')], OTHER);
      expect(told(history, { serial: OTHER })).toHaveLength(2);
      expect(told(history, { codes: [1] })).toHaveLength(2);
      expect(told(history, { codes: [] })).toEqual([]);
      expect(history.eventCodes()).toEqual([1, 141, 900]);
      expect(history.countEvents({ ...EVERYTHING, codes: [1, 900] })).toBe(3);
      const sixS = at('2026-06-20T06:00:00Z');
      expect(told(history, { fromS: sixS, toS: sixS + 1 })).toHaveLength(2);
      const pages: string[] = [];
      for (let before: EventQuestion['before'], isMore = true; isMore; ) {
        const [event] = history.events({ ...EVERYTHING, before, limit: 1 }) ?? [];
        if (event !== undefined) pages.push(`${event.code} ${event.serial === OTHER ? 'other' : 'first'}`);
        isMore = event !== undefined;
        before = event;
      }
      // Of the same second in the order in which they were read, the last first.
      expect(pages).toEqual(['900 other', '1 other', '141 first', '1 first']);
      expect(history.events({ ...EVERYTHING, serial: '999999999999' })).toBeUndefined();
      history.close();
    });
  },
);

describe('the events that are kept', () => {
  it('move along with the place of an inverter that was replaced, and back with it', () => {
    const history = open();
    heard(history, '2026-06-20T12:00:00Z');
    read(history, '2026-06-20T12:01:00Z', [entry(141, '06:00:00')]);
    heard(history, '2026-06-20T15:00:00Z', OTHER);
    read(history, '2026-06-20T15:01:00Z', [entry(1, '14:50:00')], OTHER);
    expect(history.replace(SERIAL, OTHER)).toBe('done');
    for (const serial of [SERIAL, OTHER]) expect(told(history, { serial })).toHaveLength(2);
    expect(history.events({ ...EVERYTHING, serial: OTHER })?.map(({ serial }) => serial)).toEqual([
      OTHER,
      SERIAL,
    ]);
    read(history, '2026-06-20T15:10:00Z', [entry(1, '14:50:00'), entry(2, '15:09:00')], OTHER);
    expect(told(history)).toHaveLength(3);
    expect(history.takeReplacementBack(history.replacements()[0]?.id ?? 0)).toBe(true);
    expect(told(history, { serial: SERIAL })).toEqual(['141 2026-06-20T06:00 0 likely']);
    expect(told(history, { serial: OTHER })).toEqual([
      '2 2026-06-20T15:09 0 sure',
      '1 2026-06-20T14:50 0 likely',
    ]);
    history.close();
  });

  it('go to a place of its own with an inverter that has told nothing but its log', () => {
    const history = open();
    heard(history, '2026-06-20T12:00:00Z');
    expect(history.replace(SERIAL, OTHER)).toBe('done');
    read(history, '2026-06-20T15:01:00Z', [entry(1, '14:50:00')], OTHER);
    expect(history.takeReplacementBack(history.replacements()[0]?.id ?? 0)).toBe(true);
    expect(told(history, { serial: SERIAL })).toEqual([]);
    expect(told(history, { serial: OTHER })).toHaveLength(1);
    history.close();
  });

  it('have no date where it came from a clock that was ahead', () => {
    const history = open();
    heard(history, '2027-01-01T12:00:00Z');
    read(history, '2027-01-01T12:01:00Z', [entry(141, '11:00:00')]);
    history.record({ ...EMPTY, clock: { nowS: at('2026-06-20T12:00:00Z'), isSure: true } });
    expect(told(history)).toEqual(['141 2026-06-20T12:00 open unknown']);
    read(history, '2026-06-20T12:01:00Z', [entry(141, '11:00:00')]);
    expect(told(history)).toEqual(['141 2026-06-20T12:00 open unknown', '141 2026-06-20T11:00 0 likely']);
    history.close();
  });

  it('stay where everything else is let go', () => {
    const history = open();
    read(history, '2026-06-20T12:00:00Z', [entry(141, '06:00:00')]);
    history.prune(at('2036-06-20T12:00:00Z'));
    expect(told(history)).toHaveLength(1);
    history.close();
  });
});

describe('a question for events', () => {
  const plan = (filter: Partial<EventFilter>) => {
    const database = openDatabase(path);
    migrate(database, HISTORY_MIGRATIONS);
    const all = { place: undefined, codes: undefined, fromS: 0, toS: 9_999_999_999, ...filter };
    const { sql, values } = idsOf(all, { atS: 1_900_000_000, id: 7 }, 100);
    const steps = database.prepare<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(...values);
    database.close();
    return steps.map(({ detail }) => detail).join('; ');
  };

  it.each([
    ['of all', {}, 'event_at (at>? AND at<?)'],
    ['of one inverter', { place: 2 }, 'event_place (place=? AND at>? AND at<?)'],
    [
      'of one inverter and some kinds',
      { place: 2, codes: [1, 141] },
      'event_place (place=? AND at>? AND at<?)',
    ],
    ['of one kind', { codes: [141] }, 'event_code (code=? AND at>? AND at<?)'],
    ['of some kinds', { codes: [1, 141] }, 'event_code (code=? AND at>? AND at<?)'],
  ])('%s takes the way by an index, without sorting what is not shown', (_, filter, index) => {
    const taken = plan(filter);
    expect(taken).toContain(index);
    expect(taken).not.toContain('TEMP B-TREE');
    expect(taken).not.toContain('SCAN event');
  });
});
