import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CONFIG_FILE, ENDPOINTS } from '@heliograph/contract';
import { type CrashDisk, createCrashDisk } from '@heliograph/testbed/disk/crash-disk.ts';
import { openSettingsOn, tryOpening } from '@heliograph/testbed/disk/settings-on-disk.ts';
import { restarted, restore, settingsOf } from '@heliograph/testbed/gateway/config-calls.ts';
import { originalBackup } from '@heliograph/testbed/gateway/original-backup.ts';
import { BARE_HOST, CHEAP_HASH } from '@heliograph/testbed/gateway/platform.ts';
import {
  startTestGateway,
  type TestGateway,
  temporaryFolder,
} from '@heliograph/testbed/gateway/start-gateway.ts';
import { firstTestSettings } from '@heliograph/testbed/gateway/test-settings.ts';
import { login, postData, send } from '@heliograph/testbed/outside/http-client.ts';
import { describe, expect, it } from 'vitest';
import { createConfigFiles } from '../../apps/gateway/src/config-files/config-files.ts';
import { createLog } from '../../apps/gateway/src/platform/log.ts';
import type { StoredSecurity } from '../../apps/gateway/src/settings/sections.ts';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';
import { cutAndFilled, flipped } from '../tools/disk/damages.ts';

/** F4, the password: no damage brings back one of before, the default one, or open reading. */

const row = openRow('F4');
const OLDER = 'damages after which an older password counts';
const NONE = { exactly: 0 } as const;
const FILES = ['security.json', 'security.json.bak'];

const closed = (security: StoredSecurity): StoredSecurity => ({
  ...security,
  default_password: false,
  allow_readonly: false,
});

/** A folder in which the default password was changed, once. */
async function changedDisk(): Promise<CrashDisk> {
  const disk = createCrashDisk();
  await (await openSettingsOn(disk)).update('security', closed);
  return disk.copy();
}

/** What a start takes for the security settings: the older ones, the newer ones, or none. */
async function foundOn(disk: CrashDisk): Promise<'older' | 'newer' | 'none'> {
  const opening = await tryOpening(disk);
  if (opening.kind !== 'opened') return 'none';
  return opening.sections.security.default_password ? 'older' : 'newer';
}

/** The finds after one file was damaged, in all ways. */
async function findsAfterDamage(disk: CrashDisk) {
  const finds: Awaited<ReturnType<typeof foundOn>>[] = [];
  for (const [index, file] of FILES.entries()) {
    const bytes = new TextEncoder().encode(disk.text(file));
    const damages = [...cutAndFilled(bytes, 64), ...flipped(bytes, row.scale(8, 250), row.seed + index)];
    for (const damage of damages) {
      const damaged = disk.copy();
      damaged.put(file, damage.bytes);
      finds.push(await foundOn(damaged));
    }
    const lacking = disk.copy();
    await lacking.remove(file);
    finds.push(await foundOn(lacking));
  }
  return finds;
}

describe('one damaged file of the password', { timeout: 300_000 }, () => {
  it('costs nothing: its copy says the same', async () => {
    const finds = await findsAfterDamage(await changedDisk());
    row.figure({ what: OLDER, value: finds.filter((find) => find === 'older').length, goal: NONE });
    row.figure({
      what: 'owners locked out by one damaged file of the password',
      value: finds.filter((find) => find === 'none').length,
      goal: NONE,
    });
  });

  it('costs nothing either where the power was cut while the password was changed', async () => {
    const start = createCrashDisk();
    await openSettingsOn(start);
    let older = 0;
    for (let cutBefore = 0; ; cutBefore++) {
      const disk = start.copy();
      const settings = await openSettingsOn(disk);
      const before = disk.operations.length;
      disk.cutPowerBefore(cutBefore);
      await settings.update('security', closed).catch(() => undefined); // the power was cut
      for (const left of disk.disksAfterPowerCut()) older += await olderAfterDamage(left);
      if (disk.operations.length <= before + cutBefore) break;
    }
    row.figure({ what: `${OLDER}, with a power cut before`, value: older, goal: NONE });
  });

  it('costs nothing either where the disk refused a part of the change', async () => {
    const start = createCrashDisk();
    await openSettingsOn(start);
    let older = 0;
    for (let index = 0; ; index++) {
      const disk = start.copy();
      const settings = await openSettingsOn(disk);
      disk.refuse(index, 'ENOSPC');
      const isSaved = await settings.update('security', closed).then(
        () => true,
        () => false,
      );
      expect(await foundOn(disk.copy())).toBe(isSaved ? 'newer' : 'older');
      older += await olderAfterDamage(disk);
      if (isSaved && (await findsAfterDamage(disk)).includes('older')) older++;
      if (isSaved && disk.operations.length < index) break;
    }
    row.figure({ what: `${OLDER}, on a disk that refused something before`, value: older, goal: NONE });
  });

  it('would bring back the older one without the copy', async () => {
    const finds = await without(['passwordCopy'], async () => findsAfterDamage(await changedDisk()));
    const older = finds.filter((find) => find === 'older').length;
    row.counterProof({ what: OLDER, without: SEAMS.passwordCopy, value: older, goal: NONE });
  });
});

/** One where a start would take the newer password, but after a damage takes the older one. */
async function olderAfterDamage(disk: CrashDisk): Promise<number> {
  if ((await foundOn(disk.copy())) !== 'newer') return 0;
  for (const bytes of ['damaged', '']) {
    const damaged = disk.copy();
    damaged.put('security.json', bytes);
    if ((await foundOn(damaged)) === 'older') return 1;
  }
  return 0;
}

const OPENED = 'backups without a login that open reading in recovery mode';
const CHOSEN = 'chosen by the owner';
const BACKUP_WITHOUT_LOGIN = (() => {
  const { security: _, ...others } = originalBackup();
  return others;
})();

/** A folder whose password was changed from the default one, and reading closed. */
async function usedFolder(): Promise<string> {
  const dataFolder = await temporaryFolder();
  const gateway = await startTestGateway({ dataFolder });
  const security = { password: CHOSEN, allow_readonly: false };
  const { text } = await postData(gateway.port, ENDPOINTS.setSecurityConfig.path, security);
  expect(JSON.parse(text)).toMatchObject({ code: 1001 });
  await gateway.stopNow();
  return dataFolder;
}

const damage = async (dataFolder: string, ...files: readonly string[]) => {
  for (const file of files) await writeFile(join(dataFolder, file), 'damaged');
};
const isIn = async ({ port }: TestGateway, password: string) =>
  (await send(port, ENDPOINTS.authenticate.path, { headers: login(password) })).status === 200;

describe('a gateway', { timeout: 120_000 }, () => {
  it('whose password file is damaged takes the password that was set, and not the one of before', async () => {
    const dataFolder = await usedFolder();
    await damage(dataFolder, 'security.json');
    const gateway = await startTestGateway({ dataFolder });
    const ins = [await isIn(gateway, 'openDTU42'), await isIn(gateway, CHOSEN)];
    row.figure({ what: 'default passwords that count again', value: Number(ins[0]), goal: NONE });
    row.figure({ what: 'passwords that count no more', value: Number(!ins[1]), goal: NONE });
  });

  it('in recovery mode with that damage too asks for the password that was set, and opens nothing', async () => {
    const dataFolder = await usedFolder();
    await damage(dataFolder, 'dtu.json', 'dtu.json.bak', 'security.json');
    const gateway = await startTestGateway({ dataFolder });
    const { status } = await restore(gateway, BACKUP_WITHOUT_LOGIN);
    row.figure({
      what: 'default passwords that count in recovery mode',
      value: Number(status !== 401),
      goal: NONE,
    });
    expect((await restore(gateway, BACKUP_WITHOUT_LOGIN, { password: CHOSEN })).text).toBe('OK');
    await restarted(gateway, CHOSEN);
    const { getSecurityConfig } = await settingsOf(gateway, CHOSEN);
    const isOpen = (getSecurityConfig as { allow_readonly: boolean }).allow_readonly;
    row.figure({ what: OPENED, value: Number(isOpen), goal: NONE });
  });

  it('would be open to all readers without that rule', async () => {
    row.counterProof({
      what: OPENED,
      without: SEAMS.closedReading,
      value: Number(await without(['closedReading'], opensReading)),
      goal: NONE,
    });
    expect(await opensReading()).toBe(false);
  });
});

/** Whether a backup without a login opens reading that was closed, as files are restored in recovery mode. */
async function opensReading(): Promise<boolean> {
  const disk = await changedDisk();
  const settings = await openSettingsOn(disk);
  const parts = { randomBytes, hashCost: CHEAP_HASH };
  const configFiles = createConfigFiles({
    ...{ ...parts, directory: disk, settings, unixMs: () => 0 },
    log: createLog({ level: 'silent', writeLine: () => undefined }),
    first: firstTestSettings({ ...parts, host: BARE_HOST, pollIntervalS: 1 }),
    allowReadonlyOtherwise: () => settings.get('security').allow_readonly,
  });
  await configFiles.restore(CONFIG_FILE, Buffer.from(JSON.stringify(BACKUP_WITHOUT_LOGIN)));
  return (await openSettingsOn(disk)).get('security').allow_readonly;
}
