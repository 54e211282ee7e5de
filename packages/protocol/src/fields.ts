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

/** The least and the most that a value can be. */
export interface FieldRange {
  readonly min: number;
  readonly max: number;
}

/**
 * What a micro-inverter on a household's grid can measure, and generously so: whatever lies outside was damaged on its
 * way, or never measured, however good its checksum. The reason of each number is in docs/reference/radio-protocol.md.
 * What has no entry here can be anything that fits its bytes.
 */
export const FIELD_RANGES: Readonly<
  Record<'ac' | 'string', Readonly<Partial<Record<FieldName, FieldRange>>>>
> = {
  ac: {
    Power: { min: 0, max: 4000 },
    Voltage: { min: 0, max: 500 },
    Current: { min: 0, max: 40 },
    Frequency: { min: 0, max: 75 },
  },
  string: {
    Power: { min: 0, max: 1000 },
    Voltage: { min: 0, max: 120 },
    Current: { min: 0, max: 40 },
    YieldTotal: { min: 0, max: 500_000 },
  },
};

/** Whether a reading is something that an inverter can measure. */
export function isPlausible({ channel, field, value }: Reading): boolean {
  const range = FIELD_RANGES[channel === 0 ? 'ac' : 'string'][field];
  return range === undefined || (value >= range.min && value <= range.max);
}
