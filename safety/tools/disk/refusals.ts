import { CONFIG_FILE, ENDPOINTS, PIN_PROFILE_FILE } from '@heliograph/contract';
import { restore, settingsOf } from '@heliograph/testbed/gateway/config-calls.ts';
import { originalBackup, withChange } from '@heliograph/testbed/gateway/original-backup.ts';
import type { TestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { imageForm, upload } from '@heliograph/testbed/gateway/upload-form.ts';
import { buildImage } from '@heliograph/testbed/outside/firmware-image.ts';
import { postData } from '@heliograph/testbed/outside/http-client.ts';

/** A backup that keeps the default password. */
export const BACKUP = withChange(({ security }) => Object.assign(security, { password: 'openDTU42' }));
export const BACKUP_SERVER = originalBackup().ntp.server;
export const DTU = { dtu_serial: '199980123456', dtu_pollinterval: 77, dtu_palevel: 1 };

export const saveDtu = async ({ port }: TestGateway) =>
  JSON.parse((await postData(port, ENDPOINTS.setDtuConfig.path, DTU)).text);

/** What came of trying everything that would write to the disk. */
export interface Refusals {
  /** What was not refused. */
  readonly taken: readonly string[];
  /** What was refused without this reason. */
  readonly unexplained: readonly string[];
  readonly isChanged: boolean;
}

/** Tries to save, restore, reset and upload on a gateway whose disk takes nothing, for `reason`. */
export async function tryEverything(gateway: TestGateway, reason: string | RegExp): Promise<Refusals> {
  const { port } = gateway;
  const before = JSON.stringify(await settingsOf(gateway));
  const reset = await postData(port, ENDPOINTS.deleteConfig.path, { delete: true });
  const profiles = JSON.stringify([{ name: 'A board', links: ['x'.repeat(200)] }]);
  const answers: Readonly<Record<string, string>> = {
    save: (await saveDtu(gateway)).message,
    restore: (await restore(gateway, BACKUP, { name: CONFIG_FILE })).text,
    profiles: (await restore(gateway, profiles, { name: PIN_PROFILE_FILE })).text,
    reset: JSON.parse(reset.text).message,
    firmware: (await upload(port, 'updateFirmware', imageForm(buildImage().bytes))).text,
  };
  const refused = Object.entries(answers).filter(([, text]) => text.includes('nothing was changed'));
  return {
    taken: Object.keys(answers).filter((name) => !refused.some(([other]) => other === name)),
    unexplained: refused
      .filter(([, text]) => text.match(/\((.*)\)/)?.[1]?.match(reason) == null)
      .map(([name]) => name),
    isChanged: JSON.stringify(await settingsOf(gateway)) !== before,
  };
}
