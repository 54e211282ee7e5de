import { temporaryFolder } from '@heliograph/testbed/gateway/start-gateway.ts';
import {
  firstTestSettings,
  type OpenedStore,
  type OpenStoreOptions,
  openStore,
} from '@heliograph/testbed/gateway/test-settings.ts';
import { onTestFinished } from 'vitest';
import { openDataDirectory } from '../src/platform/data-directory.ts';
import { createLog } from '../src/platform/log.ts';
import type { SettingsStore } from '../src/settings/settings-store.ts';

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
  'limits',
  'rule',
  'meter',
  'modbus',
  'alerts',
  'accounts',
  'radio',
  'passkeys',
  'signin',
  'timeseries',
];

/** Who has a folder now. */
const OPENED = new Map<string, OpenedStore>();

/**
 * Opens the settings of a plant without inverters; what is logged goes to `lines`. Whoever had the folder before has it no more, as
 * after the end of a process.
 */
export async function openStoredSettings(
  folder: string,
  lines: string[] = [],
  options: Partial<Pick<OpenStoreOptions, 'migrations' | 'connect' | 'nowS' | 'directory' | 'first'>> = {},
): Promise<SettingsStore> {
  await endOf(folder);
  const log = createLog({ level: 'trace', writeLine: (line) => lines.push(line) });
  const directory = options.directory ?? (await openDataDirectory(folder));
  const opened = await openStore({ first: firstTestSettings(), ...options, directory, log });
  OPENED.set(folder, opened);
  return opened.settings;
}

/** Ends whoever has the folder. */
export async function endOf(folder: string): Promise<void> {
  await OPENED.get(folder)?.end();
  OPENED.delete(folder);
}

/** A folder for `openStoredSettings`. */
export async function settingsFolder(): Promise<string> {
  const folder = await temporaryFolder();
  onTestFinished(() => endOf(folder));
  return folder;
}

export const pollEvery = (settings: SettingsStore, seconds: number) =>
  settings.update('dtu', (dtu) => ({ ...dtu, dtu_pollinterval: seconds }));
