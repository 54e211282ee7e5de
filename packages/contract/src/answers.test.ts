import { describe, expect, it } from 'vitest';
import { getDeviceInfo } from './device-info.ts';
import { ENDPOINTS } from './endpoints.ts';
import { getEventLog } from './event-log.ts';
import { getLimitStatus } from './inverter-limit.ts';
import { getPowerStatus } from './inverter-power.ts';
import { getInverterList } from './inverter-settings.ts';

const SERIAL = '114181234567';

describe('answers keyed by serial', () => {
  it.each([getLimitStatus, getPowerStatus, getEventLog, getDeviceInfo])(
    '$path needs an object',
    (endpoint) => {
      for (const value of [undefined, null, 5, 'text', [], [[]]])
        expect(endpoint.read(value)).toBeUndefined();
      expect(endpoint.read({})).toEqual(new Map());
      expect(endpoint.read({ [SERIAL]: null, other: 5 })).toEqual(new Map());
    },
  );

  it('never lets a key reach a prototype', () => {
    const read = getLimitStatus.read(JSON.parse('{"__proto__":{"limit_relative":5},"constructor":{}}'));
    expect(read?.get('__proto__')?.percent).toBe(5);
    expect(read?.get('toString')).toBeUndefined();
    expect(({} as Record<string, unknown>).limit_relative).toBeUndefined();
  });
});

const NOT_KNOWN = { percent: undefined, isInDoubt: false, maxPowerW: undefined, orderStatus: 'Unknown' };

describe('the limit status', () => {
  it.each([
    [
      { limit_relative: 55.5, max_power: 600, limit_set_status: 'Pending' },
      { percent: 55.5, isInDoubt: false, maxPowerW: 600, orderStatus: 'Pending' },
    ],
    [{}, NOT_KNOWN],
    [
      { limit_relative: 0, max_power: 600, limit_set_status: 'Ok', limit_state: 'known' },
      { percent: 0, isInDoubt: false, maxPowerW: 600, orderStatus: 'Ok' },
    ],
    [
      { limit_relative: 40, max_power: 600, limit_set_status: 'Ok', limit_state: 'unknown' },
      { percent: 40, isInDoubt: true, maxPowerW: 600, orderStatus: 'Ok' },
    ],
    [{ limit_relative: '55', max_power: -1, limit_set_status: 'ok' }, NOT_KNOWN],
    [{ limit_relative: null, max_power: Number.NaN, limit_set_status: {} }, NOT_KNOWN],
  ])('%j -> %j', (sent, expected) => {
    expect(getLimitStatus.read({ [SERIAL]: sent })?.get(SERIAL)).toEqual(expected);
  });
});

describe('the power status', () => {
  it.each([
    [{ power_set_status: 'Failure' }, 'Failure'],
    [{ power_set_status: 'Done' }, 'Unknown'],
    [{}, 'Unknown'],
  ])('%j -> %s', (sent, expected) => {
    expect(getPowerStatus.read({ [SERIAL]: sent })?.get(SERIAL)).toEqual({ orderStatus: expected });
  });
});

describe('the event log', () => {
  const entry = { message_id: 1, message: 'Started', start_time: 24_915, end_time: 0 };
  const read = { id: 1, message: 'Started', startS: 24_915, endS: undefined };

  it('keeps the order, and counts what makes no sense', () => {
    const events = [entry, { ...entry, message_id: '1' }, null, { ...entry, message: 5, start_time: -60 }];
    expect(getEventLog.read({ [SERIAL]: { count: 4, events } })?.get(SERIAL)).toEqual({
      events: [read, { ...read, message: '', startS: -60 }],
      refusedEvents: 2,
    });
  });

  it('needs a list', () => {
    expect(getEventLog.read({ [SERIAL]: { count: 2 } })).toEqual(new Map());
  });
});

describe('the device info', () => {
  const info = {
    valid_data: true,
    fw_bootloader_version: 104,
    fw_build_version: 10_010,
    hw_part_number: 269_553_683,
    hw_version: '01.10',
    hw_model_name: 'HM-600',
    max_power: 600,
    fw_build_datetime: '2021-12-04 11:30:00',
  };
  const read = {
    isValid: true,
    bootloaderVersion: 104,
    firmwareVersion: 10_010,
    partNumber: 269_553_683,
    hardwareVersion: '01.10',
    modelName: 'HM-600',
    maxPowerW: 600,
    firmwareBuiltAt: '2021-12-04 11:30:00',
  };

  it('takes the one element of the list, and an object without a list', () => {
    expect(getDeviceInfo.read({ [SERIAL]: [info] })?.get(SERIAL)).toEqual(read);
    expect(getDeviceInfo.read({ [SERIAL]: info })?.get(SERIAL)).toEqual(read);
    expect(getDeviceInfo.read({ [SERIAL]: [] })?.get(SERIAL)).toBeUndefined();
  });

  it('knows nothing of fields that are missing or wrong', () => {
    const nothing = Object.fromEntries(Object.keys(read).map((key) => [key, undefined]));
    const wrong = { ...info, valid_data: 1, max_power: '600', hw_version: 1.1 };
    expect(getDeviceInfo.read({ [SERIAL]: [{}] })?.get(SERIAL)).toEqual({ ...nothing, isValid: false });
    expect(getDeviceInfo.read({ [SERIAL]: [wrong] })?.get(SERIAL)).toEqual({
      ...read,
      isValid: false,
      maxPowerW: undefined,
      hardwareVersion: undefined,
    });
  });
});

describe('the inverter list', () => {
  const listed = {
    id: 3,
    name: 'Roof',
    serial: SERIAL,
    type: 'HM-600, HM-700, HM-800',
    channel: [{ name: 'East', max_power: 380 }],
  };

  it('needs a list', () => {
    for (const value of [undefined, null, {}, { inverter: {} }])
      expect(getInverterList.read(value)).toBeUndefined();
    expect(getInverterList.read({ inverter: [] })).toEqual({ inverter: [], refusedInverters: 0 });
  });

  it('leaves out what could not be changed, and counts it', () => {
    const sent = [listed, { ...listed, id: '3' }, { ...listed, serial: '' }, null, { ...listed, id: -1 }];
    expect(getInverterList.read({ inverter: sent })).toEqual({ inverter: [listed], refusedInverters: 4 });
  });

  it('mends what only is to be shown', () => {
    const sent = { id: 0, serial: SERIAL, channel: [null, { name: 5, max_power: -1 }, { max_power: 380.7 }] };
    expect(getInverterList.read({ inverter: [sent] })?.inverter).toEqual([
      {
        id: 0,
        serial: SERIAL,
        name: '',
        type: '',
        channel: [
          { name: '', max_power: 0 },
          { name: '', max_power: 0 },
          { name: '', max_power: 380 },
        ],
      },
    ]);
  });
});

it('every endpoint survives whatever comes', () => {
  for (const { read } of Object.values(ENDPOINTS)) {
    for (const value of [undefined, null, true, 0, '', [], {}, [null], { a: [] }]) {
      expect(() => read(value)).not.toThrow();
    }
  }
});
