import {
  byteLength,
  INVERTER_NAME_MAX_LENGTH,
  INVERTER_STRING_COUNT_MAX,
  type InverterEdit,
  InverterEditSchema,
  inverterFamilyOf,
  type ListedInverter,
  REACHABLE_THRESHOLD_MAX,
  REACHABLE_THRESHOLD_MIN,
  RESULT_CODES,
  type ReceivedApiResult,
  type SlotString,
  STRING_MAX_POWER_MAX_W,
  STRING_MAX_POWER_MIN_W,
  STRING_NAME_MAX_LENGTH,
  stringCountMaxOf,
  TREATMENT_KEYS,
  type TreatmentConfig,
} from '@heliograph/contract';
import type { FormValues } from '../../shared/form/drafts.tsx';
import { lengthError } from '../../shared/form/length-note.ts';
import { schemaErrors } from '../../shared/form/schema-errors.ts';
import { wholeNumber, wholeNumberError } from '../../shared/form/whole-number.ts';
import type { Formats } from '../../shared/i18n/format.ts';
import type { TextsOf } from '../../shared/i18n/texts.ts';
import { nameError } from './inverter-name.ts';
import { serialError, serialOnAir } from './serial-check.ts';

/**
 * What stands in the edit form, by the paths in the body that is sent: `serial`, `name`, for each string
 * `channel.0.name` and `channel.0.max_power`, and how the inverter is treated where the device knows of that. The slot goes along as `id`, so that a
 * draft knows whose it is.
 */
export type EditValues = FormValues;

/** A field for a text; empty where there is none. */
export const textAt = (values: EditValues, field: string) => String(values[field] ?? '');

export const stringNameField = (index: number) => `channel.${index}.name`;
export const maxPowerField = (index: number) => `channel.${index}.max_power`;
export const offsetField = (index: number) => `channel.${index}.yield_total_offset`;

/** The strings that can be edited: as listed, or, where a device left them out, as many as the family has. */
export function editedStringCount({ channel, serial }: ListedInverter): number {
  const listed = Math.min(channel.length, stringCountMaxOf(serial));
  return listed > 0 ? listed : (inverterFamilyOf(serial)?.stringCount ?? INVERTER_STRING_COUNT_MAX);
}

/** What the form opens with. */
export function editValues(inverter: ListedInverter): EditValues {
  const values: Record<string, string | boolean> = {
    id: String(inverter.id),
    serial: inverter.serial,
    name: inverter.name,
  };
  for (let index = 0; index < editedStringCount(inverter); index++) {
    const { name, max_power, yield_total_offset }: SlotString = inverter.channel[index] ?? NO_STRING;
    values[stringNameField(index)] = name;
    values[maxPowerField(index)] = String(max_power);
    if (yield_total_offset !== undefined) values[offsetField(index)] = String(yield_total_offset);
  }
  for (const key of TREATMENT_KEYS) {
    const value = inverter.treatment?.[key];
    if (value !== undefined) values[key] = typeof value === 'boolean' ? value : String(value);
  }
  return values;
}

const NO_STRING: SlotString = { name: '', max_power: 0 };

/** The energy of a text with a decimal point or comma, in kWh; undefined for what is none. */
function energyOf(text: string): number | undefined {
  const plain = text.trim().replace(',', '.').replace('\u2212', '-'); // the minus sign of well-set pages
  return /^[-+]?(\d{1,8}(\.\d*)?|\.\d+)$/.test(plain) ? Number(plain) : undefined;
}

/** How the inverter is to be treated, as far as the device knows of that. */
function treatmentOf(values: EditValues): TreatmentConfig {
  const said = TREATMENT_KEYS.flatMap((key) => {
    const value = values[key];
    if (value === undefined) return [];
    return [[key, typeof value === 'boolean' ? value : (wholeNumber(value) ?? 0)]];
  });
  return Object.fromEntries(said);
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
  const serial = serialOnAir(textAt(values, 'serial'));
  // With the serial of another family it may have fewer.
  const count = Math.min(editedStringCount(inverter), stringCountMaxOf(serial));
  const channel = Array.from({ length: count }, (_, index) => ({
    name: textAt(values, stringNameField(index)).trim(),
    max_power: wholeNumber(textAt(values, maxPowerField(index))) ?? 0,
    ...offsetOf(values, index),
  }));
  return { id, serial, name: textAt(values, 'name').trim(), type, channel, ...treatmentOf(values) };
}

function offsetOf(values: EditValues, index: number): Pick<SlotString, 'yield_total_offset'> {
  const field = offsetField(index);
  return values[field] === undefined ? {} : { yield_total_offset: energyOf(textAt(values, field)) ?? 0 };
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
  const [serial, name] = [textAt(values, 'serial'), textAt(values, 'name')];
  const errors: Record<string, string | undefined> = {
    ...schemaErrors(texts, InverterEditSchema, editBody(inverter, values)),
  };
  // A serial that is stored was taken as it is; only a new one has to look like one.
  if (serial !== inverter.serial) errors.serial = serialError(texts, format, serial) ?? errors.serial;
  errors.name = nameError(texts, name, errors.name);
  for (let index = 0; index < editedStringCount(inverter); index++) {
    const nameField = stringNameField(index);
    // The code behind it speaks of 1 to {max} characters, and this name may be empty.
    const stringName = textAt(values, nameField).trim();
    errors[nameField] = lengthError(texts, stringName, STRING_NAME_MAX_LENGTH);
    const maxPower = textAt(values, maxPowerField(index));
    const range = { min: STRING_MAX_POWER_MIN_W, max: STRING_MAX_POWER_MAX_W };
    errors[maxPowerField(index)] = wholeNumberError(texts, format, maxPower, range);
    const isEnergy = energyOf(textAt(values, offsetField(index))) !== undefined;
    if (values[offsetField(index)] !== undefined && !isEnergy)
      errors[offsetField(index)] = texts.inverters.treatment.noOffset;
  }
  if (values.reachable_threshold !== undefined) {
    const range = { min: REACHABLE_THRESHOLD_MIN, max: REACHABLE_THRESHOLD_MAX };
    errors.reachable_threshold = wholeNumberError(
      texts,
      format,
      textAt(values, 'reachable_threshold'),
      range,
    );
  }
  return errors;
}

/** The field that a refusal is about: a device with room for less than we know answers with a `max` of its own. */
export function editedField({ code, param }: ReceivedApiResult, values: EditValues): string | undefined {
  if (code === RESULT_CODES.InverterSerialZero.code) return 'serial';
  if (code !== RESULT_CODES.InverterNameLength.code) return undefined;
  const max = typeof param?.max === 'number' ? param.max : INVERTER_NAME_MAX_LENGTH;
  const nameFields = Object.keys(values).filter((field) => field.endsWith('name'));
  return nameFields.find((field) => byteLength(textAt(values, field).trim()) > max) ?? 'name';
}
