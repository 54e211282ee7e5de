import type * as z from 'zod/mini';
import { lenientBoolean, lenientText, wireObject } from './constraints.ts';
import type { Endpoint } from './endpoint.ts';
import { type ReceivedApiResult, readApiResult } from './read-api-result.ts';
import type { ApiResult } from './results.ts';
import { isRecord } from './unknown-values.ts';

/**
 * Everything that is set, in one file. The other file is `PIN_PROFILE_FILE`. Source:
 * docs/reference/original-device.md#configuration-files.
 */
export const CONFIG_FILE = 'config.json';

/** A file of the device, which is JSON. */
export interface ConfigFile {
  readonly content: unknown;
  /** As it came: written anew, numbers that JavaScript cannot hold would be others. */
  readonly text: string;
}

/**
 * What a file says; undefined where it is no JSON. Originals write control characters as they are, which JSON forbids:
 * they are read as spaces.
 */
export function parseConfigFile(text: string): unknown {
  try {
    return JSON.parse(text.replace(/\p{Cc}/gu, ' '));
  } catch {
    return undefined;
  }
}

/**
 * A file by its name, `config.json` without one. Sent as the bytes it has; 404 when there is none. It holds passwords
 * in clear text, as those of original devices do; the admin's own is a hash, which a program with a token does not get. Source: docs/reference/original-device.md#configuration-files.
 */
export const getConfigFile: Endpoint<Uint8Array, ConfigFile, undefined, 'file'> = {
  method: 'GET',
  path: '/api/config/get',
  access: 'admin',
  query: ['file'],
  read(_, text = '') {
    const content = parseConfigFile(text);
    return content === undefined ? undefined : { content, text };
  },
};

/** The files that can be backed up. */
export interface ConfigList {
  readonly configs: readonly { readonly name: string }[];
}

/** Which files there are to back up. Source: docs/reference/original-device.md#configuration-files. */
export const getConfigList: Endpoint<ConfigList, ConfigList> = {
  method: 'GET',
  path: '/api/config/list',
  access: 'admin',
  query: [],
  read(value) {
    const sent = isRecord(value) && Array.isArray(value.configs) ? value.configs : undefined;
    const configs = sent?.flatMap((file: unknown) =>
      isRecord(file) && typeof file.name === 'string' ? [{ name: file.name }] : [],
    );
    return configs && { configs };
  },
};

/** Whether everything that is set is to be forgotten. Source: docs/reference/original-device.md#configuration-files. */
export const ConfigDeletionSchema = /* @__PURE__ */ wireObject({ delete: /* @__PURE__ */ lenientBoolean() });
export type ConfigDeletion = z.infer<typeof ConfigDeletionSchema>;

/** The factory reset: defaults count after the restart that follows. Pin profiles stay. */
export const deleteConfig: Endpoint<ApiResult, ReceivedApiResult, ConfigDeletion> = {
  method: 'POST',
  path: '/api/config/delete',
  access: 'owner',
  query: [],
  read: readApiResult,
};

/** A file that is here. */
export interface ListedFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

/** Which files there are to back up, as devices of today list them. Source: docs/reference/api-generations.md#paths. */
export const getFileList: Endpoint<readonly ListedFile[], readonly unknown[]> = {
  method: 'GET',
  path: '/api/file/list',
  access: 'admin',
  query: [],
  read: (value) => (Array.isArray(value) ? value : undefined),
};

/** The same as `config/get`, where devices of today have it. */
export const getFile: Endpoint<Uint8Array, ConfigFile, undefined, 'file'> = {
  ...getConfigFile,
  path: '/api/file/get',
};

/** Which file is to go. */
export const FileDeletionSchema = /* @__PURE__ */ wireObject({ file: /* @__PURE__ */ lenientText() });
export type FileDeletion = z.infer<typeof FileDeletionSchema>;

/**
 * Deletes the pin profiles, without a restart. Settings are not deleted so, see `file/delete_all`: that is answered with
 * 3001, as is a file that is not there.
 */
export const deleteFile: Endpoint<ApiResult, ReceivedApiResult, FileDeletion> = {
  method: 'POST',
  path: '/api/file/delete',
  access: 'owner',
  query: [],
  read: readApiResult,
};

/** The same as `config/delete`, where devices of today have it. */
export const deleteAllFiles: Endpoint<ApiResult, ReceivedApiResult, ConfigDeletion> = {
  ...deleteConfig,
  path: '/api/file/delete_all',
};

/** Why a value of a configuration file is not kept as it is there. */
export const ADJUSTMENT_REASONS = [
  /** A number below the smallest one that can be set, which is kept instead. */
  'below-minimum',
  /** A number above the largest one, which is kept instead. */
  'above-maximum',
  /** A text with more bytes than fit: the rest is cut off. */
  'too-long',
  /** Half a character, for which a replacement character is kept. */
  'broken-character',
  /** Zero, or a text that is too short, where something has to be set: the default is kept. */
  'not-set',
  /** Null, which original devices write when they run out of memory: the default is kept. */
  'missing',
  /** An inverter without a name is called by its serial. */
  'no-name',
  /** No serial that an inverter can have: the inverter is left out. */
  'no-serial',
  /** Not both halves of a place on earth: neither latitude nor longitude is kept. */
  'no-place',
  /** What is set now stays: the file has no serial that a DTU can have, or the placeholder of a password. */
  'current-kept',
  /** MQTT is switched off, because a broker would not take one of its values; `cause` says which. */
  'mqtt-switched-off',
] as const;
export type AdjustmentReason = (typeof ADJUSTMENT_REASONS)[number];

export type AdjustedValue = string | number | boolean | null;

/** A value of a configuration file that is not kept as it is there. */
export interface RestoreAdjustment {
  /** Where it is in the file, such as `mqtt.port` or `inverters.0.name`. */
  readonly path: string;
  /** As it is in the file; null where it is hidden. */
  readonly from: AdjustedValue;
  /** As it is kept; null where nothing is, or where it is hidden. */
  readonly to: AdjustedValue;
  readonly reason: AdjustmentReason;
  /** Passwords and certificates are never told. */
  readonly hidden: boolean;
  /** What the gateway would answer if the value was saved on its page. */
  readonly cause?: ApiResult;
}

/** Everything that would not be kept as a file has it. */
export interface RestoreAdjustments {
  readonly adjustments: readonly RestoreAdjustment[];
}

/** As received: a later version may know more reasons. */
export interface ReceivedAdjustment extends Omit<RestoreAdjustment, 'reason' | 'cause'> {
  readonly reason: string;
  readonly cause?: ReceivedApiResult;
}

/** Reads an answer; undefined when it is none. */
export function readRestoreAdjustments(value: unknown): readonly ReceivedAdjustment[] | undefined {
  const sent = isRecord(value) && Array.isArray(value.adjustments) ? value.adjustments : undefined;
  return sent?.flatMap((adjustment: unknown) => readAdjustment(adjustment) ?? []);
}

function readAdjustment(value: unknown): ReceivedAdjustment | undefined {
  if (!isRecord(value) || typeof value.path !== 'string' || typeof value.reason !== 'string')
    return undefined;
  const { path, reason } = value;
  const cause = value.cause === undefined ? undefined : readApiResult(value.cause);
  const told = {
    ...{ path, reason, from: readValue(value.from), to: readValue(value.to) },
    hidden: value.hidden === true,
  };
  return cause === undefined ? told : { ...told, cause };
}

function readValue(value: unknown): AdjustedValue {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}
