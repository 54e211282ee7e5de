import { byteLength, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@heliograph/contract';
import { removeUnfinishedFiles } from './config-files/reset-copy.ts';
import { type DataDirectory, unusable } from './platform/data-directory.ts';
import type { Platform } from './platform/platform.ts';
import type { Secret } from './platform/secret.ts';
import { StartError, systemErrorCode } from './platform/start-error.ts';
import {
  createFirstSettings,
  type FirstSettings,
  type FirstSettingsOptions,
} from './settings/first-settings.ts';
import { openSettingsStore, type SettingsStore } from './settings/settings-store.ts';

export interface OpenSettingsOptions extends Omit<FirstSettingsOptions, 'host' | 'randomBytes'> {
  readonly platform: Platform;
  readonly directory: DataDirectory;
}

/** Everything that is set in a data folder, and what it is on a fresh one. */
export async function openAllSettings({
  platform,
  directory,
  ...options
}: OpenSettingsOptions): Promise<{ readonly settings: SettingsStore; readonly first: FirstSettings }> {
  const { host, randomBytes, log } = platform;
  const firstPassword = checkedPassword(options.firstPassword);
  const first = createFirstSettings({ ...options, host, randomBytes, firstPassword });
  try {
    await removeUnfinishedFiles(directory);
    return { settings: await openSettingsStore({ directory, first, log }), first };
  } catch (error) {
    throw systemErrorCode(error) === undefined ? error : unusable(directory.path, error);
  }
}

function checkedPassword(password: Secret | undefined): Secret | undefined {
  if (password === undefined) return undefined;
  const length = byteLength(password.reveal());
  if (length >= PASSWORD_MIN_LENGTH && length <= PASSWORD_MAX_LENGTH) return password;
  throw new StartError(
    `The first password must be ${PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH} bytes long; set another one with --first-password.`,
  );
}
