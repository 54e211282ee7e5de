import type { Reading } from '@heliograph/domain';
import { decodeAlarmLog } from '@heliograph/protocol';
import { describe, expect, it } from 'vitest';
import { SCENARIOS } from '../src/index.ts';
import { createDtu, type Dtu } from './dtu.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const [GARAGE, SOUTH, EAST_WEST] = SCENARIOS['real-sun'].inverters.map(({ serial }) => serial);
const MIDNIGHT_MS = Date.UTC(2024, 5, 21);

function acPower(reading: Reading | undefined): number {
  return reading?.powerW ?? Number.NaN;
}

/** Polls one inverter every `stepMs` until `untilMs` (unix) and adds up the energy between answers. */
function follow(dtu: Dtu, serial: string, stepMs: number, untilMs: number) {
  let wattHours = 0;
  let last: { atMs: number; reading: Reading } | undefined;
  let first: Reading | undefined;
  while (dtu.clock.unixMs() < untilMs) {
    const reading = dtu.reading(serial);
    const atMs = dtu.clock.unixMs();
    if (reading !== undefined) {
      if (last !== undefined) {
        wattHours += (((acPower(reading) + acPower(last.reading)) / 2) * (atMs - last.atMs)) / HOUR_MS;
      }
      first ??= reading;
      last = { atMs, reading };
    }
    dtu.clock.advance(stepMs);
  }
  return { wattHours, first, last };
}

describe.each([
  ['one string', GARAGE],
  ['two strings', SOUTH],
  ['four strings', EAST_WEST],
])('a day of an inverter with %s', (_, serial = '') => {
  it('yields the integral of its power, within 1 %', () => {
    const dtu = createDtu({ scenario: SCENARIOS['real-sun'], startUnixMs: MIDNIGHT_MS });
    const { wattHours, first, last } = follow(dtu, serial, 60_000, MIDNIGHT_MS + 24 * HOUR_MS);
    const dayWh = last?.reading.yieldTodayWh ?? 0;
    const totalWh = ((last?.reading.yieldTotalKWh ?? 0) - (first?.yieldTotalKWh ?? 0)) * 1000;
    expect(wattHours).toBeGreaterThan(1000);
    expect(Math.abs(dayWh / wattHours - 1)).toBeLessThan(0.01);
    expect(Math.abs(totalWh / wattHours - 1)).toBeLessThan(0.01);
  });
});

describe('a day', () => {
  it('yields the same whether it is looked at every 20 seconds or every three hours', () => {
    const yieldAfter = (stepMs: number) => {
      const dtu = createDtu({ scenario: SCENARIOS['real-sun'], startUnixMs: MIDNIGHT_MS });
      follow(dtu, EAST_WEST ?? '', stepMs, MIDNIGHT_MS + 18 * HOUR_MS);
      dtu.clock.advance(MIDNIGHT_MS + 18 * HOUR_MS - dtu.clock.unixMs());
      return dtu.reading(EAST_WEST ?? '')?.yieldTodayWh ?? 0;
    };
    const often = yieldAfter(20_000);
    expect(often).toBeGreaterThan(4000);
    expect(Math.abs(yieldAfter(3 * HOUR_MS - 5000) / often - 1)).toBeLessThan(0.01);
  });

  it('is silent at night, starts once in the morning with a new daily yield, and ends in the evening', () => {
    const dtu = createDtu({ scenario: SCENARIOS['real-sun'], startUnixMs: MIDNIGHT_MS - 7 * HOUR_MS });
    const answered: { hour: number; yieldDay: number; total: number }[] = [];
    for (let minutes = 0; minutes < 31 * 60; minutes += 5) {
      const reading = dtu.reading(SOUTH ?? '');
      if (reading !== undefined) {
        answered.push({
          hour: (dtu.clock.unixMs() - MIDNIGHT_MS) / HOUR_MS,
          yieldDay: reading.yieldTodayWh,
          total: reading.yieldTotalKWh,
        });
      }
      dtu.clock.advance(5 * MINUTE_MS);
    }
    const night = answered.filter(({ hour }) => hour > -2 && hour < 2.5);
    const evening = answered.filter(({ hour }) => hour < -2);
    const day = answered.filter(({ hour }) => hour > 4 && hour < 18.5);
    expect(night).toEqual([]);
    expect(answered.filter(({ hour }) => hour > 20.5)).toEqual([]);
    expect(day.length).toBeGreaterThan(14 * 12 - 5);
    expect(evening.at(-1)?.yieldDay).toBeGreaterThan(2000);
    const mornings = answered.filter(
      ({ yieldDay }, index) => index > 0 && yieldDay < (answered[index - 1]?.yieldDay ?? 0),
    );
    expect(mornings.length).toBe(1);
    expect(mornings[0]?.hour).toBeGreaterThan(2.5);
    expect(mornings[0]?.hour).toBeLessThan(4);
    expect(mornings[0]?.yieldDay).toBeLessThan(5);
    for (const [index, { total }] of answered.entries()) {
      expect(total).toBeGreaterThanOrEqual(answered[index - 1]?.total ?? 0);
    }
  });

  it('has few resets in a cloudy year: one each day, in the morning', () => {
    const startMs = Date.UTC(2024, 2, 1);
    const dtu = createDtu({ scenario: SCENARIOS['real-sun'], startUnixMs: startMs, seed: 11 });
    const resetHours: number[] = [];
    let before = 0;
    const days = 40;
    for (let minutes = 0; minutes < days * 24 * 60; minutes += 10) {
      const yieldDay = dtu.reading(GARAGE ?? '')?.yieldTodayWh;
      if (yieldDay !== undefined) {
        if (yieldDay < before) resetHours.push(((dtu.clock.unixMs() - startMs) / HOUR_MS) % 24);
        before = yieldDay;
      }
      dtu.clock.advance(10 * MINUTE_MS);
    }
    expect(resetHours.length).toBe(days - 1);
    for (const hour of resetHours) {
      expect(hour).toBeGreaterThan(3);
      expect(hour).toBeLessThan(8);
    }
  });

  it('begins with the grid under observation: answers, but no power', () => {
    const dtu = createDtu({ scenario: SCENARIOS['real-sun'], startUnixMs: MIDNIGHT_MS + 2.5 * HOUR_MS });
    let reading = dtu.reading(SOUTH ?? '');
    for (let tries = 0; reading === undefined && tries < 1000; tries++) {
      dtu.clock.advance(5000);
      reading = dtu.reading(SOUTH ?? '');
    }
    expect(reading).toMatchObject({ powerW: 0, powerFactor: 0, yieldTodayWh: 0, dcPowerW: 0 });
    expect(reading?.phases[0]?.currentA).toBe(0);
    expect(reading?.strings[0]?.voltageV).toBeGreaterThan(20);
    const log = decodeAlarmLog(dtu.ask(SOUTH ?? '', 'AlarmData') ?? new Uint8Array(), 0) ?? [];
    expect(log.map(({ code }) => code)).toEqual([1, 207]);
    dtu.clock.advance(3 * MINUTE_MS);
    expect(acPower(dtu.reading(SOUTH ?? ''))).toBeGreaterThan(0);
  });

  it('fills the event log with known events in order, the newest fifteen at most', () => {
    const dtu = createDtu({ scenario: SCENARIOS['real-sun'], startUnixMs: MIDNIGHT_MS + 3 * HOUR_MS });
    const sizes: number[] = [];
    const counts: number[] = [];
    let log = decodeAlarmLog(dtu.ask(EAST_WEST ?? '', 'AlarmData') ?? new Uint8Array(), 0);
    for (let hour = 4; hour < 18; hour++) {
      dtu.clock.advance(HOUR_MS);
      counts.push(dtu.reading(EAST_WEST ?? '')?.eventCount ?? -1);
      log = decodeAlarmLog(dtu.ask(EAST_WEST ?? '', 'AlarmData') ?? new Uint8Array(), 0);
      sizes.push(log?.length ?? -1);
    }
    expect(sizes.at(-1)).toBeGreaterThan(8);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(15);
    expect(counts.at(-1)).toBeGreaterThan(counts[0] ?? 0);
    const starts = (log ?? []).map(({ startS }) => startS);
    expect([...starts].sort((a, b) => a - b)).toEqual(starts);
    expect(new Set((log ?? []).map(({ code }) => code)).size).toBeGreaterThan(2);
    expect(starts.at(-1)).toBeLessThan(18.2 * 3600);
  });
});
