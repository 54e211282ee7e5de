import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { availableEngines } from '../storage/database.ts';
import { type HistoryCalls, openHistory } from './history.ts';
import type { HistoryBatch } from './history-batch.ts';
import type { OutgoingTarget, SentTimes } from './outgoing.ts';
import { offsetOf } from './plant-timezone.ts';

const [SERIAL, OTHER] = ['116182831004', '116182831099'] as const;
const TARGET: OutgoingTarget = { id: 'a', site: 'Home' };
const EMPTY: HistoryBatch = { readings: [], plantPower: [], missed: [], names: [] };
/** 2026-06-21T10:00:00Z. */
const START = 1_782_036_000;
const DAY_S = 86_400;

let folder = '';
let path = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'outgoing-'));
  path = join(folder, 'history.db');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const open = (engine = availableEngines()[0], rawDays = 7) =>
  openHistory({
    ...{ path, config: { rawDays, minuteDays: 90, timezone: 'UTC0' }, offsetOf, engine },
  });

function hear(history: HistoryCalls, atS: number, powerW: number, serial: string = SERIAL): void {
  const string = { powerW, voltageV: 33, currentA: 3.25, todayWh: 512, totalWh: 9000 };
  history.record({
    ...EMPTY,
    readings: [
      {
        ...{ serial, atMs: atS * 1000, powerW, voltageV: 230.4, frequencyHz: 50.01, temperatureC: 21 },
        ...{ limitPercent: 100, strings: [string, string] },
      },
    ],
  });
}

/** Taken in the same moment in which it was sent. */
const at = (atMs: number): SentTimes => ({ sentMs: atMs, takenMs: atMs });

/** Sends everything that is to be sent, and returns the lines. */
function sendAll(history: HistoryCalls, target = TARGET, readingsMax = 100, atMs = 0): string[] {
  const lines: string[] = [];
  for (;;) {
    const piece = history.nextToSend({ target, readingsMax });
    lines.push(...piece.lines.split('\n').filter(Boolean));
    history.markSent(target, piece.marks, at(atMs));
    if (!piece.hasMore) return lines;
  }
}

const inverterLines = (lines: readonly string[]) =>
  lines.filter((line) => line.startsWith('heliograph_inverter,'));
const timesOf = (lines: readonly string[]) =>
  inverterLines(lines).map((line) => Number(line.split(' ').at(-1)) / 1e9 - START);

describe.each(availableEngines())('what a time-series database gets, with %s', (engine) => {
  it('is each reading once, as line protocol, with a line for each string', () => {
    const history = open(engine);
    hear(history, START, 212.4);
    expect(sendAll(history)).toEqual([
      `heliograph_inverter,site=Home,serial=${SERIAL} power_w=212.4,dc_power_w=424.8,voltage_v=230.4,frequency_hz=50.01,temperature_c=21,limit_percent=100 ${START}000000000`,
      `heliograph_string,site=Home,serial=${SERIAL},string=1 power_w=212.4,voltage_v=33,current_a=3.25,yield_day_wh=512 ${START}000000000`,
      `heliograph_string,site=Home,serial=${SERIAL},string=2 power_w=212.4,voltage_v=33,current_a=3.25,yield_day_wh=512 ${START}000000000`,
    ]);
    expect(sendAll(history)).toEqual([]);
    expect(history.waitingSince(TARGET)).toBeUndefined();
    hear(history, START + 5, 1);
    expect(history.waitingSince(TARGET)).toBe(START + 5);
    expect(timesOf(sendAll(history))).toEqual([5]);
    history.close();
  });

  it('goes on where it was after a restart, and what was not marked, or half a minute ago, comes again', () => {
    const history = open(engine);
    for (const s of [0, 5, 10]) hear(history, START + s, 1);
    expect(timesOf(sendAll(history))).toEqual([0, 5, 10]);
    hear(history, START + 15, 1);
    expect(timesOf(sendAll(history, TARGET, 100, 29_999))).toEqual([15]);
    hear(history, START + 20, 1);
    expect(timesOf(sendAll(history, TARGET, 100, 30_000))).toEqual([20]);
    hear(history, START + 25, 1);
    history.nextToSend({ target: TARGET, readingsMax: 100 });
    history.close();
    const again = open(engine);
    expect(timesOf(sendAll(again))).toEqual([15, 20, 25]);
    again.close();
  });

  it('is the plant and the meter as well, and what inverters and strings are called', () => {
    const history = open(engine);
    history.record({
      ...EMPTY,
      plantPower: [{ atMs: START * 1000, powerW: 400, dcPowerW: 420, limitPercent: 80 }],
      meter: [
        {
          ...{ atMs: START * 1000, forMs: 5000, power: { mean: -120, min: -130, max: -110 } },
          ...{ importedWh: 0, exportedWh: 1, producedW: 400 },
        },
      ],
      names: [{ serial: SERIAL, name: 'Dach, Süd = 1\n', strings: ['', 'b c\\'] }],
    });
    const piece = history.nextToSend({ target: TARGET, readingsMax: 100, namesAtS: START });
    expect(piece.lines.split('\n').sort()).toEqual([
      '',
      `heliograph_meter,site=Home grid_w=-120,consumption_w=280 ${START}000000000`,
      `heliograph_name,site=Home,serial=${SERIAL},name=Dach\\,\\ Süd\\ \\=\\ 1\\  info=1 ${START}000000000`,
      `heliograph_plant,site=Home power_w=400,dc_power_w=420,limit_percent=80 ${START}000000000`,
    ]);
    history.close();
  });
});

describe('a reading', () => {
  it('that comes late, or after the clock was set back, is not left out', () => {
    const history = open();
    for (const s of [0, 5, 60]) hear(history, START + s, 1);
    sendAll(history);
    hear(history, START + 30, 7);
    expect(timesOf(sendAll(history))).toEqual([30, 60]);
    history.close();
  });

  it('that comes late while others are on their way is not left out', () => {
    const history = open();
    for (const s of [0, 5, 60]) hear(history, START + s, 1);
    sendAll(history);
    hear(history, START + 65, 1);
    const piece = history.nextToSend({ target: TARGET, readingsMax: 100 });
    hear(history, START + 30, 7);
    history.markSent(TARGET, piece.marks, at(0));
    expect(timesOf(sendAll(history))).toEqual([30, 60, 65]);
    history.close();
  });

  it.each([
    ['and yet after everything that was sent', true],
    ['before anything was sent', false],
  ])('that comes late, %s, is not left out while a later one is on its way', (_, isAnySent) => {
    const history = open();
    if (isAnySent) {
      hear(history, START, 1);
      sendAll(history);
    }
    hear(history, START + 60, 1);
    const piece = history.nextToSend({ target: TARGET, readingsMax: 100 });
    hear(history, START + 30, 7);
    history.markSent(TARGET, piece.marks, at(0));
    expect(timesOf(sendAll(history))).toEqual([30, 60]);
    history.close();
  });

  it('of an inverter that another one has replaced goes on under the serial of that', () => {
    const history = open();
    hear(history, START, 1);
    sendAll(history);
    hear(history, START + 1000, 2, OTHER);
    expect(history.replace(SERIAL, OTHER)).toBe('done');
    hear(history, START + 1005, 3, OTHER);
    const lines = inverterLines(sendAll(history));
    expect(timesOf(lines)).toEqual([1000, 1005]);
    expect(lines.every((line) => line.includes(`serial=${OTHER}`))).toBe(true);
    history.close();
  });
});

describe('a target', () => {
  it('that was away gets what it took in the last half minute once more, and nothing before that', () => {
    const history = open();
    for (const [s, serial] of [
      [0, SERIAL],
      [1, OTHER],
    ] as const)
      hear(history, START + s, 1, serial);
    sendAll(history, TARGET, 100, 0);
    hear(history, START + 5, 1);
    sendAll(history, TARGET, 100, 10_000);
    hear(history, START + 10, 1);
    sendAll(history, TARGET, 100, 35_000);
    history.goBack({ id: 'b', site: 'Home' }); // says nothing about this one
    expect(sendAll(history, TARGET, 100, 36_000)).toEqual([]);
    history.goBack(TARGET);
    expect(timesOf(sendAll(history, TARGET, 100, 36_000))).toEqual([5, 10]);
    // However late it is found out: until something is taken, nothing becomes sure.
    history.goBack(TARGET);
    expect(timesOf(sendAll(history, TARGET, 100, 1_000_000))).toEqual([5, 10]);
    history.close();
  });

  it('has nothing for sure because time has passed, but because it has answered something later', () => {
    const history = open();
    hear(history, START, 1);
    sendAll(history, TARGET, 100, 0);
    // Its answer was long under way, and it may have died before that came.
    hear(history, START + 5, 1);
    const piece = history.nextToSend({ target: TARGET, readingsMax: 100 });
    history.markSent(TARGET, piece.marks, { sentMs: 29_000, takenMs: 39_000 });
    // Without anything to send it was not asked.
    history.markSent(TARGET, [], { sentMs: Number.NEGATIVE_INFINITY, takenMs: 1_000_000 });
    history.goBack(TARGET);
    expect(timesOf(sendAll(history, TARGET, 100, 1_000_000))).toEqual([0, 5]);
    history.close();
  });

  it('that has not surely got what came before a late reading gets all of it', () => {
    const history = open();
    for (const s of [0, 60]) hear(history, START + s, 1);
    sendAll(history, TARGET, 100, 0);
    hear(history, START + 30, 7);
    expect(timesOf(sendAll(history, TARGET, 100, 40_000))).toEqual([30, 60]);
    history.goBack(TARGET);
    expect(timesOf(sendAll(history, TARGET, 100, 41_000))).toEqual([0, 30, 60]);
    history.close();
  });

  it('that was away while one piece was on its way gets that piece again', () => {
    const history = open();
    hear(history, START, 1);
    sendAll(history, TARGET, 100, 0);
    hear(history, START + 5, 1);
    const piece = history.nextToSend({ target: TARGET, readingsMax: 100 });
    history.goBack(TARGET);
    history.markSent(TARGET, piece.marks, at(1000));
    expect(timesOf(sendAll(history, TARGET, 100, 2000))).toEqual([0, 5]);
    history.close();
  });

  it('that is another one gets everything', () => {
    const history = open();
    for (const s of [0, 5]) hear(history, START + s, 1);
    sendAll(history);
    expect(timesOf(sendAll(history, { id: 'b', site: 'Home' }))).toEqual([0, 5]);
    // What was on its way to the one before says nothing about this one.
    history.markSent(TARGET, [{ place: 2, fromS: START + 5, toS: START + 500 }], at(0));
    hear(history, START + 10, 1);
    expect(timesOf(sendAll(history, { id: 'b', site: 'Home' }))).toEqual([10]);
    history.close();
  });

  it('gets few readings at a time and all of them in the end, and no inverter waits for all others', () => {
    const history = open();
    for (let s = 0; s < 500; s += 5)
      for (const serial of [SERIAL, OTHER]) hear(history, START + s, s, serial);
    const serials: string[] = [];
    for (let count = 0; count < 8; count += 1) {
      const piece = history.nextToSend({ target: TARGET, readingsMax: 10 });
      expect(piece.hasMore).toBe(true);
      history.markSent(TARGET, piece.marks, at(0));
      const [first = ''] = inverterLines(piece.lines.split('\n'));
      serials.push(first.includes(OTHER) ? OTHER : SERIAL);
    }
    expect(new Set(serials)).toEqual(new Set([SERIAL, OTHER]));
    expect(inverterLines(sendAll(history, TARGET, 10))).toHaveLength(200 - 80);
    history.close();
  });

  it('that was away for longer than readings are kept gets the minutes of that time', () => {
    const history = open(undefined, 1);
    for (let s = 0; s < 120; s += 5) hear(history, START + s, 100);
    sendAll(history);
    // Minutes of ten minutes, and readings of a day later.
    for (let s = 120; s < 720; s += 5) hear(history, START + s, s < 420 ? 200 : 300);
    for (const s of [0, 5]) hear(history, START + 2 * DAY_S + s, 1);
    history.prune(START + 2 * DAY_S);
    const lines = inverterLines(sendAll(history, TARGET, 4));
    expect(timesOf(lines)).toEqual([
      // Of the minute that had begun nobody kept which of its readings were sent.
      ...[60, 120, 180, 240, 300, 360, 420, 480, 540, 600, 660],
      ...[2 * DAY_S, 2 * DAY_S + 5],
    ]);
    expect(lines[1]).toContain(' power_w=200,dc_power_w=400,');
    expect(lines[10]).toContain(' power_w=300,');
    expect(sendAll(history)).toEqual([]);
    history.close();
  });
});
