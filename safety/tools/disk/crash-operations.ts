import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CONFIG_FILE, PIN_PROFILE_FILE } from '@heliograph/contract';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { fileOf } from '@heliograph/testbed/disk/settings-on-disk.ts';
import { damageFiles } from '@heliograph/testbed/disk/stored-settings.ts';
import { BARE_HOST, CHEAP_HASH } from '@heliograph/testbed/gateway/platform.ts';
import { firstTestSettings, openStore } from '@heliograph/testbed/gateway/test-settings.ts';
import { buildImage, md5Of } from '@heliograph/testbed/outside/firmware-image.ts';
import { createConfigFiles } from '../../../apps/gateway/src/config-files/config-files.ts';
import { removeUnfinishedFiles } from '../../../apps/gateway/src/config-files/reset-copy.ts';
import { openFirmware } from '../../../apps/gateway/src/firmware/firmware.ts';
import { openDiscoveryMemory } from '../../../apps/gateway/src/mqtt/discovery/discovery-memory.ts';
import { openDataDirectory } from '../../../apps/gateway/src/platform/data-directory.ts';
import { createLog } from '../../../apps/gateway/src/platform/log.ts';
import { SECTION_NAMES, sectionsFrom } from '../../../apps/gateway/src/settings/sections.ts';
import { openSimulationMemory } from '../../../apps/gateway/src/simulation-memory.ts';
import { backupOf } from './folder-model.ts';

/** Everything that the gateway does to its data folder, for `tryCrashStates`. Its own file, so that guards can be taken out of a copy. */

/** What a start finds in a folder. */
export interface Found {
  /** Everything that counts, as one text; the reason where nothing can be read. */
  readonly world: string;
  /** How often something was saved; a number never goes back. */
  readonly saveCount: number;
}

/** Something that changes a folder from one world to another. */
export interface CrashOperation {
  readonly name: string;
  /** Its end is no promise that the new world is on the disk. */
  readonly isUnpromised?: boolean;
  /** Makes the folder as it is before. */
  prepare(folder: string): Promise<void>;
  /** A start on what it may have left, with all its repairs; where it is not said, one of a gateway that keeps no history. */
  find?(folder: string): Promise<Found>;
  /** Changes it; calls `acknowledge` when the new world is promised. What follows is done as well. */
  change(folder: string, acknowledge: () => void): Promise<void>;
}

/** No chance in it: two worlds can be compared. */
const PARTS = { randomBytes: (count: number) => Buffer.alloc(count, 7), hashCost: CHEAP_HASH };
const BROKER = 'nas.lan:1883';
const PROOF_MS = 60_000;

/** A start as the gateway makes it, with all that it keeps on the disk. */
async function open(folder: string) {
  const log = createLog({ level: 'silent', writeLine: () => undefined });
  const directory = await openDataDirectory(folder);
  const clock = createVirtualClock();
  const first = firstTestSettings({ ...PARTS, host: BARE_HOST, pollIntervalS: 1 });
  const { settings, storage, end } = await openStore({ directory, first, log });
  const firmware = await openFirmware({ directory: storage.directory, clock, log });
  await removeUnfinishedFiles(storage.directory);
  const simulation = await openSimulationMemory({ directory, log, name: 'simulation.json' });
  const discovery = await openDiscoveryMemory({ directory, log });
  const configFiles = createConfigFiles({
    ...{ ...PARTS, directory, settings, first, log, unixMs: () => 1_790_000_000_000 },
  });
  return { clock, firmware, settings, simulation, discovery, configFiles, end };
}

type Opened = Awaited<ReturnType<typeof open>>;

/** Starts, does something, and ends. */
async function during(
  folder: string,
  work: (opened: Opened) => Promise<void> = async () => {},
): Promise<void> {
  const opened = await open(folder);
  await work(opened);
  await opened.end();
}

export const findAfter = ({ find = findIn }: CrashOperation, folder: string) => find(folder);

/** A start on it, with all its repairs. */
async function findIn(folder: string): Promise<Found> {
  try {
    const { firmware, settings, simulation, discovery, configFiles, end } = await open(folder);
    const profiles = await configFiles.read(PIN_PROFILE_FILE);
    const world = {
      sections: sectionsFrom(settings.get),
      profiles: profiles && Buffer.from(profiles).toString(),
      version: firmware.active?.version,
      simulation: simulation.remembered,
      topics: [...discovery.at(BROKER).topics],
      files: readdirSync(folder)
        .filter((name) => !PASSING.test(name))
        .sort(),
    };
    const saveCount = settings.saveCount();
    await end();
    return { world: JSON.stringify(world, inOrder), saveCount };
  } catch (error) {
    return { world: String(error), saveCount: Number.NaN };
  }
}

/** The order of keys means nothing. */
function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/**
 * Previous generations, damaged files that are kept, the way back of a save (which is empty), copies before a reset, which go after a
 * day, and what the next write of a memory writes over.
 */
const PASSING =
  /\.bak$|\.corrupt|-journal$|^config-before-reset-\d+(-\d+h)?\.json$|^(discovery|simulation)\.json\.tmp$/;

/** A folder that has been in use: something in every file, and an image that has proven itself. */
async function useFolder(folder: string): Promise<void> {
  await during(folder, ({ configFiles }) =>
    configFiles.restore(PIN_PROFILE_FILE, Buffer.from('[{"name":"old"}]')),
  );
  await loadImage(folder, 'v1');
  await during(folder, async ({ clock, firmware, settings, discovery, configFiles }) => {
    firmware.startProof();
    clock.advance(PROOF_MS);
    await firmware.close();
    discovery.at(BROKER).add(['old'], true);
    await discovery.close();
    await settings.update('dtu', (dtu) => ({ ...dtu, dtu_pollinterval: 7 }));
    await configFiles.restore(CONFIG_FILE, Buffer.from(JSON.stringify(backupOf(1))));
  });
  await during(folder);
}

function loadImage(folder: string, version: string, acknowledge = () => {}): Promise<void> {
  return during(folder, async ({ firmware }) => {
    const { bytes } = buildImage({ version });
    async function* pieces() {
      for (let at = 0; at < bytes.length; at += 3000) yield bytes.subarray(at, at + 3000);
    }
    await (await firmware.receive(md5Of(bytes), pieces())).commit();
    acknowledge();
  });
}

/** As release 0.1.0 leaves a folder. */
async function useOldFolder(folder: string): Promise<void> {
  const first = firstTestSettings({ ...PARTS, host: BARE_HOST, pollIntervalS: 1 });
  for (const section of SECTION_NAMES) {
    await writeFile(join(folder, `${section}.json`), fileOf(2, await first[section]()));
  }
  await writeFile(join(folder, 'manifest.json'), fileOf(1, { sections: SECTION_NAMES }));
}

const used = { prepare: useFolder };

export const CRASH_OPERATIONS: readonly CrashOperation[] = [
  {
    name: 'the first start',
    prepare: async () => undefined,
    async change(folder, acknowledge) {
      await during(folder, async () => acknowledge());
    },
  },
  {
    name: 'taking over the settings of release 0.1.0',
    prepare: useOldFolder,
    async change(folder, acknowledge) {
      await during(folder, async () => acknowledge());
    },
  },
  {
    ...used,
    name: 'a save',
    change: (folder, acknowledge) =>
      during(folder, async ({ settings }) => {
        await settings.update('dtu', (dtu) => ({ ...dtu, dtu_pollinterval: 9 }));
        acknowledge();
      }),
  },
  {
    ...used,
    name: 'another password',
    change: (folder, acknowledge) =>
      during(folder, async ({ settings }) => {
        await settings.update('security', (security) => ({
          ...security,
          allow_readonly: !security.allow_readonly,
        }));
        acknowledge();
      }),
  },
  {
    name: 'a start that finds a damaged database',
    async prepare(folder) {
      await useFolder(folder);
      damageFiles(folder, ['settings.db']);
    },
    async change(folder, acknowledge) {
      await during(folder, async () => acknowledge());
    },
  },
  {
    ...used,
    name: 'a restore and the start after it',
    async change(folder, acknowledge) {
      await during(folder, async ({ configFiles }) => {
        await configFiles.restore(CONFIG_FILE, Buffer.from(JSON.stringify(backupOf(2))));
        acknowledge();
      });
      await during(folder);
    },
  },
  {
    ...used,
    name: 'a restore of pin profiles',
    change: (folder, acknowledge) =>
      during(folder, async ({ configFiles }) => {
        await configFiles.restore(PIN_PROFILE_FILE, Buffer.from('[{"name":"new"}]'));
        acknowledge();
      }),
  },
  {
    ...used,
    name: 'a reset and the start after it',
    async change(folder, acknowledge) {
      await during(folder, async ({ configFiles }) => {
        await configFiles.reset();
        acknowledge();
      });
      await during(folder);
    },
  },
  {
    ...used,
    name: 'a firmware image',
    change: (folder, acknowledge) => loadImage(folder, 'v2', acknowledge),
  },
  {
    ...used,
    name: 'what Home Assistant was told',
    isUnpromised: true,
    change: (folder, acknowledge) =>
      during(folder, async ({ discovery }) => {
        discovery.at(BROKER).add(['new'], true);
        await discovery.close();
        acknowledge();
      }),
  },
  {
    ...used,
    name: 'the memory of the simulation',
    isUnpromised: true,
    change: (folder, acknowledge) =>
      during(folder, async ({ simulation }) => {
        simulation.remember({ inverters: [] });
        await simulation.close();
        acknowledge();
      }),
  },
];
