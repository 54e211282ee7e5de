import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { damageFiles } from '@heliograph/testbed/disk/stored-settings.ts';
import { restarted, settingsOf, textOf } from '@heliograph/testbed/gateway/config-calls.ts';
import type { TestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { imageForm, upload } from '@heliograph/testbed/gateway/upload-form.ts';
import { buildImage } from '@heliograph/testbed/outside/firmware-image.ts';
import { describe, expect, it } from 'vitest';
import { SEAMS } from '../../seams/seams.ts';
import { openRow } from '../plan/row.ts';
import { saveDtu, tryEverything } from '../tools/disk/refusals.ts';
import {
  canMount,
  mountSmallDisk,
  pretendSmallDisk,
  type SmallDisk,
  startOn,
  startsWithout,
} from '../tools/disk/small-disk.ts';

/** F24: a disk that is read-only at the start, and one that becomes so: systems do that to a disk with errors. */

const row = openRow('F24');
const NO_MOUNT = 'nobody may mount a disk here';
const REASON = 'the disk is read-only';
/** Of a disk that became so while a gateway has files on it open, which is played by sealing them. */
const REASONS = /the disk is read-only|permission denied/;

const liveOf = async (gateway: TestGateway) => JSON.parse(await textOf(gateway, 'getLiveData'));

/** A folder in which everything is that a start would like to clear away or go on writing. */
async function leaveFolder(disk: SmallDisk) {
  const gateway = await startOn(disk);
  await saveDtu(gateway);
  expect((await upload(gateway.port, 'updateFirmware', imageForm(buildImage().bytes))).text).toBe('OK');
  await restarted(gateway);
  const settings = await settingsOf(gateway);
  await gateway.stopNow();
  const left = ['settings.db.good.tmp', 'settings.db.new', 'firmware-upload.tmp', 'pin_mapping.json.tmp'];
  const lock = ['gateway.lock', 'gateway.lock.4194305.new', 'dtu.json'];
  const copies = ['config-before-reset-1.json', 'firmware-0123456789abcdef.bin'];
  for (const name of [...left, ...lock, ...copies]) await writeFile(join(disk.dataFolder, name), '{}');
  for (const name of ['simulation.json', 'discovery.json']) await writeFile(join(disk.dataFolder, name), '{');
  damageFiles(disk.dataFolder, ['settings.db']);
  return settings;
}

const STARTS = 'starts on a read-only disk';
const ONE = { exactly: 1 } as const;

/** Whoever may not mount a disk has the pretended one alone. */
const DISKS = [
  ['a pretended one', () => pretendSmallDisk()],
  ...(row.can(canMount(), 'a real disk that is read-only', NO_MOUNT)
    ? [['a real disk', () => mountSmallDisk()] as const]
    : []),
] as const;

describe.each(DISKS)('%s', { timeout: 120_000 }, (_, createDisk) => {
  it('that is read-only at the start: the gateway serves, and refuses to save', async () => {
    const disk = await createDisk();
    const settings = await leaveFolder(disk);
    await disk.setReadOnly();
    const started = await startOn(disk).catch(String);
    row.figure({ what: STARTS, value: Number(typeof started === 'object'), goal: ONE });
    if (typeof started === 'string') throw new Error(started);
    const gateway = started;
    await gateway.clock.advanceAsync(60_000);
    const { inverters, hints } = await liveOf(gateway);
    const heard = inverters.filter(({ reachable }: { readonly reachable: boolean }) => reachable).length;
    row.figure({ what: 'inverters heard with a read-only disk', value: heard, goal: { exactly: 3 } });
    const isAsBefore = isDeepStrictEqual(await settingsOf(gateway), settings);
    const isRight = isAsBefore && hints.storage_problem === 'read-only';
    row.figure({
      what: 'starts with the settings that were there, and a hint',
      value: Number(isRight),
      goal: ONE,
    });
    const { taken, unexplained, isChanged } = await tryEverything(gateway, REASON);
    row.figure({
      what: 'writes said to be done on a read-only disk',
      value: taken.length,
      goal: { exactly: 0 },
    });
    row.figure({ what: 'refusals without their reason', value: unexplained.length, goal: { exactly: 0 } });
    row.figure({
      what: 'settings changed by what was refused',
      value: isChanged ? 1 : 0,
      goal: { exactly: 0 },
    });
    const said = gateway.logLines.filter((line) => line.includes('is read-only; nothing can be saved'));
    expect(said).toHaveLength(1);
    await gateway.stopNow();
    await disk.mend();
    const again = await startOn(disk);
    expect((await liveOf(again)).hints.storage_problem).toBe('restored'); // the damage could not be mended before
    expect(await saveDtu(again)).toMatchObject({ code: 1001 });
  });

  it('that becomes read-only: it is told, until something can be written again', async () => {
    const disk = await createDisk();
    const gateway = await startOn(disk);
    const { hints } = await liveOf(gateway);
    await disk.setReadOnly();
    const { taken, unexplained, isChanged } = await tryEverything(gateway, REASONS);
    const wrong = taken.length + unexplained.length + Number(isChanged);
    row.figure({
      ...{ what: 'writes done, or refused without their reason, when it became read-only', value: wrong },
      goal: { exactly: 0 },
    });
    const isTold = (await liveOf(gateway)).hints.storage_problem === 'read-only';
    await disk.mend();
    const isSaved = (await saveDtu(gateway)).code === 1001;
    const isOver = isDeepStrictEqual((await liveOf(gateway)).hints, hints);
    row.figure({
      ...{ what: 'disks that became read-only, as was told until the next save, which was done', goal: ONE },
      value: Number(isTold && isSaved && isOver),
    });
    expect(Object.keys(hints)).toEqual(['time_sync', 'radio_problem', 'default_password']);
  });

  it('that is read-only and fresh is refused in a sentence', async () => {
    const disk = await createDisk();
    await disk.setReadOnly();
    await expect(startOn(disk)).rejects.toThrow(
      `The data folder ${disk.dataFolder} cannot be written (${REASON}); choose another one with --data.`,
    );
  });
});

it('without a start that needs no lock there is none', { timeout: 60_000 }, async () => {
  const disk = await pretendSmallDisk();
  await disk.setReadOnly();
  const value = await startsWithout('startWithoutLock', disk, REASON);
  row.counterProof({ what: STARTS, without: SEAMS.startWithoutLock, value, goal: ONE });
});
