import type { ApiResult } from './api-result.ts';
import type { DeviceTime } from './device-time.ts';
import type { Endpoint } from './endpoint.ts';
import type { NtpConfig } from './ntp.ts';
import { type ReceivedApiResult, readApiResult } from './read-api-result.ts';
import {
  type ReceivedFacts,
  type ReceivedFields,
  readFacts,
  readFields,
  readSettings,
} from './read-settings.ts';

const NTP_FIELDS = { ntp_server: 'text', ntp_timezone: 'text', ntp_timezone_descr: 'text' } as const;
const STATUS_FIELDS = { ...NTP_FIELDS, ntp_status: 'flag', ntp_localtime: 'text' } as const;
const TIME_FIELDS = {
  ntp_status: 'flag',
  year: 'number',
  month: 'number',
  day: 'number',
  hour: 'number',
  minute: 'number',
  second: 'number',
} as const;

/** Time server, POSIX rule and name of the zone. */
export const getNtpConfig: Endpoint<NtpConfig, ReceivedFields<typeof NTP_FIELDS>> = {
  method: 'GET',
  path: '/api/ntp/config',
  access: 'admin',
  query: [],
  read: (value) => readSettings(value, NTP_FIELDS),
};

/** Saves time server and zone. The zone counts at once, the server is asked at once. */
export const setNtpConfig: Endpoint<ApiResult, ReceivedApiResult, NtpConfig> = {
  method: 'POST',
  path: '/api/ntp/config',
  access: 'admin',
  query: [],
  read: readApiResult,
};

/** Keys in the order of the wire. Source: device contract, section 1.13. */
export interface NtpStatus extends NtpConfig {
  /** The clock was set, by a time server or by hand. */
  readonly ntp_status: boolean;
  /** `Monday, February 06 2023 20:26:21`, the device's local time. */
  readonly ntp_localtime: string;
}
export type ReceivedNtpStatus = ReceivedFacts<typeof STATUS_FIELDS>;

/** Where the time comes from and what it is. */
export const getNtpStatus: Endpoint<NtpStatus, ReceivedNtpStatus> = {
  method: 'GET',
  path: '/api/ntp/status',
  access: 'readonly',
  query: [],
  read: (value) => readFacts(value, STATUS_FIELDS),
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

/** Sets the device's clock until the next answer of a time server. */
export const setTime: Endpoint<ApiResult, ReceivedApiResult, DeviceTime> = {
  method: 'POST',
  path: '/api/ntp/time',
  access: 'admin',
  query: [],
  read: readApiResult,
};
