import { randomBytes } from 'node:crypto';
import { CONFIG_FILE } from '@heliograph/contract';
import { type ConfigFiles, createConfigFiles } from '../../../apps/gateway/src/config-files/config-files.ts';
import { createLog } from '../../../apps/gateway/src/platform/log.ts';
import { type Sections, sectionsFrom } from '../../../apps/gateway/src/settings/sections.ts';
import type { SettingsStore } from '../../../apps/gateway/src/settings/settings-store.ts';
import { type CrashDisk, createCrashDisk } from '../disk/crash-disk.ts';
import { createMemorySettings, type MemorySettings } from '../disk/memory-settings.ts';
import { CHEAP_HASH, TEST_HOST } from './platform.ts';
import { firstTestSettings, openStore } from './test-settings.ts';

/** Looking for it among all authorities takes longer than everything else here. */
const AUTHORITY = (await firstTestSettings().mqtt()).mqtt_root_ca_cert;
const HOST = { ...TEST_HOST, rootCertificates: () => [AUTHORITY] };

/** Settings and configuration files in memory. */
export interface ConfigTestbed {
  readonly disk: CrashDisk;
  readonly memory: MemorySettings;
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

/** The settings that lie beside a disk, for as long as there is one. */
const MEMORIES = new WeakMap<CrashDisk, MemorySettings>();

function memoryOf(disk: CrashDisk): MemorySettings {
  const memory = MEMORIES.get(disk) ?? createMemorySettings();
  MEMORIES.set(disk, memory);
  return memory;
}

export async function openConfigTestbed(disk: CrashDisk = createCrashDisk()): Promise<ConfigTestbed> {
  const memory = memoryOf(disk);
  const logLines: string[] = [];
  const log = createLog({ level: 'trace', writeLine: (line) => logLines.push(line) });
  const first = firstTestSettings({ host: HOST });
  const { settings } = await openStore({ directory: disk, first, log, connect: memory.connect });
  const configFiles = createConfigFiles({
    ...{ randomBytes, hashCost: CHEAP_HASH, directory: disk, settings, first, log },
    unixMs: () => 1_790_000_000_000,
  });
  return {
    ...{ disk, memory, settings, configFiles, logLines },
    restore: (content, name = CONFIG_FILE) => configFiles.restore(name, bytesOf(content)),
    afterRestart: async () => sectionsOf((await openConfigTestbed(disk)).settings),
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
