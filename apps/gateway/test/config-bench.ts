import { randomBytes } from 'node:crypto';
import { CONFIG_FILE } from '@heliograph/contract';
import { type CrashDisk, createCrashDisk } from '../../../safety/tools/disk/crash-disk.ts';
import { type ConfigFiles, createConfigFiles } from '../src/config-files/config-files.ts';
import { createLog } from '../src/platform/log.ts';
import { createFirstSettings } from '../src/settings/first-settings.ts';
import { type Sections, sectionsFrom } from '../src/settings/sections.ts';
import { openSettingsStore, type SettingsStore } from '../src/settings/settings-store.ts';
import { CHEAP_HASH } from './start-test-gateway.ts';
import { TEST_HOST } from './test-host.ts';

const FIRST = {
  ...{ randomBytes: (count: number) => randomBytes(count), hashCost: CHEAP_HASH, firstPassword: undefined },
  ...{ inverters: [], pollIntervalS: 5 },
};
/** Looking for it among all authorities takes longer than everything else here. */
const AUTHORITY = (await createFirstSettings({ ...FIRST, host: TEST_HOST }).mqtt()).mqtt_root_ca_cert;
const HOST = { ...TEST_HOST, rootCertificates: () => [AUTHORITY] };

/** Settings and configuration files on a disk in memory. */
export interface ConfigBench {
  readonly disk: CrashDisk;
  readonly settings: SettingsStore;
  readonly configFiles: ConfigFiles;
  readonly logLines: readonly string[];
  /** Restores a file: bytes or text as they are, anything else as JSON. */
  restore(content: unknown, name?: string): Promise<void>;
  /** The settings as they are after a restart. */
  afterRestart(): Promise<Sections>;
  /** The backup of what counts now. */
  backup(): Promise<string>;
}

export async function openConfigBench(disk: CrashDisk = createCrashDisk()): Promise<ConfigBench> {
  const logLines: string[] = [];
  const log = createLog({ level: 'trace', writeLine: (line) => logLines.push(line) });
  const first = createFirstSettings({ ...FIRST, host: HOST });
  const settings = await openSettingsStore({ directory: disk, first, log });
  const configFiles = createConfigFiles({
    ...{ ...FIRST, directory: disk, settings, first, log, unixMs: () => 1_790_000_000_000 },
  });
  return {
    ...{ disk, settings, configFiles, logLines },
    restore: (content, name = CONFIG_FILE) => configFiles.restore(name, bytesOf(content)),
    afterRestart: async () => sectionsOf((await openConfigBench(disk)).settings),
    backup: async () => new TextDecoder().decode(await configFiles.read(CONFIG_FILE)),
  };
}

export function bytesOf(content: unknown): Uint8Array {
  if (content instanceof Uint8Array) return content;
  return new TextEncoder().encode(typeof content === 'string' ? content : JSON.stringify(content));
}

export function sectionsOf(settings: SettingsStore): Sections {
  return sectionsFrom(settings.get);
}
