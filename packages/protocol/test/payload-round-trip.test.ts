import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AlarmEntry,
  decodeAlarmLog,
  decodeDeviceInfoAll,
  decodeDeviceInfoSimple,
  decodeRealTimeData,
  decodeSystemConfig,
  encodeAlarmLog,
  encodeDeviceInfoAll,
  encodeDeviceInfoSimple,
  encodeRealTimeData,
  encodeSystemConfig,
  type FieldName,
  MODEL_FAMILIES,
  type Reading,
  type RealTimeData,
} from '../src/index.ts';
import { steps, uint } from './arbitraries.ts';

/** What is encoded comes back; the vectors tell whether it is also right. */

const stringData = fc.record({
  voltageV: steps(0x0fff, 10),
  currentA: steps(0xffff, 100),
  powerW: steps(0xffff, 10),
  yieldDayWh: uint(16),
  yieldTotalKWh: steps(0xffffffff, 1000),
});

function realTimeData(stringCount: number): fc.Arbitrary<RealTimeData> {
  return fc.record({
    strings: fc.array(stringData, { minLength: stringCount, maxLength: stringCount }),
    ac: fc.record({
      voltageV: steps(0xffff, 10),
      frequencyHz: steps(0xffff, 100),
      powerW: steps(0xffff, 10),
      reactivePowerVar: steps(0xffff, 10),
      currentA: steps(0xffff, 100),
      powerFactor: steps(0xffff, 1000),
      temperatureC: steps(0x7fff, 10, -0x8000),
    }),
    eventCount: uint(16),
  });
}

function readingOf(readings: readonly Reading[], channel: number, field: FieldName): number | undefined {
  return readings.find((reading) => reading.channel === channel && reading.field === field)?.value;
}

describe.each(MODEL_FAMILIES)('real-time data of $name', (family) => {
  it('comes back as the nearest 32-bit floats', () => {
    fc.assert(
      fc.property(realTimeData(family.stringCount), (data) => {
        const readings = decodeRealTimeData(family, encodeRealTimeData(family, data), []);
        if (readings === undefined) throw new Error('refused');
        const { ac } = data;
        const expected: readonly (readonly [FieldName, number])[] = [
          ['Power', ac.powerW],
          ['Voltage', ac.voltageV],
          ['Current', ac.currentA],
          ['Frequency', ac.frequencyHz],
          ['Temperature', ac.temperatureC],
          ['PowerFactor', ac.powerFactor],
          ['ReactivePower', ac.reactivePowerVar],
          ['EventLogCount', data.eventCount],
        ];
        for (const [field, value] of expected) expect(readingOf(readings, 0, field)).toBe(Math.fround(value));
        data.strings.forEach((string, index) => {
          const tracker = family.stringCount === 4 ? index - (index % 2) : index;
          expect(readingOf(readings, index + 1, 'Voltage')).toBe(
            Math.fround(data.strings[tracker]?.voltageV ?? 0),
          );
          expect(readingOf(readings, index + 1, 'Power')).toBe(Math.fround(string.powerW));
          expect(readingOf(readings, index + 1, 'Current')).toBe(Math.fround(string.currentA));
          expect(readingOf(readings, index + 1, 'YieldDay')).toBe(string.yieldDayWh);
          const total = readingOf(readings, index + 1, 'YieldTotal') ?? Number.NaN;
          expect(Math.abs(total - string.yieldTotalKWh)).toBeLessThanOrEqual(string.yieldTotalKWh * 2 ** -23);
        });
      }),
    );
  });

  it('has every field of every channel once, in the order of the live data', () => {
    fc.assert(
      fc.property(realTimeData(family.stringCount), (data) => {
        const readings = decodeRealTimeData(family, encodeRealTimeData(family, data), []) ?? [];
        const channels = Array.from({ length: family.stringCount + 1 }, (_, channel) =>
          readings.filter((reading) => reading.channel === channel).map(({ field }) => field),
        );
        expect(channels[0]?.join()).toBe(
          'Power,Voltage,Current,Power DC,YieldDay,YieldTotal,Frequency,Temperature,PowerFactor,ReactivePower,Efficiency,EventLogCount',
        );
        for (const fields of channels.slice(1)) {
          expect(fields.join()).toBe('Power,Voltage,Current,YieldDay,YieldTotal,Irradiation');
        }
        expect(readings).toHaveLength(12 + 6 * family.stringCount);
      }),
      { numRuns: 20 },
    );
  });
});

const DAY_S = 86_400;

describe('the other answers', () => {
  it('an event log comes back, in any zone', () => {
    const offset = fc.integer({ min: -48, max: 56 }).map((quarters) => quarters * 900);
    const entry = fc.record({
      messageId: uint(8),
      startTimeS: fc.integer({ min: 0, max: DAY_S - 1 }),
      endTimeS: fc.integer({ min: 0, max: DAY_S - 1 }),
    });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 15 }), offset, (utcEntries, utcOffsetS) => {
        const entries = utcEntries.map(
          ({ messageId, startTimeS, endTimeS }): AlarmEntry => ({
            messageId,
            startTimeS: startTimeS + utcOffsetS,
            endTimeS: endTimeS === 0 ? 0 : endTimeS + utcOffsetS,
          }),
        );
        // An end that falls on 0 seconds of the local day cannot be told from "still going on", on either side.
        fc.pre(utcEntries.every(({ endTimeS }) => endTimeS === 0 || endTimeS + utcOffsetS !== 0));
        expect(decodeAlarmLog(encodeAlarmLog(entries, utcOffsetS), utcOffsetS)).toEqual(entries);
      }),
    );
  });

  it('a device info comes back', () => {
    const builtAt = fc
      .date({ min: new Date('2000-01-01T00:00Z'), max: new Date('2037-12-31T23:59Z'), noInvalidDate: true })
      .map((date) => `${date.toISOString().slice(0, 16).replace('T', ' ')}:00`);
    fc.assert(
      fc.property(
        fc.record({
          firmwareBuildVersion: uint(16),
          firmwareBuildDateTime: builtAt,
          bootloaderVersion: uint(16),
        }),
        (info) => {
          expect(decodeDeviceInfoAll(encodeDeviceInfoAll(info))).toEqual(info);
        },
      ),
    );
  });

  it('a part number and hardware version come back', () => {
    const part = uint(24).map((low) => 0x10_00_00_00 + low);
    const version = fc
      .tuple(uint(8), uint(8))
      .map((numbers) => numbers.map((n) => `${n}`.padStart(2, '0')).join('.'));
    fc.assert(
      fc.property(fc.record({ hardwarePartNumber: part, hardwareVersion: version }), (info) => {
        expect(decodeDeviceInfoSimple(encodeDeviceInfoSimple(info))).toEqual(info);
      }),
    );
  });

  it('a system configuration comes back', () => {
    fc.assert(
      fc.property(steps(0x0fff, 10), (limitPercent) => {
        expect(decodeSystemConfig(encodeSystemConfig({ limitPercent }))).toEqual({
          limitPercent: Math.fround(limitPercent),
        });
      }),
    );
  });
});
