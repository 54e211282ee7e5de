import { irradiationPercent } from '@heliograph/domain';
import { describe, expect, it } from 'vitest';
import {
  acknowledgedLimitPercent,
  bytesFromHex,
  crc8,
  decodeAlarmLog,
  decodeRealTimeData,
  decodeRequest,
  encodeAlarmLog,
  encodeAnswer,
  encodeControlAnswer,
  encodeDeviceInfoAll,
  encodeDeviceInfoSimple,
  encodeRealTimeData,
  encodeRequest,
  hexFromBytes,
  type Link,
  MODEL_FAMILIES,
} from '../index.ts';

const LINK: Link = { inverterSerial: '116183307978', dtuSerial: '199983307978' };

describe('limit commands', () => {
  it.each([
    [7000, 0xffff],
    [-5, 0],
    [Number.NaN, 0],
  ])('carry %d as %d tenths rather than wrapping round', (limit, tenths) => {
    const packet = encodeRequest({ kind: 'ActivePowerControl', limit, limitType: 0x0000 }, LINK);
    expect(decodeRequest(packet)?.request).toMatchObject({ limit: tenths / 10 });
  });

  it('are computed in single precision', () => {
    const packet = encodeRequest({ kind: 'ActivePowerControl', limit: 55.49999999, limitType: 0x0001 }, LINK);
    expect(decodeRequest(packet)?.request).toMatchObject({ limit: 55.5 });
  });

  it('carry every tenth from 0 to 2250 and leave it behind', () => {
    for (let tenths = 0; tenths <= 22_500; tenths += 1) {
      const request = { kind: 'ActivePowerControl', limit: tenths / 10, limitType: 0x0001 } as const;
      expect(decodeRequest(encodeRequest(request, LINK))?.request).toEqual(request);
      expect(acknowledgedLimitPercent({ value: tenths / 10, isRelative: true }, 0)).toBe(
        Math.fround(tenths / 10),
      );
    }
    expect(acknowledgedLimitPercent({ value: 100.5, isRelative: false }, 300)).toBe(33.5);
  });

  it('leave a limit that cannot be known while the maximum is unknown', () => {
    const limit = { value: 300, isRelative: false };
    expect(acknowledgedLimitPercent(limit, 0)).toBeUndefined();
    expect(acknowledgedLimitPercent(limit, 600)).toBe(50);
    expect(acknowledgedLimitPercent({ ...limit, value: 1500 }, 600)).toBe(250);
  });
});

describe('acknowledgements', () => {
  // Seen in https://github.com/tbnobody/OpenDTU/issues/1832 and /2784.
  it('are those of real devices', () => {
    expect(hexFromBytes(encodeControlAnswer('PowerControl', LINK, 'off'))).toBe(
      'd183307978833079788100000100b401e4',
    );
    expect(hexFromBytes(encodeControlAnswer('ActivePowerControl', LINK)).slice(18, -2)).toBe(
      '8100000b001407',
    );
  });
});

describe('requests that are none', () => {
  it.each([
    ['an empty packet', ''],
    ['an answer', '95722201437222014301000101380003000a01390004000d000094'],
    ['a truncated one', '157222020072220200800b006209'],
  ])('%s', (_, hex) => expect(decodeRequest(bytesFromHex(hex) ?? new Uint8Array())).toBeUndefined());
});

describe('a request with a wrong CRC16', () => {
  it('is refused although its CRC8 is good', () => {
    const packet = encodeRequest({ kind: 'RealTimeRunData', timeS: 1_675_713_600 }, LINK);
    packet[24] = (packet[24] ?? 0) ^ 1;
    packet[26] = crc8(packet, 26);
    expect(crc8(packet)).toBe(0);
    expect(decodeRequest(packet)).toBeUndefined();
  });
});

describe('what the wire cannot say', () => {
  it('is a mistake of the caller', () => {
    const family = MODEL_FAMILIES[0];
    const ac = {
      phases: [{ voltageV: 230, currentA: 0 }],
      lineVoltagesV: [],
      frequencyHz: 50,
      powerW: 0,
      reactivePowerVar: 0,
      powerFactor: 1,
      temperatureC: 20,
    };
    expect(() => family && encodeRealTimeData(family, { strings: [], ac, eventCount: 0 })).toThrow(
      RangeError,
    );
    expect(() => encodeAnswer(new Uint8Array(191), LINK)).toThrow(RangeError);
    expect(() => encodeAlarmLog(new Array(16).fill({ code: 1, startS: 0, endS: 0 }))).toThrow(RangeError);
    expect(() => encodeDeviceInfoSimple({ hardwarePartNumber: 1, hardwareVersion: '4.1' })).toThrow(
      RangeError,
    );
    const info = { firmwareBuildVersion: 1, firmwareBuildDateTime: 'yesterday', bootloaderVersion: 1 };
    expect(() => encodeDeviceInfoAll(info)).toThrow(RangeError);
  });
});

describe('real-time data', () => {
  it('of four strings is not an event log of five entries, nor the other way round', () => {
    const family = MODEL_FAMILIES.find(({ stringCount }) => stringCount === 4);
    if (family === undefined) throw new Error('no family of four strings');
    const entries = Array.from({ length: 5 }, (_, index) => ({
      code: 141 + index,
      startS: 36_000 + index,
      endS: 50_000,
    }));
    const log = encodeAlarmLog(entries);
    expect(log).toHaveLength(family.payloadLength);
    expect(decodeRealTimeData(family, log)).toBeUndefined();
    expect(decodeAlarmLog(log)).toEqual(entries);
  });

  it('rounds a large total yield to single precision before it divides', () => {
    const family = MODEL_FAMILIES.find(({ stringCount }) => stringCount === 1);
    const raw = 16777219;
    const payload = new Uint8Array(30);
    new DataView(payload.buffer).setUint32(8, raw);
    const totalKWh = family && decodeRealTimeData(family, payload)?.yieldTotalKWh;
    const inOneStep = Math.fround(raw / 1000);
    expect(totalKWh).toBe(Math.fround(Math.fround(raw) / 1000));
    expect(totalKWh).not.toBe(inOneStep);
  });

  it('relates a string to its configured maximum', () => {
    const family = MODEL_FAMILIES.find(({ stringCount }) => stringCount === 2);
    // The sample message of docs/reference/original-device.md#live-data: 128.9 W of 380 W are 33.92105103 %.
    const payload = bytesFromHex('0001'.padEnd(24, '0').concat('0509').padEnd(84, '0'));
    const reading = family && decodeRealTimeData(family, payload ?? new Uint8Array());
    const irradiation = reading?.strings.map(({ powerW }, index) =>
      irradiationPercent(powerW, [0, 380][index] ?? 0),
    );
    expect(irradiation).toEqual([0, Math.fround(33.92105103)]);
  });
});
