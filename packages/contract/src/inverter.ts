import * as z from 'zod/mini';
import { index, itemCount, lenientUnsigned, serial, text, wireObject } from './constraints.ts';
import { isRecord } from './is-record.ts';
import {
  INVERTER_COUNT_MAX,
  INVERTER_NAME_MAX_LENGTH,
  INVERTER_NAME_MIN_LENGTH,
  INVERTER_STRING_COUNT_MAX,
  INVERTER_STRING_COUNT_MIN,
  STRING_NAME_MAX_LENGTH,
} from './limits.ts';

/**
 * Settings of one string: its own name (may be empty) and its panels' peak power in W (0: not set). The original has
 * no code for a string name that is too long; the inverter name's says the same.
 */
export const StringConfigSchema = wireObject({
  name: text({ max: STRING_NAME_MAX_LENGTH, fail: 'InverterNameLength' }),
  max_power: lenientUnsigned(16),
});
export type StringConfig = z.infer<typeof StringConfigSchema>;

const inverterSerial = () => serial('InverterSerialZero');
const inverterName = () =>
  text({ min: INVERTER_NAME_MIN_LENGTH, max: INVERTER_NAME_MAX_LENGTH, fail: 'InverterNameLength' });
const strings = <Item extends z.ZodMiniType>(item: Item) =>
  itemCount(z.array(item), {
    min: INVERTER_STRING_COUNT_MIN,
    max: INVERTER_STRING_COUNT_MAX,
    fail: 'InverterInvalidChannelCount',
  });
const slotId = () => index({ max: INVERTER_COUNT_MAX - 1, fail: 'InverterInvalidId' });

/** What is configured for one inverter. Source: docs/reference/original-device.md#inverter-settings. */
export const InverterConfigSchema = wireObject({
  serial: inverterSerial(),
  name: inverterName(),
  channel: strings(StringConfigSchema),
});
export type InverterConfig = z.infer<typeof InverterConfigSchema>;

/** A new inverter. Source: docs/reference/original-device.md#inverter-settings. */
export const InverterAdditionSchema = wireObject({ serial: inverterSerial(), name: inverterName() });
export type InverterAddition = z.infer<typeof InverterAdditionSchema>;

/** A string as posted: what is missing in it is an empty name and a peak power that is not set. */
const PostedStringSchema = z.pipe(
  z.transform((sent: unknown): unknown => {
    const { name, max_power } = isRecord(sent) ? sent : {};
    return { name: name ?? '', max_power: max_power ?? 0 };
  }),
  StringConfigSchema,
);

/**
 * Everything of one slot. Strings beyond those that are sent keep their settings. Source:
 * docs/reference/original-device.md#inverter-settings.
 */
export const InverterEditSchema = wireObject({
  id: slotId(),
  serial: inverterSerial(),
  name: inverterName(),
  channel: strings(PostedStringSchema),
});
export type InverterEdit = z.infer<typeof InverterEditSchema>;

/** The slot to empty. Source: docs/reference/original-device.md#inverter-settings. */
export const InverterDeletionSchema = wireObject({ id: slotId() });
export type InverterDeletion = z.infer<typeof InverterDeletionSchema>;
