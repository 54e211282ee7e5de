import * as z from 'zod/mini';
import { INVERTER_NAME_MAX_LENGTH, SOURCE_STRING_COUNT_MAX, STRING_NAME_MAX_LENGTH } from './constants.ts';
import {
  inverterSerial,
  itemCount,
  lenientBoolean,
  lenientText,
  lenientUnsigned,
  text,
  wireObject,
} from './constraints.ts';
import type { Endpoint } from './endpoint.ts';
import type { GridProfile } from './grid-profile.ts';
import type { RadioStats } from './live-data.ts';
import { type ReceivedApiResult, readApiResult } from './read-api-result.ts';
import type { ApiResult } from './results.ts';
import { SOURCE_PROBLEMS, type SourceProblem } from './sources.ts';
import { isNumber, isRecord } from './unknown-values.ts';

/**
 * A device that brings inverters, seen from near: what it tells of itself, its own settings, its backups, and the names of
 * its inverters. All of it is ours, no original device knows it (docs/decisions/0023-extensions.md).
 */

/** What its owner calls a string otherwise than the device does: an empty name or a peak power of 0 is that of the device. */
const StringNamesSchema = /* @__PURE__ */ wireObject({
  name: /* @__PURE__ */ text({ max: STRING_NAME_MAX_LENGTH, fail: 'InverterNameLength' }),
  max_power: /* @__PURE__ */ lenientUnsigned(16),
});

const NAMES = {
  /** Whether the device has such an inverter, the gateway sees. */
  serial: /* @__PURE__ */ inverterSerial('InverterSerialZero', () => true),
  /** Empty: the one that the device has. */
  name: /* @__PURE__ */ text({ max: INVERTER_NAME_MAX_LENGTH, fail: 'InverterNameLength' }),
  channel: /* @__PURE__ */ itemCount(/* @__PURE__ */ z.array(StringNamesSchema), {
    ...{ min: 0, max: SOURCE_STRING_COUNT_MAX, fail: 'InverterInvalidChannelCount' },
  }),
};

/** What its owner calls an inverter of a device otherwise than the device does. */
export const SourceInverterNamesSchema = /* @__PURE__ */ wireObject(NAMES);
export type SourceInverterNames = z.infer<typeof SourceInverterNamesSchema>;

/** Names of an inverter, for us or also on its device. */
export const SourceInverterUpdateSchema = /* @__PURE__ */ wireObject({
  source: /* @__PURE__ */ lenientText(),
  ...NAMES,
  on_device: /* @__PURE__ */ lenientBoolean(),
});
export type SourceInverterUpdate = z.infer<typeof SourceInverterUpdateSchema>;

/** An inverter of a device: what the device calls it, and what its owner does. */
export interface SourceInverter {
  readonly serial: string;
  readonly type: string;
  readonly device_name: string;
  /** Empty: that of the device. */
  readonly name: string;
  readonly channel: readonly SourceString[];
  /** How the device's talk with it goes over the air; not there where the device does not count that. */
  readonly radio?: RadioStats;
  /** By which rules of the grid it feeds in; not there where the device does not know them. */
  readonly grid_profile?: GridProfile;
}

export interface SourceString {
  readonly device_name: string;
  /** In W, 0: not set. */
  readonly device_max_power: number;
  readonly name: string;
  readonly max_power: number;
}

export interface SourceInverterList {
  readonly inverters: readonly SourceInverter[];
}

/** The documents of settings that a device may have. */
export const SOURCE_DOCUMENTS = ['network', 'time', 'mqtt', 'dtu', 'security', 'device'] as const;
export type SourceDocument = (typeof SOURCE_DOCUMENTS)[number];

/**
 * Settings of a device by name: the key that each had in February 2023, or with which it came later, with a dot between
 * levels. What is not there the device does not have. A secret is the placeholder where one is set.
 */
export interface SourceDocumentSettings {
  readonly settings: Readonly<Record<string, unknown>>;
  /** Why nothing could be read; not there where it was. */
  readonly source_problem?: SourceProblem;
}

/** Only what is to be changed; everything else stays on the device as it is. */
export const SourceDocumentUpdateSchema = /* @__PURE__ */ wireObject({
  source: /* @__PURE__ */ lenientText(),
  document: /* @__PURE__ */ z.pipe(/* @__PURE__ */ z.unknown(), /* @__PURE__ */ z.enum(SOURCE_DOCUMENTS)),
  settings: /* @__PURE__ */ z.record(z.string(), z.unknown()),
});
export type SourceDocumentUpdate = z.infer<typeof SourceDocumentUpdateSchema>;

/** Restarts a device, where `reboot` is true. */
export const SourceRebootSchema = /* @__PURE__ */ wireObject({
  source: /* @__PURE__ */ lenientText(),
  reboot: /* @__PURE__ */ lenientBoolean(),
});
export type SourceReboot = z.infer<typeof SourceRebootSchema>;

/** As the device has sent it. */
export type SourceDeviceDocument = Readonly<Record<string, unknown>>;

/** The documents in which a device tells of itself. */
export const SOURCE_FACTS = ['system', 'network', 'ntp', 'mqtt'] as const;
export type SourceFactsName = (typeof SOURCE_FACTS)[number];

/** What a device tells of itself, document by document; what could not be read is not there. */
export interface SourceDeviceFacts {
  readonly system?: SourceDeviceDocument;
  readonly network?: SourceDeviceDocument;
  readonly ntp?: SourceDeviceDocument;
  readonly mqtt?: SourceDeviceDocument;
  /** Why nothing could be read; not there where something was. */
  readonly source_problem?: SourceProblem;
}

/** A copy of the device's `config.json`. */
export interface SourceBackup {
  /** Of its file. */
  readonly name: string;
  /** Unix time in seconds. */
  readonly at: number;
  readonly size: number;
  /** Names of settings that differ from the copy before; not there for the first one. */
  readonly changed?: readonly string[];
}

/** The newest first. */
export interface SourceBackupList {
  readonly backups: readonly SourceBackup[];
  /** When it was last seen that nothing had changed; not there before that. */
  readonly checked_at?: number;
}

/** What came of changing something on a device: its own answer, or why there is none. */
export interface SourceChange extends ApiResult {
  readonly source_problem?: SourceProblem;
}
export interface ReceivedSourceChange extends ReceivedApiResult {
  readonly source_problem?: SourceProblem;
}

function readChange(value: unknown): ReceivedSourceChange | undefined {
  const answer = readApiResult(value);
  if (answer === undefined || !isRecord(value)) return answer;
  return { ...answer, ...readProblem(value) };
}

function readProblem({ source_problem: sent }: Readonly<Record<string, unknown>>): {
  readonly source_problem?: SourceProblem;
} {
  const problem = SOURCE_PROBLEMS.find((known) => known === sent);
  return problem === undefined ? {} : { source_problem: problem };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const numberOf = (value: unknown) => (isNumber(value) ? value : 0);
const recordsOf = (value: unknown) => (Array.isArray(value) ? value.filter(isRecord) : []);

function readRadio(sent: Readonly<Record<string, unknown>>): RadioStats {
  return {
    tx_request: numberOf(sent.tx_request),
    tx_re_request: numberOf(sent.tx_re_request),
    rx_success: numberOf(sent.rx_success),
    rx_fail_nothing: numberOf(sent.rx_fail_nothing),
    rx_fail_partial: numberOf(sent.rx_fail_partial),
    rx_fail_corrupt: numberOf(sent.rx_fail_corrupt),
    rssi: isNumber(sent.rssi) ? sent.rssi : -127,
  };
}

function readProfile(sent: Readonly<Record<string, unknown>>): GridProfile {
  return {
    ...{ name: textOf(sent.name), version: textOf(sent.version) },
    sections: recordsOf(sent.sections).map((section) => ({
      name: textOf(section.name),
      items: recordsOf(section.items).map((item) => ({
        ...{ n: textOf(item.n), u: textOf(item.u) },
        v: isNumber(item.v) ? item.v : null,
      })),
    })),
  };
}

function readInverters(value: unknown): SourceInverterList | undefined {
  if (!isRecord(value) || !Array.isArray(value.inverters)) return undefined;
  return {
    inverters: recordsOf(value.inverters).map((sent) => ({
      serial: textOf(sent.serial),
      type: textOf(sent.type),
      device_name: textOf(sent.device_name),
      name: textOf(sent.name),
      channel: recordsOf(sent.channel).map((string) => ({
        device_name: textOf(string.device_name),
        device_max_power: numberOf(string.device_max_power),
        name: textOf(string.name),
        max_power: numberOf(string.max_power),
      })),
      ...(isRecord(sent.radio) && { radio: readRadio(sent.radio) }),
      ...(isRecord(sent.grid_profile) && { grid_profile: readProfile(sent.grid_profile) }),
    })),
  };
}

function readBackups(value: unknown): SourceBackupList | undefined {
  if (!isRecord(value) || !Array.isArray(value.backups)) return undefined;
  return {
    backups: recordsOf(value.backups).map((sent) => ({
      ...{ name: textOf(sent.name), at: numberOf(sent.at), size: numberOf(sent.size) },
      ...(Array.isArray(sent.changed) && { changed: sent.changed.map(String) }),
    })),
    ...(isNumber(value.checked_at) && { checked_at: value.checked_at }),
  };
}

/** The inverters of a device with their names, as the device has them and as its owner does. */
export const getSourceInverters: Endpoint<SourceInverterList, SourceInverterList, undefined, 'source'> = {
  method: 'GET',
  path: '/api/heliograph/source-inverters',
  access: 'admin',
  query: ['source'],
  read: readInverters,
};

/** Names an inverter of a device. With `on_device` the device takes the names that are not empty, else only the gateway. */
export const renameSourceInverter: Endpoint<SourceChange, ReceivedSourceChange, SourceInverterUpdate> = {
  method: 'POST',
  path: '/api/heliograph/source-inverter',
  access: 'admin',
  query: [],
  read: readChange,
};

/** What a device tells of itself: the document that is asked for by its name, all of them without a name. */
export const getSourceFacts: Endpoint<SourceDeviceFacts, SourceDeviceFacts, undefined, 'source' | 'facts'> = {
  method: 'GET',
  path: '/api/heliograph/source-facts',
  access: 'admin',
  query: ['source', 'facts'],
  read(value) {
    if (!isRecord(value)) return undefined;
    const documents = SOURCE_FACTS.filter((name) => isRecord(value[name]));
    return { ...Object.fromEntries(documents.map((name) => [name, value[name]])), ...readProblem(value) };
  },
};

/** One document of a device's settings. */
export const getSourceDocument: Endpoint<
  SourceDocumentSettings,
  SourceDocumentSettings,
  undefined,
  'source' | 'document'
> = {
  method: 'GET',
  path: '/api/heliograph/source-document',
  access: 'admin',
  query: ['source', 'document'],
  read: (value) =>
    isRecord(value) && isRecord(value.settings)
      ? { settings: value.settings, ...readProblem(value) }
      : undefined,
};

/** Changes settings on a device. The placeholder leaves a secret as it is. */
export const setSourceDocument: Endpoint<SourceChange, ReceivedSourceChange, SourceDocumentUpdate> = {
  method: 'POST',
  path: '/api/heliograph/source-document',
  access: 'admin',
  query: [],
  read: readChange,
};

/** Restarts a device. */
export const rebootSource: Endpoint<SourceChange, ReceivedSourceChange, SourceReboot> = {
  method: 'POST',
  path: '/api/heliograph/source-reboot',
  access: 'admin',
  query: [],
  read: readChange,
};

/** The copies of a device's settings that the gateway keeps. */
export const getSourceBackups: Endpoint<SourceBackupList, SourceBackupList, undefined, 'source'> = {
  method: 'GET',
  path: '/api/heliograph/source-backups',
  access: 'admin',
  query: ['source'],
  read: readBackups,
};

/** One copy: what the device's file says. It holds the device's secrets in clear. */
export interface SourceBackupFile {
  /** Not there where there is no copy of that name any more. */
  readonly config?: SourceDeviceDocument;
}

/** One copy of a device's settings, with its secrets in clear. */
export const getSourceBackup: Endpoint<SourceBackupFile, SourceBackupFile, undefined, 'source' | 'name'> = {
  method: 'GET',
  path: '/api/heliograph/source-backup',
  access: 'admin',
  query: ['source', 'name'],
  read: (value) =>
    isRecord(value) ? { ...(isRecord(value.config) && { config: value.config }) } : undefined,
};
