/**
 * Live data as the socket `/livedata` pushes it and `GET /api/livedata/status` answers it. Key names and order are the
 * wire's. Source: docs/reference/original-device.md#live-data, #measurements and
 * docs/reference/radio-protocol.md#real-time-data.
 */

import type { Order } from './orders.ts';
import type { LiveSource } from './sources.ts';

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

/**
 * What the AC side of an inverter with three phases has besides: each phase against neutral, one against the next, and the
 * current of each. Never from an original device of 2023. Source: docs/reference/api-generations.md#three-phases.
 */
export const PHASE_PROPERTY_NAMES = [
  'Voltage Ph1-N',
  'Voltage Ph2-N',
  'Voltage Ph3-N',
  'Voltage Ph1-Ph2',
  'Voltage Ph2-Ph3',
  'Voltage Ph3-Ph1',
  'Current Ph1',
  'Current Ph2',
  'Current Ph3',
] as const;
export type PhasePropertyName = (typeof PHASE_PROPERTY_NAMES)[number];

/** Channel 0 is the AC side (phase), 1 to 6 are the strings; inverters of 2023 have four at most. */
export const CHANNEL_NUMBERS = [0, 1, 2, 3, 4, 5, 6] as const;
export type ChannelNumber = (typeof CHANNEL_NUMBERS)[number];

/**
 * How sure a limit is. `known`: the inverter has told it. `expected`: it has taken an order that means this. `unknown`: it
 * was never read (then the number is 0), or may have changed since, and the number is the one that was known last.
 */
export type LimitCertainty = 'known' | 'expected' | 'unknown';

/** One value: number, unit, decimals to show. `v` is null where the device has no number (NaN). */
export interface LiveValue {
  readonly v: number | null;
  readonly u: string;
  readonly d: number;
  /** Of an irradiation in the groups of the newest devices: the peak power of the string, in W. */
  readonly max?: number;
}

/** A channel: its string name (channels 1 to 6) and what was measured. */
export type LiveChannel = { readonly name?: { readonly u: string } } & {
  readonly [P in PropertyName | PhasePropertyName]?: LiveValue;
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
  /** The id of the device that brings it; not there where the gateway hears it by its own radio. */
  readonly source?: string;
  /** Its place in the list, from 0. This and the three below are there unless programs are to find the API of 2023. */
  readonly order?: number;
  /** It is asked for readings. */
  readonly poll_enabled?: boolean;
  /** As `data_age`, in milliseconds. */
  readonly data_age_ms?: number;
  readonly radio_stats?: RadioStats;
  /**
   * The grid side. This and the two below are what it measures in the groups of the newest original devices: where one
   * inverter is told in their words, and on the socket for programs beside the channels.
   */
  readonly AC?: Readonly<Record<string, LiveGrid>>;
  /** Its strings, from 0. */
  readonly DC?: Readonly<Record<string, LiveChannel>>;
  /** What is of the whole inverter: DC power, yields, temperature, efficiency. */
  readonly INV?: Readonly<Record<string, LiveChannel>>;
}

/** How the talk with an inverter went over the air, since whoever talks to it has started. */
export interface RadioStats {
  /** Questions and orders, however often each had to be sent. */
  readonly tx_request: number;
  /** Requests for a part of an answer that was missing. */
  readonly tx_re_request: number;
  /** Requests that brought their answer. */
  readonly rx_success: number;
  /** Requests to which nothing came. */
  readonly rx_fail_nothing: number;
  /** Requests of whose answer parts were missing until the end. */
  readonly rx_fail_partial: number;
  /** Requests whose answer was damaged, or of another kind. */
  readonly rx_fail_corrupt: number;
  /** Received strength in dBm: -80 where it was heard but nobody measures how strongly, -127 while it was not heard. */
  readonly rssi: number;
}

/** What an inverter with three phases tells besides. */
type PhaseName =
  | `Voltage Ph${'1-N' | '2-N' | '3-N' | '1-Ph2' | '2-Ph3' | '3-Ph1'}`
  | `Current Ph${'1' | '2' | '3'}`;

/** The grid side as the newest original devices tell it. */
export type LiveGrid = LiveChannel & { readonly [P in PhaseName]?: LiveValue };

type NewestKey = 'order' | 'poll_enabled' | 'data_age_ms' | 'radio_stats';

/** One inverter as the newest original devices tell it. */
export interface NewestLiveInverter
  extends Omit<LiveInverter, 'channels' | 'events' | NewestKey>,
    Required<Pick<LiveInverter, NewestKey>> {
  /** Entries in the event log. Only where one inverter was asked for, as its groups. */
  readonly events?: number;
}

/** Live data as the newest original devices tell it. */
export interface NewestLiveData extends Omit<LiveData, 'inverters' | 'hints'> {
  readonly inverters: readonly NewestLiveInverter[];
  readonly hints: LiveHints & { readonly pin_mapping_issue: boolean };
}

/**
 * What an inverter's silence means. `asleep`: its sun has set. `problem`: its sun is well up, or another inverter
 * produces, or the radio is at fault. `unclear`: nobody can tell day from night. `unpolled`: its owner has switched off that it is
 * asked, always or at night, and so it is now.
 */
export type Silence = 'asleep' | 'unclear' | 'problem' | 'unpolled';
export const SILENCES: readonly Silence[] = ['asleep', 'unclear', 'problem', 'unpolled'];

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
  /** By how many seconds the clock of the plant is ahead of UTC then. */
  readonly utc_offset?: number;
  /** The last total power above zero; only while there is none now. */
  readonly last_power?: LastPower;
  /** The local day whose yield the total is, such as `2024-06-21`; not there while the clock is not set. */
  readonly day?: string;
  /** Of how many inverters the total yield is known, at least from before. */
  readonly yield_total_known: number;
  /** The pages of the gateway take the socket for them: there are many inverters, or `/livedata` tells one at a time. */
  readonly lean?: boolean;
}

export interface LastPower extends LiveValue {
  /** Unix time in seconds. */
  readonly at: number;
  /** By how many seconds the clock of the plant was ahead of UTC then. */
  readonly utc_offset: number;
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
 * disk cannot be written to, or has no room. `backup`: the last nightly backup could not be made.
 */
export type StorageProblem = (typeof STORAGE_PROBLEMS)[number];
export const STORAGE_PROBLEMS = ['restored', 'read-only', 'full', 'backup'] as const;

/** Every inverter and what they make together. */
export interface LiveData {
  readonly inverters: readonly LiveInverter[];
  readonly total: LiveTotal;
  readonly hints: LiveHints;
  /** Never from an original device. */
  readonly plant?: LivePlant;
  /**
   * The orders of which something may still become, and those that ended within the last minute, the newest first. Only
   * where there are any, and never from an original device.
   */
  readonly orders?: readonly Order[];
  /** The devices that bring inverters. Only where there are any, and never from an original device. */
  readonly sources?: readonly LiveSource[];
}
