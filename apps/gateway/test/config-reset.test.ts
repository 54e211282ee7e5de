import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ENDPOINTS, PIN_PROFILE_FILE, SOCKETS } from '@heliograph/contract';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { createCrashDisk } from '@heliograph/testbed/disk/crash-disk.ts';
import {
  restarted,
  restarts,
  restore,
  settingsOf,
  textOf,
} from '@heliograph/testbed/gateway/config-calls.ts';
import { openConfigTestbed, sectionsOf } from '@heliograph/testbed/gateway/config-testbed.ts';
import { originalBackup, withChange } from '@heliograph/testbed/gateway/original-backup.ts';
import { resultOf } from '@heliograph/testbed/gateway/plant-gateway.ts';
import { startTestGateway, type TestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { postData } from '@heliograph/testbed/outside/http-client.ts';
import { openSocket } from '@heliograph/testbed/outside/socket-client.ts';
import { describe, expect, it } from 'vitest';
import { copyNames, keepCopy, watchCopies } from '../src/config-files/reset-copy.ts';
import { createLog } from '../src/platform/log.ts';

/** Back to the first settings. Source: docs/reference/original-device.md#configuration-files and #quirk-24. */

const HOUR_MS = 3_600_000;
const PROFILES = '[{"name":"Olimex ESP32-POE"}]';
const BACKUP = withChange(({ security }) =>
  Object.assign(security, { password: 'openDTU42', allow_readonly: true }),
);

const reset = ({ port }: TestGateway, data: unknown = { delete: true }) =>
  postData(port, ENDPOINTS.deleteConfig.path, data);
const copies = async ({ dataFolder }: TestGateway) =>
  (await readdir(dataFolder)).filter((name) => name.startsWith('config-before-reset-'));

/** With everything set otherwise than at first. */
async function startUsed(): Promise<TestGateway> {
  const first = await startTestGateway();
  await writeFile(join(first.dataFolder, PIN_PROFILE_FILE), PROFILES);
  await restore(first, BACKUP);
  await first.stopNow();
  return startTestGateway({ dataFolder: first.dataFolder });
}

/** What it takes to put the copy of before in its place. */
const COPY_STEPS = 4;

function copyTestbed() {
  const disk = createCrashDisk();
  const clock = createVirtualClock();
  const log = createLog({ level: 'silent', writeLine: () => undefined });
  return {
    disk,
    clock,
    madeS: Math.floor(clock.unixMs() / 1000),
    watch: () => watchCopies({ directory: disk, clock, log }),
  };
}

describe('a factory reset', () => {
  it('is answered before the sockets are closed, and everything is as on a fresh folder', async () => {
    const gateway = await startUsed();
    const used = await settingsOf(gateway);
    const sockets = await Promise.all(
      Object.values(SOCKETS).map(({ path }) => openSocket(gateway.port, {}, path)),
    );
    expect((await reset(gateway)).text).toBe(
      '{"type":"success","message":"Configuration reset, restarting now.","code":3002}',
    );
    for (const { socket } of sockets) expect(socket.readyState).toBe(socket.OPEN);
    expect(await settingsOf(gateway)).toEqual(used);
    await gateway.clock.advanceAsync(1000);
    expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual(sockets.map(() => 1012));
    await restarted(gateway);
    const fresh = await startTestGateway();
    expect(await settingsOf(gateway)).toEqual(await settingsOf(fresh));
    expect(used).not.toEqual(await settingsOf(fresh));
    expect(await readFile(join(gateway.dataFolder, PIN_PROFILE_FILE), 'utf8')).toBe(PROFILES);
    expect(JSON.parse(await textOf(gateway, 'getLiveData')).hints.default_password).toBe(true);
  });

  it('keeps a copy for 24 hours that can be restored, also over restarts', async () => {
    const gateway = await startUsed();
    const backup = await textOf(gateway, 'getConfigFile');
    await reset(gateway);
    const [name = ''] = await copies(gateway);
    const copy = await readFile(join(gateway.dataFolder, name), 'utf8');
    expect(copy).toBe(backup);
    expect(JSON.parse(await textOf(gateway, 'getConfigList')).configs).toHaveLength(2);
    await restarted(gateway);
    await restore(gateway, copy);
    await gateway.stopNow();

    const again = await startTestGateway({ dataFolder: gateway.dataFolder });
    expect(JSON.parse(await textOf(again, 'getDtuConfig'))).toMatchObject({ dtu_pollinterval: 15 });
    expect(await copies(again)).toEqual([name]);
  });

  it('has no copy any more when it has run for 24 hours, restarts included', async () => {
    const { disk, clock, madeS, watch } = copyTestbed();
    await keepCopy(disk, '{}', clock.unixMs());
    const end = watch();
    await clock.advanceAsync(10 * HOUR_MS);
    await end();
    const endAgain = watch();
    await clock.advanceAsync(14 * HOUR_MS - 1);
    expect(await disk.names()).toEqual([`config-before-reset-${madeS}-23h.json`]);
    await clock.advanceAsync(1);
    await endAgain();
    expect(await disk.names()).toEqual([]);
  });

  it.each([-48, 48, 24 * 365 * 50])(
    'keeps the copy though the clock turns out to be %i hours wrong',
    async (hours) => {
      const { disk, clock, watch } = copyTestbed();
      await keepCopy(disk, '{}', clock.unixMs());
      clock.shiftWallClock(hours * HOUR_MS);
      const end = watch();
      await clock.advanceAsync(24 * HOUR_MS - 1);
      expect(await disk.names()).toHaveLength(1);
      await clock.advanceAsync(1);
      await end();
      expect(await disk.names()).toEqual([]);
    },
  );

  it('leaves files of others alone, and names the newest copy first', async () => {
    const { disk, clock, madeS, watch } = copyTestbed();
    await keepCopy(disk, '{}', clock.unixMs());
    const end = watch();
    await clock.advanceAsync(HOUR_MS);
    await end();
    await keepCopy(disk, '{}', clock.unixMs() - 48 * HOUR_MS); // the clock was put right meanwhile
    disk.put('config-before-reset-x.json', '');
    expect(await copyNames(disk)).toEqual([
      `config-before-reset-${madeS - 47 * 3600}.json`,
      `config-before-reset-${madeS}-1h.json`,
    ]);
    const endAgain = watch();
    await clock.advanceAsync(24 * HOUR_MS);
    await endAgain();
    expect(await disk.names()).toEqual(['config-before-reset-x.json']);
  });

  it('cut short leaves nothing unfinished after the next start', async () => {
    const gateway = await startTestGateway();
    await gateway.stopNow();
    const left = ['config-before-reset-1790000000.json.tmp', `${PIN_PROFILE_FILE}.tmp`];
    for (const name of [...left, 'mine.json.tmp']) await writeFile(join(gateway.dataFolder, name), '{');
    const again = await startTestGateway({ dataFolder: gateway.dataFolder });
    expect((await readdir(again.dataFolder)).filter((name) => name.endsWith('.tmp'))).toEqual([
      'mine.json.tmp',
    ]);
  });

  it.each([false, 0, null])('that is %j is none', async (value) => {
    const gateway = await startTestGateway();
    expect((await reset(gateway, { delete: value })).text).toBe(
      '{"type":"warning","message":"Nothing was deleted.","code":3001}',
    );
    expect(await copies(gateway)).toEqual([]);
    expect(await restarts(gateway)).toBe(false);
  });

  it.each<[unknown, number]>([
    [{}, 1005],
    [{ Delete: true }, 1005],
    ['{"delete":true', 1004],
    [`{"delete":true,"note":"${'x'.repeat(1024)}"}`, 1003],
  ])('needs its values: %j is %s', async (data, code) => {
    const gateway = await startTestGateway();
    expect(resultOf(await reset(gateway, data))).toBe(code);
    expect(await restarts(gateway)).toBe(false);
  });

  it('that the disk refuses changes nothing, at every step', async () => {
    for (let step = 0; ; step++) {
      const used = await openConfigTestbed();
      await used.restore(originalBackup());
      const { disk, memory, configFiles, settings } = await openConfigTestbed(used.disk);
      // First what writes the copy of before, then the settings.
      if (step < COPY_STEPS) disk.refuse(step, 'ENOSPC');
      else memory.refuse(step - COPY_STEPS, 'ENOSPC');
      const error: unknown = await configFiles.reset().then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      if (error === undefined) return expect(step).toBe(COPY_STEPS + 1);
      expect(String(error)).toBe(
        'NotSavedError: The settings could not be saved (the disk is full); nothing was changed.',
      );
      await settings.update('dtu', (dtu) => ({ ...dtu, dtu_pollinterval: 99 }));
      expect(sectionsOf((await openConfigTestbed(disk)).settings)).toEqual(sectionsOf(settings));
    }
  });
});
