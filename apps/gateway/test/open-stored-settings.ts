import { firstTestSettings } from '@heliograph/testbed/gateway/test-settings.ts';
import type { DataDirectory } from '../src/platform/data-directory.ts';
import { createLog } from '../src/platform/log.ts';
import {
  openSettingsStore,
  type SettingsStore,
  type SettingsStoreOptions,
} from '../src/settings/settings-store.ts';

/** In the order in which a fresh folder gets them. */
export const SECTIONS = [
  'security',
  'dtu',
  'ntp',
  'inverters',
  'network',
  'device',
  'mqtt',
  'sources',
  'history',
  'plant',
];

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
