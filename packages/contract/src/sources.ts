import * as z from 'zod/mini';
import {
  SOURCE_HOST_MAX_LENGTH,
  SOURCE_NAME_MAX_LENGTH,
  SOURCE_PASSWORD_MAX_LENGTH,
  SOURCE_PATH_MAX_LENGTH,
  SOURCE_PORT_MAX,
  SOURCE_PORT_MIN,
  SOURCE_USER_MAX_LENGTH,
} from './constants.ts';
import {
  type FieldRule,
  keysPresent,
  lenientBoolean,
  lenientText,
  lenientUnsigned,
  rules,
  wireObject,
} from './constraints.ts';
import type { Endpoint, ReadersEndpoint } from './endpoint.ts';
import { isHost } from './host-name.ts';
import { byteLength } from './lenient-values.ts';
import { type ReceivedApiResult, readApiResult } from './read-api-result.ts';
import { readFields } from './read-settings.ts';
import type { ApiResult } from './results.ts';
import { isNumber, isRecord } from './unknown-values.ts';

/**
 * Where inverters come from besides the gateway's own radio: original devices, and other gateways, that are asked over
 * their own API. All of it is ours, no original device knows it (docs/decisions/0023-extensions.md).
 */

const FIELDS = {
  /** Empty in a save: a new one. */
  id: lenientText(),
  /** The owner's own name for it; empty: the one that the device has. */
  name: lenientText(),
  enabled: lenientBoolean(),
  https: lenientBoolean(),
  /** A name, an IPv4 address, or an IPv6 address without brackets. */
  host: lenientText(),
  port: lenientUnsigned(32),
  /** What stands before every path of the device, where a proxy has put it; empty, or begins with a slash and ends without one. */
  path: lenientText(),
  user: lenientText(),
  password: lenientText(),
};

const REQUIRED = Object.keys(FIELDS);
const OPTIONAL_FIELDS = {
  /** The SHA-256 of the one certificate that is trusted there; empty: those of the authorities that the gateway's machine trusts. */
  certificate: /* @__PURE__ */ z.optional(/* @__PURE__ */ lenientText()),
};
const SourceFields = /* @__PURE__ */ z.object({ ...FIELDS, ...OPTIONAL_FIELDS });
/** A device as it is kept. Its password never leaves the gateway. */
export type SourceConfig = z.infer<typeof SourceFields>;

type Rule = FieldRule<SourceConfig>;

const FINGERPRINT = /^([\dA-F]{2}:){31}[\dA-F]{2}$/;
const PATH = /^(\/[\w.~!$&'()*+,;=:@-]+)*$/;

/** Lengths are bytes of UTF-8. */
const SOURCE_RULES: readonly Rule[] = [
  tooLong('name', SOURCE_NAME_MAX_LENGTH, 'SourceNameLength'),
  {
    key: 'host',
    result: 'SourceHostInvalid',
    isBroken: ({ host }) => byteLength(host) > SOURCE_HOST_MAX_LENGTH || !isHost(host),
  },
  {
    key: 'port',
    result: 'SourcePort',
    param: { min: SOURCE_PORT_MIN, max: SOURCE_PORT_MAX },
    isBroken: ({ port }) => port < SOURCE_PORT_MIN || port > SOURCE_PORT_MAX,
  },
  {
    key: 'path',
    result: 'SourcePathInvalid',
    isBroken: ({ path }) =>
      byteLength(path) > SOURCE_PATH_MAX_LENGTH || !PATH.test(path) || /\/\.\.?(\/|$)/.test(path),
  },
  tooLong('user', SOURCE_USER_MAX_LENGTH, 'SourceUserLength'),
  // A colon ends the user name in a login over HTTP. Source: RFC 7617, section 2.
  { key: 'user', result: 'SourceUserInvalid', isBroken: ({ user }) => user.includes(':') },
  tooLong('password', SOURCE_PASSWORD_MAX_LENGTH, 'SourcePasswordLength'),
  {
    key: 'certificate',
    result: 'SourceCertificateInvalid',
    isBroken: ({ certificate = '' }) => certificate !== '' && !FINGERPRINT.test(certificate),
  },
];

function tooLong(key: 'name' | 'user' | 'password', max: number, result: Rule['result']): Rule {
  return { key, result, param: { max }, isBroken: (source) => byteLength(source[key]) > max };
}

/** Fails with 1005 where a key is missing. */
const allKeys = () => keysPresent((has) => REQUIRED.every(has));

export const SourceConfigSchema = /* @__PURE__ */ z.pipe(
  /* @__PURE__ */ allKeys(),
  /* @__PURE__ */ SourceFields.check(/* @__PURE__ */ rules(SOURCE_RULES)),
);

const SourceUpdateFields = /* @__PURE__ */ z.object({
  ...FIELDS,
  ...OPTIONAL_FIELDS,
  /** Save it also where it does not answer just now, or wants another password. */
  untested: /* @__PURE__ */ z.optional(/* @__PURE__ */ lenientBoolean()),
});
export type SourceUpdate = z.infer<typeof SourceUpdateFields>;

/** A device to be added or changed. */
export const SourceUpdateSchema = /* @__PURE__ */ z.pipe(
  /* @__PURE__ */ allKeys(),
  /* @__PURE__ */ SourceUpdateFields.check(/* @__PURE__ */ rules(SOURCE_RULES)),
);

/** A device to be removed. */
export const SourceRemovalSchema = /* @__PURE__ */ wireObject({ id: /* @__PURE__ */ lenientText() });
export type SourceRemoval = z.infer<typeof SourceRemovalSchema>;

/**
 * Why a device is none of our sources, or does not tell anything now.
 * - `unknown-name`: its name leads nowhere
 * - `unreachable`: nothing listens there
 * - `timeout`: nothing came in time
 * - `certificate`: nobody whom the gateway's machine trusts has signed its certificate
 * - `certificate-name`: its certificate is for another name
 * - `certificate-expired`: its certificate is not valid any more, or not yet
 * - `certificate-changed`: its certificate is another one than its owner trusts
 * - `no-tls`: HTTPS was asked for, and it does not speak that
 * - `needs-tls`: it speaks HTTPS only
 * - `other-device`: the name leads to another device than before, which does not get the password
 * - `redirect`: it sends us to another address, and we do not follow
 * - `login`: it wants another user name or password
 * - `host-name`: another Heliograph that does not answer to this name
 * - `throttled`: it asks to be left alone for a while
 * - `fault`: it failed by itself
 * - `no-json`: a page or a file, such as the login of a router
 * - `cut-json`: its answer broke off
 * - `too-large`: its answer is longer than any that is meant
 * - `not-a-device`: it answers, but is no original device
 * - `itself`: it is this gateway
 * - `ring`: it has its inverters from this gateway
 */
export const SOURCE_PROBLEMS = [
  'unknown-name',
  'unreachable',
  'timeout',
  'certificate',
  'certificate-name',
  'certificate-expired',
  'certificate-changed',
  'no-tls',
  'needs-tls',
  'other-device',
  'redirect',
  'host-name',
  'login',
  'throttled',
  'fault',
  'no-json',
  'cut-json',
  'too-large',
  'not-a-device',
  'itself',
  'ring',
] as const;
export type SourceProblem = (typeof SOURCE_PROBLEMS)[number];

/** With these it may be saved all the same: the device may be off, or busy, or its password may be set later. */
export const PASSING_SOURCE_PROBLEMS: readonly SourceProblem[] = [
  'unreachable',
  'timeout',
  'login',
  'throttled',
  'fault',
  'cut-json',
];

/** What a source is: the gateway's own radio, OpenDTU, its fork OpenDTU-OnBattery, or another Heliograph. */
export const SOURCE_KINDS = ['radio', 'opendtu', 'onbattery', 'heliograph'] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/**
 * How it goes with a source. `connecting`: it was not reached yet. `live`: its values are those of now. `problem`: they
 * are not. `off`: its owner has switched it off.
 */
export const SOURCE_STATES = ['connecting', 'live', 'problem', 'off'] as const;
export type SourceState = (typeof SOURCE_STATES)[number];

/** What some version of a device cannot do, of what newer ones can. */
export const SOURCE_GAPS = [
  'radio-statistics',
  'grid-profile',
  'limit-above-1500',
  'limit-zero',
  'inverter-order',
  'second-radio',
] as const;
export type SourceGap = (typeof SOURCE_GAPS)[number];

/** What a device tells of itself. */
export interface SourceFacts {
  readonly kind: SourceKind;
  /** What it is built on, as it says: `generic_esp32`, `ESP32-S3`; empty where it does not say. */
  readonly model: string;
  readonly version: string;
  /** The newest release of its firmware that the gateway knows; empty for others than OpenDTU. */
  readonly newest_version: string;
  /** Of its API: `2023-02`, `2023-04` or `2024-02`. */
  readonly generation: string;
  readonly host_name: string;
  readonly gaps: readonly SourceGap[];
  /** Its sockets are open to everybody, whatever is set there. */
  readonly unprotected_sockets: boolean;
}

/** A certificate that is shown at an address, and is not trusted there. */
export interface SourceCertificate {
  /** SHA-256, as `AB:CD:...`. */
  readonly fingerprint: string;
  readonly subject: string;
  readonly issuer: string;
  /** Names and addresses that it is for. */
  readonly names: readonly string[];
  /** Unix seconds. */
  readonly valid_from: number;
  readonly valid_to: number;
}

/** Names a source in live data. */
export interface LiveSource {
  readonly id: string;
  /** Its own name, or the one that its owner gave it; empty before it was reached. */
  readonly name: string;
  readonly state: SourceState;
  /** Only with `problem`. */
  readonly problem?: SourceProblem;
  /** Seconds to wait, by its own word; only where it answers `throttled`. */
  readonly retry_after?: number;
  /** Serials that it brings although a source before it has them: they belong to that one. Only where there are any. */
  readonly duplicates?: readonly string[];
  /** Only where it does not take our password. */
  readonly password_right?: boolean;
}

/** A source as everybody who may read sees it: nothing of where it is. */
export interface SourceStatus extends LiveSource, Partial<SourceFacts> {
  readonly kind?: SourceKind;
  /** Its inverters and what they measure are made up. Only where that is so, and only of the own radio. */
  readonly simulated?: boolean;
  /** How many inverters it brings, those included that belong to a source before it. */
  readonly inverters: number;
  /** Serials that it brings although a source before it has them: they belong to that one. */
  readonly duplicates: readonly string[];
  /** Whole seconds since it last told live data; not there before it ever did. */
  readonly heard_age?: number;
  /**
   * What it answers requests with, although its socket goes on telling values: orders and settings do not get through. Not
   * there where it answers as it should.
   */
  readonly request_problem?: SourceProblem;
  /** Whether it takes our password; not there while that was not seen. */
  readonly password_right?: boolean;
  /** Seconds from one turn of an inverter to the next; not there where it does not tell. */
  readonly poll_interval?: number;
  /** What it was before the gateway made it another one than that of its neighbours; not there where it is as it was. */
  readonly poll_interval_before?: number;
  /** It calls HM inverters, all of which use the same channels; not there where it does not tell. */
  readonly nrf?: boolean;
  /** Where its radio calls HMS and HMT inverters, in Hz; not there without a radio for them, or without any. */
  readonly cmt_frequency?: number;
}

/** The gateway's own radio first, then the devices in the order in which they were added. */
export interface SourceList {
  readonly sources: readonly SourceStatus[];
}

/** What is set of each device, with a placeholder for its password where it has one. */
export interface SourceSettings {
  readonly sources: readonly SourceConfig[];
  /** The gateway keeps apart the poll intervals of devices that are on the air together. */
  readonly stagger_polls: boolean;
}

/** Whether the gateway keeps apart the poll intervals of devices that are on the air together. */
export const SourcePollingSchema = /* @__PURE__ */ wireObject({
  stagger_polls: /* @__PURE__ */ lenientBoolean(),
});
export type SourcePolling = z.infer<typeof SourcePollingSchema>;

/**
 * What came of trying a device: the result, and the name of what stands in the way (empty: nothing does). `facts` are there
 * as far as it got.
 */
export interface SourceTrial extends ApiResult {
  readonly source_problem?: SourceProblem | '';
  readonly source_facts?: SourceFacts;
  /** How many inverters it has. */
  readonly source_inverters?: number;
  /** Not there where that was not seen. */
  readonly source_password_right?: boolean;
  /** What its owner may look at, and trust; only where that is what stands in the way. */
  readonly source_certificate?: SourceCertificate;
  /** Of the one that was saved. */
  readonly id?: string;
}
export interface ReceivedSourceTrial extends ReceivedApiResult {
  readonly source_problem?: SourceProblem | '';
  readonly source_facts?: SourceFacts;
  readonly source_inverters?: number;
  readonly source_password_right?: boolean;
  readonly source_certificate?: SourceCertificate;
  readonly id?: string;
}

const known = <Word extends string>(words: readonly Word[], value: unknown): Word | undefined =>
  words.find((word) => word === value);
const numberOf = (value: unknown) => (isNumber(value) ? value : undefined);
const flagOf = (value: unknown) => (typeof value === 'boolean' ? value : undefined);
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const recordsOf = (value: unknown) => (Array.isArray(value) ? value.filter(isRecord) : []);

function readFacts(value: unknown): SourceFacts | undefined {
  const kind = isRecord(value) ? known(SOURCE_KINDS, value.kind) : undefined;
  if (!isRecord(value) || kind === undefined) return undefined;
  return {
    kind,
    model: textOf(value.model),
    version: textOf(value.version),
    newest_version: textOf(value.newest_version),
    generation: textOf(value.generation),
    host_name: textOf(value.host_name),
    gaps: Array.isArray(value.gaps)
      ? SOURCE_GAPS.filter((gap) => (value.gaps as unknown[]).includes(gap))
      : [],
    unprotected_sockets: value.unprotected_sockets === true,
  };
}

/** Reads the sources of live data; what makes no sense is left out. */
export function readLiveSources(value: unknown): readonly LiveSource[] {
  return recordsOf(value).flatMap((sent) => {
    const state = known(SOURCE_STATES, sent.state);
    if (state === undefined || typeof sent.id !== 'string') return [];
    const problem = known(SOURCE_PROBLEMS, sent.problem);
    const retryAfterS = numberOf(sent.retry_after);
    return [
      {
        ...{ id: sent.id, name: textOf(sent.name), state },
        ...(problem && { problem }),
        ...(retryAfterS !== undefined && { retry_after: retryAfterS }),
      },
    ];
  });
}

function readSourceList(value: unknown): SourceList | undefined {
  if (!isRecord(value) || !Array.isArray(value.sources)) return undefined;
  const sources = recordsOf(value.sources).flatMap((sent) =>
    readLiveSources([sent]).map((live): SourceStatus => {
      const heardAgeS = numberOf(sent.heard_age);
      const isPasswordRight = flagOf(sent.password_right);
      const air = { poll_interval: numberOf(sent.poll_interval), nrf: flagOf(sent.nrf) };
      const frequencyHz = numberOf(sent.cmt_frequency);
      const requestProblem = known(SOURCE_PROBLEMS, sent.request_problem);
      const beforeS = numberOf(sent.poll_interval_before);
      return {
        ...live,
        ...readFacts(sent),
        ...(sent.simulated === true && { simulated: true }),
        inverters: numberOf(sent.inverters) ?? 0,
        duplicates: Array.isArray(sent.duplicates) ? sent.duplicates.map(String) : [],
        ...(heardAgeS !== undefined && { heard_age: heardAgeS }),
        ...(requestProblem && { request_problem: requestProblem }),
        ...(isPasswordRight !== undefined && { password_right: isPasswordRight }),
        ...(air.poll_interval !== undefined && { poll_interval: air.poll_interval }),
        ...(beforeS !== undefined && { poll_interval_before: beforeS }),
        ...(air.nrf !== undefined && { nrf: air.nrf }),
        ...(frequencyHz !== undefined && { cmt_frequency: frequencyHz }),
      };
    }),
  );
  return { sources };
}

const SETTINGS_FIELDS = {
  id: 'text',
  name: 'text',
  enabled: 'flag',
  https: 'flag',
  host: 'text',
  port: 'number',
  path: 'text',
  user: 'text',
  password: 'text',
} as const;

function readConfig(sent: Readonly<Record<string, unknown>>): SourceConfig {
  const certificate = textOf(sent.certificate);
  return { ...readFields(sent, SETTINGS_FIELDS), ...(certificate !== '' && { certificate }) };
}

function readCertificate(value: unknown): SourceCertificate | undefined {
  if (!isRecord(value) || !FINGERPRINT.test(textOf(value.fingerprint))) return undefined;
  return {
    ...{
      fingerprint: textOf(value.fingerprint),
      subject: textOf(value.subject),
      issuer: textOf(value.issuer),
    },
    names: Array.isArray(value.names) ? value.names.map(String) : [],
    ...{ valid_from: numberOf(value.valid_from) ?? 0, valid_to: numberOf(value.valid_to) ?? 0 },
  };
}

function readTrial(value: unknown): ReceivedSourceTrial | undefined {
  const answer = readApiResult(value);
  if (answer === undefined || !isRecord(value)) return answer;
  const problem = value.source_problem === '' ? '' : known(SOURCE_PROBLEMS, value.source_problem);
  const facts = readFacts(value.source_facts);
  const count = numberOf(value.source_inverters);
  const isPasswordRight = flagOf(value.source_password_right);
  const certificate = readCertificate(value.source_certificate);
  return {
    ...answer,
    ...(problem !== undefined && { source_problem: problem }),
    ...(facts && { source_facts: facts }),
    ...(count !== undefined && { source_inverters: count }),
    ...(isPasswordRight !== undefined && { source_password_right: isPasswordRight }),
    ...(certificate && { source_certificate: certificate }),
    ...(typeof value.id === 'string' && { id: value.id }),
  };
}

/** A device that announces itself in the network of the gateway. */
export interface FoundSource {
  readonly name: string;
  readonly host: string;
  readonly port: number;
  readonly addresses: readonly string[];
}

export interface FoundSources {
  readonly devices: readonly FoundSource[];
  /** The gateway is listening just now, so more may come. */
  readonly listening: boolean;
}

function readFound(value: unknown): FoundSources | undefined {
  if (!isRecord(value) || !Array.isArray(value.devices)) return undefined;
  return {
    devices: recordsOf(value.devices).map((sent) => ({
      ...{ name: textOf(sent.name), host: textOf(sent.host), port: numberOf(sent.port) ?? 0 },
      addresses: Array.isArray(sent.addresses) ? sent.addresses.map(String) : [],
    })),
    listening: value.listening === true,
  };
}

/** Devices that have announced themselves of late (mDNS, `_opendtu._tcp`). To ask sets off a few seconds of listening. */
export const findSources: Endpoint<FoundSources, FoundSources> = {
  method: 'GET',
  path: '/api/heliograph/found-devices',
  access: 'admin',
  query: [],
  read: readFound,
};

/** Every source of inverters and how it goes with it. */
export const getSources: ReadersEndpoint<SourceList, SourceList> = {
  method: 'GET',
  path: '/api/heliograph/sources',
  access: 'readonly',
  query: [],
  read: readSourceList,
};

/** What is set of each device. */
export const getSourceSettings: Endpoint<SourceSettings, SourceSettings> = {
  method: 'GET',
  path: '/api/heliograph/source-settings',
  access: 'admin',
  query: [],
  read: (value) =>
    isRecord(value) && Array.isArray(value.sources)
      ? {
          sources: recordsOf(value.sources).map(readConfig),
          stagger_polls: value.stagger_polls === true,
        }
      : undefined,
};

/**
 * Adds a device, or changes the one with that id. It is tried first: what is no original device is never saved, and one that
 * does not answer only with `untested`. The placeholder stands for the password that is kept.
 */
export const saveSource: Endpoint<SourceTrial, ReceivedSourceTrial, SourceUpdate> = {
  method: 'POST',
  path: '/api/heliograph/source',
  access: 'admin',
  query: [],
  read: readTrial,
};

/** Removes a device and its inverters from the gateway; on the device nothing changes. */
export const removeSource: Endpoint<ApiResult, ReceivedApiResult, SourceRemoval> = {
  method: 'POST',
  path: '/api/heliograph/source-removal',
  access: 'admin',
  query: [],
  read: readApiResult,
};

/**
 * Says whether the gateway may change the poll intervals of devices, by whole seconds, so that no two that are on the air
 * together have the same. What it has changed stays when that is switched off.
 */
export const setSourcePolling: Endpoint<ApiResult, ReceivedApiResult, SourcePolling> = {
  method: 'POST',
  path: '/api/heliograph/source-polling',
  access: 'admin',
  query: [],
  read: readApiResult,
};

/** Tries a device with the values of the body and saves nothing. The placeholder stands for the password that is kept. */
export const testSource: Endpoint<SourceTrial, ReceivedSourceTrial, SourceUpdate> = {
  method: 'POST',
  path: '/api/heliograph/source-trial',
  access: 'admin',
  query: [],
  read: readTrial,
};
