import { decodeAlarmLog, decodeSystemConfig, type LimitType } from '@heliograph/protocol';
import { describe, expect, it } from 'vitest';
import { SCENARIOS, type Scenario } from '../src/index.ts';
import { createDtu, type Dtu, NOON_MS } from './dtu.ts';

const SCENARIO = SCENARIOS['one-inverter'];
const REAL_SUN: Scenario = { ...SCENARIOS['real-sun'], inverters: SCENARIO.inverters };
const SERIAL = SCENARIO.inverters[0]?.serial ?? '';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const NOTHING = new Uint8Array();

const RELATIVE: LimitType = 0x0001;
const RELATIVE_PERSISTENT: LimitType = 0x0101;

interface Run extends Dtu {
  /** What would be on the disk, as text. */
  saved(): string | undefined;
  saves(): number;
}

interface Start {
  readonly scenario?: Scenario;
  readonly startUnixMs?: number;
  readonly speed?: number;
  readonly remembered?: unknown;
}

function start({ scenario = SCENARIO, startUnixMs = NOON_MS, speed = 1, remembered }: Start = {}): Run {
  let saved: string | undefined;
  let saves = 0;
  const memory = {
    remembered,
    remember(state: object) {
      saved = JSON.stringify(state);
      saves += 1;
    },
  };
  const dtu = createDtu({ scenario, startUnixMs, speed, memory });
  return { ...dtu, saved: () => saved, saves: () => saves };
}

/** Stops `run`, and starts anew `pauseMs` later with what was saved. */
function startAgain(run: Run, pauseMs: number, options: Start = {}): Run {
  run.radio.stop();
  return start({
    startUnixMs: run.clock.unixMs() + pauseMs,
    remembered: JSON.parse(run.saved() ?? 'null'),
    ...options,
  });
}

const acOf = (run: Run) => run.reading(SERIAL);
const totalWh = (run: Run) => Math.round((acOf(run)?.yieldTotalKWh ?? Number.NaN) * 1000);
const limitOf = (run: Run) =>
  decodeSystemConfig(run.ask(SERIAL, 'SystemConfigPara') ?? NOTHING)?.limitPercent;
const eventsOf = (run: Run) => decodeAlarmLog(run.ask(SERIAL, 'AlarmData') ?? NOTHING, 0);

function limit(run: Run, value: number, limitType: LimitType): void {
  expect(run.command(SERIAL, { kind: 'ActivePowerControl', limit: value, limitType })).toBe(true);
}

describe('a restart of the gateway within seconds', () => {
  it('changes nothing: yields, limit, events and power go on', () => {
    const before = start();
    limit(before, 80, RELATIVE_PERSISTENT);
    limit(before, 30, RELATIVE);
    before.clock.advance(HOUR_MS);
    const was = acOf(before);
    const events = eventsOf(before);
    const after = startAgain(before, 5000);
    const is = acOf(after);
    expect(is?.eventCount).toBe(was?.eventCount);
    expect(is?.powerW).toBeCloseTo(0.3 * 800, 0);
    expect((is?.yieldTodayWh ?? 0) - (was?.yieldTodayWh ?? 0)).toBeLessThanOrEqual(2);
    expect(is?.yieldTodayWh).toBeGreaterThanOrEqual(was?.yieldTodayWh ?? Number.NaN);
    expect(is?.temperatureC).toBeCloseTo(was?.temperatureC ?? 0, 0);
    expect(limitOf(after)).toBe(30);
    expect(eventsOf(after)).toEqual(events);
    after.command(SERIAL, { kind: 'PowerControl', action: 'restart' });
    after.clock.advance(MINUTE_MS);
    expect(limitOf(after)).toBe(80);
  });

  it('leaves off what was switched off', () => {
    const before = start();
    before.command(SERIAL, { kind: 'PowerControl', action: 'off' });
    const after = startAgain(before, 5000);
    expect(acOf(after)?.powerW).toBe(0);
    expect(eventsOf(after)?.at(-1)).toMatchObject({ code: 124, endS: 0 });
  });

  it('does not shorten the silence of an inverter that restarts', () => {
    const before = start();
    before.command(SERIAL, { kind: 'PowerControl', action: 'restart' });
    const after = startAgain(before, 5000);
    expect(after.reading(SERIAL)).toBeUndefined();
    after.clock.advance(15_000);
    expect(acOf(after)?.yieldTodayWh).toBe(0);
  });
});

describe('the total yield', () => {
  it.each([
    ['seconds', 5000, 1],
    ['an hour', HOUR_MS, 1],
    ['three days', 3 * DAY_MS, 1],
    ['two years', 730 * DAY_MS, 1],
    ['seconds at high speed', 5000, 60],
    ['a clock that was set back', -2 * DAY_MS, 1],
  ])('never falls: after %s', (_, pauseMs, speed) => {
    for (const scenario of [SCENARIO, REAL_SUN]) {
      const before = start({ scenario, speed });
      before.clock.advance(HOUR_MS / speed);
      const was = totalWh(before);
      expect(was).toBeGreaterThan(0);
      const after = startAgain(before, pauseMs, { scenario, speed });
      while (acOf(after) === undefined) after.clock.advance((10 * MINUTE_MS) / speed);
      expect(totalWh(after)).toBeGreaterThanOrEqual(was);
    }
  });

  it('is not lost when the gateway is killed: what was saved a minute ago is calculated anew', () => {
    const before = start();
    let was = 0;
    for (let minutes = 0; minutes < 30; minutes += 0.5) {
      before.clock.advance(MINUTE_MS / 2);
      was = totalWh(before);
    }
    const remembered = JSON.parse(before.saved() ?? 'null');
    const after = start({ startUnixMs: before.clock.unixMs(), remembered });
    expect(Math.abs(totalWh(after) - was)).toBeLessThanOrEqual(2);
  });

  it('falls without a memory: the reason for having one', () => {
    const before = start({ speed: 60 });
    before.clock.advance(10 * HOUR_MS);
    const was = totalWh(before);
    expect(totalWh(start({ startUnixMs: before.clock.unixMs(), speed: 60 }))).toBeLessThan(was);
  });
});

describe('under a real sun', () => {
  it('the yield of the day goes on within the day, as if the gateway had not been away', () => {
    const through = start({ scenario: REAL_SUN });
    const before = start({ scenario: REAL_SUN });
    expect(acOf(before)?.yieldTodayWh).toBe(acOf(through)?.yieldTodayWh);
    const after = startAgain(before, 2 * HOUR_MS, { scenario: REAL_SUN });
    through.clock.advance(2 * HOUR_MS);
    const expected = acOf(through)?.yieldTodayWh ?? Number.NaN;
    expect(Math.abs((acOf(after)?.yieldTodayWh ?? 0) / expected - 1)).toBeLessThan(0.01);
  });

  it('another day begins with its own yield, without limits that are not persistent, and switched on', () => {
    const before = start({ scenario: REAL_SUN });
    limit(before, 70, RELATIVE_PERSISTENT);
    limit(before, 20, RELATIVE);
    before.command(SERIAL, { kind: 'PowerControl', action: 'off' });
    const day = acOf(before)?.yieldTodayWh ?? 0;
    expect(day).toBeGreaterThan(1000);
    const after = startAgain(before, 18 * HOUR_MS, { scenario: REAL_SUN });
    expect(acOf(after)?.yieldTodayWh).toBeLessThan(day / 4);
    expect(acOf(after)?.powerW).toBeGreaterThan(0);
    expect(limitOf(after)).toBe(70);
  });

  it('a day to which the clock was set back keeps what lasts and earns its own yield', () => {
    const before = start({ scenario: REAL_SUN });
    limit(before, 70, RELATIVE_PERSISTENT);
    limit(before, 20, RELATIVE);
    const was = acOf(before);
    const after = startAgain(before, -3 * DAY_MS, { scenario: REAL_SUN });
    expect(limitOf(after)).toBe(70);
    expect(acOf(after)?.eventCount).toBeGreaterThan(was?.eventCount ?? Number.NaN);
    expect(acOf(after)?.powerW).toBeGreaterThan(0);
  });

  it('a clock that was corrected by seconds changes nothing', () => {
    const before = start({ scenario: REAL_SUN });
    limit(before, 20, RELATIVE);
    const was = acOf(before);
    const after = startAgain(before, -8000, { scenario: REAL_SUN });
    expect(limitOf(after)).toBe(20);
    expect(acOf(after)?.yieldTodayWh).toBeGreaterThanOrEqual(was?.yieldTodayWh ?? Number.NaN);
  });
});

describe('what is handed over to be remembered', () => {
  it('comes at once after an order or an event, otherwise once a minute', () => {
    const run = start();
    acOf(run);
    const first = run.saves();
    for (let seconds = 0; seconds < 59; seconds++) {
      acOf(run);
      run.clock.advance(1000 - 201);
    }
    expect(run.saves() - first).toBeLessThanOrEqual(1);
    const before = run.saves();
    limit(run, 40, RELATIVE);
    expect(run.saves()).toBe(before + 1);
    expect(JSON.parse(run.saved() ?? '').inverters[SERIAL]).toMatchObject({ limitPercent: 40 });
    run.command(SERIAL, { kind: 'PowerControl', action: 'off' });
    expect(run.saves()).toBe(before + 2);
    run.radio.stop();
    run.radio.stop();
    expect(run.saves()).toBe(before + 3);
  });

  it('does not age an inverter that joins a plant of long ago', () => {
    const before = start();
    acOf(before);
    const three = SCENARIOS['three-inverters'];
    const after = startAgain(before, 100 * DAY_MS, { scenario: three });
    const fresh = start({ scenario: three, startUnixMs: NOON_MS + 100 * DAY_MS });
    const [garage = ''] = three.inverters.map(({ serial }) => serial);
    const totalOf = (run: Run) => run.reading(garage)?.yieldTotalKWh ?? Number.NaN;
    expect(Math.abs(totalOf(after) - totalOf(fresh))).toBeLessThan(5);
  });

  it('knows inverters with six strings', () => {
    const scenario = SCENARIOS['large-inverters'];
    const before = start({ scenario });
    before.clock.advance(HOUR_MS);
    const yields = (run: Run) => scenario.inverters.map(({ serial }) => run.reading(serial)?.yieldTotalKWh);
    const was = yields(before);
    const is = yields(startAgain(before, 5000, { scenario }));
    for (const [index, kWh] of is.entries()) expect(kWh).toBeCloseTo(was[index] ?? Number.NaN, 1);
  });

  it('keeps the inverters of other scenarios', () => {
    const before = start();
    const was = totalWh(before);
    const garage = { ...SCENARIO, inverters: SCENARIOS['three-inverters'].inverters.slice(0, 1) };
    const between = startAgain(before, 5000, { scenario: garage });
    between.clock.advance(MINUTE_MS);
    const after = startAgain(between, 5000);
    expect(totalWh(after)).toBeGreaterThanOrEqual(was);
    expect(totalWh(after) - was).toBeLessThan(30);
  });
});

/** A good memory, and ways to spoil it. */
function spoiled(change: (inverter: Record<string, unknown>) => void): unknown {
  const run = start();
  limit(run, 40, RELATIVE_PERSISTENT);
  const state = JSON.parse(run.saved() ?? '');
  change(state.inverters[SERIAL]);
  return state;
}

describe('a memory that makes no sense', () => {
  const set = (key: string, value: unknown) =>
    spoiled((inverter) => {
      inverter[key] = value;
    });

  it.each([
    ['null', null],
    ['a number', 7],
    ['a list', []],
    ['an empty object', {}],
    ['another version', { version: 2, sun: 'always-day', skyStartMs: 0, inverters: {} }],
    ['no inverters', { version: 1, sun: 'always-day', skyStartMs: 0, inverters: 3 }],
    ['another sun', { version: 1, sun: 'green', skyStartMs: 0, inverters: {} }],
    [
      'an inverter that is null',
      { version: 1, sun: 'always-day', skyStartMs: 0, inverters: { [SERIAL]: null } },
    ],
    ['a text for a time', set('timeMs', 'noon')],
    ['a time beyond all calendars', set('timeMs', 1e300)],
    ['an unknown phase', set('phase', 'asleep')],
    ['a negative limit', set('persistentLimitPercent', -1)],
    ['too much limit', set('limitPercent', 101)],
    ['the yields of another model', set('totalWh', [1])],
    ['no yields', set('dayWh', null)],
    ['a yield that is no number', set('totalWh', ['1', '2'])],
    ['a broken event counter', set('eventCount', 1.5)],
    ['too many events', set('events', Array(16).fill({ messageId: 1, startMs: 1, endMs: 1 }))],
    ['broken events', set('events', [{ messageId: 1 }])],
  ])('%s: begins anew', (_, remembered) => {
    const fresh = start();
    const run = start({ remembered });
    expect(acOf(run)).toEqual(acOf(fresh));
    expect(limitOf(run)).toBe(100);
  });

  it.each([
    ['far in the future', 8e15],
    ['at the beginning of time', 0],
  ])('but only in its time, %s, is used as far as possible', (_, timeMs) => {
    const run = start({ remembered: set('timeMs', timeMs) });
    expect(limitOf(run)).toBe(40);
    expect(acOf(run)?.powerW).toBeGreaterThan(0);
    expect(totalWh(run)).toBeGreaterThanOrEqual(totalWh(start()) - 5000);
  });
});
