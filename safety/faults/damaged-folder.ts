import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CONFIG_FILE, ENDPOINTS } from '@heliograph/contract';
import { createSimulatedRadio } from '@heliograph/simulator';
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

/** Damages a settings file in both generations. */
export async function damage(dataFolder: string, name: string): Promise<void> {
  for (const file of [`${name}.json`, `${name}.json.bak`])
    await writeFile(join(dataFolder, file), `damaged ${file}`);
}

/** A gateway whose settings are damaged, and how often a radio was made for it. */
export async function startDamaged(name: string, options: TestGatewayOptions = {}) {
  const used = await usedFolder();
  await damage(used.dataFolder, name);
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
