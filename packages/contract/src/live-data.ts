import type { Endpoint } from './endpoint.ts';
import { isNumber } from './is-number.ts';
import { isRecord } from './is-record.ts';

/**
 * Live data as the socket `/livedata` pushes it and `GET /api/livedata/status` answers it.
 * Key names and order are the wire's. Source: device contract, sections 5.1 to 5.4.
 */

/** The measured properties of a channel, by their wire names (`Power DC` has a space). */
export const PROPERTY_NAMES = [
  'Power',
  'Voltage',
  'Current',
  'Power DC',
  'YieldDay',
  'YieldTotal',
  'Frequency',
  'Temperature',
  'PowerFactor',
  'ReactivePower',
  'Efficiency',
  'Irradiation',
] as const;
export type PropertyName = (typeof PROPERTY_NAMES)[number];

/** Channel 0 is the AC side (phase), 1 to 4 are the strings. */
export const CHANNEL_NUMBERS = [0, 1, 2, 3, 4] as const;
export type ChannelNumber = (typeof CHANNEL_NUMBERS)[number];

/** One value: number, unit, decimals to show. `v` is null where the device has no number (NaN). */
export interface LiveValue {
  readonly v: number | null;
  readonly u: string;
  readonly d: number;
}

/** A channel: its string name (channels 1 to 4) and what was measured. */
export type LiveChannel = { readonly name?: { readonly u: string } } & {
  readonly [P in PropertyName]?: LiveValue;
};

/** One inverter. On the wire its channels stand beside the other keys, by their numbers. */
export interface LiveInverter {
  /** Canonical serial text: hex digits. */
  readonly serial: string;
  readonly name: string;
  /** Whole seconds since the last complete real-time data; the uptime when there was none. */
  readonly data_age: number;
  /** Two failed requests or fewer in a row; true before the first. */
  readonly reachable: boolean;
  /** AC power above zero in the last data, however old. */
  readonly producing: boolean;
  /** Percent. */
  readonly limit_relative: number;
  /** Watts, -1 while the maximum power is unknown. */
  readonly limit_absolute: number;
  /** Channel objects at their numbers; only those that exist. */
  readonly channels: { readonly [C in ChannelNumber]?: LiveChannel };
  /** Entries in the event log, -1 where the inverter has none. */
  readonly events: number;
}

/** The sums over all inverters. */
export interface LiveTotal {
  readonly Power: LiveValue;
  readonly YieldDay: LiveValue;
  readonly YieldTotal: LiveValue;
}

/** What the owner should know. */
export interface LiveHints {
  /** true: the clock is NOT set (the name is the wire's). */
  readonly time_sync: boolean;
  /** true: the radio module is missing or of the wrong variant. */
  readonly radio_problem: boolean;
  /** true: the admin password is still the default one. */
  readonly default_password: boolean;
  /** Only where there is one, and never from an original device. Source: decision 23. */
  readonly storage_problem?: StorageProblem;
}

/** `restored`: a settings file was damaged, an older one counts. `read-only`: nothing can be saved. */
export type StorageProblem = 'restored' | 'read-only';

/** Every inverter and what they make together. */
export interface LiveData {
  readonly inverters: readonly LiveInverter[];
  readonly total: LiveTotal;
  readonly hints: LiveHints;
}

/** An inverter as read from a message: what was not understood is unknown (null, or absent), and counted. */
export interface ReceivedLiveInverter extends LiveInverter {
  /** How many of its fields, channels and values were not understood. */
  readonly refusedValues: number;
}

/** Live data as read from a message, and what of it could not be understood. */
export interface ReceivedLiveData extends LiveData {
  readonly inverters: readonly ReceivedLiveInverter[];
  readonly refusedInverters: number;
  /** At least one of the sums is missing or makes no sense; it is null. */
  readonly refusedTotal: boolean;
  /** At least one of the hints is missing or makes no sense; it reads as false. */
  readonly refusedHints: boolean;
}

/** Counts, on the way through a part of a message, what made no sense. */
interface Refusals {
  count: number;
}

/**
 * Reads a message of live data field by field. An inverter that makes no sense is left out and counted; a sum, a hint
 * or a value that makes no sense is unknown, and that is told. Only a message without a list of inverters is refused
 * (undefined).
 *
 * Written by hand: the live view is the first thing a browser loads, and must not carry the schema library for it
 * (which also probes for `eval`, and a strict content security policy reports that).
 */
export function readLiveData(message: unknown): ReceivedLiveData | undefined {
  if (!isRecord(message) || !Array.isArray(message.inverters)) return undefined;
  const ofTotal: Refusals = { count: 0 };
  const ofHints: Refusals = { count: 0 };
  const total = readTotal(message.total, ofTotal);
  const hints = readHints(message.hints, ofHints);
  const sent: readonly unknown[] = message.inverters;
  const inverters = sent.map(readInverter).filter((inverter) => inverter !== undefined);
  return {
    inverters,
    total,
    hints,
    refusedInverters: sent.length - inverters.length,
    refusedTotal: ofTotal.count > 0,
    refusedHints: ofHints.count > 0,
  };
}

function readTotal(value: unknown, refusals: Refusals): LiveTotal {
  const total = isRecord(value) ? value : {};
  return {
    Power: readValue(total.Power, refusals),
    YieldDay: readValue(total.YieldDay, refusals),
    YieldTotal: readValue(total.YieldTotal, refusals),
  };
}

function readHints(value: unknown, refusals: Refusals): LiveHints {
  const hints = isRecord(value) ? value : {};
  const { storage_problem } = hints;
  return {
    time_sync: readFlag(hints.time_sync, refusals),
    radio_problem: readFlag(hints.radio_problem, refusals),
    default_password: readFlag(hints.default_password, refusals),
    ...((storage_problem === 'restored' || storage_problem === 'read-only') && { storage_problem }),
  };
}

function readFlag(value: unknown, refusals: Refusals): boolean {
  if (typeof value !== 'boolean') refusals.count += 1;
  return value === true;
}

function readInverter(value: unknown): ReceivedLiveInverter | undefined {
  if (!isRecord(value)) return undefined;
  const { serial, data_age, reachable, producing } = value;
  if (typeof serial !== 'string' || serial === '' || !isNumber(data_age)) return undefined;
  if (typeof reachable !== 'boolean' || typeof producing !== 'boolean') return undefined;
  const refusals: Refusals = { count: 0 };
  const inverter = {
    serial,
    name: readName(value.name, refusals),
    data_age,
    reachable,
    producing,
    limit_relative: readNumber(value.limit_relative, 0, refusals),
    limit_absolute: readNumber(value.limit_absolute, -1, refusals),
    channels: readChannels(value, refusals),
    events: readNumber(value.events, -1, refusals),
  };
  return { ...inverter, refusedValues: refusals.count };
}

function readName(value: unknown, refusals: Refusals): string {
  if (typeof value === 'string') return value;
  refusals.count += 1;
  return '';
}

function readNumber(value: unknown, unknownAs: number, refusals: Refusals): number {
  if (isNumber(value)) return value;
  refusals.count += 1;
  return unknownAs;
}

function readChannels(
  inverter: Readonly<Record<string, unknown>>,
  refusals: Refusals,
): LiveInverter['channels'] {
  const channels: { [C in ChannelNumber]?: LiveChannel } = {};
  for (const number of CHANNEL_NUMBERS) {
    const value = inverter[number];
    if (value === undefined) continue;
    if (isRecord(value)) channels[number] = readChannel(value, refusals);
    else refusals.count += 1;
  }
  return channels;
}

function readChannel(value: Readonly<Record<string, unknown>>, refusals: Refusals): LiveChannel {
  const channel: { name?: { u: string } } & { [P in PropertyName]?: LiveValue } = {};
  if (isRecord(value.name) && typeof value.name.u === 'string') channel.name = { u: value.name.u };
  for (const property of PROPERTY_NAMES) {
    if (value[property] !== undefined) channel[property] = readValue(value[property], refusals);
  }
  return channel;
}

/** More decimals than these are no display hint any more, and number formats refuse them. */
const DECIMALS_MAX = 10;
/** Where the message has no usable number of decimals: enough to lose nothing that matters to the eye. */
const DECIMALS_DEFAULT = 2;

/** A number without a unit could be taken for another one, so it is unknown too; odd decimals are mended. */
function readValue(value: unknown, refusals: Refusals): LiveValue {
  const { v, u, d } = isRecord(value) ? value : {};
  const decimals = isNumber(d) ? Math.trunc(Math.min(DECIMALS_MAX, Math.max(0, d))) : DECIMALS_DEFAULT;
  if (typeof u === 'string' && (v === null || isNumber(v))) return { v, u, d: decimals };
  refusals.count += 1;
  return { v: null, u: typeof u === 'string' ? u : '', d: decimals };
}

/** Everything that the live view shows. */
export const getLiveData: Endpoint<LiveData, ReceivedLiveData> = {
  method: 'GET',
  path: '/api/livedata/status',
  access: 'readonly',
  query: [],
  read: readLiveData,
};
