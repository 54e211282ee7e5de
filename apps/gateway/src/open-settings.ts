import { byteLength, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@heliograph/contract';
import { removeUnfinishedFiles } from './config-files/reset-copy.ts';
import { unusable } from './platform/data-directory.ts';
import type { Platform } from './platform/platform.ts';
import type { Secret } from './platform/secret.ts';
import { StartError, systemErrorCode } from './platform/start-error.ts';
import { DamagedFileError } from './settings/damaged-file-error.ts';
import {
  createFirstSettings,
  type FirstSettings,
  type FirstSettingsOptions,
} from './settings/first-settings.ts';
import { openRecoverySettings, type RecoverySettings } from './settings/recovery-settings.ts';
import type { SettingsStorage } from './settings/settings-storage.ts';
import {
  openSettingsStore,
  type SettingsStore,
  type SettingsStoreOptions,
} from './settings/settings-store.ts';

export interface OpenSettingsOptions
  extends Omit<FirstSettingsOptions, 'host' | 'randomBytes'>,
    Pick<SettingsStoreOptions, 'nowS' | 'noteWrite'> {
  readonly platform: Platform;
  readonly storage: SettingsStorage;
}

/** What came of opening the settings, and what they are on a fresh folder. */
export type OpenedSettings = { readonly first: FirstSettings } & (
  | { readonly kind: 'whole'; readonly settings: SettingsStore }
  /** Neither they nor their copy can be used. */
  | { readonly kind: 'damaged'; readonly damage: DamagedFileError; readonly settings: RecoverySettings }
);

/** Everything that is set in a data folder. Throws a `StartError` for what only its owner can put right. */
export async function openAllSettings(options: OpenSettingsOptions): Promise<OpenedSettings> {
  const { platform, storage, hashCost, inverters, pollIntervalS, sources, ntpServer, place, nowS } = options;
  const { host, randomBytes } = platform;
  const { directory } = storage;
  const log = platform.log.module('settings');
  const firstPassword = checkedPassword(options.firstPassword);
  const first = createFirstSettings({
    host,
    randomBytes,
    hashCost,
    firstPassword,
    inverters,
    pollIntervalS,
    sources,
    ntpServer,
    place,
  });
  try {
    await removeUnfinishedFiles(directory).catch(() => undefined); // they are in nobody's way
    const { noteWrite = () => undefined } = options;
    return {
      kind: 'whole',
      settings: await openSettingsStore({ storage, first, log, nowS, noteWrite }),
      first,
    };
  } catch (error) {
    if (!(error instanceof DamagedFileError) || __WITHOUT__.recoveryMode) {
      throw systemErrorCode(error) === undefined ? error : unusable(directory.path, error);
    }
    const damage = error;
    const settings = await openRecoverySettings({
      ...{ storage, first, damage, firstPassword, randomBytes, hashCost, nowS },
    });
    return { kind: 'damaged', damage, settings, first };
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
