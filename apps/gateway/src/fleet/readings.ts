import { type ChannelNumber, FIELDS, type FieldName, type Reading } from '@heliograph/protocol';

/** Settings of one string that its readings depend on. */
export interface StringSettings {
  /** Own name of the string; empty when it has none. */
  readonly name: string;
  /** Peak power of its panels; 0 when not set. */
  readonly maxPowerW: number;
}

/** What an inverter reports of its AC side and of each string. Source: device contract, section 5.2. */
const AC_FIELDS: readonly FieldName[] = [
  'Power',
  'Voltage',
  'Current',
  'Power DC',
  'YieldDay',
  'YieldTotal',
  'Frequency',
  'Temperature',
  'PowerFactor',
  'ReactivePower',
  'Efficiency',
  'EventLogCount',
];
const STRING_FIELDS: readonly FieldName[] = [
  'Power',
  'Voltage',
  'Current',
  'YieldDay',
  'YieldTotal',
  'Irradiation',
];
const STRING_CHANNELS: readonly ChannelNumber[] = [1, 2, 3, 4];

/** What stands for the readings of an inverter that has not answered yet: every field, all of them 0. */
export function zeroReadings(stringCount: number): readonly Reading[] {
  const zeros = (channel: ChannelNumber, fields: readonly FieldName[]) =>
    fields.map((field): Reading => ({ channel, field, value: 0, ...FIELDS[field] }));
  return [
    ...zeros(0, AC_FIELDS),
    ...STRING_CHANNELS.slice(0, stringCount).flatMap((channel) => zeros(channel, STRING_FIELDS)),
  ];
}

/** The value of a field of a channel; 0 when there is none. */
export function readingValue(readings: readonly Reading[], channel: ChannelNumber, field: FieldName): number {
  for (const reading of readings) {
    if (reading.channel === channel && reading.field === field) return reading.value;
  }
  return 0;
}

/** The readings with every irradiation calculated anew, after the peak power of a string was changed. */
export function withIrradiation(
  readings: readonly Reading[],
  strings: readonly StringSettings[],
): readonly Reading[] {
  return readings.map((reading) => {
    if (reading.field !== 'Irradiation') return reading;
    const maxPowerW = strings[reading.channel - 1]?.maxPowerW ?? 0;
    const powerW = readingValue(readings, reading.channel, 'Power');
    const value = maxPowerW > 0 ? Math.fround(Math.fround(powerW / maxPowerW) * 100) : 0;
    return { ...reading, value };
  });
}
