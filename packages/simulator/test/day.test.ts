import { decodeAlarmLog } from '@heliograph/protocol';
import { describe, expect, it } from 'vitest';
import { SCENARIOS } from '../src/index.ts';
import { createDtu, type Dtu, type Readings } from './dtu.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const [GARAGE, SOUTH, EAST_WEST] = SCENARIOS['real-sun'].inverters.map(({ serial }) => serial);
const MIDNIGHT_MS = Date.UTC(2024, 5, 21);

function acPower(readings: Readings | undefined): number {
  return readings?.[0]?.Power ?? Number.NaN;
}

/** Polls one inverter every `stepMs` until `untilMs` (unix) and adds up the energy between answers. */
function follow(dtu: Dtu, serial: string, stepMs: number, untilMs: number) {
  let wattHours = 0;
  let last: { atMs: number; readings: Readings } | undefined;
  let first: Readings | undefined;
  while (dtu.clock.unixMs() < untilMs) {
    const readings = dtu.readings(serial);
    const atMs = dtu.clock.unixMs();
    if (readings !== undefined) {
      if (last !== undefined) {
        wattHours += (((acPower(readings) + acPower(last.readings)) / 2) * (atMs - last.atMs)) / HOUR_MS;
      }
      first ??= readings;
      last = { atMs, readings };
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
    const dayWh = last?.readings[0]?.YieldDay ?? 0;
    const totalWh = ((last?.readings[0]?.YieldTotal ?? 0) - (first?.[0]?.YieldTotal ?? 0)) * 1000;
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
      return dtu.readings(EAST_WEST ?? '')?.[0]?.YieldDay ?? 0;
    };
    const often = yieldAfter(20_000);
    expect(often).toBeGreaterThan(4000);
    expect(Math.abs(yieldAfter(3 * HOUR_MS - 5000) / often - 1)).toBeLessThan(0.01);
  });

  it('is silent at night, starts once in the morning with a new daily yield, and ends in the evening', () => {
    const dtu = createDtu({ scenario: SCENARIOS['real-sun'], startUnixMs: MIDNIGHT_MS - 7 * HOUR_MS });
    const answered: { hour: number; yieldDay: number; total: number }[] = [];
    for (let minutes = 0; minutes < 31 * 60; minutes += 5) {
      const readings = dtu.readings(SOUTH ?? '');
      if (readings !== undefined) {
        answered.push({
          hour: (dtu.clock.unixMs() - MIDNIGHT_MS) / HOUR_MS,
          yieldDay: readings[0]?.YieldDay ?? -1,
          total: readings[0]?.YieldTotal ?? -1,
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
      const yieldDay = dtu.readings(GARAGE ?? '')?.[0]?.YieldDay;
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
    let readings = dtu.readings(SOUTH ?? '');
    for (let tries = 0; readings === undefined && tries < 1000; tries++) {
      dtu.clock.advance(5000);
      readings = dtu.readings(SOUTH ?? '');
    }
    expect(readings?.[0]).toMatchObject({ Power: 0, Current: 0, PowerFactor: 0, YieldDay: 0, 'Power DC': 0 });
    expect(readings?.[1]?.Voltage).toBeGreaterThan(20);
    const log = decodeAlarmLog(dtu.ask(SOUTH ?? '', 'AlarmData') ?? new Uint8Array(), 0) ?? [];
    expect(log.map(({ messageId }) => messageId)).toEqual([1, 207]);
    dtu.clock.advance(3 * MINUTE_MS);
    expect(acPower(dtu.readings(SOUTH ?? ''))).toBeGreaterThan(0);
  });

  it('fills the event log with known events in order, the newest fifteen at most', () => {
    const dtu = createDtu({ scenario: SCENARIOS['real-sun'], startUnixMs: MIDNIGHT_MS + 3 * HOUR_MS });
    const sizes: number[] = [];
    const counts: number[] = [];
    let log = decodeAlarmLog(dtu.ask(EAST_WEST ?? '', 'AlarmData') ?? new Uint8Array(), 0);
    for (let hour = 4; hour < 18; hour++) {
      dtu.clock.advance(HOUR_MS);
      counts.push(dtu.readings(EAST_WEST ?? '')?.[0]?.EventLogCount ?? -1);
      log = decodeAlarmLog(dtu.ask(EAST_WEST ?? '', 'AlarmData') ?? new Uint8Array(), 0);
      sizes.push(log?.length ?? -1);
    }
    expect(sizes.at(-1)).toBeGreaterThan(8);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(15);
    expect(counts.at(-1)).toBeGreaterThan(counts[0] ?? 0);
    const starts = (log ?? []).map(({ startTimeS }) => startTimeS);
    expect([...starts].sort((a, b) => a - b)).toEqual(starts);
    expect(new Set((log ?? []).map(({ messageId }) => messageId)).size).toBeGreaterThan(2);
    expect(starts.at(-1)).toBeLessThan(18.2 * 3600);
  });
});
