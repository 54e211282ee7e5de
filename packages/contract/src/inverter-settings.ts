import * as z from 'zod/mini';
import {
  INVERTER_COUNT_MAX,
  INVERTER_NAME_MAX_LENGTH,
  INVERTER_NAME_MIN_LENGTH,
  INVERTER_STRING_COUNT_LARGE_MAX,
  INVERTER_STRING_COUNT_MAX,
  INVERTER_STRING_COUNT_MIN,
  STRING_NAME_MAX_LENGTH,
} from './constants.ts';
import {
  chosen,
  index,
  inverterSerial,
  itemCount,
  lenientUnsigned,
  text,
  wireObject,
} from './constraints.ts';
import type { Endpoint } from './endpoint.ts';
import { inverterFamilyOf } from './inverter-families.ts';
import { readIndex, readInverterSerial } from './lenient-values.ts';
import { type ReceivedApiResult, readApiResult } from './read-api-result.ts';
import type { ApiResult } from './results.ts';
import { isRecord } from './unknown-values.ts';

/**
 * Settings of one string: its own name (may be empty) and its panels' peak power in W (0: not set). The original has
 * no code for a string name that is too long; the inverter name's says the same.
 */
export const StringConfigSchema = /* @__PURE__ */ wireObject({
  name: /* @__PURE__ */ text({ max: STRING_NAME_MAX_LENGTH, fail: 'InverterNameLength' }),
  max_power: /* @__PURE__ */ lenientUnsigned(16),
});
export type StringConfig = z.infer<typeof StringConfigSchema>;

const serial = () => inverterSerial('InverterSerialZero');
const inverterName = () =>
  text({ min: INVERTER_NAME_MIN_LENGTH, max: INVERTER_NAME_MAX_LENGTH, fail: 'InverterNameLength' });
const strings = <Item extends z.ZodMiniType>(item: Item, max: number = INVERTER_STRING_COUNT_MAX) =>
  itemCount(z.array(item), {
    min: INVERTER_STRING_COUNT_MIN,
    max,
    fail: 'InverterInvalidChannelCount',
  });
const slotId = () => index({ max: INVERTER_COUNT_MAX - 1, fail: 'InverterInvalidId' });

/** What is configured for one inverter. Source: docs/reference/original-device.md#inverter-settings. */
export const InverterConfigSchema = /* @__PURE__ */ wireObject({
  serial: /* @__PURE__ */ serial(),
  name: /* @__PURE__ */ inverterName(),
  channel: /* @__PURE__ */ strings(StringConfigSchema),
});
export type InverterConfig = z.infer<typeof InverterConfigSchema>;

/** A new inverter. Source: docs/reference/original-device.md#inverter-settings. */
export const InverterAdditionSchema = wireObject({ serial: serial(), name: inverterName() });
export type InverterAddition = z.infer<typeof InverterAdditionSchema>;

/** A string as posted: what is missing in it is an empty name and a peak power that is not set. */
const PostedStringSchema = z.pipe(
  z.transform((sent: unknown): unknown => {
    const { name, max_power } = isRecord(sent) ? sent : {};
    return { name: name ?? '', max_power: max_power ?? 0 };
  }),
  StringConfigSchema,
);

/** Everything of one slot, with so many strings at most. */
const slotUpTo = (max: number) =>
  wireObject({
    id: slotId(),
    serial: serial(),
    name: inverterName(),
    channel: strings(PostedStringSchema, max),
  });

/** How many strings can be set up of an inverter with this serial: six where it has as many, else four. */
export function stringCountMaxOf(serial: string): number {
  return Math.max(INVERTER_STRING_COUNT_MAX, inverterFamilyOf(serial)?.stringCount ?? 0);
}

/** A slot as it is stored. It may have strings that belonged to another inverter in it. */
export const InverterSlotSchema = /* @__PURE__ */ slotUpTo(INVERTER_STRING_COUNT_LARGE_MAX);

/**
 * Everything of one slot. Strings beyond those that are sent keep their settings. Source:
 * docs/reference/original-device.md#inverter-settings.
 */
export type InverterEdit = z.infer<typeof InverterSlotSchema>;
export const InverterEditSchema: z.ZodMiniType<InverterEdit> = /* @__PURE__ */ inverterEditSchema();

function inverterEditSchema(): z.ZodMiniType<InverterEdit> {
  const upTo4 = slotUpTo(INVERTER_STRING_COUNT_MAX);
  return chosen((value) => {
    const max = stringCountMaxOf(isRecord(value) ? readInverterSerial(value.serial) : '');
    return max > INVERTER_STRING_COUNT_MAX ? InverterSlotSchema : upTo4;
  });
}

/** The slot to empty. Source: docs/reference/original-device.md#inverter-settings. */
export const InverterDeletionSchema = /* @__PURE__ */ wireObject({ id: /* @__PURE__ */ slotId() });
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
  /** Its place in lists and on pages; undefined where the device has no such setting. */
  readonly order?: number;
}

/** A string as original devices have come to list it. */
export interface SentString extends StringConfig {
  /** Added to its total yield; always 0 here. */
  readonly yield_total_offset: number;
}

/**
 * What original devices have come to list beside. But for its place nothing of it can be set here, and each key says how it
 * is. Source: docs/reference/api-generations.md#settings and docs/reference/api-for-other-programs.md#settings.
 */
export interface SentInverter extends Omit<ListedInverter, 'order'> {
  /** Its place in lists and on pages, from 0. */
  readonly order: number;
  /** It is asked, and takes orders, by day and by night. */
  readonly poll_enable: boolean;
  readonly poll_enable_night: boolean;
  readonly command_enable: boolean;
  readonly command_enable_night: boolean;
  /** After how many failed requests in a row it counts as out of reach. */
  readonly reachable_threshold: number;
  /** Out of reach it keeps its last values. */
  readonly zero_runtime: boolean;
  /** It sets its yield of the day to 0 by itself. */
  readonly zero_day: boolean;
  readonly yieldday_correction: boolean;
  readonly clear_eventlog: boolean;
  readonly channel: readonly SentString[];
}

/** In the order of the slots. */
export interface InverterList {
  readonly inverter: readonly SentInverter[];
}

/** As a client gets it: inverters that make no sense are left out and counted. */
export interface ReceivedInverterList {
  readonly inverter: readonly ListedInverter[];
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
  const { id, name, serial, type, channel, order } = value;
  if (typeof id !== 'number' || !Number.isInteger(id) || id < 0) return undefined;
  if (typeof serial !== 'string' || serial === '') return undefined;
  return {
    id,
    name: typeof name === 'string' ? name : '',
    serial,
    type: typeof type === 'string' ? type : '',
    channel: Array.isArray(channel) ? channel.map(readString) : [],
    ...(typeof order === 'number' && { order }),
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

/** The slots in the order in which their inverters are to stand; those that are not named come after these. */
export const InverterOrderSchema = /* @__PURE__ */ wireObject({
  order: /* @__PURE__ */ z.pipe(
    z.transform((sent: unknown): unknown => (Array.isArray(sent) ? sent.map(readIndex) : sent)),
    z.array(z.number()),
  ),
});
export type InverterOrder = z.infer<typeof InverterOrderSchema>;

/**
 * Saves the order in which lists and pages have the inverters; numbers that are no slot are left aside. Source:
 * docs/reference/api-generations.md#settings.
 */
export const setInverterOrder: Endpoint<ApiResult, ReceivedApiResult, InverterOrder> = {
  method: 'POST',
  path: '/api/inverter/order',
  access: 'admin',
  query: [],
  read: readApiResult,
};

/** Counts the radio statistics of the inverter `inv` from 0 again. As on original devices this is a GET. */
export const resetInverterStatistics: Endpoint<ApiResult, ReceivedApiResult, undefined, 'inv'> = {
  method: 'GET',
  path: '/api/inverter/stats_reset',
  access: 'admin',
  query: ['inv'],
  read: readApiResult,
};
