import { describe, expect, it } from 'vitest';
import { loadVector } from '../test/load-vector.ts';
import {
  changeInverter,
  decodeDeviceInfo,
  decodeEventLog,
  decodeGridProfile,
  decodeGridProfileBytes,
  decodeInverterList,
  encodeDeviceInfo,
  encodeEventLog,
  encodeGridProfile,
  encodeGridProfileBytes,
  encodeInverterList,
  FEBRUARY_2023,
  NEWEST_RELEASE,
} from './index.ts';

const GARAGE = '114172220143';

describe('what an inverter says of itself', () => {
  const hm800 = {
    isValid: true,
    firmware: {
      ...{ firmwareBuildVersion: 10_010, bootloaderVersion: 104 },
      firmwareBuildDateTime: '2021-12-04 11:30:00',
    },
    hardware: {
      ...{ hardwarePartNumber: 269_561_088, hardwareVersion: '01.10' },
      model: { name: 'HM-800', maxPowerW: 800 },
    },
  };

  it('stands below its serial, or by itself', () => {
    const sharesLimit = undefined;
    expect(decodeDeviceInfo(loadVector('2023-02/devinfo'), GARAGE)).toEqual({ ...hm800, sharesLimit });
    const flat = loadVector('2024-02/devinfo');
    expect(decodeDeviceInfo(flat, GARAGE)).toEqual({ ...hm800, sharesLimit: true });
  });

  it('is not there, or only by half, before the answers have come', () => {
    const document = loadVector('2023-02/devinfo');
    expect(decodeDeviceInfo(document, '112173104567')).toMatchObject({
      ...{ isValid: false, firmware: undefined, hardware: undefined },
    });
    expect(decodeDeviceInfo(document, '116180400144')).toMatchObject({
      ...{ isValid: true, firmware: undefined },
      hardware: { hardwarePartNumber: 0xff_ff_ff_ff, model: undefined },
    });
    expect(decodeDeviceInfo(document, '111111111111')).toBeUndefined();
    const early = { valid_data: false, fw_build_version: 1, hw_part_number: 2 };
    expect(decodeDeviceInfo(early, GARAGE)).toMatchObject({ firmware: undefined, hardware: undefined });
    expect(decodeDeviceInfo({}, GARAGE)).toBeUndefined();
    expect(decodeDeviceInfo(null, GARAGE)).toBeUndefined();
  });

  it('comes back as it was sent', () => {
    const old = loadVector('2023-02/devinfo') as object;
    const infos = new Map(
      Object.keys(old).flatMap((serial) => {
        const info = decodeDeviceInfo(old, serial);
        return info === undefined ? [] : [[serial, info] as const];
      }),
    );
    expect(encodeDeviceInfo(FEBRUARY_2023, infos, undefined)).toEqual(old);
    const newest = loadVector('2024-02/devinfo');
    const info = decodeDeviceInfo(newest, GARAGE);
    if (info === undefined) throw new Error('no info');
    expect(encodeDeviceInfo(NEWEST_RELEASE, new Map([[GARAGE, info]]), GARAGE)).toEqual(newest);
    expect(encodeDeviceInfo(NEWEST_RELEASE, new Map([[GARAGE, info]]), undefined)).toEqual({});
    expect(encodeDeviceInfo(NEWEST_RELEASE, new Map([[GARAGE, info]]), '11111111')).toEqual({});
    expect(encodeDeviceInfo(23_04_16, new Map([[GARAGE, info]]), GARAGE)).toEqual({
      [GARAGE]: [expect.not.objectContaining({ pdl_supported: true })],
    });
  });
});

describe('an event log', () => {
  it.each([
    ['2023-02/eventlog', FEBRUARY_2023, [1, 209], [-31, 0]],
    ['2024-02/eventlog', NEWEST_RELEASE, [1, 5052], [90_000, 0]],
  ] as const)('of %s is read, and comes back as it was sent', (vector, release, codes, [startS, endS]) => {
    const events = decodeEventLog(loadVector(vector), GARAGE);
    expect(events?.map(({ code }) => code)).toEqual(codes);
    expect(events?.[1]).toMatchObject({ startS, endS });
    expect(encodeEventLog(release, GARAGE, events)).toEqual(loadVector(vector));
  });

  it('has no entries that make no sense, and is none where the inverter is not known', () => {
    const events = [{ message_id: 1, start_time: 2 }, { message_id: '1' }, null, { message_id: 3 }];
    expect(decodeEventLog({ events }, GARAGE)).toEqual([{ code: 1, message: '', startS: 2, endS: 0 }]);
    expect(decodeEventLog({}, GARAGE)).toBeUndefined();
    expect(decodeEventLog(loadVector('2023-02/eventlog'), '11111111')).toBeUndefined();
    expect(encodeEventLog(NEWEST_RELEASE, GARAGE, undefined)).toEqual({});
  });
});

describe('a grid profile', () => {
  it('has sections of values, and comes back as it was sent', () => {
    const document = loadVector('2024-02/gridprofile');
    const profile = decodeGridProfile(document);
    expect(profile).toMatchObject({ name: 'DE - DE_VDE4105_2018', version: '2.0.0' });
    expect(profile?.sections[0]?.items[1]).toEqual({
      ...{ name: 'Low Voltage 1', unit: 'V', value: Math.fround(184.1) },
    });
    if (profile !== undefined) expect(encodeGridProfile(profile)).toEqual(document);
  });

  it('is read as far as it makes sense', () => {
    expect(decodeGridProfile({ sections: [null, { items: [7] }] })).toEqual({
      ...{ name: '', version: '' },
      sections: [
        { name: '', items: [] },
        { name: '', items: [{ name: '', unit: '', value: Number.NaN }] },
      ],
    });
    expect(decodeGridProfile({ raw: [1] })).toBeUndefined();
    expect(decodeGridProfile(null)).toBeUndefined();
  });

  it('has bytes', () => {
    const document = loadVector('2024-02/gridprofile-raw');
    const bytes = decodeGridProfileBytes(document);
    expect(bytes).toEqual([3, 0, 32, 0, 0, 255]);
    expect(encodeGridProfileBytes(bytes ?? [])).toEqual(document);
    expect(decodeGridProfileBytes({ raw: [] })).toEqual([]);
    for (const document of [{ raw: [256] }, { raw: ['1'] }, { raw: {} }, {}, null]) {
      expect(decodeGridProfileBytes(document)).toBeUndefined();
    }
  });
});

describe('the list of inverters', () => {
  it('of February 2023 has slots, names and strings, and comes back as it was sent', () => {
    const document = loadVector('2023-02/inverter-list');
    const inverters = decodeInverterList(document) ?? [];
    expect(inverters).toMatchObject([
      {
        ...{ id: 0, serial: GARAGE, name: 'Garage', typeText: 'HM-600, HM-700, HM-800' },
        ...{ order: undefined, isPolled: undefined, reachableThreshold: undefined },
        strings: [
          { name: 'East', maxPowerW: 380, yieldTotalOffsetKWh: undefined },
          { name: '', maxPowerW: 0 },
        ],
      },
      { id: 3, serial: '999912345678', typeText: 'Unknown' },
    ]);
    expect(encodeInverterList(FEBRUARY_2023, inverters)).toEqual(document);
  });

  it('of today has more settings, and comes back as it was sent', () => {
    const document = loadVector('2024-02/inverter-list');
    const inverters = decodeInverterList(document) ?? [];
    expect(inverters).toMatchObject([
      {
        ...{ order: 1, isPolled: true, isPolledAtNight: false, takesOrders: true, takesOrdersAtNight: false },
        ...{ reachableThreshold: 3, isZeroedWhenSilent: true, isYieldZeroedAtMidnight: false },
        ...{ isYieldCorrected: false, isEventLogCleared: true },
        strings: [{ yieldTotalOffsetKWh: 0 }, { yieldTotalOffsetKWh: 12.5 }],
      },
    ]);
    expect(encodeInverterList(NEWEST_RELEASE, inverters)).toEqual(document);
  });

  it('has defaults for what an older one does not say', () => {
    const [inverter] = decodeInverterList(loadVector('2023-02/inverter-list')) ?? [];
    expect(encodeInverterList(NEWEST_RELEASE, inverter === undefined ? [] : [inverter])).toMatchObject({
      inverter: [
        {
          ...{ poll_enable: true, poll_enable_night: true, command_enable: true, command_enable_night: true },
          ...{ reachable_threshold: 2, zero_runtime: false, zero_day: false, order: 0 },
        },
      ],
    });
  });

  it('leaves out who could not be changed, and is none without a list', () => {
    expect(decodeInverterList(loadVector('other/inverter-list-of-tomorrow'))).toHaveLength(1);
    for (const document of [null, {}, { inverter: {} }, []]) {
      expect(decodeInverterList(document)).toBeUndefined();
    }
  });

  it('is changed with everything that it has, also what is not known yet', () => {
    const [inverter] = decodeInverterList(loadVector('other/inverter-list-of-tomorrow')) ?? [];
    if (inverter === undefined) throw new Error('no inverter');
    expect(changeInverter(inverter, { name: 'Carport', strings: [undefined, { maxPowerW: 400 }] })).toEqual({
      ...{ id: 2, name: 'Carport', serial: GARAGE, colour: 'green' },
      channel: [
        { name: 'East', max_power: 380, tilt: 30 },
        { name: 'West', max_power: 400, tilt: 30 },
      ],
    });
    expect(changeInverter(inverter, {})).toEqual(inverter.raw);
  });
});
