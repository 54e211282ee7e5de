import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONFIG_FILE, ENDPOINTS } from '@heliograph/contract';
import { openSettingsIn, tryOpening } from '@heliograph/testbed/disk/settings-on-disk.ts';
import {
  BOTH_FILES,
  damageFiles,
  type Files,
  filesOf,
  passingFolder,
  putFiles,
} from '@heliograph/testbed/disk/stored-settings.ts';
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
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createConfigFiles } from '../../apps/gateway/src/config-files/config-files.ts';
import { openDataDirectory } from '../../apps/gateway/src/platform/data-directory.ts';
import { createLog } from '../../apps/gateway/src/platform/log.ts';
import { callsInThisThread } from '../../apps/gateway/src/platform/worker-thread.ts';
import type { StoredSecurity } from '../../apps/gateway/src/settings/sections.ts';
import { openSettingsDatabase } from '../../apps/gateway/src/settings/settings-database.ts';
import type { SettingsConnection } from '../../apps/gateway/src/settings/settings-storage.ts';
import { openDatabase } from '../../apps/gateway/src/storage/database.ts';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';
import { cutAndFilled, flipped } from '../tools/disk/damages.ts';

/** F4, the password: no damage brings back one of before, the default one, or open reading. */

const row = openRow('F4');
const OLDER = 'damages after which an older password counts';
const NONE = { exactly: 0 } as const;

const closed = (security: StoredSecurity): StoredSecurity => ({
  ...security,
  default_password: false,
  allow_readonly: false,
});

let folder: string;
beforeAll(() => {
  folder = passingFolder();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The files of a fresh folder, and those after the default password was changed, once. */
async function changedFiles(): Promise<{ fresh: Files; changed: Files }> {
  putFiles(folder, {});
  await (await openSettingsIn(folder)).end();
  const fresh = filesOf(folder);
  const { settings, end } = await openSettingsIn(folder);
  await settings.update('security', closed);
  await end();
  return { fresh, changed: filesOf(folder) };
}

type Find = 'older' | 'newer' | 'none';

/** What a start takes for the security settings: the older ones, the newer ones, or none. */
async function foundIn(files: Files): Promise<Find> {
  putFiles(folder, files);
  const opening = await tryOpening(folder);
  if (opening.kind !== 'opened') return 'none';
  return opening.sections.security.default_password ? 'older' : 'newer';
}

/** The finds after one file was damaged, in all ways, and after it was lost. */
async function findsAfterDamage(files: Files): Promise<Find[]> {
  const finds: Find[] = [];
  for (const [index, name] of BOTH_FILES.entries()) {
    const { [name]: bytes, ...others } = files;
    if (bytes === undefined) continue;
    const damages = [...cutAndFilled(bytes, 2048), ...flipped(bytes, row.scale(8, 250), row.seed + index)];
    for (const damage of damages) finds.push(await foundIn({ ...files, [name]: damage.bytes }));
    finds.push(await foundIn(others));
  }
  return finds;
}

describe('one damaged file of the password', { timeout: 300_000 }, () => {
  it('costs nothing: its copy says the same', async () => {
    const finds = await findsAfterDamage((await changedFiles()).changed);
    row.figure({ what: OLDER, value: finds.filter((find) => find === 'older').length, goal: NONE });
    row.figure({
      what: 'owners locked out by one damaged file of the password',
      value: finds.filter((find) => find === 'none').length,
      goal: NONE,
    });
  });

  it('brings back nothing either where no copy could be made of the change', async () => {
    row.figure({ what: WITHOUT_COPY, value: await olderWithoutCopy(), goal: NONE });
    const value = await without(['passwordCopy'], olderWithoutCopy);
    row.counterProof({ what: WITHOUT_COPY, without: SEAMS.passwordCopy, value, goal: NONE });
  });

  it('brings back nothing either where the change was cut short, at any call of the system', async () => {
    const { fresh } = await changedFiles();
    let older = 0;
    let states = 0;
    for (const files of await statesOfChange(fresh)) {
      states++;
      if ((await foundIn(files)) !== 'newer') continue;
      for (const bytes of [Buffer.from('damaged'), Buffer.alloc(0)]) {
        if ((await foundIn({ ...files, [BOTH_FILES[0]]: bytes })) === 'older') older++;
      }
    }
    row.figure({ what: `${OLDER}, with a change before that was cut short`, value: older, goal: NONE });
    expect(states).toBeGreaterThan(3);
  });
});

const WITHOUT_COPY = `${OLDER}, where no copy could be made`;

/** Changes the password while no copy can be made, and damages the database then. */
async function olderWithoutCopy(): Promise<number> {
  const { fresh } = await changedFiles();
  putFiles(folder, fresh);
  const { settings, end } = await openSettingsIn(folder, () => withoutCopies());
  await settings.update('security', closed);
  await end();
  const files = filesOf(folder);
  expect(await foundIn(files)).toBe('newer');
  const finds = [
    await foundIn({ ...files, [BOTH_FILES[0]]: Buffer.from('damaged') }),
    await foundIn({ ...files, [BOTH_FILES[0]]: Buffer.alloc(0) }),
  ];
  return finds.filter((find) => find === 'older').length;
}

/** A disk that has no room for a copy. */
function withoutCopies(): SettingsConnection {
  const open: typeof openDatabase = (path, ...others) => {
    const database = openDatabase(path, ...others);
    return {
      ...database,
      exec(sql) {
        if (sql.startsWith('VACUUM')) throw new Error('database or disk is full');
        database.exec(sql);
      },
    };
  };
  const calls = openSettingsDatabase({ folder, open });
  const names = Object.keys(calls) as (keyof typeof calls)[];
  return { calls: callsInThisThread(calls, names), end: async () => undefined };
}

/** What lies in the folder before each statement of a change of the password. */
async function statesOfChange(fresh: Files): Promise<Files[]> {
  putFiles(folder, fresh);
  const states: Files[] = [];
  const open: typeof openDatabase = (path, ...others) => {
    const database = openDatabase(path, ...others);
    return {
      ...database,
      exec(sql) {
        states.push(filesOf(folder));
        database.exec(sql);
        states.push(filesOf(folder));
      },
    };
  };
  const calls = openSettingsDatabase({ folder, open });
  const names = Object.keys(calls) as (keyof typeof calls)[];
  const connection = { calls: callsInThisThread(calls, names), end: async () => undefined };
  const { settings, end } = await openSettingsIn(folder, () => connection);
  states.length = 0;
  await settings.update('security', closed);
  await end();
  return states.filter((files) => BOTH_FILES[0] in files);
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

/** Another section is damaged in both files, and one of the password in the database. */
function damageAllButSecurity(dataFolder: string): void {
  for (const name of BOTH_FILES) {
    const file = join(dataFolder, name);
    const text = readFileSync(file, 'latin1').replaceAll('pool.ntp.org', 'pool.ntp.orf');
    writeFileSync(file, name === BOTH_FILES[0] ? text.replaceAll('$scrypt$', '$scrypt#') : text, 'latin1');
  }
}

const isIn = async ({ port }: TestGateway, password: string) =>
  (await send(port, ENDPOINTS.authenticate.path, { headers: login(password) })).status === 200;

describe('a gateway', { timeout: 120_000 }, () => {
  it('whose password file is damaged takes the password that was set, and not the one of before', async () => {
    const dataFolder = await usedFolder();
    damageFiles(dataFolder, [BOTH_FILES[0]]);
    const gateway = await startTestGateway({ dataFolder });
    const ins = [await isIn(gateway, 'openDTU42'), await isIn(gateway, CHOSEN)];
    row.figure({ what: 'default passwords that count again', value: Number(ins[0]), goal: NONE });
    row.figure({ what: 'passwords that count no more', value: Number(!ins[1]), goal: NONE });
  });

  it('in recovery mode with that damage too asks for the password that was set, and opens nothing', async () => {
    const dataFolder = await usedFolder();
    damageAllButSecurity(dataFolder);
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
  await changedFiles();
  const directory = await openDataDirectory(folder);
  const { settings, end } = await openSettingsIn(directory);
  const parts = { randomBytes, hashCost: CHEAP_HASH };
  const configFiles = createConfigFiles({
    ...{ ...parts, directory, settings, unixMs: () => 0 },
    log: createLog({ level: 'silent', writeLine: () => undefined }),
    first: firstTestSettings({ ...parts, host: BARE_HOST, pollIntervalS: 1 }),
    allowReadonlyOtherwise: () => settings.get('security').allow_readonly,
  });
  await configFiles.restore(CONFIG_FILE, Buffer.from(JSON.stringify(BACKUP_WITHOUT_LOGIN)));
  await end();
  const opening = await tryOpening(directory);
  if (opening.kind !== 'opened') throw new Error(opening.kind);
  return opening.sections.security.allow_readonly;
}
