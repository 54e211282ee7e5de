import * as z from 'zod/mini';
import {
  INVERTER_COUNT_MAX,
  INVERTER_NAME_MAX_LENGTH,
  INVERTER_NAME_MIN_LENGTH,
  INVERTER_STRING_COUNT_LARGE_MAX,
  INVERTER_STRING_COUNT_MAX,
  INVERTER_STRING_COUNT_MIN,
  REACHABLE_THRESHOLD_MAX,
  REACHABLE_THRESHOLD_MIN,
  STRING_NAME_MAX_LENGTH,
} from './constants.ts';
import {
  chosen,
  index,
  inverterSerial,
  itemCount,
  keysPresent,
  lenientBoolean,
  lenientNumber,
  lenientUnsigned,
  nearestUnsigned,
  text,
  wireObject,
} from './constraints.ts';
import type { Endpoint } from './endpoint.ts';
import { stringCountMaxOf } from './inverter-families.ts';
import { readIndex, readInverterSerial } from './lenient-values.ts';
import { type ReceivedApiResult, readApiResult } from './read-api-result.ts';
import type { ApiResult } from './results.ts';
import { isRecord } from './unknown-values.ts';

/**
 * Settings of one string: its own name (may be empty) and its panels' peak power in W (0: not set). The original has
 * no code for a string name that is too long; the inverter name's says the same.
 */
export const StringConfigSchema = /* @__PURE__ */ wireObject(/* @__PURE__ */ stringFields());
export type StringConfig = z.infer<typeof StringConfigSchema>;

function stringFields() {
  return {
    name: text({ max: STRING_NAME_MAX_LENGTH, fail: 'InverterNameLength' }),
    max_power: lenientUnsigned(16),
  };
}

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

/** A string of a slot: original devices since v23.4.4 have a third value, which is added to its total yield in kWh. */
export type SlotString = StringConfig & { readonly yield_total_offset?: number | undefined };

/** As posted: what is missing in it is an empty name, a peak power that is not set, and an offset that stays. */
const postedString = () =>
  z.pipe(
    z.transform((sent: unknown): unknown => {
      const { name, max_power, yield_total_offset } = isRecord(sent) ? sent : {};
      const offset = yield_total_offset === undefined ? {} : { yield_total_offset };
      return { name: name ?? '', max_power: max_power ?? 0, ...offset };
    }),
    z.object({ ...stringFields(), yield_total_offset: z.optional(lenientNumber()) }),
  );

/** The keys of `TreatmentConfig`. */
const treatmentFields = () => ({
  poll_enable: z.optional(lenientBoolean()),
  poll_enable_night: z.optional(lenientBoolean()),
  command_enable: z.optional(lenientBoolean()),
  command_enable_night: z.optional(lenientBoolean()),
  reachable_threshold: z.optional(
    nearestUnsigned({ min: REACHABLE_THRESHOLD_MIN, max: REACHABLE_THRESHOLD_MAX }),
  ),
  zero_runtime: z.optional(lenientBoolean()),
  zero_day: z.optional(lenientBoolean()),
  yieldday_correction: z.optional(lenientBoolean()),
  clear_eventlog: z.optional(lenientBoolean()),
});

/**
 * How an inverter is treated. Original devices came to have these keys from v23.4.4 to v24.6.10, so a save may leave out any
 * of them, and then it stays as it is; one that was never saved is as on a new device. Source:
 * docs/reference/api-for-other-programs.md#inverters.
 */
export type TreatmentConfig = Partial<Omit<InverterEdit, 'id' | 'serial' | 'name' | 'channel'>>;

/** By the key of each, in the order of the wire. */
export const TREATMENT_KEYS = [
  ...(['poll_enable', 'poll_enable_night', 'command_enable', 'command_enable_night'] as const),
  ...(['reachable_threshold', 'zero_runtime', 'zero_day', 'yieldday_correction', 'clear_eventlog'] as const),
] satisfies readonly (keyof TreatmentConfig)[];

/** As on a new device. Source: docs/reference/api-generations.md#settings. */
export const USUAL_TREATMENT_CONFIG: {
  readonly [Key in keyof TreatmentConfig]-?: NonNullable<TreatmentConfig[Key]>;
} = {
  ...{ poll_enable: true, poll_enable_night: true, command_enable: true, command_enable_night: true },
  ...{ reachable_threshold: 2, zero_runtime: false, zero_day: false },
  ...{ yieldday_correction: false, clear_eventlog: false },
};

/** Everything of one slot, with so many strings at most. */
function slotUpTo(max: number) {
  const needed = {
    id: slotId(),
    serial: serial(),
    name: inverterName(),
    channel: strings(postedString(), max),
  };
  const keys = Object.keys(needed);
  return z.pipe(
    keysPresent((has) => keys.every(has)),
    z.object({ ...needed, ...treatmentFields() }),
  );
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
  readonly channel: readonly SlotString[];
  /** Its place in lists and on pages; undefined where the device has no such setting. */
  readonly order?: number;
  /** How it is treated; undefined where the device has no such setting. */
  readonly treatment?: TreatmentConfig;
}

/** A string as original devices have come to list it. */
export interface SentString extends StringConfig {
  /** Added to its total yield, in kWh. */
  readonly yield_total_offset: number;
}

/**
 * What original devices have come to list beside. Source: docs/reference/api-generations.md#settings and
 * docs/reference/api-for-other-programs.md#inverters.
 */
export interface SentInverter extends Omit<ListedInverter, 'order' | 'treatment'> {
  /** Its place in lists and on pages, from 0. */
  readonly order: number;
  /** It is asked, and takes orders; the other ones say whether at night, too. */
  readonly poll_enable: boolean;
  readonly poll_enable_night: boolean;
  readonly command_enable: boolean;
  readonly command_enable_night: boolean;
  /** After how many failed requests in a row it counts as out of reach. */
  readonly reachable_threshold: number;
  /** Out of reach, its measurements become 0. */
  readonly zero_runtime: boolean;
  /** At midnight, its yield of the day becomes 0. */
  readonly zero_day: boolean;
  /** Its yield of the day goes on where it begins anew before midnight. */
  readonly yieldday_correction: boolean;
  /** At midnight, its event log is emptied. */
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
    ...readTreatment(value),
  };
}

/** Only what is told: of older devices nothing, or not all of it. */
function readTreatment(value: Readonly<Record<string, unknown>>): Pick<ListedInverter, 'treatment'> {
  const told = TREATMENT_KEYS.filter((key) => typeof value[key] === typeof USUAL_TREATMENT_CONFIG[key]);
  if (told.length === 0) return {};
  return { treatment: Object.fromEntries(told.map((key) => [key, value[key]])) };
}

function readString(value: unknown): SlotString {
  const { name, max_power, yield_total_offset } = isRecord(value) ? value : {};
  return {
    name: typeof name === 'string' ? name : '',
    max_power: typeof max_power === 'number' && max_power > 0 ? Math.trunc(max_power) : 0,
    ...(typeof yield_total_offset === 'number' && { yield_total_offset }),
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

/** Changes serial, name and strings of a slot, and how its inverter is treated; what is not said of that stays. */
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
  access: 'operate',
  query: ['inv'],
  read: readApiResult,
};
