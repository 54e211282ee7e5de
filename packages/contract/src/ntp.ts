import * as z from 'zod/mini';
import {
  LATITUDE_MAX_DEG,
  LATITUDE_MIN_DEG,
  LONGITUDE_MAX_DEG,
  LONGITUDE_MIN_DEG,
  NTP_SERVER_MAX_LENGTH,
  NTP_SERVER_MIN_LENGTH,
  TIMEZONE_MAX_LENGTH,
  TIMEZONE_MIN_LENGTH,
} from './constants.ts';
import { degrees, type FieldRule, keysPresent, rules, text, wireObject } from './constraints.ts';
import type { Endpoint, ReadersEndpoint } from './endpoint.ts';
import { type ReceivedApiResult, readApiResult } from './read-api-result.ts';
import { type ReceivedFacts, type ReceivedFields, readSettings, statusOf } from './read-settings.ts';
import type { ApiResult } from './results.ts';
import { isRecord } from './unknown-values.ts';

const SERVER = text({ min: NTP_SERVER_MIN_LENGTH, max: NTP_SERVER_MAX_LENGTH, fail: 'NtpServerLength' });

/** The time server alone, to try it. */
export const TimeServerSchema = /* @__PURE__ */ wireObject({ ntp_server: SERVER });
export type TimeServer = z.infer<typeof TimeServerSchema>;

/** Server, POSIX rule, zone name. Source: docs/reference/original-device.md#time. */
const FIELDS = {
  ntp_server: SERVER,
  ntp_timezone: text({ min: TIMEZONE_MIN_LENGTH, max: TIMEZONE_MAX_LENGTH, fail: 'NtpTimezoneLength' }),
  ntp_timezone_descr: text({
    min: TIMEZONE_MIN_LENGTH,
    max: TIMEZONE_MAX_LENGTH,
    fail: 'NtpTimezoneDescriptionLength',
  }),
};

/** Where a plant stands, in decimal degrees (WGS84): north and east are positive. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** Where the plant stands, as it is kept; both null where nobody has said. Later originals have them too. */
const PLACE = {
  latitude: degrees({ min: LATITUDE_MIN_DEG, max: LATITUDE_MAX_DEG, fail: 'LatitudeRange' }),
  longitude: degrees({ min: LONGITUDE_MIN_DEG, max: LONGITUDE_MAX_DEG, fail: 'LongitudeRange' }),
};

type PlaceFields = { readonly [K in keyof typeof PLACE]?: number | null | undefined };

/** Half a place is none; the failure is that of the half that is missing. */
const PLACE_RULES: readonly FieldRule<PlaceFields>[] = [
  halfMissing('latitude', 'longitude'),
  halfMissing('longitude', 'latitude'),
];

function halfMissing(key: keyof PlaceFields, other: keyof PlaceFields): FieldRule<PlaceFields> {
  const isBroken = ({ [key]: half, [other]: otherHalf }: PlaceFields) =>
    (half === undefined && otherHalf !== undefined) || (half === null && typeof otherHalf === 'number');
  return { key, result: 'PlaceIncomplete', isBroken };
}

const NtpConfigFields = /* @__PURE__ */ z.object({ ...FIELDS, ...PLACE });

/** Time settings and the place of the plant, as they are kept. */
export const NtpConfigSchema = /* @__PURE__ */ z.pipe(
  /* @__PURE__ */ keysPresent((has) => Object.keys({ ...FIELDS, ...PLACE }).every(has)),
  /* @__PURE__ */ NtpConfigFields.check(/* @__PURE__ */ rules<PlaceFields>(PLACE_RULES)),
);
export type NtpConfig = z.infer<typeof NtpConfigFields>;

/** Where the plant stands, as far as somebody has said. */
export function placeOf({
  latitude,
  longitude,
}: Pick<NtpConfig, 'latitude' | 'longitude'>): Place | undefined {
  return latitude === null || longitude === null ? undefined : { latitude, longitude };
}

const NtpUpdateFields = z.object({
  ...FIELDS,
  ntp_timezone: z.optional(FIELDS.ntp_timezone),
  latitude: z.optional(PLACE.latitude),
  longitude: z.optional(PLACE.longitude),
});

/**
 * Time settings as posted: without a place the one that is kept stays. Devices of today know the rule of a zone by its
 * name, so their programs send none.
 */
export const NtpUpdateSchema = z.pipe(
  keysPresent((has) => has('ntp_server') && has('ntp_timezone_descr')),
  NtpUpdateFields.check(rules<PlaceFields>(PLACE_RULES)),
);
export type NtpUpdate = z.infer<typeof NtpUpdateFields>;

const NTP_FIELDS = { ntp_server: 'text', ntp_timezone: 'text', ntp_timezone_descr: 'text' } as const;
const STATUS_FIELDS = {
  ntp_server: ['privateText', 'server'],
  ntp_timezone: ['publicText', 'timezoneRule'],
  ntp_timezone_descr: ['publicText', 'timezoneName'],
  ntp_status: ['flag', 'isSynced'],
  ntp_localtime: ['publicText', 'localTime'],
  ntp_state: ['publicText', 'state'],
  ntp_clock_set: ['flag', 'isClockSet'],
  ntp_address: ['privateText', 'answeringAddress'],
  ntp_answer_age: ['number', 'answerAgeS'],
  ntp_offset: ['number', 'offsetS'],
  ntp_next_try: ['number', 'nextTryS'],
  ntp_failure: ['publicText', 'failure'],
} as const;
/** The keys of 2023 and the place, and behind them what devices of today have. */
export interface NtpSettings extends NtpConfig {
  /** Which twilight counts as night; always 0, the sunset: the gateway looks at the sun itself. */
  readonly sunsettype: number;
}
/** As it came: an original device of the first generation knows no place, and nobody may make one up for it. */
export interface ReceivedNtpConfig extends ReceivedFields<typeof NTP_FIELDS> {
  readonly latitude?: unknown;
  readonly longitude?: unknown;
}

/**
 * Time server, POSIX rule and name of the zone; and where the plant stands, `latitude` and `longitude` in decimal degrees,
 * both null where nobody has said.
 */
export const getNtpConfig: Endpoint<NtpSettings, ReceivedNtpConfig> = {
  method: 'GET',
  path: '/api/ntp/config',
  access: 'admin',
  query: [],
  read: (value) => readSettings(value, NTP_FIELDS),
};

/**
 * Saves time server and zone. The zone counts at once, the server is asked at once. Without `latitude` and `longitude` the
 * place that is kept stays, null for both clears it. Without `ntp_timezone` the rule is that of the zone, if it is known.
 */
export const setNtpConfig: Endpoint<ApiResult, ReceivedApiResult, NtpUpdate> = {
  method: 'POST',
  path: '/api/ntp/config',
  access: 'admin',
  query: [],
  read: readApiResult,
};

/** POSIX rules by the names of their zones. */
export type TimeZones = Readonly<Record<string, string>>;

/** Every time zone with its rule: the same as `/zones.json`, where devices of today have it. */
export const getTimeZones: ReadersEndpoint<TimeZones, TimeZones> = {
  method: 'GET',
  path: '/api/ntp/zones',
  access: 'readonly',
  query: [],
  read: (value) => (isTimeZones(value) ? value : undefined),
};

function isTimeZones(value: unknown): value is TimeZones {
  return isRecord(value) && Object.values(value).every((rule) => typeof rule === 'string');
}

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
 * Keys in the order of the wire; those from `ntp_state` to `ntp_failure` are ours. The place of the plant is not among them: anybody
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
  /** When the sun rises and sets on this local day, in the form of `ntp_localtime`; `--` where nobody knows. Newer originals have it. */
  readonly sun_risetime: string;
  readonly sun_settime: string;
  /** Whether these are known: the place is set, and the sun does both. */
  readonly sun_isSunsetAvailable: boolean;
  /** The sun is up; true where nobody knows. */
  readonly sun_isDayPeriod: boolean;
}
/** As a client gets it: `answerAgeS` is -1 where there was no answer, `nextTryS` is 0 while the server is being asked. */
export interface ReceivedNtpStatus extends Omit<ReceivedFacts<typeof STATUS_FIELDS>, 'state'> {
  /** One that this version does not know is `never`; undefined on an original device, which does not tell it. */
  readonly state: NtpState | undefined;
}

const status = statusOf(STATUS_FIELDS);

function readNtpStatus(value: unknown): ReceivedNtpStatus | undefined {
  const told = status.read(value);
  if (told === undefined) return undefined;
  const state = NTP_STATES.find((known) => known === told.state);
  return { ...told, state: told.state === undefined ? undefined : (state ?? 'never') };
}

/** Where the time comes from and what it is. */
export const getNtpStatus: ReadersEndpoint<NtpStatus, ReceivedNtpStatus> = {
  method: 'GET',
  path: '/api/ntp/status',
  access: 'readonly',
  query: [],
  // Where the roof is, is nobody else's business, and the sun tells it.
  privateKeys: [...status.privateKeys, 'sun_risetime', 'sun_settime'],
  read: readNtpStatus,
};

/** What came of asking a time server: a message without a code, and the failure's name, empty when it gave the time. */
export interface TimeServerTrial extends ApiResult {
  readonly ntp_failure?: NtpFailure | '';
  /** Which address answered; empty where none did. */
  readonly ntp_address?: string;
  /** Seconds by which the server is ahead of the gateway's clock; 0 where it gave no time. */
  readonly ntp_offset?: number;
}
export interface ReceivedTimeServerTrial extends ReceivedApiResult {
  readonly ntp_failure?: string;
  readonly ntp_address?: string;
  readonly ntp_offset?: number;
}

/**
 * Asks a time server once, changes and saves nothing and answers after at most 12 s. A name that could not be saved is
 * refused in the same words. A device that tells `ntp_state` in its status has it.
 */
export const testTimeServer: Endpoint<TimeServerTrial, ReceivedTimeServerTrial, TimeServer> = {
  method: 'POST',
  path: '/api/heliograph/ntp-trial',
  access: 'admin',
  query: [],
  read(value) {
    const answer = readApiResult(value);
    if (answer === undefined || !isRecord(value) || typeof value.ntp_failure !== 'string') return answer;
    const { ntp_failure, ntp_address: address, ntp_offset: offset } = value;
    return {
      ...answer,
      ntp_failure,
      ntp_address: typeof address === 'string' ? address : '',
      ntp_offset: typeof offset === 'number' ? offset : 0,
    };
  },
};
