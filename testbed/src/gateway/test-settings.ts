import { randomBytes } from 'node:crypto';
import type { DataDirectory } from '../../../apps/gateway/src/platform/data-directory.ts';
import type { Log } from '../../../apps/gateway/src/platform/log.ts';
import type { Platform } from '../../../apps/gateway/src/platform/platform.ts';
import { hostProcessTable } from '../../../apps/gateway/src/platform/process-table.ts';
import {
  createFirstSettings,
  type FirstSettings,
  type FirstSettingsOptions,
} from '../../../apps/gateway/src/settings/first-settings.ts';
import {
  type ConnectSettings,
  connectSettings,
  openSettingsStorage,
  type SettingsStorage,
} from '../../../apps/gateway/src/settings/settings-storage.ts';
import {
  openSettingsStore,
  type SettingsStore,
  type SettingsStoreOptions,
} from '../../../apps/gateway/src/settings/settings-store.ts';
import { CHEAP_HASH, TEST_HOST } from './platform.ts';

/** The settings of a fresh data folder; without inverters unless some are given. */
export function firstTestSettings(options: Partial<FirstSettingsOptions> = {}): FirstSettings {
  return createFirstSettings({
    host: TEST_HOST,
    randomBytes: (count) => randomBytes(count),
    hashCost: CHEAP_HASH,
    firstPassword: undefined,
    inverters: [],
    pollIntervalS: 5,
    ...options,
  });
}

/** The settings of a real folder, without a gateway around them. */
export interface OpenedStore {
  readonly settings: SettingsStore;
  readonly storage: SettingsStorage;
  /** Frees the folder, as the end of a process does; saves that are under way are done. */
  end(): Promise<void>;
}

export interface OpenStoreOptions extends Partial<Pick<SettingsStoreOptions, 'nowS' | 'migrations'>> {
  readonly directory: DataDirectory;
  readonly first: FirstSettings;
  readonly log: Log;
  readonly connect?: ConnectSettings;
}

/** Opens them as the gateway does, in this thread. */
export async function openStore(options: OpenStoreOptions): Promise<OpenedStore> {
  const { directory, connect = (folder) => connectSettings(folder, undefined), ...others } = options;
  const storage = await openSettingsStorage({ directory, processes: hostProcessTable, connect });
  try {
    const settings = await openSettingsStore({ nowS: () => 1_790_000_000, ...others, storage });
    return {
      ...{ settings, storage },
      async end() {
        await settings.close();
        await storage.close();
      },
    };
  } catch (error) {
    await storage.close();
    throw error;
  }
}

/** The settings of a data folder, as they are on a fresh start without inverters. To close them frees the folder. */
export async function openTestSettings(platform: Platform, dataFolder: string): Promise<SettingsStore> {
  const { host, randomBytes: random, log } = platform;
  const directory = await platform.openDataDirectory(dataFolder);
  const first = firstTestSettings({ host, randomBytes: random, pollIntervalS: 1 });
  const { settings, end } = await openStore({ directory, first, log });
  return { ...settings, close: end };
}
