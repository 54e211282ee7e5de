import { type InverterEvent, noReading } from '@heliograph/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeAlarmLog,
  decodeDeviceInfoAll,
  decodeDeviceInfoSimple,
  decodeRealTimeData,
  decodeSystemConfig,
  deviceModelOf,
  encodeAlarmLog,
  encodeDeviceInfoAll,
  encodeDeviceInfoSimple,
  encodeRealTimeData,
  encodeSystemConfig,
  MODEL_FAMILIES,
  type ModelFamily,
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

const phaseData = fc.record({ voltageV: steps(0xffff, 10), currentA: steps(0xffff, 100) });

function realTimeData({ stringCount, layout: { ac } }: ModelFamily): fc.Arbitrary<RealTimeData> {
  const times = (length: number) => ({ minLength: length, maxLength: length });
  return fc.record({
    strings: fc.array(stringData, times(stringCount)),
    ac: fc.record({
      phases: fc.array(phaseData, times(ac.phases.length)),
      lineVoltagesV: fc.array(steps(0xffff, 10), times(ac.lineVoltages.length)),
      frequencyHz: steps(0xffff, 100),
      powerW: steps(0xffff, 10),
      reactivePowerVar: ac.isReactivePowerSigned ? steps(0x7fff, 10, -0x8000) : steps(0xffff, 10),
      powerFactor: steps(0xffff, 1000),
      temperatureC: steps(0x7fff, 10, -0x8000),
    }),
    eventCount: uint(16),
  });
}

describe.each(MODEL_FAMILIES)('real-time data of $name', (family) => {
  it('comes back as the nearest 32-bit floats', () => {
    fc.assert(
      fc.property(realTimeData(family), (data) => {
        const reading = decodeRealTimeData(family, encodeRealTimeData(family, data));
        if (reading === undefined) throw new Error('refused');
        const { phases, lineVoltagesV, ...ac } = data.ac;
        for (const field of Object.keys(ac) as (keyof typeof ac)[]) {
          expect(reading[field], field).toBe(Math.fround(ac[field]));
        }
        expect(reading.phases).toEqual(
          phases.map(({ voltageV, currentA }) => ({
            voltageV: Math.fround(voltageV),
            currentA: Math.fround(currentA),
          })),
        );
        expect(reading.lineVoltagesV).toEqual(lineVoltagesV.map(Math.fround));
        expect(reading.eventCount).toBe(data.eventCount);
        data.strings.forEach((string, index) => {
          const voltagePlaces = family.layout.strings.map(({ voltage }) => voltage);
          const tracker = voltagePlaces.indexOf(voltagePlaces[index] ?? 0);
          const told = reading.strings[index];
          expect(told).toMatchObject({
            voltageV: Math.fround(data.strings[tracker]?.voltageV ?? 0),
            powerW: Math.fround(string.powerW),
            currentA: Math.fround(string.currentA),
            yieldTodayWh: string.yieldDayWh,
          });
          const total = told?.yieldTotalKWh ?? Number.NaN;
          expect(Math.abs(total - string.yieldTotalKWh)).toBeLessThanOrEqual(string.yieldTotalKWh * 2 ** -23);
        });
      }),
    );
  });

  it('has every field of every channel once', () => {
    fc.assert(
      fc.property(realTimeData(family), (data) => {
        const reading = decodeRealTimeData(family, encodeRealTimeData(family, data));
        const none = noReading(family);
        expect(Object.keys(reading ?? {}).toSorted()).toEqual(Object.keys(none).toSorted());
        expect(reading?.phases.map((phase) => Object.keys(phase).toSorted())).toEqual(
          none.phases.map((phase) => Object.keys(phase).toSorted()),
        );
        expect(reading?.lineVoltagesV).toHaveLength(none.lineVoltagesV.length);
        expect(reading?.strings.map((string) => Object.keys(string).toSorted())).toEqual(
          none.strings.map((string) => Object.keys(string).toSorted()),
        );
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
      code: uint(8),
      startS: fc.integer({ min: 0, max: DAY_S - 1 }),
      endS: fc.integer({ min: 0, max: DAY_S - 1 }),
    });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 15 }), offset, (utcEntries, utcOffsetS) => {
        const entries = utcEntries.map(
          ({ code, startS, endS }): InverterEvent => ({
            code,
            startS: startS + utcOffsetS,
            endS: endS === 0 ? 0 : endS + utcOffsetS,
          }),
        );
        // An end that falls on 0 seconds of the local day cannot be told from "still going on", on either side.
        fc.pre(utcEntries.every(({ endS }) => endS === 0 || endS + utcOffsetS !== 0));
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
        expect(decodeDeviceInfoSimple(encodeDeviceInfoSimple(info))).toEqual({
          ...info,
          model: deviceModelOf(info.hardwarePartNumber),
        });
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
