import {
  decodeAlarmLog,
  decodeDeviceInfoAll,
  decodeDeviceInfoSimple,
  decodeSystemConfig,
  type LimitType,
} from '@heliograph/protocol';
import { describe, expect, it } from 'vitest';
import { SCENARIOS } from '../src/index.ts';
import { createDtu, type Dtu } from './dtu.ts';

const SCENARIO = SCENARIOS['one-inverter'];
const SERIAL = SCENARIO.inverters[0]?.serial ?? '';
const MAX_W = 800;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const NOTHING = new Uint8Array();

const ABSOLUTE: LimitType = 0x0000;
const RELATIVE: LimitType = 0x0001;
const RELATIVE_PERSISTENT: LimitType = 0x0101;

function limit(dtu: Dtu, value: number, limitType: LimitType): boolean {
  return dtu.command(SERIAL, { kind: 'ActivePowerControl', limit: value, limitType });
}

function switchPower(dtu: Dtu, action: 'on' | 'off' | 'restart'): boolean {
  return dtu.command(SERIAL, { kind: 'PowerControl', action });
}

function limitPercent(dtu: Dtu): number | undefined {
  return decodeSystemConfig(dtu.ask(SERIAL, 'SystemConfigPara') ?? NOTHING)?.limitPercent;
}

function power(dtu: Dtu): number {
  return dtu.reading(SERIAL)?.powerW ?? Number.NaN;
}

function events(dtu: Dtu) {
  return decodeAlarmLog(dtu.ask(SERIAL, 'AlarmData') ?? NOTHING, 0) ?? [];
}

describe('device information', () => {
  it('names a model that fits the serial', () => {
    for (const { serial, model } of SCENARIOS['ten-inverters'].inverters) {
      const dtu = createDtu({ scenario: SCENARIOS['ten-inverters'] });
      const all = decodeDeviceInfoAll(dtu.ask(serial, 'DevInfoAll') ?? NOTHING);
      const simple = decodeDeviceInfoSimple(dtu.ask(serial, 'DevInfoSimple') ?? NOTHING);
      expect(all).toMatchObject({ firmwareBuildVersion: 10012, bootloaderVersion: 104 });
      expect(simple?.hardwareVersion).toBe('01.00');
      expect(simple?.model?.name).toBe(model);
    }
  });
});

describe('a limit', () => {
  it('is 100 % before anyone has set one', () => {
    expect(limitPercent(createDtu({ scenario: SCENARIO }))).toBe(100);
  });

  it('is acknowledged, said at once, and the power follows within seconds', () => {
    const dtu = createDtu({ scenario: SCENARIO });
    expect(power(dtu)).toBeGreaterThan(0.5 * MAX_W);
    // The exchange takes 2 s, in which the ramp of 20 % per second has begun.
    expect(limit(dtu, 10, RELATIVE)).toBe(true);
    expect(limitPercent(dtu)).toBe(10);
    const onTheWay = power(dtu);
    expect(onTheWay).toBeGreaterThan(0.2 * MAX_W);
    dtu.clock.advance(5000);
    expect(power(dtu)).toBeCloseTo(0.1 * MAX_W, 1);
    expect(dtu.reading(SERIAL)?.efficiencyPercent).toBeGreaterThan(93.5);
  });

  it('in watts is a share of what the model can do', () => {
    const dtu = createDtu({ scenario: SCENARIO });
    expect(limit(dtu, 120, ABSOLUTE)).toBe(true);
    expect(limitPercent(dtu)).toBe(15);
    dtu.clock.advance(10_000);
    expect(power(dtu)).toBeCloseTo(120, 1);
  });

  it.each([
    [1500, 100],
    [801, 100],
    [799, 99.8],
    [236, 29.5],
    [1, 0.1],
  ])('of %d W is held as %d %%: cut at the maximum, in steps of 0.1 %%', (watts, percent) => {
    const dtu = createDtu({ scenario: SCENARIO });
    limit(dtu, watts, ABSOLUTE);
    expect(limitPercent(dtu)).toBeCloseTo(percent, 4);
    expect(dtu.radio.inspect(SERIAL)?.limitPercent).toBe(percent);
  });

  it('that is persistent cuts the power again after a restart', () => {
    const dtu = createDtu({ scenario: SCENARIO });
    limit(dtu, 30, RELATIVE_PERSISTENT);
    switchPower(dtu, 'restart');
    dtu.clock.advance(2 * MINUTE_MS);
    expect(power(dtu)).toBeCloseTo(0.3 * MAX_W, 1);
  });

  it('costs exactly the energy that it holds back', () => {
    const dtu = createDtu({ scenario: SCENARIO });
    limit(dtu, 10, RELATIVE);
    dtu.clock.advance(10_000);
    const before = dtu.reading(SERIAL)?.yieldTotalKWh ?? 0;
    dtu.clock.advance(2 * HOUR_MS);
    const after = dtu.reading(SERIAL)?.yieldTotalKWh ?? 0;
    expect((after - before) * 1000).toBeCloseTo(160, -1);
  });

  it('is lifted again', () => {
    const dtu = createDtu({ scenario: SCENARIO });
    const free = power(dtu);
    limit(dtu, 10, RELATIVE);
    dtu.clock.advance(10_000);
    limit(dtu, 100, RELATIVE);
    dtu.clock.advance(10_000);
    expect(Math.abs(power(dtu) / free - 1)).toBeLessThan(0.15);
  });

  it('ends with a restart unless it is persistent', () => {
    const dtu = createDtu({ scenario: SCENARIO });
    limit(dtu, 60, RELATIVE_PERSISTENT);
    limit(dtu, 30, RELATIVE);
    expect(limitPercent(dtu)).toBe(30);
    expect(dtu.radio.inspect(SERIAL)).toMatchObject({ limitPercent: 30, persistentLimitPercent: 60 });
    switchPower(dtu, 'restart');
    dtu.clock.advance(MINUTE_MS);
    expect(limitPercent(dtu)).toBe(60);
    expect(dtu.radio.inspect(SERIAL)).toMatchObject({ limitPercent: 60, persistentLimitPercent: 60 });
  });

  it('ends with the night unless it is persistent', () => {
    const scenario = { ...SCENARIO, sun: 'real' as const };
    const dtu = createDtu({ scenario });
    limit(dtu, 70, RELATIVE_PERSISTENT);
    limit(dtu, 20, RELATIVE);
    dtu.clock.advance(4 * HOUR_MS);
    expect(limitPercent(dtu)).toBe(20);
    dtu.clock.advance(20 * HOUR_MS);
    expect(limitPercent(dtu)).toBe(70);
  });
});

describe('switching', () => {
  it('off stops production, is noted as going on, and leaves the voltage of idle panels', () => {
    const dtu = createDtu({ scenario: SCENARIO });
    const working = dtu.reading(SERIAL);
    expect(switchPower(dtu, 'off')).toBe(true);
    const idle = dtu.reading(SERIAL);
    expect(idle).toMatchObject({ powerW: 0, dcPowerW: 0, efficiencyPercent: 0 });
    expect(idle?.phases[0]?.currentA).toBe(0);
    expect(idle?.strings[0]?.voltageV).toBeGreaterThan((working?.strings[0]?.voltageV ?? 0) + 1);
    expect(events(dtu).at(-1)).toMatchObject({ code: 124, endS: 0 });
    dtu.clock.advance(HOUR_MS);
    expect(dtu.reading(SERIAL)?.yieldTodayWh).toBe(idle?.yieldTodayWh);
  });

  it('on resumes production and ends the event', () => {
    const dtu = createDtu({ scenario: SCENARIO });
    switchPower(dtu, 'off');
    const countWhenOff = dtu.reading(SERIAL)?.eventCount;
    dtu.clock.advance(MINUTE_MS);
    expect(switchPower(dtu, 'on')).toBe(true);
    expect(power(dtu)).toBeGreaterThan(100);
    const event = events(dtu).find(({ code }) => code === 124);
    expect((event?.endS ?? 0) - (event?.startS ?? 0)).toBeGreaterThanOrEqual(60);
    expect((event?.endS ?? 0) - (event?.startS ?? 0)).toBeLessThan(70);
    expect(dtu.reading(SERIAL)?.eventCount).not.toBe(countWhenOff);
  });

  it('raises the event counter with every event, and with nothing else', () => {
    const dtu = createDtu({ scenario: SCENARIO });
    const count = () => {
      dtu.clock.advance(MINUTE_MS);
      return dtu.reading(SERIAL)?.eventCount ?? Number.NaN;
    };
    const counts = [count(), count()];
    for (const action of ['off', 'on', 'restart', 'off', 'restart'] as const) {
      switchPower(dtu, action);
      counts.push(count());
    }
    limit(dtu, 50, RELATIVE);
    counts.push(count());
    const rises = counts.slice(1).map((value, index) => value - (counts[index] ?? 0));
    // A restart ends what was switched off: that is a second change of the log.
    expect(rises).toEqual([0, 1, 1, 1, 1, 2, 0]);
  });

  it('off ends with a restart', () => {
    const dtu = createDtu({ scenario: SCENARIO });
    switchPower(dtu, 'off');
    switchPower(dtu, 'restart');
    dtu.clock.advance(2 * MINUTE_MS);
    expect(power(dtu)).toBeGreaterThan(100);
    expect(dtu.radio.inspect(SERIAL)?.isSwitchedOff).toBe(false);
    const event = events(dtu).find(({ code }) => code === 124);
    expect(event?.endS).toBeGreaterThan(event?.startS ?? 0);
  });

  it('takes no order while it restarts', () => {
    const dtu = createDtu({ scenario: SCENARIO });
    switchPower(dtu, 'restart');
    expect(limit(dtu, 20, RELATIVE)).toBe(false);
    expect(switchPower(dtu, 'off')).toBe(true); // heard again after the 10 s of the limit
    dtu.clock.advance(MINUTE_MS);
    expect(limitPercent(dtu)).toBe(100);
    expect(power(dtu)).toBe(0);
  });

  it('off twice is one event', () => {
    const dtu = createDtu({ scenario: SCENARIO });
    switchPower(dtu, 'off');
    switchPower(dtu, 'off');
    expect(events(dtu).filter(({ code }) => code === 124).length).toBe(1);
  });

  it('restart is silent for a while, then starts with a new daily yield and a start event', () => {
    const dtu = createDtu({ scenario: SCENARIO });
    const before = dtu.reading(SERIAL);
    expect(before?.yieldTodayWh).toBeGreaterThan(500);
    expect(switchPower(dtu, 'restart')).toBe(true);
    expect(dtu.reading(SERIAL)).toBeUndefined();
    dtu.clock.advance(20_000);
    const started = dtu.reading(SERIAL);
    expect(started).toMatchObject({ powerW: 0, yieldTodayWh: 0 });
    expect(started?.yieldTotalKWh).toBeCloseTo(before?.yieldTotalKWh ?? 0, 1);
    expect(events(dtu).at(-1)?.code).toBe(1);
    dtu.clock.advance(MINUTE_MS);
    expect(power(dtu)).toBeGreaterThan(100);
  });
});

describe('event times', () => {
  it('follow the clock of the asking DTU', () => {
    const startUnixMs = Date.UTC(2024, 5, 21, 22, 0);
    const dtu = createDtu({ scenario: SCENARIO, startUnixMs });
    const [started] = events(dtu);
    // 3.5 hours of endless day lie behind us.
    expect(started).toMatchObject({ code: 1, startS: 18.5 * 3600 });
  });
});

describe('the times in the event log', () => {
  it('stay the same however often it is read, though requests carry whole seconds', () => {
    const dtu = createDtu({ scenario: SCENARIO, startUnixMs: Date.UTC(2024, 5, 21, 11, 13, 0, 450) });
    const first = events(dtu)[0]?.startS;
    expect(first).toBeGreaterThan(0);
    const others: unknown[] = [];
    for (let read = 0; read < 40; read++) {
      dtu.clock.advance(137);
      others.push(events(dtu)[0]?.startS);
    }
    expect(new Set(others)).toEqual(new Set([first]));
  });
});
