import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { advanceUntil } from '@heliograph/testbed/clock.ts';
import { openSettingsIn } from '@heliograph/testbed/disk/settings-on-disk.ts';
import { restarted, restore, settingsOf, textOf } from '@heliograph/testbed/gateway/config-calls.ts';
import { startTestGateway, type TestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';
import { BACKUP, BACKUP_SERVER, DTU, saveDtu, tryEverything } from '../tools/disk/refusals.ts';
import {
  canMount,
  mountSmallDisk,
  pretendSmallDisk,
  startOn,
  startsWithout,
} from '../tools/disk/small-disk.ts';

/** F5: a disk without room, while settings, backups and firmware are to be stored. */

const row = openRow('F5');
const NO_MOUNT = 'nobody may mount a disk here';
const FULL = /the disk (is full|quota is used up)/;
const STARTS = 'starts on a full disk after a kill';
const ONE = { exactly: 1 } as const;

const hintsOf = async (gateway: TestGateway) => JSON.parse(await textOf(gateway, 'getLiveData')).hints;

/** Whoever may not mount a disk has the pretended one alone. */
const DISKS = [
  ['a pretended one', () => pretendSmallDisk()],
  ['one whose quota is used up', () => pretendSmallDisk('EDQUOT')],
  ...(row.can(canMount(), 'a real disk that is full', NO_MOUNT)
    ? [['a real disk', () => mountSmallDisk()] as const]
    : []),
] as const;

describe.each(DISKS)('%s', { timeout: 120_000 }, (_, createDisk) => {
  it('that is full: nothing changes, the service goes on, and later it works', async () => {
    const disk = await createDisk();
    const gateway = await startOn(disk);
    await disk.fill();
    const { taken, unexplained, isChanged } = await tryEverything(gateway, FULL);
    row.figure({ what: 'writes said to be done on a full disk', value: taken.length, goal: { exactly: 0 } });
    row.figure({ what: 'refusals without their reason', value: unexplained.length, goal: { exactly: 0 } });
    row.figure({
      what: 'settings changed by what was refused',
      value: isChanged ? 1 : 0,
      goal: { exactly: 0 },
    });
    const { inverters } = JSON.parse(await textOf(gateway, 'getLiveData'));
    row.figure({ what: 'inverters shown while it is full', value: inverters.length, goal: { exactly: 3 } });
    await disk.mend();
    const { code } = await saveDtu(gateway);
    await gateway.stopNow();
    const again = await startTestGateway({ dataFolder: disk.dataFolder });
    const saved = (await textOf(again, 'getDtuConfig')).startsWith(JSON.stringify(DTU).slice(0, -1));
    const isThere = code === 1001 && saved;
    row.figure({
      what: 'saves that work when there is room again',
      value: isThere ? 1 : 0,
      goal: { exactly: 1 },
    });
  });

  it('that is full from a restore to its restart: what was acknowledged is there', async () => {
    const disk = await createDisk();
    const gateway = await startOn(disk);
    expect((await restore(gateway, BACKUP)).text).toBe('OK');
    await disk.fill();
    await restarted(gateway);
    const restored = await settingsOf(gateway);
    const isRestored = JSON.stringify(restored.getNtpConfig).includes(BACKUP_SERVER);
    row.figure({
      what: 'acknowledged restores that count when the disk is full at their restart',
      value: Number(isRestored),
      goal: { exactly: 1 },
    });
    expect(restored).toMatchObject({ getDtuConfig: { dtu_pollinterval: 15 } });
    await disk.fill(); // the start may have removed what was unfinished
    expect((await saveDtu(gateway)).message).toMatch(FULL);
    await disk.mend();
    expect(await saveDtu(gateway)).toMatchObject({ code: 1001 });
    await gateway.stopNow();
    const again = await startTestGateway({ dataFolder: disk.dataFolder });
    expect(await settingsOf(again)).toEqual({
      ...restored,
      getDtuConfig: expect.objectContaining(DTU),
    });
  });

  it('that is full when the gateway comes back from a kill: it serves, says so, and saves by itself later', async () => {
    const disk = await createDisk();
    const before = await startOn(disk);
    await saveDtu(before);
    const settings = await settingsOf(before);
    await before.stopNow();
    // What a kill leaves: half a copy, and half an upload.
    await writeFile(join(disk.dataFolder, 'settings.db.good.tmp'), 'half');
    await writeFile(join(disk.dataFolder, 'firmware-upload.tmp'), '');
    await disk.fill();
    const gateway = await startOn(disk).catch(String);
    row.figure({ what: STARTS, value: Number(typeof gateway === 'object'), goal: ONE });
    if (typeof gateway === 'string') throw new Error(gateway);
    await gateway.clock.advanceAsync(10_000);
    expect(await settingsOf(gateway)).toEqual(settings);
    const { inverters } = JSON.parse(await textOf(gateway, 'getLiveData'));
    expect(inverters.map(({ reachable }: { readonly reachable: boolean }) => reachable)).toEqual([
      true,
      true,
      true,
    ]);
    const isTold = (await hintsOf(gateway)).storage_problem === 'full';
    expect(gateway.logLines.filter((line) => line.includes('is full; nothing can be saved'))).toHaveLength(1);
    await disk.fill(); // the start has removed what was unfinished
    const { taken, unexplained } = await tryEverything(gateway, FULL);
    expect({ taken, unexplained }).toEqual({ taken: [], unexplained: [] });
    await disk.mend();
    // Nobody saves anything: it looks by itself.
    await advanceUntil(gateway.clock, async () => !('storage_problem' in (await hintsOf(gateway))));
    const isSaved = (await saveDtu(gateway)).code === 1001;
    row.figure({
      ...{
        what: 'starts after which it was told that the disk is full, and then that it is over',
        goal: ONE,
      },
      value: Number(isTold && isSaved),
    });
    await expect(startOn(disk)).rejects.toThrow('already uses the data folder');
    expect(gateway.logLines.some((line) => line.includes('can be written to again'))).toBe(true);
  });

  it('that is full and fresh is refused in a sentence', async () => {
    const disk = await createDisk();
    await disk.fill();
    await expect(startOn(disk)).rejects.toThrow(FULL);
  });
});

it('without a start that needs no lock there is none where the lock finds no room', {
  timeout: 60_000,
}, async () => {
  const disk = await pretendSmallDisk();
  const platform = disk.platform();
  const refuse = () => Promise.reject(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' }));
  const openDataDirectory = async (path: string) => ({
    ...(await platform.openDataDirectory(path)),
    append: refuse,
  });
  const full = { ...disk, platform: () => ({ ...platform, openDataDirectory }) };
  const value = await startsWithout('startWithoutLock', full, 'the disk is full');
  row.counterProof({ what: STARTS, without: SEAMS.startWithoutLock, value, goal: ONE });
});

it('without the refusal a save is said to be done that is lost', { timeout: 60_000 }, async () => {
  const disk = await pretendSmallDisk();
  const directory = await disk.platform().openDataDirectory(disk.dataFolder);
  const { settings, end } = await openSettingsIn(directory, disk.connectSettings);
  onTestFinished(end);
  await disk.fill();
  const saving = without(['refusalToSave'], () =>
    settings.update('dtu', (dtu) => ({ ...dtu, dtu_pollinterval: 77 })),
  );
  const said = await saving.then(
    () => 1,
    () => 0,
  );
  row.counterProof({
    what: 'writes said to be done on a full disk',
    without: SEAMS.refusalToSave,
    value: said,
    goal: { exactly: 0 },
  });
});
