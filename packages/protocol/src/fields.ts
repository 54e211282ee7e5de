/**
 * The measured fields: unit and number of decimals for display.
 * Source: device contract, section 5.2; radio protocol, section 5.
 */

export type FieldName =
  | 'Power'
  | 'Voltage'
  | 'Current'
  | 'Power DC'
  | 'YieldDay'
  | 'YieldTotal'
  | 'Frequency'
  | 'Temperature'
  | 'PowerFactor'
  | 'ReactivePower'
  | 'Efficiency'
  | 'Irradiation'
  | 'EventLogCount';

export interface Field {
  /** Empty for a plain number. */
  readonly unit: string;
  /** Decimals for display. */
  readonly digits: number;
}

/** Every field has the same unit and digits on the AC side and on the strings. */
export const FIELDS: Readonly<Record<FieldName, Field>> = {
  Power: { unit: 'W', digits: 1 },
  Voltage: { unit: 'V', digits: 1 },
  Current: { unit: 'A', digits: 2 },
  'Power DC': { unit: 'W', digits: 1 },
  YieldDay: { unit: 'Wh', digits: 0 },
  YieldTotal: { unit: 'kWh', digits: 3 },
  Frequency: { unit: 'Hz', digits: 2 },
  Temperature: { unit: '°C', digits: 1 },
  PowerFactor: { unit: '', digits: 3 },
  ReactivePower: { unit: 'var', digits: 1 },
  Efficiency: { unit: '%', digits: 3 },
  Irradiation: { unit: '%', digits: 3 },
  EventLogCount: { unit: '', digits: 0 },
};

/** 0 is the AC side, 1 to 4 are the strings. */
export type ChannelNumber = 0 | 1 | 2 | 3 | 4;

/** One measured (or calculated) field of one channel. `value` is a 32-bit float. */
export interface Reading {
  readonly channel: ChannelNumber;
  readonly field: FieldName;
  readonly value: number;
  readonly unit: string;
  readonly digits: number;
}
