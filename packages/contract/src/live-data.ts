import * as z from 'zod/mini';

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

const ValueSchema = z.object({
  v: z.nullable(z.number()),
  u: z.string(),
  d: z.number().check(z.gte(0), z.lte(10)),
});

const InverterSchema = z.object({
  serial: z.string().check(z.minLength(1)),
  name: z.catch(z.string(), ''),
  data_age: z.number(),
  reachable: z.boolean(),
  producing: z.boolean(),
  limit_relative: z.catch(z.number(), 0),
  limit_absolute: z.catch(z.number(), -1),
  events: z.catch(z.number(), -1),
});

const TotalSchema = z.object({ Power: ValueSchema, YieldDay: ValueSchema, YieldTotal: ValueSchema });

const HintsSchema = z.object({
  time_sync: z.catch(z.boolean(), false),
  radio_problem: z.catch(z.boolean(), false),
  default_password: z.catch(z.boolean(), false),
});

const EnvelopeSchema = z.object({
  inverters: z.array(z.unknown()),
  total: TotalSchema,
  hints: HintsSchema,
});

/** Live data as read from a message, and how many of its inverters could not be understood. */
export interface ReceivedLiveData extends LiveData {
  readonly refusedInverters: number;
}

/**
 * Reads a message of live data. An inverter that makes no sense is left out and counted, a property that makes no
 * sense is left out of its channel; only a message without the three parts is refused (undefined).
 */
export function readLiveData(message: unknown): ReceivedLiveData | undefined {
  const envelope = z.safeParse(EnvelopeSchema, message);
  if (!envelope.success) return undefined;
  const { inverters: sent, total, hints } = envelope.data;
  const inverters = sent.map(readInverter).filter((inverter) => inverter !== undefined);
  return { inverters, total, hints, refusedInverters: sent.length - inverters.length };
}

function readInverter(value: unknown): LiveInverter | undefined {
  const parsed = z.safeParse(InverterSchema, value);
  if (!parsed.success) return undefined;
  const channels: { [C in ChannelNumber]?: LiveChannel } = {};
  for (const number of CHANNEL_NUMBERS) {
    const channel = readChannel((value as Record<string, unknown>)[number]);
    if (channel !== undefined) channels[number] = channel;
  }
  return { ...parsed.data, channels };
}

const NameSchema = z.object({ u: z.string() });

function readChannel(value: unknown): LiveChannel | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const fields = value as Record<string, unknown>;
  const channel: { name?: { u: string } } & { [P in PropertyName]?: LiveValue } = {};
  const name = z.safeParse(NameSchema, fields.name);
  if (name.success) channel.name = name.data;
  for (const property of PROPERTY_NAMES) {
    const parsed = z.safeParse(ValueSchema, fields[property]);
    if (parsed.success) channel[property] = parsed.data;
  }
  return channel;
}
