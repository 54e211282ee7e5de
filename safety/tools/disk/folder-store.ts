import { randomBytes } from 'node:crypto';
import { CONFIG_FILE, PIN_PROFILE_FILE } from '@heliograph/contract';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { BARE_HOST, CHEAP_HASH } from '@heliograph/testbed/gateway/platform.ts';
import { firstTestSettings, openStore } from '@heliograph/testbed/gateway/test-settings.ts';

import { buildImage, md5Of } from '@heliograph/testbed/outside/firmware-image.ts';
import { type ConfigFiles, createConfigFiles } from '../../../apps/gateway/src/config-files/config-files.ts';
import { type Firmware, openFirmware } from '../../../apps/gateway/src/firmware/firmware.ts';
import { openDataDirectory } from '../../../apps/gateway/src/platform/data-directory.ts';
import { createLog } from '../../../apps/gateway/src/platform/log.ts';
import { Secret } from '../../../apps/gateway/src/platform/secret.ts';
import { createStoredSecurity } from '../../../apps/gateway/src/settings/first-settings.ts';
import { withInverterEdited } from '../../../apps/gateway/src/settings/inverter-slots.ts';
import { passwordMatches } from '../../../apps/gateway/src/settings/password-hash.ts';
import type { SettingsStore } from '../../../apps/gateway/src/settings/settings-store.ts';
import {
  backupOf,
  editOf,
  type FolderState,
  type Operation,
  passwordOf,
  pollIntervalOf,
  profilesOf,
  serverOf,
  versionOf,
} from './folder-model.ts';

const PARTS = { randomBytes: (count: number) => randomBytes(count), hashCost: CHEAP_HASH };
/** More than the time after which an image has proven itself. */
const PROOF_MS = 60_000;

/** Everything that a gateway remembers, in a real folder, without a gateway around it. */
export interface FolderStore {
  /** Does operation number `index`; true when a restart has to follow. */
  run(operation: Operation, index: number): Promise<boolean>;
  /** What was found; the password is the first of these that is the right one, else empty. */
  state(passwords: readonly string[]): Promise<FolderState>;
  /** Frees the folder, as the end of a process does. */
  end(): Promise<void>;
}

/** A start, and one that goes well: an image that is new has proven itself by it. */
export async function openFolderStore(folder: string): Promise<FolderStore> {
  const log = createLog({ level: 'silent', writeLine: () => undefined });
  const first = firstTestSettings({ ...PARTS, host: BARE_HOST, pollIntervalS: 1 });
  const directory = await openDataDirectory(folder);
  const clock = createVirtualClock();
  const { settings, end } = await openStore({ directory, first, log });
  const firmware = await openFirmware({ directory, clock, log });
  const configFiles = createConfigFiles({
    ...{ ...PARTS, directory, settings, first, log, unixMs: () => 1_790_000_000_000 },
  });
  firmware.startProof();
  clock.advance(PROOF_MS);
  await firmware.close();
  return {
    end,
    async run(operation, index) {
      await OPERATIONS[operation]({ settings, configFiles, firmware }, index);
      return RESTARTING.has(operation);
    },
    async state(passwords) {
      const profiles = await configFiles.read(PIN_PROFILE_FILE);
      return {
        pollInterval: settings.get('dtu').dtu_pollinterval,
        server: settings.get('ntp').ntp_server,
        hostname: settings.get('network').hostname,
        contrast: settings.get('device').display.contrast,
        topic: settings.get('mqtt').mqtt_topic,
        inverters: settings.get('inverters').inverter.length,
        firstName: settings.get('inverters').inverter[0]?.name ?? '',
        password: await rightOne(passwords, settings.get('security').password_hash),
        profiles: profiles === undefined ? '' : new TextDecoder().decode(profiles),
        firmware: firmware.active?.version ?? '',
      };
    },
  };
}

interface Opened {
  readonly settings: SettingsStore;
  readonly configFiles: ConfigFiles;
  readonly firmware: Firmware;
}

const RESTARTING: ReadonlySet<Operation> = new Set(['profiles', 'restore', 'reset', 'firmware']);

const OPERATIONS: Record<Operation, (opened: Opened, index: number) => Promise<void>> = {
  poll: ({ settings }, index) =>
    settings.update('dtu', (dtu) => ({ ...dtu, dtu_pollinterval: pollIntervalOf(index) })),
  server: ({ settings }, index) => settings.update('ntp', (ntp) => ({ ...ntp, ntp_server: serverOf(index) })),
  inverter: ({ settings }, index) =>
    settings.update('inverters', ({ inverter }) => ({
      inverter: withInverterEdited(inverter, editOf(index)),
    })),
  async password({ settings }, index) {
    const password = new Secret(passwordOf(index));
    const security = await createStoredSecurity({ ...PARTS, password, allowReadonly: true });
    await settings.update('security', () => security);
  },
  profiles: ({ configFiles }, index) => configFiles.restore(PIN_PROFILE_FILE, Buffer.from(profilesOf(index))),
  restore: ({ configFiles }, index) =>
    configFiles.restore(CONFIG_FILE, Buffer.from(JSON.stringify(backupOf(index)))),
  reset: ({ configFiles }) => configFiles.reset(),
  async firmware({ firmware }, index) {
    const { bytes } = buildImage({ version: versionOf(index) });
    const staged = await firmware.receive(md5Of(bytes), pieces(bytes));
    await staged.commit();
  },
};

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function rightOne(passwords: readonly string[], hash: string): Promise<string> {
  for (const password of passwords) {
    if (await passwordMatches(new Secret(password), hash)) return password;
  }
  return '';
}
