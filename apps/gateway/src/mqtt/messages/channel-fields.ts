import type { ChannelNumber, PhasePropertyName, PropertyName } from '@heliograph/contract';
import { type FieldName, hasPhases } from '../../encoding/measured-fields.ts';
import type { InverterState } from '../../fleet/inverter.ts';

/**
 * Every measured field, in the order in which they are published; false where a channel does not have it. Irradiation is
 * published also where no peak power is set. Source: docs/reference/original-device.md#mqtt-topics.
 */
type PublishedFields = Readonly<Record<PropertyName, boolean>>;
const OF_AC: PublishedFields = {
  'Power DC': true,
  YieldDay: true,
  YieldTotal: true,
  Voltage: true,
  Current: true,
  Power: true,
  Frequency: true,
  Temperature: true,
  PowerFactor: true,
  Efficiency: true,
  ReactivePower: true,
  Irradiation: false,
};
const OF_STRING: PublishedFields = {
  Voltage: true,
  Current: true,
  Power: true,
  YieldDay: true,
  YieldTotal: true,
  Irradiation: true,
  'Power DC': false,
  Frequency: false,
  Temperature: false,
  PowerFactor: false,
  Efficiency: false,
  ReactivePower: false,
};

/** Of an inverter with several phases, behind what the AC side of every one has. */
const OF_PHASES: Readonly<Record<PhasePropertyName, boolean>> = {
  'Voltage Ph1-N': true,
  'Voltage Ph2-N': true,
  'Voltage Ph3-N': true,
  'Voltage Ph1-Ph2': true,
  'Voltage Ph2-Ph3': true,
  'Voltage Ph3-Ph1': true,
  'Current Ph1': true,
  'Current Ph2': true,
  'Current Ph3': true,
};

const namesIn = (fields: Readonly<Partial<Record<FieldName, boolean>>>) =>
  (Object.keys(fields) as FieldName[]).filter((name) => fields[name]); // the types have no other keys
const AC_FIELDS = namesIn(OF_AC);
const PHASES_FIELDS = namesIn({ ...OF_AC, ...OF_PHASES });
const STRING_FIELDS = namesIn(OF_STRING);

/** What is published of a channel of an inverter, also by Home Assistant's discovery. */
export function publishedFieldsOf(
  inverter: Pick<InverterState, 'reading'>,
  channel: ChannelNumber,
): readonly FieldName[] {
  if (channel !== 0) return STRING_FIELDS;
  return hasPhases(inverter) ? PHASES_FIELDS : AC_FIELDS;
}

/** The field's name as one word: `PowerDC`, `VoltagePh1-N`. */
export function wordOf(field: FieldName): string {
  return field.replaceAll(' ', '');
}

/** `1/powerdc`: where a field is published below the inverter's own topic. */
export function fieldTopic(channel: ChannelNumber, field: FieldName): string {
  return `${channel}/${wordOf(field).toLowerCase()}`;
}
