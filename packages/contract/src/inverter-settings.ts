import * as z from 'zod/mini';
import {
  INVERTER_COUNT_MAX,
  INVERTER_NAME_MAX_LENGTH,
  INVERTER_NAME_MIN_LENGTH,
  INVERTER_STRING_COUNT_MAX,
  INVERTER_STRING_COUNT_MIN,
  STRING_NAME_MAX_LENGTH,
} from './constants.ts';
import { index, itemCount, lenientUnsigned, serial, text, wireObject } from './constraints.ts';
import type { Endpoint } from './endpoint.ts';
import { type ReceivedApiResult, readApiResult } from './read-api-result.ts';
import type { ApiResult } from './results.ts';
import { isRecord } from './unknown-values.ts';

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

/**
 * One configured inverter. Keys in the order of the wire. Source: docs/reference/original-device.md#inverter-settings.
 */
export interface ListedInverter {
  /** Its slot, 0 to 9; gaps remain where others were deleted. */
  readonly id: number;
  readonly name: string;
  /** Canonical serial: hex digits. */
  readonly serial: string;
  /** Name of the model family, or `Unknown`. */
  readonly type: string;
  /** One per string of the family; four where the family is not known. */
  readonly channel: readonly StringConfig[];
}

/** In the order of the slots. */
export interface InverterList {
  readonly inverter: readonly ListedInverter[];
}

/** As a client gets it: inverters that make no sense are left out and counted. */
export interface ReceivedInverterList extends InverterList {
  readonly refusedInverters: number;
}

function readInverterList(value: unknown): ReceivedInverterList | undefined {
  if (!isRecord(value) || !Array.isArray(value.inverter)) return undefined;
  const sent: readonly unknown[] = value.inverter;
  const inverter = sent.map(readListedInverter).filter((listed) => listed !== undefined);
  return { inverter, refusedInverters: sent.length - inverter.length };
}

/** Without its slot and its serial an inverter could not be changed, so nothing may stand for those. */
function readListedInverter(value: unknown): ListedInverter | undefined {
  if (!isRecord(value)) return undefined;
  const { id, name, serial, type, channel } = value;
  if (typeof id !== 'number' || !Number.isInteger(id) || id < 0) return undefined;
  if (typeof serial !== 'string' || serial === '') return undefined;
  return {
    id,
    name: typeof name === 'string' ? name : '',
    serial,
    type: typeof type === 'string' ? type : '',
    channel: Array.isArray(channel) ? channel.map(readString) : [],
  };
}

function readString(value: unknown): StringConfig {
  const { name, max_power } = isRecord(value) ? value : {};
  return {
    name: typeof name === 'string' ? name : '',
    max_power: typeof max_power === 'number' && max_power > 0 ? Math.trunc(max_power) : 0,
  };
}

/** Every configured inverter. */
export const getInverterList: Endpoint<InverterList, ReceivedInverterList> = {
  method: 'GET',
  path: '/api/inverter/list',
  access: 'admin',
  query: [],
  read: readInverterList,
};

/** Sets up an inverter in the first free slot. */
export const addInverter: Endpoint<ApiResult, ReceivedApiResult, InverterAddition> = {
  method: 'POST',
  path: '/api/inverter/add',
  access: 'admin',
  query: [],
  read: readApiResult,
};

/** Changes serial, name and strings of a slot. */
export const editInverter: Endpoint<ApiResult, ReceivedApiResult, InverterEdit> = {
  method: 'POST',
  path: '/api/inverter/edit',
  access: 'admin',
  query: [],
  read: readApiResult,
};

/** Empties a slot. */
export const deleteInverter: Endpoint<ApiResult, ReceivedApiResult, InverterDeletion> = {
  method: 'POST',
  path: '/api/inverter/del',
  access: 'admin',
  query: [],
  read: readApiResult,
};
