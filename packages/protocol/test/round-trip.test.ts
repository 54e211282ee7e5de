import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AlarmEntry,
  type AssemblyStatus,
  addressText,
  createAssembly,
  decodeAlarmLog,
  decodeDeviceInfoAll,
  decodeDeviceInfoSimple,
  decodeFragment,
  decodeRealTimeData,
  decodeRequest,
  decodeSystemConfig,
  encodeAlarmLog,
  encodeAnswer,
  encodeControlAnswer,
  encodeDeviceInfoAll,
  encodeDeviceInfoSimple,
  encodeFragment,
  encodeRealTimeData,
  encodeRequest,
  encodeRetransmitRequest,
  encodeSystemConfig,
  type FieldName,
  type Fragment,
  isAnswerTo,
  joinPayload,
  LIMIT_TYPES,
  type Link,
  MODEL_FAMILIES,
  type Reading,
  type RealTimeData,
  type Request,
} from '../src/index.ts';

/** What is encoded comes back; the vectors tell whether it is also right. */

const serial = fc
  .integer({ min: 0, max: 0xffffffff })
  .chain((low) => fc.constantFrom('1121', '1141', '1161', '1999').map((high) => high + hex8(low)));
const link: fc.Arbitrary<Link> = fc.record({ inverterSerial: serial, dtuSerial: serial });

function hex8(value: number): string {
  return value.toString(16).padStart(8, '0');
}

function uint(bits: number): fc.Arbitrary<number> {
  return fc.integer({ min: 0, max: 2 ** bits - 1 });
}

/** A number that the wire can carry exactly: whole steps of 1 / `stepsPerUnit`. */
function steps(max: number, stepsPerUnit: number, min = 0): fc.Arbitrary<number> {
  return fc.integer({ min, max }).map((raw) => raw / stepsPerUnit);
}

const request: fc.Arbitrary<Request> = fc.oneof(
  fc.record({
    kind: fc.constantFrom(
      'RealTimeRunData' as const,
      'AlarmData' as const,
      'DevInfoAll' as const,
      'DevInfoSimple' as const,
      'SystemConfigPara' as const,
    ),
    timeS: uint(32),
  }),
  fc.record({
    kind: fc.constant('ActivePowerControl' as const),
    limit: steps(0xffff, 10),
    limitType: fc.constantFrom(...LIMIT_TYPES),
  }),
  fc.record({
    kind: fc.constant('PowerControl' as const),
    action: fc.constantFrom('on' as const, 'off' as const, 'restart' as const),
  }),
);

describe('requests', () => {
  it('come back', () => {
    fc.assert(
      fc.property(request, link, (sent, ends) => {
        expect(decodeRequest(encodeRequest(sent, ends))).toEqual({
          inverter: addressText(ends.inverterSerial),
          dtu: addressText(ends.dtuSerial),
          request: sent,
        });
      }),
    );
  });

  it('for one fragment come back', () => {
    fc.assert(
      fc.property(uint(7), link, (index, ends) => {
        expect(decodeRequest(encodeRetransmitRequest(index, ends))?.request).toEqual({
          kind: 'Retransmit',
          index,
        });
      }),
    );
  });

  it('with one changed bit are refused', () => {
    fc.assert(
      fc.property(request, link, fc.nat(), (sent, ends, position) => {
        const packet = encodeRequest(sent, ends);
        const bit = position % (packet.length * 8);
        packet[bit >> 3] = (packet[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(decodeRequest(packet)).toBeUndefined();
      }),
    );
  });
});

describe('fragments', () => {
  it('come back', () => {
    fc.assert(
      fc.property(
        fc.record({
          mainCommand: uint(8),
          target: uint(32).map(hex8),
          source: uint(32).map(hex8),
          index: uint(7),
          isLast: fc.boolean(),
          body: fc.uint8Array({ maxLength: 21 }),
        }),
        (fragment) => {
          expect(decodeFragment(encodeFragment(fragment))).toEqual({ ok: true, fragment });
        },
      ),
    );
  });
});

function fragmentOf(packet: Uint8Array | undefined): Fragment {
  const result = decodeFragment(packet ?? new Uint8Array());
  if (!result.ok) throw new Error(result.reason);
  return result.fragment;
}

/** `waiting` holds the places (from 0) of the packets that have not arrived yet. */
function expectStatus(status: AssemblyStatus, waiting: ReadonlySet<number>): void {
  if (status.kind !== 'missing') expect(waiting.size).toBe(0);
  else if (status.lastKnown) expect(status.index).toBe(Math.min(...waiting) + 1);
  else expect(waiting).toContain(status.index - 1);
}

describe('answers', () => {
  it('come back whatever the order in which their packets arrive, and however often', () => {
    const arrivals = fc.array(fc.nat(), { maxLength: 40 });
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 190 }), link, arrivals, (payload, ends, order) => {
        const packets = encodeAnswer(payload, ends);
        const assembly = createAssembly();
        const waiting = new Set(packets.keys());
        for (const pick of [...order.map((number) => number % packets.length), ...waiting]) {
          assembly.add(fragmentOf(packets[pick]));
          waiting.delete(pick);
          expectStatus(assembly.status(), waiting);
        }
        const status = assembly.status();
        if (status.kind !== 'complete') throw new Error(status.kind);
        expect(isAnswerTo('AlarmData', status.fragments)).toBe(true);
        expect(isAnswerTo('PowerControl', status.fragments)).toBe(false);
        expect(joinPayload(status.fragments)).toEqual({ ok: true, payload });
      }),
    );
  });

  it('to control commands come back', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('ActivePowerControl' as const, 'PowerControl' as const),
        link,
        (kind, ends) => {
          const result = decodeFragment(encodeControlAnswer(kind, ends));
          expect(result).toMatchObject({ ok: true, fragment: { index: 1, isLast: true } });
          expect(result.ok && isAnswerTo(kind, [result.fragment])).toBe(true);
        },
      ),
    );
  });
});

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
