import type { DataDirectory } from '../src/platform/data-directory.ts';
import { createLog } from '../src/platform/log.ts';
import { createFirstSettings } from '../src/settings/first-settings.ts';
import { openSettingsStore, type SettingsStore } from '../src/settings/settings-store.ts';
import { CHEAP_HASH, createTestPlatform } from './start-test-gateway.ts';

/** In the order in which a fresh folder gets them. */
export const SECTIONS = ['security', 'dtu', 'ntp', 'inverters', 'network', 'device', 'mqtt'];

/** Opens the settings of a plant without inverters; what is logged goes to `lines`. */
export function openStoredSettings(directory: DataDirectory, lines: string[] = []): Promise<SettingsStore> {
  const { host, randomBytes } = createTestPlatform();
  const first = createFirstSettings({
    host,
    randomBytes,
    hashCost: CHEAP_HASH,
    firstPassword: undefined,
    inverters: [],
    pollIntervalS: 5,
  });
  const log = createLog({ level: 'trace', writeLine: (line) => lines.push(line) });
  return openSettingsStore({ directory, first, log });
}

export const pollEvery = (settings: SettingsStore, seconds: number) =>
  settings.update('dtu', (dtu) => ({ ...dtu, dtu_pollinterval: seconds }));
