import { CONFIG_FILE, PIN_PROFILE_FILE } from '@heliograph/contract';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { type CrashDisk, createCrashDisk } from '@heliograph/testbed/disk/crash-disk.ts';
import type { CrashOperation, Found } from '@heliograph/testbed/disk/crash-states.ts';
import { BARE_HOST, CHEAP_HASH } from '@heliograph/testbed/gateway/platform.ts';
import { firstTestSettings } from '@heliograph/testbed/gateway/test-settings.ts';
import { buildImage, md5Of } from '@heliograph/testbed/outside/firmware-image.ts';
import { createConfigFiles } from '../../../apps/gateway/src/config-files/config-files.ts';
import { removeUnfinishedFiles } from '../../../apps/gateway/src/config-files/reset-copy.ts';
import { openFirmware } from '../../../apps/gateway/src/firmware/firmware.ts';
import { openDiscoveryMemory } from '../../../apps/gateway/src/mqtt/discovery/discovery-memory.ts';
import { createLog } from '../../../apps/gateway/src/platform/log.ts';
import { sectionsFrom } from '../../../apps/gateway/src/settings/sections.ts';
import { openSettingsStore } from '../../../apps/gateway/src/settings/settings-store.ts';
import { openSimulationMemory } from '../../../apps/gateway/src/simulation-memory.ts';
import { backupOf } from './folder-model.ts';

/** Everything that the gateway does to its data folder, for `tryCrashStates`. Its own file, so that guards can be taken out of a copy. */

/** No chance in it: two worlds can be compared. */
const PARTS = { randomBytes: (count: number) => Buffer.alloc(count, 7), hashCost: CHEAP_HASH };
const BROKER = 'nas.lan:1883';
const PROOF_MS = 60_000;

/** A start as the gateway makes it, with all that it keeps on the disk. */
async function open(directory: CrashDisk) {
  const log = createLog({ level: 'silent', writeLine: () => undefined });
  const clock = createVirtualClock();
  const first = firstTestSettings({ ...PARTS, host: BARE_HOST, pollIntervalS: 1 });
  const firmware = await openFirmware({ directory, clock, log });
  await removeUnfinishedFiles(directory);
  const settings = await openSettingsStore({ directory, first, log });
  const simulation = await openSimulationMemory({ directory, log, name: 'simulation.json' });
  const discovery = await openDiscoveryMemory({ directory, log });
  const configFiles = createConfigFiles({
    ...{ ...PARTS, directory, settings, first, log, unixMs: () => 1_790_000_000_000 },
  });
  return { clock, firmware, settings, simulation, discovery, configFiles };
}

async function find(disk: CrashDisk): Promise<Found> {
  try {
    const { firmware, settings, simulation, discovery, configFiles } = await open(disk);
    const profiles = await configFiles.read(PIN_PROFILE_FILE);
    const world = {
      sections: sectionsFrom(settings.get),
      profiles: profiles && Buffer.from(profiles).toString(),
      version: firmware.active?.version,
      simulation: simulation.remembered,
      topics: [...discovery.at(BROKER).topics],
      files: (await disk.names()).filter((name) => !PASSING.test(name)).sort(),
    };
    return { world: JSON.stringify(world, inOrder), saveCount: settings.saveCount() };
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
 * Previous generations, damaged files that are kept, copies before a reset, which go after a day, and what the next write
 * of a memory writes over.
 */
const PASSING =
  /\.bak$|\.corrupt|^config-before-reset-\d+(-\d+h)?\.json$|^(discovery|simulation)\.json\.tmp$/;

/** A folder that has been in use: something in every file, and an image that has proven itself. */
async function usedDisk(): Promise<CrashDisk> {
  const disk = createCrashDisk();
  await (await open(disk)).configFiles.restore(PIN_PROFILE_FILE, Buffer.from('[{"name":"old"}]'));
  await loadImage(disk, 'v1');
  const { clock, firmware, settings, discovery, configFiles } = await open(disk);
  firmware.startProof();
  clock.advance(PROOF_MS);
  await firmware.close();
  discovery.at(BROKER).add(['old'], true);
  await discovery.close();
  await settings.update('dtu', (dtu) => ({ ...dtu, dtu_pollinterval: 7 }));
  await configFiles.restore(CONFIG_FILE, Buffer.from(JSON.stringify(backupOf(1))));
  await open(disk);
  return disk.copy();
}

async function loadImage(disk: CrashDisk, version: string, acknowledge = () => {}): Promise<void> {
  const { firmware } = await open(disk);
  const { bytes } = buildImage({ version });
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += 3000) yield bytes.subarray(at, at + 3000);
  }
  await (await firmware.receive(md5Of(bytes), pieces())).commit();
  acknowledge();
}

const used = { prepare: usedDisk, find };

export const CRASH_OPERATIONS: readonly CrashOperation[] = [
  {
    name: 'the first start',
    prepare: async () => createCrashDisk(),
    find,
    async change(disk, acknowledge) {
      await open(disk);
      acknowledge();
    },
  },
  {
    ...used,
    name: 'a save',
    async change(disk, acknowledge) {
      const { settings } = await open(disk);
      await settings.update('dtu', (dtu) => ({ ...dtu, dtu_pollinterval: 9 }));
      acknowledge();
    },
  },
  {
    ...used,
    name: 'a restore and the start after it',
    async change(disk, acknowledge) {
      const { configFiles } = await open(disk);
      await configFiles.restore(CONFIG_FILE, Buffer.from(JSON.stringify(backupOf(2))));
      acknowledge();
      await open(disk);
    },
  },
  {
    ...used,
    name: 'a restore of pin profiles',
    async change(disk, acknowledge) {
      const { configFiles } = await open(disk);
      await configFiles.restore(PIN_PROFILE_FILE, Buffer.from('[{"name":"new"}]'));
      acknowledge();
    },
  },
  {
    ...used,
    name: 'a reset and the start after it',
    async change(disk, acknowledge) {
      const { configFiles } = await open(disk);
      await configFiles.reset();
      acknowledge();
      await open(disk);
    },
  },
  {
    ...used,
    name: 'a firmware image',
    change: (disk, acknowledge) => loadImage(disk, 'v2', acknowledge),
  },
  {
    ...used,
    name: 'what Home Assistant was told',
    isUnpromised: true,
    async change(disk, acknowledge) {
      const { discovery } = await open(disk);
      discovery.at(BROKER).add(['new'], true);
      await discovery.close();
      acknowledge();
    },
  },
  {
    ...used,
    name: 'the memory of the simulation',
    isUnpromised: true,
    async change(disk, acknowledge) {
      const { simulation } = await open(disk);
      simulation.remember({ inverters: [] });
      await simulation.close();
      acknowledge();
    },
  },
];
