import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLiveData } from './live-data.ts';
import { SOCKETS } from './sockets.ts';

const value = (v: number | null, u: string, d: number) => ({ v, u, d });
const inverter = {
  serial: '114172220143',
  name: 'Garage',
  data_age: 2,
  reachable: true,
  producing: true,
  limit_relative: 85.5,
  limit_absolute: 684,
  '0': { Power: value(247.1, 'W', 1), 'Power DC': value(259.9, 'W', 1) },
  '1': { name: { u: 'East' }, Power: value(131, 'W', 1) },
  events: 4,
};
const message = {
  inverters: [inverter],
  total: { Power: value(247.1, 'W', 1), YieldDay: value(1296, 'Wh', 0), YieldTotal: value(144.47, 'kWh', 2) },
  hints: { time_sync: false, radio_problem: false, default_password: true },
};

describe('reading live data', () => {
  it('gathers the numbered channels of an inverter', () => {
    const data = readLiveData(message);
    expect(data?.inverters[0]?.channels).toEqual({
      0: { Power: value(247.1, 'W', 1), 'Power DC': value(259.9, 'W', 1) },
      1: { name: { u: 'East' }, Power: value(131, 'W', 1) },
    });
    expect(data?.hints.default_password).toBe(true);
    expect(data?.refusedInverters).toBe(0);
  });

  it('leaves an inverter out that makes no sense and counts it', () => {
    const data = readLiveData({ ...message, inverters: [null, inverter, { serial: 5 }, 'x'] });
    expect(data?.inverters.map(({ serial }) => serial)).toEqual(['114172220143']);
    expect(data?.refusedInverters).toBe(3);
  });

  it('leaves a property out that makes no sense and keeps the rest of its channel', () => {
    const odd = {
      ...inverter,
      '0': { Power: { v: 'NaN', u: 'W', d: 1 }, Voltage: value(null, 'V', 1) },
      '1': 7,
    };
    expect(readLiveData({ ...message, inverters: [odd] })?.inverters[0]?.channels).toEqual({
      0: { Voltage: value(null, 'V', 1) },
    });
  });

  it.each([null, undefined, 5, 'x', [], {}, { ...message, total: {} }, { ...message, inverters: {} }])(
    'refuses %j',
    (wrong) => {
      expect(readLiveData(wrong)).toBeUndefined();
    },
  );

  it('never throws, whatever comes', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (one, other) => {
        readLiveData(one);
        readLiveData({ ...message, inverters: [one, { ...inverter, '0': other, '1': { Power: one } }] });
      }),
      { numRuns: 500, seed: 20_260 },
    );
  });
});

describe('the live data socket', () => {
  it('reads a text frame and refuses what is not JSON', () => {
    expect(SOCKETS.liveData.read(JSON.stringify(message))?.inverters).toHaveLength(1);
    expect(SOCKETS.liveData.read('{"inverters":')).toBeUndefined();
  });
});
