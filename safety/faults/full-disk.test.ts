import { describe, expect, it } from 'vitest';
import { restarted, restore, settingsOf, textOf } from '../../apps/gateway/test/config-gateway.ts';
import { startTestGateway } from '../../apps/gateway/test/start-test-gateway.ts';
import { openRow } from '../plan/row.ts';
import { loadSettingsWithout, SETTINGS_GUARDS } from '../tools/copies/unguarded-settings.ts';
import { BACKUP, BACKUP_SERVER, DTU, saveDtu, tryEverything } from '../tools/disk/refusals.ts';
import { canMount, mountSmallDisk, pretendSmallDisk } from '../tools/disk/small-disk.ts';

/** F5: a disk without room, while settings, backups and firmware are to be stored. */

const row = openRow('F5');
const NO_MOUNT = 'nobody may mount a disk here';

/** Whoever may not mount a disk has the pretended one alone. */
const DISKS = [
  ['a pretended one', pretendSmallDisk],
  ...(row.can(canMount(), 'a real disk that is full', NO_MOUNT)
    ? [['a real disk', mountSmallDisk] as const]
    : []),
] as const;

describe.each(DISKS)('%s', { timeout: 120_000 }, (_, createDisk) => {
  it('that is full: nothing changes, the service goes on, and later it works', async () => {
    const disk = await createDisk();
    const gateway = await startTestGateway({ dataFolder: disk.dataFolder, platform: disk.platform() });
    await disk.fill();
    const { taken, unexplained, isChanged } = await tryEverything(gateway, 'the disk is full');
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
    const isThere = code === 1001 && (await textOf(again, 'getDtuConfig')) === JSON.stringify(DTU);
    row.figure({
      what: 'saves that work when there is room again',
      value: isThere ? 1 : 0,
      goal: { exactly: 1 },
    });
  });

  it('that is full from a restore to its restart: what was acknowledged is there', async () => {
    const disk = await createDisk();
    const gateway = await startTestGateway({ dataFolder: disk.dataFolder, platform: disk.platform() });
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
    expect((await saveDtu(gateway)).message).toContain('the disk is full');
    await disk.mend();
    expect(await saveDtu(gateway)).toMatchObject({ code: 1001 });
    await gateway.stopNow();
    const again = await startTestGateway({ dataFolder: disk.dataFolder });
    expect(await settingsOf(again)).toEqual({ ...restored, getDtuConfig: DTU });
  });
});

it('without the refusal a save is said to be done that is lost', { timeout: 60_000 }, async () => {
  const copy = await loadSettingsWithout(SETTINGS_GUARDS.refusal);
  const disk = await pretendSmallDisk();
  const directory = await disk.platform().openDataDirectory(disk.dataFolder);
  const settings = await copy.openSettingsOn(directory);
  await disk.fill();
  const said = await settings
    .update('dtu', (dtu) => ({ ...dtu, dtu_pollinterval: 77 }))
    .then(
      () => 1,
      () => 0,
    );
  row.counterProof({
    what: 'writes said to be done on a full disk',
    without: SETTINGS_GUARDS.refusal.name,
    value: said,
    goal: { exactly: 0 },
  });
});
