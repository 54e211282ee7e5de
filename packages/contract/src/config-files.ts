import type * as z from 'zod/mini';
import type { ApiResult } from './api-result.ts';
import { lenientBoolean, wireObject } from './constraints.ts';
import type { Endpoint } from './endpoint.ts';
import { isRecord } from './is-record.ts';
import { type ReceivedApiResult, readApiResult } from './read-api-result.ts';

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
 * in clear text, as those of original devices do. Source: docs/reference/original-device.md#configuration-files.
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
export const ConfigDeletionSchema = wireObject({ delete: lenientBoolean() });
export type ConfigDeletion = z.infer<typeof ConfigDeletionSchema>;

/** The factory reset: defaults count after the restart that follows. Pin profiles stay. */
export const deleteConfig: Endpoint<ApiResult, ReceivedApiResult, ConfigDeletion> = {
  method: 'POST',
  path: '/api/config/delete',
  access: 'admin',
  query: [],
  read: readApiResult,
};
