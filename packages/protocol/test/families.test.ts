import { describe, expect, it } from 'vitest';
import {
  createAssembly,
  decodeAlarmLog,
  decodeFragment,
  decodeRealTimeData,
  encodeAlarmLog,
  encodeAnswer,
  encodeRealTimeData,
  isPlausible,
  joinPayload,
  MODEL_FAMILIES,
  type ModelFamily,
} from '../src/index.ts';
import { bytes } from './load-vectors.ts';

/**
 * One answer of each family beside HM, written down by hand from the tables of docs/reference/radio-protocol.md#families:
 * in `hex` two bytes stand between spaces, four for a total yield, in the order of the places.
 */

interface Vector {
  readonly family: ModelFamily['name'];
  readonly hex: string;
  readonly phases: readonly (readonly [voltageV: number, currentA: number])[];
  readonly lineVoltagesV?: readonly number[];
  /** Power in W, reactive power in var, frequency in Hz, power factor, temperature in °C, event counter. */
  readonly ac: readonly [number, number, number, number, number, number];
  /** Voltage in V, current in A, power in W, yield of today in Wh, total yield in kWh. */
  readonly strings: readonly (readonly [number, number, number, number, number])[];
}

const VECTORS: readonly Vector[] = [
  {
    family: 'hms-1ch',
    hex: '0001 0159 04d2 10a4 0001e240 04ce 0906 1388 0ff9 fff6 00b2 03e5 0113 0007',
    phases: [[231, 1.78]],
    ac: [408.9, -1, 50, 0.997, 27.5, 7],
    strings: [[34.5, 12.34, 426, 1230, 123.456]],
  },
  {
    family: 'hms-1ch-v2',
    hex:
      '0001 0159 0000 04d2 0000 10a4 0000 0001e240 0007 fff6 04ce 0000 ' +
      '0906 1388 0ff9 0000 00b2 03e5 0113 0000',
    phases: [[231, 1.78]],
    ac: [408.9, -1, 50, 0.997, 27.5, 7],
    strings: [[34.5, 12.34, 426, 1230, 123.456]],
  },
  {
    family: 'hms-2ch',
    hex:
      '0001 0159 0140 04d2 03e8 10a4 0c80 0001e240 000186a0 04ce 03e7 ' +
      '0906 1388 1af4 0032 012b 03e8 ffe7 0102',
    phases: [[231, 2.99]],
    ac: [690, 5, 50, 1, -2.5, 258],
    strings: [
      [34.5, 12.34, 426, 1230, 123.456],
      [32, 10, 320, 999, 100],
    ],
  },
  {
    family: 'hms-4ch',
    hex:
      '0001 0159 0140 04d2 03e8 10a4 0c80 0001e240 000186a0 04ce 03e7 ' +
      '014a 0154 0064 00c8 014a 02a8 00000001 0000ffff 0001 0002 ' +
      '08fc 138b 1770 ff9c 0105 03df 01c2 0003',
    phases: [[230, 2.61]],
    ac: [600, -10, 50.03, 0.991, 45, 3],
    strings: [
      [34.5, 12.34, 426, 1230, 123.456],
      [32, 10, 320, 999, 100],
      [33, 1, 33, 1, 0.001],
      [34, 2, 68, 2, 65.535],
    ],
  },
  {
    family: 'hmt-4ch',
    hex:
      '0001 0159 04d2 03e8 10a4 0d7a 0001e240 000186a0 04ce 03e7 ' +
      '014a 0064 00c8 014a 0294 00000001 0000ffff 0001 0002 ' +
      '0000 0000 0000 0000 0000 00000000 00000000 0000 0000 ' +
      '08fc 08f2 0906 0f8c 0f96 0fa0 1387 2328 ff38 0083 0084 0082 03e6 0190 0021',
    phases: [
      [230, 1.31],
      [229, 1.32],
      [231, 1.3],
    ],
    lineVoltagesV: [398, 399, 400],
    ac: [900, -20, 49.99, 0.998, 40, 33],
    strings: [
      [34.5, 12.34, 426, 1230, 123.456],
      [34.5, 10, 345, 999, 100],
      [33, 1, 33, 1, 0.001],
      [33, 2, 66, 2, 65.535],
    ],
  },
  {
    family: 'hmt-6ch',
    hex:
      '0001 0159 04d2 03e8 10a4 0d7a 0001e240 000186a0 04ce 03e7 ' +
      '014a 0064 00c8 014a 0294 00000001 0000ffff 0001 0002 ' +
      '0154 03e8 03e9 0d48 0d4b 00002710 00002af8 1388 1389 ' +
      '08fc 08f2 0906 0f8c 0f96 0fa0 1387 57e4 0064 0146 0147 0148 03e8 0258 ffff',
    phases: [
      [230, 3.26],
      [229, 3.27],
      [231, 3.28],
    ],
    lineVoltagesV: [398, 399, 400],
    ac: [2250, 10, 49.99, 1, 60, 65535],
    strings: [
      [34.5, 12.34, 426, 1230, 123.456],
      [34.5, 10, 345, 999, 100],
      [33, 1, 33, 1, 0.001],
      [33, 2, 66, 2, 65.535],
      [34, 10, 340, 5000, 10],
      [34, 10.01, 340.3, 5001, 11],
    ],
  },
  {
    family: 'herf-1ch',
    hex:
      '0001 0129 0000 0221 0000 0659 0000 0001e240 00000000 04ce 0000 ' +
      '0906 1388 0609 fffb 0043 03e8 00fa 000f',
    phases: [[231, 0.67]],
    ac: [154.5, -0.5, 50, 1, 25, 15],
    strings: [[29.7, 5.45, 162.5, 1230, 123.456]],
  },
  {
    family: 'herf-2ch',
    hex:
      '0001 0159 0140 04d2 03e8 10a4 0c80 0001e240 000186a0 04ce 03e7 ' +
      '0906 1388 1af4 ffce 012b 03e8 ffe7 0102',
    phases: [[231, 2.99]],
    ac: [690, -5, 50, 1, -2.5, 258],
    strings: [
      [34.5, 12.34, 426, 1230, 123.456],
      [32, 10, 320, 999, 100],
    ],
  },
  {
    family: 'herf-4ch',
    hex:
      '0001 0159 04d2 03e8 10a4 0d7a 0001e240 000186a0 04ce 03e7 ' +
      '014a 0064 00c8 014a 0294 00000001 0000ffff 0001 0002 ' +
      '08fc 138b 20d0 ff9c 016e 03df 01c2 0003',
    phases: [[230, 3.66]],
    ac: [840, -10, 50.03, 0.991, 45, 3],
    strings: [
      [34.5, 12.34, 426, 1230, 123.456],
      [34.5, 10, 345, 999, 100],
      [33, 1, 33, 1, 0.001],
      [33, 2, 66, 2, 65.535],
    ],
  },
];

function familyOf(name: string): ModelFamily {
  const family = MODEL_FAMILIES.find((candidate) => candidate.name === name);
  if (family === undefined) throw new Error(`no family ${name}`);
  return family;
}

const payloadOf = (hex: string) => bytes(hex.replaceAll(' ', ''));

describe('an answer that was written by hand', () => {
  it('is there for every family beside HM', () => {
    const others = MODEL_FAMILIES.map(({ name }) => name).filter((name) => !name.startsWith('hm-'));
    expect(VECTORS.map(({ family }) => family)).toEqual(others);
  });

  it.each(VECTORS)(
    'is read as it was meant: $family',
    ({ family: name, hex, phases, ac, strings, ...lines }) => {
      const family = familyOf(name);
      const payload = payloadOf(hex);
      expect(payload).toHaveLength(family.payloadLength);
      const reading = decodeRealTimeData(family, payload);
      if (reading === undefined) throw new Error('refused');
      const [powerW, reactivePowerVar, frequencyHz, powerFactor, temperatureC, eventCount] = ac.map(
        Math.fround,
      );
      const { lineVoltagesV = [] } = lines;
      expect(reading).toMatchObject({
        powerW,
        reactivePowerVar,
        frequencyHz,
        powerFactor,
        temperatureC,
        eventCount,
      });
      expect(reading.phases.map(({ voltageV, currentA }) => [voltageV, currentA])).toEqual(
        phases.map((phase) => phase.map(Math.fround)),
      );
      expect(reading.lineVoltagesV).toEqual(lineVoltagesV.map(Math.fround));
      expect(
        reading.strings.map(({ voltageV, currentA, powerW: ofString, yieldTodayWh, yieldTotalKWh }) => [
          voltageV,
          currentA,
          ofString,
          yieldTodayWh,
          yieldTotalKWh,
        ]),
      ).toEqual(strings.map((string) => string.map(Math.fround)));
      expect(reading.dcPowerW).toBeCloseTo(
        strings.reduce((sum, [, , ofString]) => sum + ofString, 0),
        2,
      );
      expect(isPlausible(reading)).toBe(true);
    },
  );

  it.each(VECTORS)('is written so again: $family', ({ family: name, hex, phases, ac, strings, ...lines }) => {
    const [powerW, reactivePowerVar, frequencyHz, powerFactor, temperatureC, eventCount] = ac;
    const { lineVoltagesV = [] } = lines;
    const data = {
      strings: strings.map(([voltageV, currentA, ofString, yieldDayWh, yieldTotalKWh]) => ({
        voltageV,
        currentA,
        powerW: ofString,
        yieldDayWh,
        yieldTotalKWh,
      })),
      ac: {
        phases: phases.map(([voltageV, currentA]) => ({ voltageV, currentA })),
        lineVoltagesV,
        ...{ powerW, reactivePowerVar, frequencyHz, powerFactor, temperatureC },
      },
      eventCount,
    };
    expect(encodeRealTimeData(familyOf(name), data)).toEqual(payloadOf(hex));
  });

  it.each(VECTORS)('comes whole through its fragments: $family', ({ hex }) => {
    const payload = payloadOf(hex);
    const link = { inverterSerial: '138280400144', dtuSerial: '199980112345' };
    const assembly = createAssembly();
    for (const packet of encodeAnswer(payload, link)) {
      const result = decodeFragment(packet);
      if (result.ok) assembly.add(result.fragment);
    }
    const status = assembly.status();
    if (status.kind !== 'complete') throw new Error(status.kind);
    expect(status.fragments).toHaveLength(Math.ceil((payload.length + 2) / 16));
    expect(joinPayload(status.fragments)).toEqual({ ok: true, payload });
  });

  it('cannot be written with the phases of another family', () => {
    const string = { voltageV: 0, currentA: 0, powerW: 0, yieldDayWh: 0, yieldTotalKWh: 0 };
    const ac = { powerW: 0, reactivePowerVar: 0, frequencyHz: 50, powerFactor: 1, temperatureC: 20 };
    const phase = { voltageV: 230, currentA: 1 };
    const write = (phaseCount: number, lineVoltagesV: readonly number[]) =>
      encodeRealTimeData(familyOf('hmt-6ch'), {
        strings: Array.from({ length: 6 }, () => string),
        ac: { ...ac, phases: Array.from({ length: phaseCount }, () => phase), lineVoltagesV },
        eventCount: 0,
      });
    expect(() => write(3, [398, 398, 398])).not.toThrow();
    expect(() => write(1, [398, 398, 398])).toThrow(RangeError);
    expect(() => write(3, [])).toThrow(RangeError);
  });
});

describe('an answer of three phases, which is as long as an event log of eight entries', () => {
  const THREE_PHASES = VECTORS.filter(({ phases }) => phases.length === 3);

  it.each(THREE_PHASES)('is no event log: $family', ({ hex }) => {
    expect(decodeAlarmLog(payloadOf(hex))).toBeUndefined();
  });

  it('is no event log without a grid either', () => {
    const payload = payloadOf(THREE_PHASES[0]?.hex ?? '');
    payload.fill(0, 68);
    expect(decodeAlarmLog(payload)).toBeUndefined();
  });

  it('is not taken for one where it is one', () => {
    const entries = Array.from({ length: 8 }, (_, index) => ({
      code: 141 + index,
      startS: 36_000 + index,
      endS: index % 2 === 0 ? 0 : 50_000,
    }));
    const log = encodeAlarmLog(entries);
    expect(log).toHaveLength(98);
    expect(decodeAlarmLog(log)).toEqual(entries);
    expect(decodeRealTimeData(familyOf('hmt-6ch'), log)).toBeUndefined();
  });
});

describe('an answer of HMS with one string, second version, whose length nobody has recorded', () => {
  it.each([40, 42])('is read with %d bytes', (length) => {
    const payload = payloadOf(VECTORS.find(({ family }) => family === 'hms-1ch-v2')?.hex ?? '');
    expect(decodeRealTimeData(familyOf('hms-1ch-v2'), payload.subarray(0, length))?.temperatureC).toBe(27.5);
  });

  it('is not read with fewer than it needs', () => {
    expect(decodeRealTimeData(familyOf('hms-1ch-v2'), new Uint8Array(38))).toBeUndefined();
  });
});
