import { randomBytes } from 'node:crypto';
import type { Platform } from '../../../apps/gateway/src/platform/platform.ts';
import {
  createFirstSettings,
  type FirstSettings,
  type FirstSettingsOptions,
} from '../../../apps/gateway/src/settings/first-settings.ts';
import { openSettingsStore, type SettingsStore } from '../../../apps/gateway/src/settings/settings-store.ts';
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

/** The settings of a data folder, as they are on a fresh start without inverters. */
export async function openTestSettings(platform: Platform, dataFolder: string): Promise<SettingsStore> {
  const { host, randomBytes: random, log } = platform;
  const directory = await platform.openDataDirectory(dataFolder);
  const first = firstTestSettings({ host, randomBytes: random, pollIntervalS: 1 });
  return openSettingsStore({ directory, first, log });
}
