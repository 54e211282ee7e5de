import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Quantity, quantityOf, readLiveData } from './read-live-data.ts';
import { readSourceState } from './read-source-state.ts';
import { SOCKETS } from './sockets.ts';

const value = (v: number | null, u: string, d: number) => ({ v, u, d });
/** The same, as it is read. */
const measured = (quantity: Quantity, value: number | null, unit: string, digits: number) => ({
  quantity,
  value,
  unit,
  digits,
});
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
    expect(data?.inverters[0]?.phase).toEqual({
      number: 0,
      name: '',
      values: [measured('power', 247.1, 'W', 1), measured('powerDc', 259.9, 'W', 1)],
      phases: [],
    });
    expect(data?.inverters[0]?.strings).toEqual([
      { number: 1, name: 'East', values: [measured('power', 131, 'W', 1)], phases: [] },
    ]);
    expect(data?.hints.hasDefaultPassword).toBe(true);
    expect(data?.refusedInverters).toBe(0);
  });

  it('has seven channels at most', () => {
    const numbers = [0, 1, 2, 3, 4, 5, 6, 7, 8];
    const channels = Object.fromEntries(numbers.map((number) => [number, inverter['1']]));
    const read = readLiveData({ ...message, inverters: [{ ...inverter, ...channels }] })?.inverters[0];
    expect(read?.phase?.number).toBe(0);
    expect(read?.strings.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('has each of three phases with its voltage and its current, and what is told between them', () => {
    const ac = {
      Power: value(1993.2, 'W', 1),
      Voltage: value(231, 'V', 1),
      Current: value(8.64, 'A', 2),
      Frequency: value(49.98, 'Hz', 2),
      'Voltage Ph1-N': value(231, 'V', 1),
      'Voltage Ph2-N': value(230.4, 'V', 1),
      'Voltage Ph3-N': value(null, 'V', 1),
      'Voltage Ph1-Ph2': value(399.6, 'V', 1),
      'Voltage Ph2-Ph3': value(null, 'V', 1),
      'Current Ph1': value(2.88, 'A', 2),
      'Current Ph2': value(0, 'A', 2),
      'Current Ph3': { v: 2.88, d: 2 },
    };
    const read = readLiveData({ ...message, inverters: [{ ...inverter, 0: ac }] })?.inverters[0];
    expect(read?.phase?.values.map(({ quantity }) => quantity)).toEqual(['power', 'frequency']);
    expect(read?.phase?.phases).toEqual([
      { name: 'L1', values: [measured('voltage', 231, 'V', 1), measured('current', 2.88, 'A', 2)] },
      { name: 'L2', values: [measured('voltage', 230.4, 'V', 1), measured('current', 0, 'A', 2)] },
      { name: 'L3', values: [measured('voltage', null, 'V', 1), measured('current', null, '', 2)] },
      { name: 'L1–L2', values: [measured('voltage', 399.6, 'V', 1)] },
    ]);
    expect(read?.refusedValues).toBe(1);
  });

  it('leaves an inverter out that makes no sense and counts it', () => {
    const data = readLiveData({ ...message, inverters: [null, inverter, { serial: 5 }, 'x'] });
    expect(data?.inverters.map(({ serial }) => serial)).toEqual(['114172220143']);
    expect(data?.refusedInverters).toBe(3);
  });

  it('keeps a value that makes no sense as unknown, and counts it, with the rest of its channel', () => {
    const odd = {
      ...inverter,
      '0': { Power: { v: 'NaN', u: 'W', d: 1 }, Voltage: value(null, 'V', 1), Current: null },
      '1': { Power: { v: 5, d: 1 } },
      '2': 7,
      events: '4',
    };
    const read = readLiveData({ ...message, inverters: [odd, inverter] })?.inverters;
    const [phase, string] = [read?.[0]?.phase, read?.[0]?.strings[0]];
    expect(phase?.values).toEqual([
      measured('power', null, 'W', 1),
      measured('voltage', null, 'V', 1),
      measured('current', null, '', 2),
    ]);
    expect(string).toEqual({ number: 1, name: '', values: [measured('power', null, '', 1)], phases: [] });
    expect(read?.[0]?.strings).toHaveLength(1);
    expect(read?.map(({ refusedValues }) => refusedValues)).toEqual([5, 0]);
  });

  it.each([
    [50, 10],
    [-3, 0],
    [1.9, 1],
    ['x', 2],
    [undefined, 2],
  ])('mends the decimals %j to %j and keeps the number', (d, mended) => {
    const odd = { ...inverter, '0': { Power: { v: 247.1, u: 'W', d } } };
    const read = readLiveData({ ...message, inverters: [odd] })?.inverters[0];
    expect(quantityOf(read?.phase, 'power')).toEqual(measured('power', 247.1, 'W', mended));
    expect(read?.refusedValues).toBe(0);
  });

  it.each([
    undefined,
    null,
    7,
    {},
    { ...message.total, Power: null },
    { ...message.total, Power: { v: 'x' } },
  ])('keeps the inverters when the sums are %j, and says so', (total) => {
    const data = readLiveData({ ...message, total });
    expect(data?.inverters).toHaveLength(1);
    expect(data?.totals.power.value).toBeNull();
    expect(data).toMatchObject({ refusedTotal: true, refusedHints: false });
  });

  it('keeps the sums that can be read', () => {
    const data = readLiveData({ ...message, total: { ...message.total, Power: 5 } });
    expect(data?.totals.yieldToday).toEqual(measured('yieldToday', 1296, 'Wh', 0));
  });

  it.each([undefined, null, 'x', {}, { ...message.hints, time_sync: 1 }])(
    'keeps the inverters when the hints are %j, and says so',
    (hints) => {
      const data = readLiveData({ ...message, hints });
      expect(data?.inverters).toHaveLength(1);
      expect(data?.hints.isClockUnset).toBe(false);
      expect(data).toMatchObject({ refusedTotal: false, refusedHints: true });
    },
  );

  it.each(['restored', 'read-only', 'full'])('tells of a storage problem that is %s', (storage_problem) => {
    const data = readLiveData({ ...message, hints: { ...message.hints, storage_problem } });
    expect(data).toMatchObject({ hints: { storageProblem: storage_problem }, refusedHints: false });
  });

  it.each([undefined, null, '', 'another one', 7, true])('knows no storage problem %j', (storage_problem) => {
    const data = readLiveData({ ...message, hints: { ...message.hints, storage_problem } });
    expect(data?.hints).toEqual({
      isClockUnset: false,
      hasRadioProblem: false,
      hasDefaultPassword: true,
      storageProblem: undefined,
    });
    expect(data?.refusedHints).toBe(false);
  });

  it.each([null, undefined, 5, 'x', [], {}, { ...message, inverters: {} }, { ...message, inverters: null }])(
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

describe('what only our own gateway tells of an inverter', () => {
  const read = (keys: object) =>
    readLiveData({ ...message, inverters: [{ ...inverter, ...keys }] })?.inverters[0];

  it('is read where it is told', () => {
    const keys = { switched_off: true, added_age: 12, radio_quality: 87 };
    expect(read(keys)).toMatchObject({
      isSwitchedOff: true,
      addedAgeS: 12,
      radioQuality: 87,
      refusedValues: 0,
    });
  });

  it.each([{}, { switched_off: false }, { switched_off: 'yes', added_age: '12', radio_quality: null }])(
    'is absent in %j',
    (keys) => {
      const { isSwitchedOff, addedAgeS, radioQuality, refusedValues } = read(keys) ?? {};
      expect([isSwitchedOff, addedAgeS, radioQuality, refusedValues]).toEqual([
        false,
        undefined,
        undefined,
        0,
      ]);
    },
  );
});

describe('whether an inverter ever sent a reading', () => {
  const hasReading = (channels: object) =>
    readLiveData({ ...message, inverters: [{ ...inverter, '0': undefined, '1': undefined, ...channels }] })
      ?.inverters[0]?.hasReading;

  it('is known by any value that is not zero: at night all powers are zero and the voltage is not', () => {
    const night = { Power: value(0, 'W', 1), Voltage: value(230.1, 'V', 1), YieldTotal: value(0, 'kWh', 3) };
    expect(hasReading({ '0': night, '1': { Power: value(0, 'W', 1) } })).toBe(true);
  });

  it('is not known by null beside zeros, nor by a name', () => {
    const nothing = { Power: value(0, 'W', 1), Voltage: value(null, 'V', 1) };
    expect(hasReading({ '0': nothing, '1': { name: { u: 'East' } } })).toBe(false);
  });

  it('is not doubted where there is no number at all: then the flags speak', () => {
    expect(hasReading({})).toBe(true);
    expect(hasReading({ '0': { Power: value(null, 'W', 1) } })).toBe(true);
  });
});

describe('the limit of an inverter', () => {
  it.each([
    [
      { limit_relative: 85.5, limit_absolute: 684 },
      { percent: 85.5, watts: 684, isInDoubt: false },
    ],
    [
      { limit_relative: 0, limit_absolute: -1 },
      { percent: undefined, watts: undefined, isInDoubt: false },
    ],
    [
      { limit_relative: 0, limit_absolute: 0, limit_state: 'known' },
      { percent: 0, watts: 0, isInDoubt: false },
    ],
    [
      { limit_relative: 0, limit_absolute: 0, limit_state: 'expected' },
      { percent: 0, watts: 0, isInDoubt: false },
    ],
    [
      { limit_relative: 0, limit_absolute: -1, limit_state: 'unknown' },
      { percent: undefined, watts: undefined, isInDoubt: true },
    ],
    [
      { limit_relative: 50, limit_absolute: 400, limit_state: 'unknown' },
      { percent: 50, watts: 400, isInDoubt: true },
    ],
    [
      { limit_relative: '50', limit_absolute: null },
      { percent: undefined, watts: undefined, isInDoubt: false },
    ],
  ])('of %j is read as %j', (keys, limit) => {
    const read = readLiveData({ ...message, inverters: [{ ...inverter, ...keys }] });
    expect(read?.inverters[0]?.limit).toEqual(limit);
  });
});

describe('devices that bring inverters', () => {
  const source = { id: 'barn', name: 'Barn', state: 'problem', problem: 'throttled', retry_after: 40 };
  const read = {
    ...{ id: 'barn', name: 'Barn', state: 'problem', problem: 'throttled' },
    ...{ retryAfterS: 40, duplicates: [], isLocked: false },
  };

  it('are read, and tied to their inverters', () => {
    const others = [{ ...inverter, source: 'barn' }, { ...inverter, source: 'shed' }, inverter];
    const live = readLiveData({ ...message, inverters: others, sources: [source] });
    expect(live?.sources.map(readSourceState)).toEqual([read]);
    expect(live?.inverters.map((one) => one.source?.name)).toEqual(['Barn', undefined, undefined]);
  });

  it.each([
    [undefined, []],
    ['many', []],
    [[null, 3], []],
    [
      [{ id: 1, duplicates: 'x' }],
      [{ ...read, id: '', name: '', state: '', problem: '', retryAfterS: undefined }],
    ],
    [[{ ...source, duplicates: ['1141'] }], [{ ...read, duplicates: ['1141'] }]],
    [[{ ...source, password_right: false }], [{ ...read, isLocked: true }]],
  ])('%j are read as far as they make sense', (sources, expected) => {
    expect(readLiveData({ ...message, sources })?.sources.map(readSourceState)).toEqual(expected);
  });
});

describe('the live data socket', () => {
  it('reads a text frame and refuses what is not JSON', () => {
    expect(SOCKETS.liveData.read(JSON.stringify(message))?.inverters).toHaveLength(1);
    expect(SOCKETS.liveData.read('{"inverters":')).toBeUndefined();
  });
});
