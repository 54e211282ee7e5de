import type { Reading, StringReading } from '@heliograph/domain';
import {
  decodeAlarmLog,
  decodeDeviceInfoAll,
  decodeDeviceInfoSimple,
  decodeSystemConfig,
  hexFromBytes,
} from '@heliograph/protocol';
import { assert, describe, expect, it } from 'vitest';
import {
  CAPTURED_EXPECTATIONS,
  type CapturedExpectation,
  SCENARIOS,
  type ScenarioInverter,
} from '../src/index.ts';
import { createDtu } from './dtu.ts';

const { inverters } = SCENARIOS.captured;
const NOTHING = new Uint8Array();

type Shown = CapturedExpectation['channels'][string];
type ShownValue = keyof Shown;

/** Decimals of a page. */
const DIGITS: Readonly<Record<ShownValue, number>> = {
  Power: 1,
  Voltage: 1,
  Current: 2,
  'Power DC': 1,
  YieldDay: 0,
  YieldTotal: 3,
  Frequency: 2,
  Temperature: 1,
  PowerFactor: 3,
  ReactivePower: 1,
  Efficiency: 3,
  Irradiation: 3,
};

function acOf({ phases: [phase], ...reading }: Reading): Shown {
  return {
    Power: reading.powerW,
    Voltage: phase?.voltageV ?? Number.NaN,
    Current: phase?.currentA ?? Number.NaN,
    'Power DC': reading.dcPowerW,
    YieldDay: reading.yieldTodayWh,
    YieldTotal: reading.yieldTotalKWh,
    Frequency: reading.frequencyHz,
    Temperature: reading.temperatureC,
    PowerFactor: reading.powerFactor,
    ReactivePower: reading.reactivePowerVar,
    Efficiency: reading.efficiencyPercent,
  };
}

function stringOf(string: StringReading | undefined): Shown {
  if (string === undefined) return {};
  const { powerW, voltageV, currentA, yieldTodayWh, yieldTotalKWh } = string;
  return {
    Power: powerW,
    Voltage: voltageV,
    Current: currentA,
    YieldDay: yieldTodayWh,
    YieldTotal: yieldTotalKWh,
  };
}

function withCaptured(kind: keyof NonNullable<ScenarioInverter['captured']>): readonly ScenarioInverter[] {
  return inverters.filter(({ captured }) => captured?.[kind] !== undefined);
}

describe('captured real-time data', () => {
  it('is expected of every inverter that replays it, and of no other', () => {
    const serials = withCaptured('RealTimeRunData').map(({ serial }) => serial);
    expect(serials.length).toBe(6);
    expect(serials.toSorted()).toEqual(Object.keys(CAPTURED_EXPECTATIONS).toSorted());
  });

  it.each(Object.entries(CAPTURED_EXPECTATIONS))(
    'of %s means what others say that it means',
    (serial, expected) => {
      const reading = createDtu({ scenario: SCENARIOS.captured }).reading(serial) ?? assert.fail('no answer');
      for (const [channel, values] of Object.entries(expected.channels)) {
        const decoded = channel === '0' ? acOf(reading) : stringOf(reading.strings[Number(channel) - 1]);
        for (const [name, value] of Object.entries(values)) {
          const digits = DIGITS[name as ShownValue];
          const text = decoded[name as ShownValue]?.toFixed(digits);
          expect(text, `channel ${channel} ${name}`).toBe(value.toFixed(digits));
        }
      }
    },
  );

  it('is sent byte for byte, hour after hour', () => {
    const dtu = createDtu({ scenario: SCENARIOS.captured });
    for (const { serial, captured } of withCaptured('RealTimeRunData')) {
      for (let poll = 0; poll < 3; poll++) {
        dtu.heard.length = 0;
        dtu.reading(serial);
        expect(dtu.heard.map(({ packet }) => hexFromBytes(packet.bytes))).toEqual(captured?.RealTimeRunData);
        dtu.clock.advance(3_600_000);
      }
    }
  });

  it('also comes fragment by fragment when one is asked for again', () => {
    const air = { ...SCENARIOS.captured.air, answerLoss: 0.35 };
    const dtu = createDtu({ scenario: { ...SCENARIOS.captured, air } });
    const complete = Array.from({ length: 30 }, () => dtu.reading('116183063371')).filter(
      (reading) => reading !== undefined,
    );
    expect(complete.length).toBeGreaterThan(20);
    for (const { powerW } of complete) expect(powerW).toBeCloseTo(293.5, 1);
    expect(dtu.transmissions()).toBeGreaterThan(40);
  });
});

describe('other captured answers', () => {
  it('are the limits that were published', () => {
    const dtu = createDtu({ scenario: SCENARIOS.captured });
    const limits = withCaptured('SystemConfigPara').map(({ serial }) => [
      serial,
      decodeSystemConfig(dtu.ask(serial, 'SystemConfigPara') ?? NOTHING)?.limitPercent,
    ]);
    expect(limits).toEqual([
      ['114190529235', 125],
      ['114182979823', 100],
      ['116180148266', 100],
    ]);
  });

  it('are the device information that was documented', () => {
    const dtu = createDtu({ scenario: SCENARIOS.captured });
    expect(decodeDeviceInfoAll(dtu.ask('116180148266', 'DevInfoAll') ?? NOTHING)).toEqual({
      firmwareBuildVersion: 10012,
      firmwareBuildDateTime: '2021-10-25 18:37:00',
      bootloaderVersion: 1,
    });
    expect(decodeDeviceInfoSimple(dtu.ask('116180148266', 'DevInfoSimple') ?? NOTHING)).toEqual({
      hardwarePartNumber: 0x10_12_71_01,
      hardwareVersion: '01.00',
      model: { name: 'HMS-2000-4T', maxPowerW: 2000 },
    });
  });

  it('include an event log that never comes to its end', () => {
    const dtu = createDtu({ scenario: SCENARIOS.captured });
    expect(dtu.ask('114190531163', 'AlarmData')).toBeUndefined();
    expect(dtu.heard.length).toBe(5);
    expect(dtu.transmissions()).toBe(6);
  });
});

describe('what nobody has captured', () => {
  it('is answered by our own codec, without made-up events', () => {
    const dtu = createDtu({ scenario: SCENARIOS.captured });
    for (const { serial, captured, strings } of inverters) {
      expect(dtu.ask(serial, 'DevInfoAll')).toBeDefined();
      expect(dtu.ask(serial, 'SystemConfigPara')).toBeDefined();
      expect(dtu.reading(serial)?.strings).toHaveLength(strings.length);
      if (captured?.AlarmData !== undefined) continue;
      expect(decodeAlarmLog(dtu.ask(serial, 'AlarmData') ?? NOTHING, 0)).toEqual([]);
    }
  });
});
