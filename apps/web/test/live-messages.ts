import { type LiveHints, type ReceivedLiveData, readLiveData } from '@heliograph/contract';

/** Live data as it stands on the wire, for tests to build on and to spoil. */
export type WireValue = { v: number | null; u: string; d: number };
export type WireInverter = Record<string, unknown>;

export const wireValue = (v: number | null, u: string, d: number): WireValue => ({ v, u, d });

interface StringOptions {
  readonly power: number;
  readonly name?: string;
  readonly irradiation?: number;
}

/** A string channel; without power the voltage of dawn is still there. */
export function wireString({ power, name = '', irradiation }: StringOptions): WireInverter {
  return {
    name: { u: name },
    Power: wireValue(power, 'W', 1),
    Voltage: wireValue(31.8, 'V', 1),
    Current: wireValue(power / 31.8, 'A', 2),
    YieldDay: wireValue(655, 'Wh', 0),
    YieldTotal: wireValue(73.418, 'kWh', 3),
    ...(irradiation === undefined ? {} : { Irradiation: wireValue(irradiation, '%', 3) }),
  };
}

/** An inverter with one string, producing; `changes` replaces keys. */
export function wireInverter(changes: WireInverter = {}): WireInverter {
  return {
    serial: '114172220143',
    name: 'Garage',
    data_age: 2,
    reachable: true,
    producing: true,
    limit_relative: 100,
    limit_absolute: 800,
    '0': {
      Power: wireValue(247.1000061, 'W', 1),
      Voltage: wireValue(231.6000061, 'V', 1),
      Frequency: wireValue(49.97999954, 'Hz', 2),
      PowerFactor: wireValue(0.998000026, '', 3),
    },
    '1': wireString({ power: 259.9, name: 'East', irradiation: 63.4 }),
    events: 4,
    ...changes,
  };
}

/** As an inverter reads before it was ever heard: every value zero. */
export function wireWithoutReading(changes: WireInverter = {}): WireInverter {
  const zero = (u: string, d: number) => wireValue(0, u, d);
  return wireInverter({
    producing: false,
    data_age: 42,
    limit_relative: 0,
    limit_absolute: -1,
    '0': { Power: zero('W', 1), Voltage: zero('V', 1), Frequency: zero('Hz', 2), YieldTotal: zero('kWh', 3) },
    '1': { name: { u: 'East' }, Power: zero('W', 1), YieldTotal: zero('kWh', 3) },
    events: 0,
    ...changes,
  });
}

export function wireMessage(inverters: readonly unknown[], hints: Partial<LiveHints> = {}): WireInverter {
  return {
    inverters,
    total: {
      Power: wireValue(247.1000061, 'W', 1),
      YieldDay: wireValue(1296, 'Wh', 0),
      YieldTotal: wireValue(144.4700012, 'kWh', 2),
    },
    hints: { time_sync: false, radio_problem: false, default_password: false, ...hints },
  };
}

/** The same, as the app reads it. */
export function liveData(inverters: readonly unknown[], hints?: Partial<LiveHints>): ReceivedLiveData {
  const read = readLiveData(wireMessage(inverters, hints));
  if (read === undefined) throw new Error('the test made a message that cannot be read');
  return read;
}
