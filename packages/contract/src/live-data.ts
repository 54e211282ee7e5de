import type { Endpoint } from './endpoint.ts';
import { isNumber } from './is-number.ts';
import { isRecord } from './is-record.ts';
import { type LimitCertainty, readLimitCertainty } from './limit-certainty.ts';
import { DATA_AGE_ABSOLUTE_ABOVE_S } from './limits.ts';

/**
 * Live data as the socket `/livedata` pushes it and `GET /api/livedata/status` answers it. Key names and order are the
 * wire's. Source: docs/reference/original-device.md#live-data, #measurements and
 * docs/reference/radio-protocol.md#real-time-data.
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
  /**
   * It has taken the order to switch off and no other one since, and its last data do not show it producing. Only where
   * it is so; never from an original device.
   */
  readonly switched_off?: boolean;
  /**
   * Whole seconds since it was added, or since the gateway started. Only while it was never heard, and never from an
   * original device.
   */
  readonly added_age?: number;
  /** Answers per hundred transmissions of late. Only while it is in reach, and never from an original device. */
  readonly radio_quality?: number;
  /** How sure the limit is. This and what follows never come from an original device. */
  readonly limit_state?: LimitCertainty;
  /** It is reachable, and its last data are young enough to be those of now. Only then its power counts in the total. */
  readonly answering?: boolean;
  /** Its YieldDay was read on the local day that it is now, and so counts in the total. */
  readonly yield_day_counts?: boolean;
  /** Why it does not answer; not there while it does, or while nobody can say yet. */
  readonly silence?: Silence;
}

/**
 * What an inverter's silence means. `asleep`: its sun has set. `problem`: its sun is well up, or another inverter
 * produces, or the radio is at fault. `unclear`: nobody can tell day from night.
 */
export type Silence = 'asleep' | 'unclear' | 'problem';
const SILENCES: ReadonlySet<unknown> = new Set<Silence>(['asleep', 'unclear', 'problem']);

/** The plant as a whole. */
export interface LivePlant {
  /** How many inverters are set up, */
  readonly all: number;
  /** how many of them answer now, */
  readonly answering: number;
  /** and how many of those feed in. */
  readonly producing: number;
  /** Every inverter is silent and asleep. */
  readonly night: boolean;
  /** Unix time in seconds at which the sun is expected to wake them; only at night, and only where it is known. */
  readonly asleep_until?: number;
  /** The last total power above zero; only while there is none now. */
  readonly last_power?: LastPower;
  /** The local day whose yield the total is, such as `2024-06-21`; not there while the clock is not set. */
  readonly day?: string;
  /** Of how many inverters the total yield is known, at least from before. */
  readonly yield_total_known: number;
}

export interface LastPower extends LiveValue {
  /** Unix time in seconds. */
  readonly at: number;
}

/**
 * The sums: the power of the inverters that answer now, the yield of the local day and the total yield of all, as far as
 * it is known. (An original device adds up the last values of all, however old they are.)
 */
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
  /** Only where there is one, and never from an original device. Source: docs/decisions/0023-extensions.md. */
  readonly storage_problem?: StorageProblem;
}

/**
 * `restored`: a settings file was damaged, an older one counts. `read-only`, `full`: nothing can be saved, because the
 * disk cannot be written to, or has no room.
 */
export type StorageProblem = (typeof STORAGE_PROBLEMS)[number];
const STORAGE_PROBLEMS = ['restored', 'read-only', 'full'] as const;

/** Every inverter and what they make together. */
export interface LiveData {
  readonly inverters: readonly LiveInverter[];
  readonly total: LiveTotal;
  readonly hints: LiveHints;
  /** Never from an original device. */
  readonly plant?: LivePlant;
}

/** An inverter as read from a message: what was not understood is unknown (null, or absent), and counted. */
export interface ReceivedLiveInverter extends LiveInverter {
  readonly answering: boolean;
  /** How many of its fields, channels and values were not understood. */
  readonly refusedValues: number;
}

/** Live data as read from a message, and what of it could not be understood. */
export interface ReceivedLiveData extends LiveData {
  readonly inverters: readonly ReceivedLiveInverter[];
  readonly plant: LivePlant;
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
  const read = sent.map(readInverter).filter((inverter) => inverter !== undefined);
  const plant = readPlant(message.plant);
  const inverters = plant === undefined ? read.map((inverter) => withGuessedSilence(inverter, read)) : read;
  return {
    inverters,
    total: plant === undefined ? { ...total, Power: powerOf(read, total.Power) } : total,
    hints,
    plant: plant ?? derivedPlant(read, sent.length),
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
  const storage_problem = STORAGE_PROBLEMS.find((problem) => problem === hints.storage_problem);
  return {
    time_sync: readFlag(hints.time_sync, refusals),
    radio_problem: readFlag(hints.radio_problem, refusals),
    default_password: readFlag(hints.default_password, refusals),
    ...(storage_problem && { storage_problem }),
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
  const limit_state = readLimitCertainty(value.limit_state);
  const { answering, yield_day_counts, silence } = value;
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
    ...(value.switched_off === true && { switched_off: true }),
    ...(isNumber(value.added_age) && { added_age: value.added_age }),
    ...(isNumber(value.radio_quality) && { radio_quality: value.radio_quality }),
    ...(limit_state && { limit_state }),
    answering:
      typeof answering === 'boolean' ? answering : reachable && data_age <= DATA_AGE_ABSOLUTE_ABOVE_S,
    ...(typeof yield_day_counts === 'boolean' && { yield_day_counts }),
    ...(isSilence(silence) && { silence }),
  };
  return { ...inverter, refusedValues: refusals.count };
}

function isSilence(value: unknown): value is Silence {
  return SILENCES.has(value);
}

/** Undefined where there is none, as from an original device, or none that can be used. */
function readPlant(value: unknown): LivePlant | undefined {
  if (!isRecord(value)) return undefined;
  const { all, answering, producing, night, asleep_until, last_power, day, yield_total_known } = value;
  if (!isNumber(all) || !isNumber(answering) || !isNumber(producing) || !isNumber(yield_total_known)) {
    return undefined;
  }
  const at = isRecord(last_power) ? last_power.at : undefined;
  const lastPower = readValue(last_power, { count: 0 });
  return {
    all,
    answering,
    producing,
    night: night === true,
    ...(isNumber(asleep_until) && { asleep_until }),
    ...(isNumber(at) && lastPower.v !== null && { last_power: { ...lastPower, at } }),
    ...(typeof day === 'string' && { day }),
    yield_total_known,
  };
}

/** What can be said of the plant of a device that does not tell it. The device has no place for the day of a yield. */
function derivedPlant(inverters: readonly ReceivedLiveInverter[], all: number): LivePlant {
  const answering = inverters.filter((inverter) => inverter.answering);
  return {
    all,
    answering: answering.length,
    producing: answering.filter(({ producing }) => producing).length,
    night: false,
    day: '',
    yield_total_known: all,
  };
}

/** Without a word of the device: a silence beside an inverter that produces is a problem, any other is anybody's guess. */
function withGuessedSilence(
  inverter: ReceivedLiveInverter,
  all: readonly ReceivedLiveInverter[],
): ReceivedLiveInverter {
  if (inverter.reachable || inverter.silence !== undefined) return inverter;
  const isDay = all.some(({ answering, producing }) => answering && producing);
  return { ...inverter, silence: isDay ? 'problem' : 'unclear' };
}

/** The sum of those that answer: an original device counts the last word of those that do not as well. */
function powerOf(inverters: readonly ReceivedLiveInverter[], told: LiveValue): LiveValue {
  const answering = inverters.filter((inverter) => inverter.answering);
  if (told.v === null || answering.length === inverters.length) return told;
  return { ...told, v: answering.reduce((sum, { channels }) => sum + (channels[0]?.Power?.v ?? 0), 0) };
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

/** Everything that the live view shows; with `inv` of that inverter only, while the sums stay those of all. */
export const getLiveData: Endpoint<LiveData, ReceivedLiveData, undefined, never, 'inv'> = {
  method: 'GET',
  path: '/api/livedata/status',
  access: 'readonly',
  query: [],
  optionalQuery: ['inv'],
  read: readLiveData,
};
