import type { ChannelNumber, FieldName } from '@heliograph/protocol';
import type { InverterState } from '../fleet/inverter.ts';

/** In the order in which they are published. Source: device contract, section 8.2. */
const AC_FIELDS: readonly FieldName[] = [
  'Power DC',
  'YieldDay',
  'YieldTotal',
  'Voltage',
  'Current',
  'Power',
  'Frequency',
  'Temperature',
  'PowerFactor',
  'Efficiency',
  'ReactivePower',
];
const STRING_FIELDS: readonly FieldName[] = [
  'Voltage',
  'Current',
  'Power',
  'YieldDay',
  'YieldTotal',
  'Irradiation',
];
const CHANNELS: readonly ChannelNumber[] = [0, 1, 2, 3, 4];

/** The AC side and every string of an inverter. */
export function channelsOf({ strings }: Pick<InverterState, 'strings'>): readonly ChannelNumber[] {
  return CHANNELS.slice(0, strings.length + 1);
}

/** What is published of a channel; irradiation also where no peak power is set. */
export function fieldsOf(channel: ChannelNumber): readonly FieldName[] {
  return channel === 0 ? AC_FIELDS : STRING_FIELDS;
}

/** The field's name as one word: `PowerDC`. */
export function wordOf(field: FieldName): string {
  return field.replaceAll(' ', '');
}

/** `1/powerdc`: where a field is published below the inverter's own topic. */
export function fieldTopic(channel: ChannelNumber, field: FieldName): string {
  return `${channel}/${wordOf(field).toLowerCase()}`;
}
