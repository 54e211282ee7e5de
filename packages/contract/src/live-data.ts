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

export interface LiveTotal {
  readonly Power: LiveValue;
  readonly YieldDay: LiveValue;
  readonly YieldTotal: LiveValue;
}

export interface LiveHints {
  /** true: the clock is NOT set (the name is the wire's). */
  readonly time_sync: boolean;
  /** true: the radio module is missing or of the wrong variant. */
  readonly radio_problem: boolean;
  /** true: the admin password is still the default one. */
  readonly default_password: boolean;
}

export interface LiveData {
  readonly inverters: readonly LiveInverter[];
  readonly total: LiveTotal;
  readonly hints: LiveHints;
}

/** Live data as read from a message, and how many of its inverters could not be understood. */
export interface ReceivedLiveData extends LiveData {
  readonly refusedInverters: number;
}

/**
 * Reads a message of live data. An inverter that makes no sense is left out and counted, a property that makes no
 * sense is left out of its channel; only a message without the three parts is refused (undefined).
 *
 * Written by hand: the live view is the first thing a browser loads, and must not carry the schema library for it
 * (which also probes for `eval`, and a strict content security policy reports that).
 */
export function readLiveData(message: unknown): ReceivedLiveData | undefined {
  if (!isRecord(message) || !Array.isArray(message.inverters)) return undefined;
  const total = readTotal(message.total);
  const hints = readHints(message.hints);
  if (total === undefined || hints === undefined) return undefined;
  const sent: readonly unknown[] = message.inverters;
  const inverters = sent.map(readInverter).filter((inverter) => inverter !== undefined);
  return { inverters, total, hints, refusedInverters: sent.length - inverters.length };
}

function readTotal(value: unknown): LiveTotal | undefined {
  if (!isRecord(value)) return undefined;
  const Power = readValue(value.Power);
  const YieldDay = readValue(value.YieldDay);
  const YieldTotal = readValue(value.YieldTotal);
  if (Power === undefined || YieldDay === undefined || YieldTotal === undefined) return undefined;
  return { Power, YieldDay, YieldTotal };
}

function readHints(value: unknown): LiveHints | undefined {
  if (!isRecord(value)) return undefined;
  return {
    time_sync: value.time_sync === true,
    radio_problem: value.radio_problem === true,
    default_password: value.default_password === true,
  };
}

function readInverter(value: unknown): LiveInverter | undefined {
  if (!isRecord(value)) return undefined;
  const { serial, data_age, reachable, producing } = value;
  if (typeof serial !== 'string' || serial === '' || !isNumber(data_age)) return undefined;
  if (typeof reachable !== 'boolean' || typeof producing !== 'boolean') return undefined;
  return {
    serial,
    name: typeof value.name === 'string' ? value.name : '',
    data_age,
    reachable,
    producing,
    limit_relative: isNumber(value.limit_relative) ? value.limit_relative : 0,
    limit_absolute: isNumber(value.limit_absolute) ? value.limit_absolute : -1,
    channels: readChannels(value),
    events: isNumber(value.events) ? value.events : -1,
  };
}

function readChannels(inverter: Readonly<Record<string, unknown>>): LiveInverter['channels'] {
  const channels: { [C in ChannelNumber]?: LiveChannel } = {};
  for (const number of CHANNEL_NUMBERS) {
    const channel = readChannel(inverter[number]);
    if (channel !== undefined) channels[number] = channel;
  }
  return channels;
}

function readChannel(value: unknown): LiveChannel | undefined {
  if (!isRecord(value)) return undefined;
  const channel: { name?: { u: string } } & { [P in PropertyName]?: LiveValue } = {};
  if (isRecord(value.name) && typeof value.name.u === 'string') channel.name = { u: value.name.u };
  for (const property of PROPERTY_NAMES) {
    const read = readValue(value[property]);
    if (read !== undefined) channel[property] = read;
  }
  return channel;
}

/** More decimals than these are no display hint any more, and number formats refuse them. */
const DECIMALS_MAX = 10;

function readValue(value: unknown): LiveValue | undefined {
  if (!isRecord(value)) return undefined;
  const { v, u, d } = value;
  if ((v !== null && !isNumber(v)) || typeof u !== 'string') return undefined;
  return isNumber(d) && d >= 0 && d <= DECIMALS_MAX ? { v, u, d } : undefined;
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}
