import { randomBytes } from 'node:crypto';
import { CONFIG_FILE, PIN_PROFILE_FILE } from '@heliograph/contract';
import { type ConfigFiles, createConfigFiles } from '../src/config-files/config-files.ts';
import { type DataDirectory, openDataDirectory } from '../src/platform/data-directory.ts';
import { createLog } from '../src/platform/log.ts';
import { createFirstSettings } from '../src/settings/first-settings.ts';
import { SECTION_NAMES, type Sections } from '../src/settings/sections.ts';
import { openSettingsStore, type SettingsStore } from '../src/settings/settings-store.ts';
import { backupOf, type Operation, pollIntervalOf, profilesOf } from './kill-model.ts';
import { TEST_HOST } from './test-host.ts';

/** Hashing a password must not take longer than everything else. */
export const KILL_HASH = { logCost: 4, blockSize: 1, parallelism: 1 };

/** Settings and configuration files in a real folder. */
export interface KillStore {
  readonly settings: SettingsStore;
  readonly configFiles: ConfigFiles;
  /** Does operation number `index`; true when a restart has to follow. */
  run(operation: Operation, index: number): Promise<boolean>;
}

/** How a process works that does not protect what it saves. */
export type Flaw = 'answers too early' | 'writes in place' | 'restores bit by bit';
export const FLAWS: readonly Flaw[] = ['answers too early', 'writes in place', 'restores bit by bit'];

export async function openKillStore(folder: string, flaw?: Flaw): Promise<KillStore> {
  const log = createLog({ level: 'silent', writeLine: () => undefined });
  const parts = { randomBytes: (count: number) => randomBytes(count), hashCost: KILL_HASH };
  const host = { ...TEST_HOST, rootCertificates: () => [] };
  const first = createFirstSettings({
    ...{ ...parts, host, firstPassword: undefined, inverters: [], pollIntervalS: 1 },
  });
  const directory = flawed(await openDataDirectory(folder), flaw);
  const opened = await openSettingsStore({ directory, first, log });
  const settings = flaw === 'restores bit by bit' ? { ...opened, replaceAll: bitByBit(opened) } : opened;
  const configFiles = createConfigFiles({
    ...{ ...parts, directory, settings, first, log, unixMs: () => 1_790_000_000_000 },
  });
  return {
    ...{ settings, configFiles },
    async run(operation, index) {
      if (operation === 'poll') {
        await settings.update('dtu', (dtu) => ({ ...dtu, dtu_pollinterval: pollIntervalOf(index) }));
        return false;
      }
      if (operation === 'server') {
        await settings.update('ntp', (ntp) => ({ ...ntp, ntp_server: `n${index}.test` }));
        return false;
      }
      if (operation === 'profiles')
        await configFiles.restore(PIN_PROFILE_FILE, Buffer.from(profilesOf(index)));
      else if (operation === 'reset') await configFiles.reset();
      else await configFiles.restore(CONFIG_FILE, Buffer.from(JSON.stringify(backupOf(index))));
      return true;
    },
  };
}

const soon = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export function flawed(directory: DataDirectory, flaw: Flaw | undefined): DataDirectory {
  if (flaw === 'answers too early') {
    let last = Promise.resolve();
    const later = (work: () => Promise<void>) => {
      last = last.then(() => soon(50)).then(work, work);
      return Promise.resolve();
    };
    const written = new Map<string, Uint8Array>();
    return {
      ...directory,
      async write(name, bytes) {
        written.set(name, bytes);
        await directory.write(name, bytes);
      },
      async rename(name, newName) {
        const bytes = written.get(name);
        if (bytes === undefined) return directory.rename(name, newName);
        written.delete(name);
        return later(() => directory.write(newName, bytes));
      },
    };
  }
  if (flaw !== 'writes in place') return directory;
  return {
    ...directory,
    link: async () => false, // so that the only good generation is written over
    async rename(name, newName) {
      const bytes = (await directory.read(name)) ?? Buffer.of();
      await directory.write(newName, bytes.subarray(0, bytes.length / 2));
      await soon(5);
      await directory.write(newName, bytes);
      await directory.remove(name);
    },
  };
}

function bitByBit({ get, update }: SettingsStore): SettingsStore['replaceAll'] {
  return async (change) => {
    const current = Object.fromEntries(SECTION_NAMES.map((name) => [name, get(name)]));
    const sections = await change(current as unknown as Sections); // one entry for each section
    const save = <S extends keyof typeof sections>(name: S) => update(name, () => sections[name]);
    for (const name of SECTION_NAMES) await save(name).then(() => soon(10));
  };
}
