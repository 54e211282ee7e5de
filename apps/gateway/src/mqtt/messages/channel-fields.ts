import type { ChannelNumber, PropertyName } from '@heliograph/contract';

/** In the order in which they are published. Source: docs/reference/original-device.md#mqtt-topics. */
const AC_FIELDS: readonly PropertyName[] = [
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
const STRING_FIELDS: readonly PropertyName[] = [
  'Voltage',
  'Current',
  'Power',
  'YieldDay',
  'YieldTotal',
  'Irradiation',
];

/** What is published of a channel; irradiation also where no peak power is set. */
export function publishedFieldsOf(channel: ChannelNumber): readonly PropertyName[] {
  return channel === 0 ? AC_FIELDS : STRING_FIELDS;
}

/** The field's name as one word: `PowerDC`. */
export function wordOf(field: PropertyName): string {
  return field.replaceAll(' ', '');
}

/** `1/powerdc`: where a field is published below the inverter's own topic. */
export function fieldTopic(channel: ChannelNumber, field: PropertyName): string {
  return `${channel}/${wordOf(field).toLowerCase()}`;
}
