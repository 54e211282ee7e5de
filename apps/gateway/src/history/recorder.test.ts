import { timezoneOf } from '@heliograph/contract';
import type { Order, OrderWay } from '@heliograph/domain';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { TWO_STRINGS, tellDevice, tellReadings } from '@heliograph/testbed/gateway/told-inverter.ts';
import { testTotals } from '@heliograph/testbed/gateway/totals.ts';
import { describe, expect, it } from 'vitest';
import { createFleet } from '../fleet/fleet.ts';
import { createDeviceClock } from '../platform/device-clock.ts';
import { createLog } from '../platform/log.ts';
import { supportedInverters } from '../sources/radio/supported-inverters.ts';
import type { HistoryBatch } from './history-batch.ts';
import { startRecorder } from './recorder.ts';

const { serial } = TWO_STRINGS;

function record({
  startSet = true,
  silence = undefined as 'problem' | undefined,
  intervalMs = 60_000,
  more = [] as (typeof TWO_STRINGS)[],
  earlier = [] as Order[],
} = {}) {
  const clock = createVirtualClock();
  const deviceClock = createDeviceClock({ clock, startSet, timezone: timezoneOf('UTC0') });
  const fleet = createFleet({ clock, configs: supportedInverters([TWO_STRINGS, ...more]) });
  const totals = testTotals(fleet, clock);
  const batches: HistoryBatch[] = [];
  /** How often the book was written before each of them. */
  const savesBefore: number[] = [];
  const logLines: string[] = [];
  let isFull = false;
  let saves = 0;
  let tellMeter: (powerW: number) => void = () => undefined;
  let tellOrder: (order: Order) => void = () => undefined;
  const recorder = startRecorder({
    orders: {
      all: () => earlier,
      save: async () => {
        saves += 1;
      },
      onOrder(listener) {
        tellOrder = listener;
        return () => undefined;
      },
    },
    meter: {
      onReading(listener) {
        tellMeter = (powerW) => listener({ powerW });
        return () => undefined;
      },
    },
    isClockSure: () => false,
    ...{ fleet, clock, deviceClock, intervalMs: () => intervalMs, prune: async () => undefined },
    totals() {
      const all = totals();
      return { ...all, standings: all.standings.map((standing) => ({ ...standing, silence })) };
    },
    log: createLog({ level: 'info', writeLine: (line) => logLines.push(line) }),
    async record(batch) {
      if (isFull) throw new Error('full');
      batches.push(batch);
      savesBefore.push(saves);
    },
  });
  return {
    ...{ clock, deviceClock, fleet, recorder, batches, savesBefore, logLines },
    tellOrder: (order: Order) => tellOrder(order),
    tellMeter: (powerW: number) => tellMeter(powerW),
    setFull: (full: boolean) => {
      isFull = full;
    },
  };
}

describe('what is measured', () => {
  it('is written once a minute, each reading once and with its own time', async () => {
    const { clock, fleet, batches } = record();
    const startMs = clock.unixMs();
    tellDevice(fleet, serial, 80);
    for (let second = 0; second < 60; second += 10) {
      tellReadings(fleet, serial, second);
      await clock.advanceAsync(10_000);
    }
    await clock.advanceAsync(1000);
    expect(batches).toHaveLength(1);
    const [batch] = batches;
    expect(batch?.readings.map(({ atMs }) => atMs - startMs)).toEqual([
      0, 10_000, 20_000, 30_000, 40_000, 50_000,
    ]);
    expect(batch?.readings[1]).toMatchObject({
      serial,
      powerW: 10,
      voltageV: 11,
      limitPercent: 80,
      temperatureC: 17,
    });
    expect(batch?.readings[1]?.strings[1]).toEqual({
      ...{ powerW: 228, voltageV: 229, currentA: 230, todayWh: 231, totalWh: 232_000 },
    });
    expect(batch?.plantPower.length).toBeGreaterThan(3);
    expect(batch?.plantPower.at(-1)).toMatchObject({ dcPowerW: expect.any(Number), limitPercent: 80 });
    expect(batch?.names).toEqual([{ serial, name: expect.any(String), strings: expect.any(Array) }]);
    await clock.advanceAsync(120_000);
    expect(batches).toHaveLength(1); // nothing new came
    tellReadings(fleet, serial, 7);
    await clock.advanceAsync(60_000);
    expect(batches[1]?.names).toEqual([]); // they are written down already
  });

  it('has the time that it was when the clock was ahead and is set right before it is written', async () => {
    const { clock, deviceClock, fleet, recorder, batches, tellMeter } = record();
    const startMs = clock.unixMs();
    deviceClock.set(startMs + 7_200_000);
    tellMeter(100);
    tellReadings(fleet, serial, 1);
    await clock.advanceAsync(5000);
    deviceClock.set(startMs + 5000);
    tellReadings(fleet, serial, 2);
    tellMeter(200);
    await clock.advanceAsync(5000);
    await recorder.flush();
    const [batch] = batches;
    expect(batch?.readings.map(({ atMs }) => atMs - startMs)).toEqual([0, 5000]);
    expect(batch?.plantPower.every(({ atMs }) => atMs - startMs <= 10_000)).toBe(true);
    expect(batch?.meter?.map(({ atMs, forMs }) => [atMs - startMs, forMs])).toEqual([
      [0, 0],
      [5000, 5000],
    ]);
    expect(batch?.clock).toEqual({ nowS: Math.floor((startMs + 10_000) / 1000), isSure: false });
  });

  it('is that of the whole plant once each inverter has been heard after a start, or has had a minute for it', async () => {
    const other = { ...TWO_STRINGS, serial: '116182831099' };
    const { clock, fleet, recorder, batches } = record({ more: [other] });
    const plantPower = async () => {
      await clock.advanceAsync(6000);
      await recorder.flush();
      return batches.flatMap((batch) => batch.plantPower).length;
    };
    tellReadings(fleet, serial, 1);
    expect(await plantPower()).toBe(0);
    tellReadings(fleet, other.serial, 2);
    expect(await plantPower()).toBe(1);

    const silent = record({ more: [other] });
    tellReadings(silent.fleet, serial, 1);
    await silent.clock.advanceAsync(61_000);
    expect(silent.batches.flatMap((batch) => batch.plantPower)).toEqual([]);
    tellReadings(silent.fleet, serial, 2);
    await silent.clock.advanceAsync(60_000);
    expect(silent.batches.flatMap((batch) => batch.plantPower)).toHaveLength(1);
  });

  it('waits while the disk takes nothing, and is told once', async () => {
    const { clock, fleet, batches, logLines, setFull } = record();
    setFull(true);
    for (let minute = 0; minute < 3; minute += 1) {
      tellReadings(fleet, serial, minute);
      await clock.advanceAsync(60_000);
    }
    expect(logLines.filter((line) => line.includes('cannot be written'))).toHaveLength(1);
    setFull(false);
    await clock.advanceAsync(60_000);
    expect(batches.flatMap(({ readings }) => readings)).toHaveLength(3);
    expect(logLines.some((line) => line.includes('kept again'))).toBe(true);
  });

  it('is of no day while nobody knows the day', async () => {
    const { clock, fleet, batches, deviceClock } = record({ startSet: false });
    tellReadings(fleet, serial);
    await clock.advanceAsync(120_000);
    expect(batches).toEqual([]);
    deviceClock.set(clock.unixMs());
    tellReadings(fleet, serial, 5);
    await clock.advanceAsync(120_000);
    expect(batches.flatMap(({ readings }) => readings)).toHaveLength(1);
  });

  it('tells how long an inverter was missed in the light', async () => {
    const { clock, batches } = record({ silence: 'problem' });
    await clock.advanceAsync(61_000);
    expect(batches[0]?.missed).toEqual([{ serial, atMs: expect.any(Number), seconds: 60 }]);
  });

  it('is written no more once it was stopped, however often that is asked: the history may have been forgotten since', async () => {
    const { clock, batches, recorder } = record({ silence: 'problem', intervalMs: 300_000 });
    await clock.advanceAsync(120_000);
    await recorder.stop();
    expect(batches).toHaveLength(1);
    await clock.advanceAsync(30_000);
    await Promise.all([recorder.stop(), recorder.flush()]);
    expect(batches).toHaveLength(1);
  });

  it('tells that minute by minute also where the disk is written to less often', async () => {
    const { clock, batches } = record({ silence: 'problem', intervalMs: 300_000 });
    await clock.advanceAsync(301_000);
    expect(batches[0]?.missed.map(({ seconds }) => seconds)).toEqual([60, 60, 60, 60, 60]);
    const times = (batches[0]?.missed ?? []).map(({ atMs }) => atMs);
    expect((times[4] ?? 0) - (times[0] ?? 0)).toBe(240_000);
  });

  it('is written at the end, and nothing after it', async () => {
    const { clock, fleet, batches, recorder } = record();
    tellReadings(fleet, serial);
    await recorder.stop();
    expect(batches.flatMap(({ readings }) => readings)).toHaveLength(1);
    tellReadings(fleet, serial, 9);
    await clock.advanceAsync(200_000);
    expect(batches).toHaveLength(1);
  });
});

describe('what the meter shows', () => {
  const stretchesOf = (batches: readonly HistoryBatch[]) => batches.flatMap(({ meter = [] }) => meter);

  it('is put together for five seconds, what comes and what goes each for itself', async () => {
    const { clock, fleet, batches, tellMeter, recorder } = record();
    tellReadings(fleet, serial, 1);
    for (const powerW of [300, 300, -300, -600, 300, 300]) {
      tellMeter(powerW);
      await clock.advanceAsync(1000);
    }
    await recorder.flush();
    const [first, second, ...others] = stretchesOf(batches);
    expect(first).toMatchObject({ forMs: 0, power: { mean: 300 }, importedWh: 0, exportedWh: 0 });
    expect(second).toMatchObject({ forMs: 5000, power: { mean: 0, min: -600, max: 300 } });
    expect(second?.importedWh).toBeCloseTo(900 / 3600);
    expect(second?.exportedWh).toBeCloseTo(900 / 3600);
    expect(second?.producedW).toBe(1);
    expect(others).toEqual([]);
  });

  it('counts for no time in which it was silent, and the rest is written at the end', async () => {
    const { clock, batches, tellMeter, recorder } = record();
    for (const waitMs of [10_000, 91_000, 60_000, 2000, 0]) {
      tellMeter(500);
      await clock.advanceAsync(waitMs);
    }
    await recorder.stop();
    tellMeter(500);
    expect(stretchesOf(batches).map(({ forMs }) => forMs)).toEqual([0, 10_000, 0, 60_000, 2000]);
  });

  it('says nothing of the house while an inverter is silent in the light, or nobody was heard yet', async () => {
    const { clock, batches, fleet, tellMeter, recorder } = record({ silence: 'problem' });
    tellReadings(fleet, serial, 1);
    tellMeter(500);
    const other = record();
    other.tellMeter(500);
    await clock.advanceAsync(1000);
    await Promise.all([recorder.stop(), other.recorder.stop()]);
    expect(stretchesOf([...batches, ...other.batches]).map(({ producedW }) => producedW)).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('is of no day while nobody knows the day, and waits for a disk that takes nothing', async () => {
    const { clock, batches, deviceClock, tellMeter, setFull } = record({ startSet: false });
    tellMeter(500);
    deviceClock.set(clock.unixMs());
    setFull(true);
    tellMeter(500);
    await clock.advanceAsync(60_000);
    tellMeter(400);
    setFull(false);
    await clock.advanceAsync(60_000);
    expect(stretchesOf(batches).map(({ power }) => power.mean)).toEqual([500, 400]);
  });
});

const orderOf = (id: string, way: OrderWay, steps: Order['steps']): Order => ({
  ...{ id, serial: TWO_STRINGS.serial, steps, origin: { way, by: way } },
  action: { kind: 'limit', command: { value: 300, isRelative: false, isPersistent: false } },
});
const ASKED = { step: 'asked', atMs: 1_782_036_000_500 } as const;

describe('orders', () => {
  it('are written with what became of them since, once a minute', async () => {
    const { clock, batches, tellOrder } = record();
    tellOrder(orderOf('a', 'http', [ASKED]));
    tellOrder(orderOf('b', 'rule', [ASKED]));
    tellOrder(orderOf('a', 'http', [ASKED, { step: 'sent', atMs: 1_782_036_001_000 }]));
    await clock.advanceAsync(60_000);
    const [batch] = batches;
    expect(batch?.orders).toMatchObject([
      { id: 'a', serial: TWO_STRINGS.serial, askedAtS: 1_782_036_000, isAutomatic: false },
      { id: 'b', isAutomatic: true },
    ]);
    expect(JSON.parse(batch?.orders?.[0]?.body ?? '')).toMatchObject({ steps: [ASKED, { step: 'sent' }] });
  });

  it('are written once the gateway itself has them for its next start', async () => {
    const { clock, batches, savesBefore, tellOrder } = record();
    tellOrder(orderOf('a', 'http', [ASKED]));
    await clock.advanceAsync(60_000);
    expect(batches).toHaveLength(1);
    expect(savesBefore).toEqual([1]);
  });

  it('of before the start are written again, since the restart has ended some', async () => {
    const { clock, batches } = record({ earlier: [orderOf('a', 'mqtt', [ASKED])] });
    await clock.advanceAsync(60_000);
    expect(batches[0]?.orders).toMatchObject([{ id: 'a', isAutomatic: false }]);
  });

  it('wait for a disk that takes nothing, and are written as they are then', async () => {
    const { clock, batches, tellOrder, setFull } = record();
    setFull(true);
    tellOrder(orderOf('a', 'http', [ASKED]));
    await clock.advanceAsync(60_000);
    tellOrder(orderOf('a', 'http', [ASKED, { step: 'sent', atMs: 1_782_036_061_000 }]));
    setFull(false);
    await clock.advanceAsync(60_000);
    expect(batches).toHaveLength(1);
    expect(batches[0]?.orders).toHaveLength(1);
    expect(batches[0]?.orders?.[0]?.body).toContain('"sent"');
  });
});

describe('event logs', () => {
  /** An inverter tells its log, and measurements with its counter of events. */
  function tellLog(fleet: ReturnType<typeof record>['fleet'], codes: readonly number[], isLogRead = true) {
    const entries = codes.map((code) => ({ code, startS: code, endS: 0 }));
    fleet.update(serial, ({ reading, eventLog }, nowMs) => ({
      readingAtMs: nowMs,
      reading: { ...reading, eventCount: codes.length },
      ...(isLogRead && { eventLog: { ...eventLog, entries, readState: 'Ok', readAtMs: nowMs } }),
    }));
  }
  const logsOf = (batches: readonly HistoryBatch[]) => batches.flatMap(({ eventLogs = [] }) => eventLogs);

  it('are written each time that they were read, with how long nothing had come before', async () => {
    const { clock, fleet, batches } = record();
    const startMs = clock.unixMs();
    await clock.advanceAsync(10_000);
    tellLog(fleet, [1]);
    await clock.advanceAsync(60_000);
    tellLog(fleet, [1], false); // heard, and nothing new
    await clock.advanceAsync(30_000);
    tellLog(fleet, [1, 2], false); // there is something new, which is read a moment later
    await clock.advanceAsync(5000);
    tellLog(fleet, [1, 2]);
    await clock.advanceAsync(60_000);
    expect(logsOf(batches)).toMatchObject([
      { serial, atMs: startMs + 10_000, knownUntilMs: undefined, entries: [{ code: 1 }] },
      { atMs: startMs + 105_000, knownUntilMs: startMs + 70_000, entries: [{ code: 1 }, { code: 2 }] },
    ]);
  });

  it('that are full say nothing of what came since they were read', async () => {
    const { clock, fleet, batches } = record();
    const startMs = clock.unixMs();
    const codes = Array.from({ length: 15 }, (_, index) => index + 1);
    tellLog(fleet, codes);
    await clock.advanceAsync(60_000);
    tellLog(fleet, codes, false); // as many, which may be others
    await clock.advanceAsync(30_000);
    tellLog(fleet, codes);
    await clock.advanceAsync(60_000);
    expect(logsOf(batches)).toMatchObject([{ knownUntilMs: undefined }, { knownUntilMs: startMs }]);
  });

  it('wait until the clock is set, and then have the time at which they were read', async () => {
    const { clock, deviceClock, fleet, batches } = record({ startSet: false });
    tellLog(fleet, [1]);
    await clock.advanceAsync(600_000);
    expect(logsOf(batches)).toEqual([]);
    deviceClock.set(Date.parse('2026-06-21T10:10:00Z'));
    await clock.advanceAsync(60_000);
    expect(logsOf(batches)).toMatchObject([{ atMs: Date.parse('2026-06-21T10:00:00Z') }]);
  });

  it('wait for a time server, but not for ever, and not where the gateway ends', async () => {
    const { clock, deviceClock, fleet, batches, recorder } = record({ intervalMs: 20_000 });
    tellLog(fleet, [1]);
    await clock.advanceAsync(41_000);
    expect(logsOf(batches)).toEqual([]);
    deviceClock.set(clock.unixMs() + 3_600_000); // it was behind
    await clock.advanceAsync(20_000);
    expect(logsOf(batches)).toHaveLength(1);
    expect(logsOf(batches)[0]?.atMs).toBe(clock.unixMs() - 61_000 + 3_600_000);
    await recorder.stop();
    const short = record();
    tellLog(short.fleet, [1]);
    await short.clock.advanceAsync(5000);
    await short.recorder.stop();
    expect(logsOf(short.batches)).toHaveLength(1);
  });

  it('come again where they could not be written', async () => {
    const { clock, fleet, batches, setFull } = record();
    await clock.advanceAsync(60_000);
    setFull(true);
    tellLog(fleet, [1]);
    await clock.advanceAsync(60_000);
    expect(logsOf(batches)).toEqual([]);
    setFull(false);
    await clock.advanceAsync(60_000);
    expect(logsOf(batches)).toMatchObject([{ entries: [{ code: 1 }] }]);
  });
});
