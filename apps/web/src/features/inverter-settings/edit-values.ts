import {
  byteLength,
  INVERTER_NAME_MAX_LENGTH,
  INVERTER_STRING_COUNT_MAX,
  type InverterEdit,
  InverterEditSchema,
  inverterFamilyOf,
  type ListedInverter,
  RESULT_CODES,
  type ReceivedApiResult,
  STRING_MAX_POWER_MAX_W,
  STRING_MAX_POWER_MIN_W,
  STRING_NAME_MAX_LENGTH,
  stringCountMaxOf,
} from '@heliograph/contract';
import { lengthError } from '../../shared/form/length-note.ts';
import { schemaErrors } from '../../shared/form/schema-errors.ts';
import { wholeNumber, wholeNumberError } from '../../shared/form/whole-number.ts';
import type { Formats } from '../../shared/i18n/format.ts';
import type { TextsOf } from '../../shared/i18n/texts.ts';
import { nameError } from './inverter-name.ts';
import { serialError, serialOnAir } from './serial-check.ts';

/**
 * What stands in the edit form, by the paths in the body that is sent: `serial`, `name`, and for each string
 * `channel.0.name` and `channel.0.max_power`. The slot goes along as `id`, so that a draft knows whose it is.
 */
export type EditValues = Readonly<Record<string, string>>;

export const stringNameField = (index: number) => `channel.${index}.name`;
export const maxPowerField = (index: number) => `channel.${index}.max_power`;

/** The strings that can be edited: as listed, or, where a device left them out, as many as the family has. */
export function editedStringCount({ channel, serial }: ListedInverter): number {
  const listed = Math.min(channel.length, stringCountMaxOf(serial));
  return listed > 0 ? listed : (inverterFamilyOf(serial)?.stringCount ?? INVERTER_STRING_COUNT_MAX);
}

/** What the form opens with. */
export function editValues(inverter: ListedInverter): EditValues {
  const values: Record<string, string> = {
    id: String(inverter.id),
    serial: inverter.serial,
    name: inverter.name,
  };
  for (let index = 0; index < editedStringCount(inverter); index++) {
    const { name, max_power } = inverter.channel[index] ?? { name: '', max_power: 0 };
    values[stringNameField(index)] = name;
    values[maxPowerField(index)] = String(max_power);
  }
  return values;
}

/**
 * The full record as the gateway wants it back, its type included (source:
 * docs/specification-check.md#7-the-calls-it-makes). Spaces around a name are nothing that anybody sees.
 */
export function editBody(
  inverter: ListedInverter,
  values: EditValues,
): InverterEdit & Pick<ListedInverter, 'type'> {
  const { id, type } = inverter;
  const serial = serialOnAir(values.serial ?? '');
  // With the serial of another family it may have fewer.
  const count = Math.min(editedStringCount(inverter), stringCountMaxOf(serial));
  const channel = Array.from({ length: count }, (_, index) => ({
    name: (values[stringNameField(index)] ?? '').trim(),
    max_power: wholeNumber(values[maxPowerField(index)] ?? '') ?? 0,
  }));
  return { id, serial, name: (values.name ?? '').trim(), type, channel };
}

/** Whether the gateway holds already what would be sent. */
export function isStored(
  opened: ListedInverter,
  values: EditValues,
  stored: ListedInverter | undefined,
): boolean {
  if (stored === undefined) return false;
  const record = ({ type: _, ...edit }: ReturnType<typeof editBody>) => JSON.stringify(edit);
  return record(editBody(opened, values)) === record(editBody(stored, editValues(stored)));
}

/** What keeps each field from being saved. */
export function editErrors(
  texts: TextsOf<'common' | 'inverters'>,
  format: Formats,
  inverter: ListedInverter,
  values: EditValues,
): Readonly<Record<string, string | undefined>> {
  const { serial = '', name = '' } = values;
  const errors: Record<string, string | undefined> = {
    ...schemaErrors(texts, InverterEditSchema, editBody(inverter, values)),
  };
  // A serial that is stored was taken as it is; only a new one has to look like one.
  if (serial !== inverter.serial) errors.serial = serialError(texts, format, serial) ?? errors.serial;
  errors.name = nameError(texts, name, errors.name);
  for (let index = 0; index < editedStringCount(inverter); index++) {
    const nameField = stringNameField(index);
    // The code behind it speaks of 1 to {max} characters, and this name may be empty.
    const stringName = (values[nameField] ?? '').trim();
    errors[nameField] = lengthError(texts, stringName, STRING_NAME_MAX_LENGTH);
    const maxPower = values[maxPowerField(index)] ?? '';
    const range = { min: STRING_MAX_POWER_MIN_W, max: STRING_MAX_POWER_MAX_W };
    errors[maxPowerField(index)] = wholeNumberError(texts, format, maxPower, range);
  }
  return errors;
}

/** The field that a refusal is about: a device with room for less than we know answers with a `max` of its own. */
export function editedField({ code, param }: ReceivedApiResult, values: EditValues): string | undefined {
  if (code === RESULT_CODES.InverterSerialZero.code) return 'serial';
  if (code !== RESULT_CODES.InverterNameLength.code) return undefined;
  const max = typeof param?.max === 'number' ? param.max : INVERTER_NAME_MAX_LENGTH;
  const nameFields = Object.keys(values).filter((field) => field.endsWith('name'));
  return nameFields.find((field) => byteLength((values[field] ?? '').trim()) > max) ?? 'name';
}
