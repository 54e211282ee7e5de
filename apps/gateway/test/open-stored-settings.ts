import type { DataDirectory } from '../src/platform/data-directory.ts';
import { createLog } from '../src/platform/log.ts';
import { createFirstSettings, type FirstSettings } from '../src/settings/first-settings.ts';
import {
  openSettingsStore,
  type SettingsStore,
  type SettingsStoreOptions,
} from '../src/settings/settings-store.ts';
import { CHEAP_HASH, createTestPlatform } from './start-test-gateway.ts';

/** In the order in which a fresh folder gets them. */
export const SECTIONS = ['security', 'dtu', 'ntp', 'inverters', 'network', 'device', 'mqtt'];

/** Of a plant without inverters. */
export function firstTestSettings(): FirstSettings {
  const { host, randomBytes } = createTestPlatform();
  return createFirstSettings({
    host,
    randomBytes,
    hashCost: CHEAP_HASH,
    firstPassword: undefined,
    inverters: [],
    pollIntervalS: 5,
  });
}

/** Opens the settings of a plant without inverters; what is logged goes to `lines`. */
export function openStoredSettings(
  directory: DataDirectory,
  lines: string[] = [],
  options: Pick<SettingsStoreOptions, 'migrations'> = {},
): Promise<SettingsStore> {
  const log = createLog({ level: 'trace', writeLine: (line) => lines.push(line) });
  return openSettingsStore({ ...options, directory, first: firstTestSettings(), log });
}

export const pollEvery = (settings: SettingsStore, seconds: number) =>
  settings.update('dtu', (dtu) => ({ ...dtu, dtu_pollinterval: seconds }));
