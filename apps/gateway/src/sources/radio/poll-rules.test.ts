import { describe, expect, it } from 'vitest';
import { type InverterState, newInverter, RADIO_SOURCE } from '../../fleet/inverter.ts';
import { limitRead } from '../../fleet/limit-state.ts';
import { commandsOfTurn, type TurnConditions } from './poll-rules.ts';
import { supportedInverters } from './supported-inverters.ts';

const SERIAL = '114180123456';

function newOne(): InverterState {
  const [settings] = supportedInverters([{ serial: SERIAL, name: 'Roof', channel: [] }]);
  if (settings === undefined) throw new Error('not supported');
  return newInverter(settings, RADIO_SOURCE, 0);
}

function inverter(known: Partial<InverterState> = {}): InverterState {
  const fresh = newOne();
  return {
    ...fresh,
    readingAtMs: 1000,
    eventLog: { ...fresh.eventLog, readState: 'Ok', readAtMs: 1000 },
    limit: limitRead(fresh.limit, 100, 1000),
    deviceInfo: {
      firmware: {
        firmwareBuildVersion: 10_012,
        firmwareBuildDateTime: '2021-11-01 08:42:00',
        bootloaderVersion: 104,
      },
      hardware: { hardwarePartNumber: 0x10_11_40_00, hardwareVersion: '04.10', model: undefined },
    },
    ...known,
  };
}

const CONDITIONS: TurnConditions = { nowMs: 5000, startedAtMs: 0, isClockSet: true, isNight: false };
const turn = (known: Partial<InverterState> = {}, conditions: Partial<TurnConditions> = {}) =>
  commandsOfTurn(inverter(known), { ...CONDITIONS, ...conditions });

describe('the turn of an inverter', () => {
  it('asks for measurements when everything else is known', () => {
    expect(turn()).toEqual(['RealTimeRunData']);
  });

  it('asks for measurements, events and the limit when nothing is known', () => {
    const { limit, eventLog } = newOne();
    const nothing = {
      readingAtMs: undefined,
      limit,
      eventLog,
      deviceInfo: { firmware: undefined, hardware: undefined },
    };
    expect(turn(nothing)).toEqual(['RealTimeRunData', 'AlarmData', 'SystemConfigPara']);
  });

  it('keeps its order when there is everything to do', () => {
    const { limit, eventLog, power } = inverter();
    const everything = turn({
      eventLog: { ...eventLog, readState: 'Failure' },
      limit: { ...limit, readState: 'Failure', commandState: 'Failure' },
      power: { ...power, commandState: 'Failure' },
      deviceInfo: { firmware: undefined, hardware: undefined },
    });
    expect(everything).toEqual([
      'RealTimeRunData',
      'AlarmData',
      'SystemConfigPara',
      'ActivePowerControl',
      'PowerControl',
      'DevInfoAll',
      'DevInfoSimple',
    ]);
  });

  it('has nothing to ask without a clock, but repeats orders', () => {
    const { limit, eventLog, power } = inverter();
    const failed = {
      eventLog: { ...eventLog, readState: 'Failure' },
      limit: { ...limit, readState: 'Failure', commandState: 'Failure' },
      power: { ...power, commandState: 'Failure' },
      deviceInfo: { firmware: undefined, hardware: undefined },
    } as const;
    expect(turn(failed, { isClockSet: false })).toEqual(['ActivePowerControl', 'PowerControl']);
  });

  it('leaves alone what is already under way', () => {
    const { limit, eventLog, power } = inverter();
    const pending = turn({
      eventLog: { ...eventLog, readState: 'Pending' },
      limit: { ...limit, readState: 'Pending', commandState: 'Pending' },
      power: { ...power, commandState: 'Pending' },
    });
    expect(pending).toEqual(['RealTimeRunData']);
  });
});

describe('the event log', () => {
  const withCount = (value: number, askedAtCount: number) =>
    turn({
      reading: { ...inverter().reading, eventCount: value },
      eventLog: { ...inverter().eventLog, askedAtCount },
    });

  it.each([
    [5, 5, false],
    [6, 5, true],
    [0x0105, 5, false],
    [0x0106, 6, false],
    [4, 5, true],
  ])('with the counter at %d, asked for last at %d, is asked for: %s', (count, askedAtCount, isAsked) => {
    expect(withCount(count, askedAtCount).includes('AlarmData')).toBe(isAsked);
  });
});

describe('the limit', () => {
  const asked = (readAtMs: number, commandAtMs: number | undefined, nowMs: number, startedAtMs = 0) =>
    turn({ limit: { ...inverter().limit, readAtMs, commandAtMs } }, { nowMs, startedAtMs }).includes(
      'SystemConfigPara',
    );

  it.each([
    [360_000, 100_000, 480_000, false, 'exactly 120 s after it was read'],
    [359_999, 240_000, 480_000, false, 'exactly 240 s after an order'],
    [359_999, 239_999, 480_000, true, 'later than both'],
    [359_999, 240_001, 480_000, false, 'ordered too lately'],
  ])(
    'read at %d ms, ordered at %d ms, is asked for at %d ms: %s (%s)',
    (readAt, orderedAt, now, expected) => {
      expect(asked(readAt, orderedAt, now)).toBe(expected);
    },
  );

  it('counts from the start when there never was an order', () => {
    expect(asked(100, undefined, 240_000)).toBe(false);
    expect(asked(100, undefined, 240_001)).toBe(true);
    expect(asked(100, undefined, 1_240_000, 1_000_000)).toBe(false);
  });
});

describe('the device info', () => {
  const { firmware, hardware } = inverter().deviceInfo;

  it.each([
    [undefined, hardware],
    [firmware, undefined],
  ])('is asked for whole as long as a part is missing', (knownFirmware, knownHardware) => {
    expect(turn({ deviceInfo: { firmware: knownFirmware, hardware: knownHardware } })).toEqual([
      'RealTimeRunData',
      'DevInfoAll',
      'DevInfoSimple',
    ]);
  });

  it('is not asked for before the first measurement', () => {
    const unknown = { readingAtMs: undefined, deviceInfo: { firmware: undefined, hardware: undefined } };
    expect(turn(unknown)).toEqual(['RealTimeRunData']);
  });
});
