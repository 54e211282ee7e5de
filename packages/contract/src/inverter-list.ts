import type { ApiResult } from './api-result.ts';
import type { Endpoint } from './endpoint.ts';
import type { InverterAddition, InverterDeletion, InverterEdit, StringConfig } from './inverter.ts';
import { isRecord } from './is-record.ts';
import { type ReceivedApiResult, readApiResult } from './read-api-result.ts';

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
