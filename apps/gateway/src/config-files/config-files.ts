import {
  type AdjustmentReason,
  CONFIG_FILE,
  DEFAULT_ADMIN_PASSWORD,
  fileRefusal,
  PIN_PROFILE_FILE,
  type RestoreAdjustment,
  type RestoreAdjustments,
  SECRET_PLACEHOLDER,
} from '@heliograph/contract';
import type { DataDirectory } from '../platform/data-directory.ts';
import type { Log } from '../platform/log.ts';
import { Secret } from '../platform/secret.ts';
import { createStoredSecurity, type FirstSettings } from '../settings/first-settings.ts';
import { type HashCost, passwordMatches } from '../settings/password-hash.ts';
import { type Sections, type StoredSecurity, sectionsFrom } from '../settings/sections.ts';
import { orNotSaved, type SettingsStore } from '../settings/settings-store.ts';
import { UnfitFileError } from './file-part.ts';
import { createPinProfileRestore, type ReadProfiles, readProfiles } from './pin-profile-restore.ts';
import { type ConfigDefaults, type RestoredConfig, readConfigJson } from './read-config-json.ts';
import { readJsonFile } from './read-json-file.ts';
import { keepCopy } from './reset-copy.ts';
import { configJson, type LeftOut } from './write-config-json.ts';

/** Backup, restore and factory reset. Nothing of a change counts before the restart that has to follow it. */
export interface ConfigFiles {
  /** Names of the files that there are. */
  names(): Promise<readonly string[]>;
  /** Removes a file; false where there is none of that name, or where it is no file: settings are put back by `reset`. */
  remove(name: string): Promise<boolean>;
  /** The bytes of a file; undefined when there is none of that name. */
  read(name: string, leftOut?: LeftOut): Promise<Uint8Array | undefined>;
  /**
   * Replaces a file, whole or not at all. Throws an `UnfitFileError` for a file that cannot be used, and what the
   * settings throw when nothing can be written; then nothing was changed.
   */
  restore(name: string, bytes: Uint8Array): Promise<void>;
  /** What that would not keep as the file has it. Throws an `UnfitFileError` like it; changes nothing. */
  preview(name: string, bytes: Uint8Array): Promise<RestoreAdjustments>;
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

/** A file that can be restored. */
type ReadFile =
  | { readonly name: typeof CONFIG_FILE; readonly config: RestoredConfig }
  | { readonly name: typeof PIN_PROFILE_FILE; readonly profiles: ReadProfiles };

export function createConfigFiles(options: ConfigFilesOptions): ConfigFiles {
  const { directory, settings, first, log } = options;
  const replaceProfiles = createPinProfileRestore(directory, log);

  const current = (leftOut?: LeftOut) =>
    configJson(sectionsFrom(settings.get), settings.saveCount(), leftOut);

  async function takeConfig({ adjustments, ...config }: RestoredConfig): Promise<void> {
    const { network, mqtt, dtu, security, ...others } = config;
    const login = await storedLogin(security, options);
    await settings.replaceAll((current) => ({
      ...others,
      network: {
        ...network,
        password: keptSecret(network.password, current.network.password),
        api_generations: network.api_generations ?? current.network.api_generations,
        prometheus_labels: network.prometheus_labels ?? current.network.prometheus_labels,
      },
      mqtt: {
        ...mqtt,
        mqtt_password: keptSecret(mqtt.mqtt_password, current.mqtt.mqtt_password),
        mqtt_client_key: keptSecret(mqtt.mqtt_client_key, current.mqtt.mqtt_client_key),
      },
      dtu: { ...dtu, dtu_serial: dtu.dtu_serial ?? current.dtu.dtu_serial },
      security: { ...current.security, ...login },
      accounts: current.accounts,
      sources: current.sources,
      history: current.history,
      plant: current.plant,
      limits: current.limits,
      rule: current.rule,
      meter: current.meter,
      modbus: current.modbus,
      alerts: current.alerts,
      radio: current.radio,
      passkeys: current.passkeys,
      signin: current.signin,
      timeseries: current.timeseries,
    }));
    for (const adjustment of adjustments) {
      log.warn('A value in the restored configuration was adjusted.', { note: noteOf(adjustment) });
    }
    log.info('A configuration was restored; it takes effect after the restart.');
  }

  /** What a file says: a preview of a restore and the restore itself read it by this one function. */
  async function readFile(name: string, bytes: Uint8Array): Promise<ReadFile> {
    if (name !== CONFIG_FILE && name !== PIN_PROFILE_FILE) {
      throw new UnfitFileError(
        `Only ${CONFIG_FILE} and ${PIN_PROFILE_FILE} can be restored.`,
        fileRefusal('other-file-name'),
      );
    }
    const content = readJsonFile(bytes, name);
    return name === CONFIG_FILE
      ? { name, config: readConfigJson(content, await defaults()) }
      : { name, profiles: readProfiles(content) };
  }

  async function defaults(): Promise<ConfigDefaults> {
    const [dtu, ntp, network, device, mqtt] = await Promise.all([
      first.dtu(),
      first.ntp(),
      first.network(),
      first.device(),
      first.mqtt(),
    ]);
    const security = {
      allow_readonly: __WITHOUT__.closedReading || (options.allowReadonlyOtherwise?.() ?? true),
    };
    return { dtu, ntp, network, device, mqtt, security };
  }

  return {
    async names() {
      const names = await directory.names();
      return [CONFIG_FILE, ...names.filter((name) => name === PIN_PROFILE_FILE)];
    },
    async read(name, leftOut) {
      if (name === CONFIG_FILE) return new TextEncoder().encode(current(leftOut));
      return name === PIN_PROFILE_FILE || __WITHOUT__.knownFileNames ? directory.read(name) : undefined;
    },
    async remove(name) {
      if (name !== PIN_PROFILE_FILE || (await directory.read(name)) === undefined) return false;
      await orNotSaved(async () => {
        await directory.remove(name);
        await directory.syncFolder();
      });
      log.info('The pin profiles were deleted.');
      return true;
    },
    async restore(name, bytes) {
      const file = await readFile(name, bytes);
      await (file.name === CONFIG_FILE ? takeConfig(file.config) : replaceProfiles(file.profiles, bytes));
    },
    async preview(name, bytes) {
      const file = await readFile(name, bytes);
      return { adjustments: file.name === CONFIG_FILE ? file.config.adjustments : [] }; // profiles stay as they come
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

/** For the log: without the value that was there, which may be anything. */
function noteOf({ path, to, reason, cause }: RestoreAdjustment): string {
  if (cause !== undefined) return `mqtt is switched off: ${cause.message}`;
  const isNumber = typeof to === 'number' && (reason === 'above-maximum' || reason === 'below-minimum');
  return `${path} ${isNumber ? `is now ${to}` : NOTES[reason]}`;
}

const NOTES: Readonly<Record<AdjustmentReason, string>> = {
  'below-minimum': 'is the smallest one',
  'above-maximum': 'is the largest one',
  'too-long': 'was cut',
  'broken-character': 'had half a character',
  'not-set': 'is the default one',
  missing: 'is the default one',
  'no-name': 'is the serial',
  'no-serial': 'is no serial and was left out',
  'no-place': 'is no place and was left out',
  'current-kept': 'stays as it was',
  'mqtt-switched-off': 'is off',
};

async function firstSections(first: FirstSettings): Promise<Sections> {
  return {
    security: await first.security(),
    accounts: await first.accounts(),
    dtu: await first.dtu(),
    ntp: await first.ntp(),
    inverters: await first.inverters(),
    network: await first.network(),
    device: await first.device(),
    mqtt: await first.mqtt(),
    sources: await first.sources(),
    history: await first.history(),
    plant: await first.plant(),
    limits: await first.limits(),
    rule: await first.rule(),
    meter: await first.meter(),
    modbus: await first.modbus(),
    alerts: await first.alerts(),
    radio: await first.radio(),
    passkeys: await first.passkeys(),
    signin: await first.signin(),
    timeseries: await first.timeseries(),
  };
}

/** The placeholder of the pages stands for what is set. Source: docs/decisions/0007-secrets-are-never-sent.md. */
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
