import type { RadioStatistics, Reading } from '@heliograph/domain';

// Live data of original devices of every generation, in words of the domain.

/** What a message of live data tells: the whole plant, or one inverter of it. */
export interface DeviceLiveData {
  /** In the order in which they were sent. */
  readonly inverters: readonly DeviceInverter[];
  /** Of the whole plant, also in a message that has one inverter. */
  readonly total: DeviceTotal;
  readonly hints: DeviceHints;
}

/** Sums as the device tells them. NaN: not told. */
export interface DeviceTotal {
  readonly powerW: number;
  readonly yieldTodayWh: number;
  readonly yieldTotalKWh: number;
}

/** What the device wants its owner to know; what it does not tell is false. */
export interface DeviceHints {
  readonly isClockUnset: boolean;
  readonly hasRadioProblem: boolean;
  readonly hasDefaultPassword: boolean;
  readonly hasPinProblem: boolean;
}

/** An inverter as its device tells of it. */
export interface DeviceInverter {
  /** Canonical serial. */
  readonly serial: string;
  readonly name: string;
  /** Its place among the others; undefined on devices that know no order but that of the list. */
  readonly order: number | undefined;
  /** Since its last reading, in steps of a second on older devices; the uptime of the device where it has none. */
  readonly dataAgeMs: number | undefined;
  readonly isReachable: boolean;
  readonly isProducing: boolean;
  /** The device asks it for readings; true where the device does not say. */
  readonly isPolled: boolean;
  readonly limit: DeviceLimit;
  /** Entries in its event log; undefined where it has none, or where this message does not tell. */
  readonly eventCount: number | undefined;
  /** Undefined on devices that do not count. */
  readonly radio: RadioStatistics | undefined;
  /** Without any measurements: newer devices tell those of one inverter at a time. */
  readonly isSummary: boolean;
  /**
   * What it has measured; undefined in a summary, and where it has not answered yet. `eventCount` of it is NaN: devices
   * tell the length of the log, not the counter.
   */
  readonly reading: Reading | undefined;
  /** Of each of its strings; empty in a summary. */
  readonly strings: readonly DeviceString[];
}

export interface DeviceLimit {
  /** 0 also before it was ever read; undefined where it was not told. */
  readonly percent: number | undefined;
  /** Undefined while the maximum power of the inverter is not known. */
  readonly watts: number | undefined;
}

/** What the owner has said of a string. */
export interface DeviceString {
  /** Empty where it has none. */
  readonly name: string;
  /** Peak power of its panels; 0 where it is not set, undefined on devices that do not tell it here. */
  readonly maxPowerW: number | undefined;
}
