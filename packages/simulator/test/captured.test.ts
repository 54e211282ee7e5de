import {
  decodeAlarmLog,
  decodeDeviceInfoAll,
  decodeDeviceInfoSimple,
  decodeSystemConfig,
  FIELDS,
  type FieldName,
  hexFromBytes,
} from '@heliograph/protocol';
import { describe, expect, it } from 'vitest';
import { CAPTURED_EXPECTATIONS, SCENARIOS, type ScenarioInverter } from '../src/index.ts';
import { createDtu } from './dtu.ts';

const { inverters } = SCENARIOS.captured;
const NOTHING = new Uint8Array();

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
      const readings = createDtu({ scenario: SCENARIOS.captured }).readings(serial);
      for (const [channel, fields] of Object.entries(expected.channels)) {
        for (const [field, value] of Object.entries(fields)) {
          const { digits } = FIELDS[field as FieldName];
          const decoded = readings?.[Number(channel)]?.[field as FieldName];
          expect(decoded?.toFixed(digits), `channel ${channel} ${field}`).toBe(value.toFixed(digits));
        }
      }
    },
  );

  it('is sent byte for byte, hour after hour', () => {
    const dtu = createDtu({ scenario: SCENARIOS.captured });
    for (const { serial, captured } of withCaptured('RealTimeRunData')) {
      for (let poll = 0; poll < 3; poll++) {
        dtu.heard.length = 0;
        dtu.readings(serial);
        expect(dtu.heard.map(({ packet }) => hexFromBytes(packet.bytes))).toEqual(captured?.RealTimeRunData);
        dtu.clock.advance(3_600_000);
      }
    }
  });

  it('also comes fragment by fragment when one is asked for again', () => {
    const air = { ...SCENARIOS.captured.air, answerLoss: 0.35 };
    const dtu = createDtu({ scenario: { ...SCENARIOS.captured, air } });
    const complete = Array.from({ length: 30 }, () => dtu.readings('116183063371')).filter(
      (readings) => readings !== undefined,
    );
    expect(complete.length).toBeGreaterThan(20);
    for (const readings of complete) expect(readings[0]?.Power).toBeCloseTo(293.5, 1);
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
      expect(Object.keys(dtu.readings(serial) ?? {}).length).toBe(1 + strings.length);
      if (captured?.AlarmData !== undefined) continue;
      expect(decodeAlarmLog(dtu.ask(serial, 'AlarmData') ?? NOTHING, 0)).toEqual([]);
    }
  });
});
