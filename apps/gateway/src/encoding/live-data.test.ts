import { type LiveData, quantityOf, readLiveData } from '@heliograph/contract';
import type { Reading, StringReading } from '@heliograph/domain';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import {
  TWO_STRINGS as GARAGE,
  HM_800,
  THREE_PHASES,
  tellAc,
  tellReadings,
} from '@heliograph/testbed/gateway/told-inverter.ts';
import { testTotals } from '@heliograph/testbed/gateway/totals.ts';
import { describe, expect, it } from 'vitest';
import { createFleet, type Fleet } from '../fleet/fleet.ts';
import { limitDoubted, limitRead } from '../fleet/limit-state.ts';
import { supportedInverters } from '../sources/radio/supported-inverters.ts';
import { buildLiveData } from './live-data.ts';
import { liveDataJson } from './live-data-json.ts';

const HINTS = { time_sync: false, radio_problem: false, default_password: true };

/** The message of docs/reference/original-device.md#live-data: one name set, one peak power set. */
const SAMPLE =
  '{"inverters":[{"serial":"114172220143","name":"Garage","data_age":2,"reachable":true,"producing":true,' +
  '"limit_relative":85.5,"limit_absolute":684,' +
  '"0":{"Power":{"v":247.1000061,"u":"W","d":1},"Voltage":{"v":231.6000061,"u":"V","d":1},' +
  '"Current":{"v":1.070000052,"u":"A","d":2},"Power DC":{"v":259.8999939,"u":"W","d":1},' +
  '"YieldDay":{"v":1296,"u":"Wh","d":0},"YieldTotal":{"v":144.4700012,"u":"kWh","d":3},' +
  '"Frequency":{"v":49.97999954,"u":"Hz","d":2},"Temperature":{"v":27.29999924,"u":"°C","d":1},' +
  '"PowerFactor":{"v":0.998000026,"u":"","d":3},"ReactivePower":{"v":1.399999976,"u":"var","d":1},' +
  '"Efficiency":{"v":95.0750351,"u":"%","d":3}},' +
  '"1":{"name":{"u":"East"},"Power":{"v":131,"u":"W","d":1},"Voltage":{"v":31.79999924,"u":"V","d":1},' +
  '"Current":{"v":4.119999886,"u":"A","d":2},"YieldDay":{"v":655,"u":"Wh","d":0},' +
  '"YieldTotal":{"v":73.41799927,"u":"kWh","d":3}},' +
  '"2":{"name":{"u":""},"Power":{"v":128.8999939,"u":"W","d":1},"Voltage":{"v":32.40000153,"u":"V","d":1},' +
  '"Current":{"v":3.980000019,"u":"A","d":2},"YieldDay":{"v":641,"u":"Wh","d":0},' +
  '"YieldTotal":{"v":71.05200195,"u":"kWh","d":3},"Irradiation":{"v":33.92105103,"u":"%","d":3}},' +
  '"events":4}],"total":{"Power":{"v":247.1000061,"u":"W","d":1},"YieldDay":{"v":1296,"u":"Wh","d":0},' +
  '"YieldTotal":{"v":144.4700012,"u":"kWh","d":2}},' +
  '"hints":{"time_sync":false,"radio_problem":false,"default_password":true}}';

const f32 = Math.fround;

function stringReading([
  powerW,
  voltageV,
  currentA,
  yieldTodayWh,
  yieldTotalKWh,
]: readonly number[]): StringReading {
  return {
    powerW: f32(powerW ?? 0),
    voltageV: f32(voltageV ?? 0),
    currentA: f32(currentA ?? 0),
    yieldTodayWh: f32(yieldTodayWh ?? 0),
    yieldTotalKWh: f32(yieldTotalKWh ?? 0),
  };
}

const SAMPLE_READING: Reading = {
  powerW: f32(247.1),
  dcPowerW: f32(259.9),
  yieldTodayWh: 1296,
  yieldTotalKWh: f32(144.47),
  frequencyHz: f32(49.98),
  temperatureC: f32(27.3),
  powerFactor: f32(0.998),
  reactivePowerVar: f32(1.4),
  // In single precision, as the device calculates it.
  efficiencyPercent: f32(f32(f32(247.1) / f32(259.9)) * 100),
  eventCount: 4,
  phases: [{ voltageV: f32(231.6), currentA: f32(1.07) }],
  lineVoltagesV: [],
  strings: [stringReading([131, 31.8, 4.12, 655, 73.418]), stringReading([128.9, 32.4, 3.98, 641, 71.052])],
};

function tellSample(fleet: Fleet): void {
  fleet.update(GARAGE.serial, (inverter, nowMs) => ({
    readingAtMs: nowMs,
    reading: SAMPLE_READING,
    limit: limitRead(inverter.limit, 85.5, nowMs),
    deviceInfo: {
      firmware: undefined,
      hardware: HM_800,
    },
    eventLog: {
      ...inverter.eventLog,
      entries: [1, 2, 3, 4].map((code) => ({ code, startS: 60, endS: 61 })),
    },
  }));
}

describe('live data', () => {
  it('is the sample message of the contract, byte for byte, with our own keys behind its own', () => {
    const clock = createVirtualClock();
    const fleet = createFleet({ clock, configs: supportedInverters([GARAGE]) });
    tellSample(fleet);
    clock.advance(2999);
    const told = {
      totals: testTotals(fleet, clock)(),
      nowMs: clock.monotonicMs(),
      uptimeS: 60,
      hints: HINTS,
    };
    const ofInverter = ',"limit_state":"known","answering":true,"yield_day_counts":true';
    const ofPlant =
      '"all":1,"answering":1,"producing":1,"night":false,"day":"2024-06-21","yield_total_known":1';
    const withOurs = SAMPLE.replace('"events":4', `$&${ofInverter}`).replace(/}$/, `,"plant":{${ofPlant}}}`);
    expect(liveDataJson(buildLiveData(told))).toBe(withOurs);
    const newest = { order: 0, poll_enabled: true, data_age_ms: 2999 };
    const withNewest = {
      ...buildLiveData(told),
      inverters: [{ ...buildLiveData(told).inverters[0], ...newest }],
    };
    expect(liveDataJson(withNewest as LiveData)).toBe(
      withOurs.replace('"events":4', '$&,"order":0,"poll_enabled":true,"data_age_ms":2999'),
    );
  });

  it('has the phases behind the AC side where there are several, a fifth and a sixth string, and null for what nobody has told', () => {
    const clock = createVirtualClock();
    const fleet = createFleet({ clock, configs: supportedInverters([THREE_PHASES]) });
    tellReadings(fleet, THREE_PHASES.serial);
    fleet.update(THREE_PHASES.serial, ({ reading }) => ({
      reading: { ...reading, frequencyHz: Number.NaN, lineVoltagesV: reading.lineVoltagesV.slice(0, 1) },
    }));
    const text = liveDataJson(
      buildLiveData({ totals: testTotals(fleet, clock)(), nowMs: 0, uptimeS: 60, hints: HINTS }),
    );
    const volts = (name: string, v: number | null) => `"Voltage ${name}":{"v":${v},"u":"V","d":1}`;
    const amperes = (name: string, v: number) => `"Current ${name}":{"v":${v},"u":"A","d":2}`;
    expect(text).toContain(
      `,${volts('Ph1-N', 20.5)},${volts('Ph2-N', 21.5)},${volts('Ph3-N', 22.5)},` +
        `${volts('Ph1-Ph2', 30.5)},${volts('Ph2-Ph3', null)},${volts('Ph3-Ph1', null)},` +
        `${amperes('Ph1', 40.5)},${amperes('Ph2', 41.5)},${amperes('Ph3', 42.5)}},"1":{"name":{"u":"S1"},`,
    );
    expect(text).toContain('"Frequency":{"v":null,"u":"Hz","d":2}');
    expect(text).toContain('"6":{"name":{"u":"S6"},"Power":{"v":642.5,"u":"W","d":1}');
    const read = readLiveData(JSON.parse(text))?.inverters[0];
    expect(read?.refusedValues).toBe(0);
    expect(read?.phase?.phases.map(({ name }) => name)).toEqual(['L1', 'L2', 'L3', 'L1–L2']);
    expect(read?.strings.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('names the devices that bring inverters, and says no more of them than is there to say', () => {
    const clock = createVirtualClock();
    const fleet = createFleet({ clock, configs: [] });
    const sources = [
      { id: 'barn', name: 'Barn', state: 'live' as const, duplicates: [] },
      { id: 'shed', name: '', state: 'problem' as const, problem: 'throttled' as const, retry_after: 0 },
      { id: 'roof', name: 'Roof', state: 'live' as const, duplicates: [GARAGE.serial] },
    ];
    const told = { totals: testTotals(fleet, clock)(), nowMs: 0, uptimeS: 60, hints: HINTS, sources };
    expect(buildLiveData(told).sources).toEqual([
      { id: 'barn', name: 'Barn', state: 'live' },
      { id: 'shed', name: '', state: 'problem', problem: 'throttled', retry_after: 0 },
      { id: 'roof', name: 'Roof', state: 'live', duplicates: [GARAGE.serial] },
    ]);
  });

  it('is understood by the contract when it is read back', () => {
    const clock = createVirtualClock();
    const fleet = createFleet({ clock, configs: supportedInverters([GARAGE]) });
    tellSample(fleet);
    const data = buildLiveData({
      totals: testTotals(fleet, clock)(),
      nowMs: clock.monotonicMs(),
      uptimeS: 60,
      hints: HINTS,
    });
    const read = readLiveData(JSON.parse(liveDataJson(data)));
    expect(read?.refusedInverters).toBe(0);
    const [inverter] = read?.inverters ?? [];
    expect(inverter?.strings.find(({ number }) => number === 2)?.values).toHaveLength(6);
    expect(quantityOf(inverter?.phase, 'power')?.value).toBe(247.1000061);
  });

  it('has every value at zero, and is as old as the device is awake, before the first answer', () => {
    const clock = createVirtualClock();
    const fleet = createFleet({
      clock,
      configs: supportedInverters([{ serial: '112100000001', name: 'New', channel: [] }]),
    });
    clock.advance(9000);
    const data = buildLiveData({
      totals: testTotals(fleet, clock)(),
      nowMs: clock.monotonicMs(),
      uptimeS: 9.8,
      hints: HINTS,
    });
    const zero = (u: string, d: number) => ({ v: 0, u, d });
    expect(data.inverters).toEqual([
      {
        serial: '112100000001',
        name: 'New',
        data_age: 9,
        reachable: true,
        producing: false,
        limit_relative: 0,
        limit_absolute: -1,
        channels: {
          0: {
            Power: zero('W', 1),
            Voltage: zero('V', 1),
            Current: zero('A', 2),
            'Power DC': zero('W', 1),
            YieldDay: zero('Wh', 0),
            YieldTotal: zero('kWh', 3),
            Frequency: zero('Hz', 2),
            Temperature: zero('°C', 1),
            PowerFactor: zero('', 3),
            ReactivePower: zero('var', 1),
            Efficiency: zero('%', 3),
          },
          1: {
            name: { u: '' },
            Power: zero('W', 1),
            Voltage: zero('V', 1),
            Current: zero('A', 2),
            YieldDay: zero('Wh', 0),
            YieldTotal: zero('kWh', 3),
          },
        },
        events: 0,
        added_age: 9,
        limit_state: 'unknown',
        answering: false,
        yield_day_counts: false,
      },
    ]);
    expect(data.plant).toEqual({
      all: 1,
      answering: 0,
      producing: 0,
      night: false,
      day: '2024-06-21',
      yield_total_known: 0,
    });
  });

  it.each([
    ['112100000001', ['0', '1']],
    ['114100000001', ['0', '1', '2']],
    ['116100000001', ['0', '1', '2', '3', '4']],
  ])('of %s has the channels %j', (serial, channels) => {
    const clock = createVirtualClock();
    const fleet = createFleet({ clock, configs: supportedInverters([{ serial, name: 'x', channel: [] }]) });
    const data = buildLiveData({ totals: testTotals(fleet, clock)(), nowMs: 0, uptimeS: 0, hints: HINTS });
    expect(Object.keys(data.inverters[0]?.channels ?? {})).toEqual(channels);
  });

  it('adds up in single precision: the power of those that answer, the yields of all', () => {
    const clock = createVirtualClock();
    const serials = ['112100000001', '112100000002', '112100000003'];
    const fleet = createFleet({
      clock,
      configs: supportedInverters(serials.map((serial) => ({ serial, name: serial, channel: [] }))),
    });
    const yields = [16_777_216, 0.5, 0.5];
    serials.forEach((serial, index) => {
      tellAc(fleet, serial, { powerW: 0.1, yieldTodayWh: 1000, yieldTotalKWh: yields[index] ?? 0 });
      fleet.update(serial, () => ({ contact: index === 0 ? 'lost' : 'answers' }));
    });
    const { inverters, total } = buildLiveData({
      totals: testTotals(fleet, clock)(),
      nowMs: 0,
      uptimeS: 0,
      hints: HINTS,
    });
    expect(inverters.map(({ reachable }) => reachable)).toEqual([false, true, true]);
    const tenth = Math.fround(0.1);
    expect(total).toEqual({
      Power: { v: Math.fround(tenth + tenth), u: 'W', d: 1 },
      YieldDay: { v: 3000, u: 'Wh', d: 0 },
      YieldTotal: { v: 16_777_216, u: 'kWh', d: 2 },
    });
  });

  it('has the limit in watts with the rounding of single precision', () => {
    const clock = createVirtualClock();
    const fleet = createFleet({ clock, configs: supportedInverters([GARAGE]) });
    fleet.update(GARAGE.serial, ({ limit }, nowMs) => ({
      limit: limitRead(limit, Math.fround(33.3), nowMs),
      deviceInfo: {
        firmware: undefined,
        hardware: { ...HM_800, model: { name: 'HM-1500', maxPowerW: 1500 } },
      },
    }));
    const data = buildLiveData({ totals: testTotals(fleet, clock)(), nowMs: 0, uptimeS: 0, hints: HINTS });
    expect(data.inverters[0]?.limit_absolute).toBe(499.5);
  });

  it('keeps the limit that was known last while it is in doubt, and says so', () => {
    const clock = createVirtualClock();
    const fleet = createFleet({ clock, configs: supportedInverters([GARAGE]) });
    tellSample(fleet);
    const limit = () => {
      const totals = testTotals(fleet, clock)();
      const [shown] = buildLiveData({ totals, nowMs: 0, uptimeS: 0, hints: HINTS }).inverters;
      return [shown?.limit_relative, shown?.limit_absolute, shown?.limit_state];
    };
    fleet.update(GARAGE.serial, ({ limit }) => ({ limit: limitDoubted(limit) }));
    expect(limit()).toEqual([85.5, 684, 'unknown']);
    fleet.update(GARAGE.serial, ({ limit }, nowMs) => ({ limit: limitRead(limit, 0, nowMs) }));
    expect(limit()).toEqual([0, 0, 'known']);
  });

  it('has null where there is no number', () => {
    const clock = createVirtualClock();
    const fleet = createFleet({ clock, configs: supportedInverters([GARAGE]) });
    tellAc(fleet, GARAGE.serial, { powerW: Number.NaN });
    const data = buildLiveData({ totals: testTotals(fleet, clock)(), nowMs: 0, uptimeS: 0, hints: HINTS });
    expect(data.inverters[0]?.channels[0]?.Power?.v).toBeNull();
    expect(data.total.Power.v).toBeNull();
  });
});
