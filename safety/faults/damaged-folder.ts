import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONFIG_FILE, ENDPOINTS } from '@heliograph/contract';
import { createSimulatedRadio } from '@heliograph/simulator';
import { BOTH_FILES } from '@heliograph/testbed/disk/stored-settings.ts';
import { settingsOf } from '@heliograph/testbed/gateway/config-calls.ts';
import {
  startTestGateway,
  type TestGatewayOptions,
  temporaryFolder,
} from '@heliograph/testbed/gateway/start-gateway.ts';
import { login, send } from '@heliograph/testbed/outside/http-client.ts';
import { Secret } from '../../apps/gateway/src/platform/secret.ts';

/** Of the owner, and of whoever starts the gateway anew. */
export const PASSWORD = 'the words of the owner';
export const GIVEN = 'given at the start';

/** A folder that was in use, the backup that was made of it, and what was set. */
export async function usedFolder() {
  const dataFolder = await temporaryFolder();
  const gateway = await startTestGateway({ dataFolder, firstPassword: new Secret(PASSWORD) });
  const headers = login(PASSWORD);
  const backup = (
    await send(gateway.port, `${ENDPOINTS.getConfigFile.path}?file=${CONFIG_FILE}`, { headers })
  ).text;
  const settings = await settingsOf(gateway, PASSWORD);
  await gateway.stopNow();
  return { dataFolder, backup, settings };
}

/** What is damaged: everything, or one part of it in the database and in its copy. */
export type Damaged = 'all' | 'password' | 'time';

/** Text that only this part has, and what becomes of it. */
const PARTS: Readonly<Record<Exclude<Damaged, 'all'>, readonly [string, string]>> = {
  password: ['$scrypt$', '$scrypt#'],
  time: ['pool.ntp.org', 'pool.ntp.orf'],
};

/** Damages the settings in both files. */
export function damage(dataFolder: string, what: Damaged): void {
  for (const name of BOTH_FILES) {
    const file = join(dataFolder, name);
    if (what === 'all') writeFileSync(file, `damaged ${name}`);
    else writeFileSync(file, readFileSync(file, 'latin1').replaceAll(...PARTS[what]), 'latin1');
  }
}

/** A gateway whose settings are damaged, and how often a radio was made for it. */
export async function startDamaged(what: Damaged, options: TestGatewayOptions = {}) {
  const used = await usedFolder();
  damage(used.dataFolder, what);
  let radios = 0;
  const gateway = await startTestGateway({
    dataFolder: used.dataFolder,
    ...options,
    createRadio(parts) {
      radios++;
      return createSimulatedRadio(parts);
    },
  });
  return { ...used, gateway, radios: () => radios };
}
