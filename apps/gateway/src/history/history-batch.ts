import type { Spread } from './bucket.ts';
import type { ReadEventLog } from './event-archive.ts';
import type { KeptOrder } from './order-archive.ts';

/** What an inverter has measured, as far as history keeps it. Undefined: not told. */
export interface HistoryReading {
  /** Canonical serial. */
  readonly serial: string;
  /** Unix milliseconds. */
  readonly atMs: number;
  /** AC, over all phases. */
  readonly powerW: number;
  /** Of the first phase. */
  readonly voltageV: number | undefined;
  readonly frequencyHz: number | undefined;
  readonly temperatureC: number | undefined;
  /** The limit in force; undefined where nobody knows it. */
  readonly limitPercent: number | undefined;
  readonly strings: readonly HistoryStringReading[];
}

export interface HistoryStringReading {
  readonly powerW: number | undefined;
  readonly voltageV: number | undefined;
  readonly currentA: number | undefined;
  /** Since the inverter began its day. */
  readonly todayWh: number | undefined;
  /** Since it was built. */
  readonly totalWh: number | undefined;
}

/** What has come since the last batch. */
export interface HistoryBatch {
  readonly readings: readonly HistoryReading[];
  /** Of all inverters together, as the pages tell it. */
  readonly plantPower: readonly PlantReading[];
  /** Inverters that did not answer although there was light. */
  readonly missed: readonly { readonly serial: string; readonly atMs: number; readonly seconds: number }[];
  /** What inverters and their strings are called; those of which that has changed. */
  readonly names: readonly InverterNames[];
  /** What the power meter of the house has shown; none where there is no meter. */
  readonly meter?: readonly MeterStretch[];
  /** Orders that are new, or have a new step; none where there is no list. */
  readonly orders?: readonly KeptOrder[];
  /** Event logs that inverters have told since. */
  readonly eventLogs?: readonly ReadEventLog[];
  /** What the clock says, in unix seconds, and whether a time server has said so since the start; nobody has where it is missing. */
  readonly clock?: { readonly nowS: number; readonly isSure: boolean };
}

export interface PlantReading {
  readonly atMs: number;
  readonly powerW: number;
  /** Of all strings of the inverters that answer. */
  readonly dcPowerW: number | undefined;
  /** Of what all inverters together can; undefined where it is not known of each. */
  readonly limitPercent: number | undefined;
}

/** Some seconds in which the meter was heard again and again. */
export interface MeterStretch {
  /** When it ended, unix milliseconds. */
  readonly atMs: number;
  /** How long it was; 0: the meter was not heard for a while before. */
  readonly forMs: number;
  /** Taken from the grid; negative: fed into it. */
  readonly power: Spread;
  /** What came from the grid, and what went there; not whole. */
  readonly importedWh: number;
  readonly exportedWh: number;
  /** What the inverters gave at its end; undefined where that is not known of each. */
  readonly producedW: number | undefined;
}

export interface InverterNames {
  readonly serial: string;
  readonly name: string;
  readonly strings: readonly string[];
}
