import {
  CONFIG_FILE,
  DEFAULT_ADMIN_PASSWORD,
  PIN_PROFILE_FILE,
  SECRET_PLACEHOLDER,
} from '@heliograph/contract';
import type { DataDirectory } from '../platform/data-directory.ts';
import type { Log } from '../platform/log.ts';
import { Secret } from '../platform/secret.ts';
import { createStoredSecurity, type FirstSettings } from '../settings/first-settings.ts';
import { type HashCost, passwordMatches } from '../settings/password-hash.ts';
import { SECTION_NAMES, type Sections, type StoredSecurity, sectionsFrom } from '../settings/sections.ts';
import { orNotSaved, type SettingsStore } from '../settings/settings-store.ts';
import { type FileContent, UnfitFileError } from './file-part.ts';
import { createPinProfileRestore } from './pin-profile-restore.ts';
import { type ConfigDefaults, type RestoredConfig, readConfigJson } from './read-config-json.ts';
import { readJsonFile } from './read-json-file.ts';
import { keepCopy } from './reset-copy.ts';
import { configJson } from './write-config-json.ts';

/** Backup, restore and factory reset. Nothing of a change counts before the restart that has to follow it. */
export interface ConfigFiles {
  /** Names of the files that there are. */
  names(): Promise<readonly string[]>;
  /** The bytes of a file; undefined when there is none of that name. */
  read(name: string): Promise<Uint8Array | undefined>;
  /**
   * Replaces a file, whole or not at all. Throws an `UnfitFileError` for a file that cannot be used, and what the
   * settings throw when nothing can be written; then nothing was changed.
   */
  restore(name: string, bytes: Uint8Array): Promise<void>;
  /** Puts every setting back to its first value. A copy of what was set stays for a day; pin profiles stay. */
  reset(): Promise<void>;
}

export interface ConfigFilesOptions {
  readonly directory: DataDirectory;
  readonly settings: Pick<SettingsStore, 'get' | 'saveCount' | 'replaceAll'>;
  readonly first: FirstSettings;
  readonly log: Log;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly hashCost: HashCost;
  readonly unixMs: () => number;
  /** Forgets what is remembered of the inverters besides settings. */
  readonly forget?: () => Promise<void>;
  /** Whether anybody may read where a file does not say so; otherwise yes, as on a fresh device. */
  readonly allowReadonlyOtherwise?: () => boolean;
}

export function createConfigFiles(options: ConfigFilesOptions): ConfigFiles {
  const { directory, settings, first, log } = options;
  const restoreProfiles = createPinProfileRestore(directory, log);

  const current = () => configJson(sectionsFrom(settings.get), settings.saveCount());

  async function restoreConfig(content: FileContent): Promise<void> {
    const { network, mqtt, dtu, security, notes, ...others } = readConfigJson(content, await defaults());
    const login = await storedLogin(security, options);
    await settings.replaceAll((current) => ({
      ...others,
      network: { ...network, password: keptSecret(network.password, current.network.password) },
      mqtt: { ...mqtt, mqtt_password: keptSecret(mqtt.mqtt_password, current.mqtt.mqtt_password) },
      dtu: { ...dtu, dtu_serial: dtu.dtu_serial ?? current.dtu.dtu_serial },
      security: { ...current.security, ...login },
    }));
    for (const note of notes) log.warn('A value in the restored configuration was adjusted.', { note });
    log.info('A configuration was restored; it takes effect after the restart.');
  }

  async function defaults(): Promise<ConfigDefaults> {
    const [dtu, ntp, network, device, mqtt] = await Promise.all([
      first.dtu(),
      first.ntp(),
      first.network(),
      first.device(),
      first.mqtt(),
    ]);
    const security = { allow_readonly: options.allowReadonlyOtherwise?.() ?? true };
    return { dtu, ntp, network, device, mqtt, security };
  }

  return {
    async names() {
      const names = await directory.names();
      return [CONFIG_FILE, ...names.filter((name) => name === PIN_PROFILE_FILE)];
    },
    async read(name) {
      if (name === CONFIG_FILE) return new TextEncoder().encode(current());
      return name === PIN_PROFILE_FILE ? directory.read(name) : undefined;
    },
    async restore(name, bytes) {
      if (name !== CONFIG_FILE && name !== PIN_PROFILE_FILE) {
        throw new UnfitFileError(`Only ${CONFIG_FILE} and ${PIN_PROFILE_FILE} can be restored.`);
      }
      const content = readJsonFile(bytes, name);
      await (name === CONFIG_FILE ? restoreConfig(content) : restoreProfiles(content, bytes));
    },
    async reset() {
      const sections = await firstSections(first);
      await settings.replaceAll(
        async () => {
          await orNotSaved(() => keepCopy(directory, current(), options.unixMs()));
          return sections;
        },
        { startsAnew: true },
      );
      await options.forget?.();
      log.info('All settings are reset with the restart.');
    },
  };
}

async function firstSections(first: FirstSettings): Promise<Sections> {
  const entries = await Promise.all(SECTION_NAMES.map(async (name) => [name, await first[name]()] as const));
  return Object.fromEntries(entries) as unknown as Sections; // one entry for each section
}

/** The placeholder of the pages stands for what is set. Source: decision 7. */
function keptSecret(sent: string, current: string): string {
  return sent === SECRET_PLACEHOLDER ? current : sent;
}

/** What a file sets of it. One that knows no password changes none: nobody gets in by restoring it. */
async function storedLogin(
  { password, password_hash, allow_readonly }: RestoredConfig['security'],
  { randomBytes, hashCost }: Pick<ConfigFilesOptions, 'randomBytes' | 'hashCost'>,
): Promise<Partial<StoredSecurity>> {
  if (password_hash !== undefined) {
    const default_password = await passwordMatches(new Secret(DEFAULT_ADMIN_PASSWORD), password_hash);
    return { password_hash, default_password, allow_readonly };
  }
  if (password === undefined) return { allow_readonly };
  return createStoredSecurity({ password, allowReadonly: allow_readonly, randomBytes, hashCost });
}
