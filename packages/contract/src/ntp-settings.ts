import type { ApiResult } from './api-result.ts';
import type { DeviceTime, TimeSetting } from './device-time.ts';
import type { Endpoint } from './endpoint.ts';
import type { NtpConfig, NtpUpdate } from './ntp.ts';
import { type ReceivedApiResult, readApiResult } from './read-api-result.ts';
import {
  type ReceivedFacts,
  type ReceivedFields,
  readFields,
  readSettings,
  statusOf,
} from './read-settings.ts';

const NTP_FIELDS = { ntp_server: 'text', ntp_timezone: 'text', ntp_timezone_descr: 'text' } as const;
const STATUS_FIELDS = {
  ntp_server: 'privateText',
  ntp_timezone: 'publicText',
  ntp_timezone_descr: 'publicText',
  ntp_status: 'flag',
  ntp_localtime: 'publicText',
  ntp_state: 'publicText',
  ntp_clock_set: 'flag',
  ntp_address: 'privateText',
  ntp_answer_age: 'number',
  ntp_offset: 'number',
  ntp_next_try: 'number',
  ntp_failure: 'publicText',
} as const;
const TIME_FIELDS = {
  ntp_status: 'flag',
  year: 'number',
  month: 'number',
  day: 'number',
  hour: 'number',
  minute: 'number',
  second: 'number',
} as const;

/** As it came: an original device of the first generation knows no place, and nobody may make one up for it. */
export interface ReceivedNtpConfig extends ReceivedFields<typeof NTP_FIELDS> {
  readonly latitude?: unknown;
  readonly longitude?: unknown;
}

/**
 * Time server, POSIX rule and name of the zone; and where the plant stands, `latitude` and `longitude` in decimal degrees,
 * both null where nobody has said.
 */
export const getNtpConfig: Endpoint<NtpConfig, ReceivedNtpConfig> = {
  method: 'GET',
  path: '/api/ntp/config',
  access: 'admin',
  query: [],
  read: (value) => readSettings(value, NTP_FIELDS),
};

/**
 * Saves time server and zone. The zone counts at once, the server is asked at once. Without `latitude` and `longitude` the
 * place that is kept stays, null for both clears it.
 */
export const setNtpConfig: Endpoint<ApiResult, ReceivedApiResult, NtpUpdate> = {
  method: 'POST',
  path: '/api/ntp/config',
  access: 'admin',
  query: [],
  read: readApiResult,
};

/**
 * How the clock and its time server are. Ours, original devices do not tell it.
 * - `synced`: the server has answered within the last two hours
 * - `late`: it has answered since the start, but not for two hours
 * - `never`: it has not answered since the start, or since it was chosen
 * - `manual`: somebody has set the clock since its last answer
 */
export const NTP_STATES = ['synced', 'late', 'never', 'manual'] as const;
export type NtpState = (typeof NTP_STATES)[number];

/**
 * Why a time server gives no time.
 * - `unknown-host`: its name cannot be looked up
 * - `no-answer`: it cannot be reached, or says nothing in time
 * - `refused`: nobody listens there
 * - `unwanted`: it does not want to be asked, or not so often
 * - `unsynchronised`: it does not know the time itself
 * - `implausible`: what it says cannot be right
 * - `other`: the log knows more
 */
export const NTP_FAILURES = [
  'unknown-host',
  'no-answer',
  'refused',
  'unwanted',
  'unsynchronised',
  'implausible',
  'other',
] as const;
export type NtpFailure = (typeof NTP_FAILURES)[number];

/**
 * Keys in the order of the wire; those from `ntp_state` on are ours. The place of the plant is not among them: anybody
 * may read this. Source: docs/reference/original-device.md#time.
 */
export interface NtpStatus extends Omit<NtpConfig, 'latitude' | 'longitude'> {
  /** The time server keeps the clock right: `ntp_state` is `synced`. */
  readonly ntp_status: boolean;
  /** `Monday, February 06 2023 20:26:21`, the device's local time. */
  readonly ntp_localtime: string;
  readonly ntp_state: NtpState;
  /** The clock shows a time, wherever it has it from. */
  readonly ntp_clock_set: boolean;
  /** Which address of the server answered last; empty where none did. */
  readonly ntp_address: string;
  /** Seconds since the last answer; -1 where there was none. */
  readonly ntp_answer_age: number;
  /** Seconds by which the last answer moved the clock; 0 where there was none. */
  readonly ntp_offset: number;
  /** Seconds until the server is asked again; 0 while it is being asked. */
  readonly ntp_next_try: number;
  /** Why the last try gave no time; empty where it did. */
  readonly ntp_failure: NtpFailure | '';
}
export type ReceivedNtpStatus = ReceivedFacts<typeof STATUS_FIELDS>;

/** Where the time comes from and what it is. */
export const getNtpStatus: Endpoint<NtpStatus, ReceivedNtpStatus> = {
  method: 'GET',
  path: '/api/ntp/status',
  access: 'readonly',
  query: [],
  ...statusOf(STATUS_FIELDS),
};

/** The device's local time; counts from 1970 while the clock was never set. */
export interface ShownTime extends DeviceTime {
  readonly ntp_status: boolean;
}
export type ReceivedTime = ReceivedFields<typeof TIME_FIELDS>;

/** The device's clock. */
export const getTime: Endpoint<ShownTime, ReceivedTime> = {
  method: 'GET',
  path: '/api/ntp/time',
  access: 'admin',
  query: [],
  read(value) {
    const time = readFields(value, TIME_FIELDS);
    return time.year > 0 ? time : undefined; // without a date there is nothing to show
  },
};

/**
 * Sets the device's clock until the next answer of a time server. `unix_s` is ours: the same moment, which counts where it
 * is given.
 */
export const setTime: Endpoint<ApiResult, ReceivedApiResult, TimeSetting> = {
  method: 'POST',
  path: '/api/ntp/time',
  access: 'admin',
  query: [],
  read: readApiResult,
};
