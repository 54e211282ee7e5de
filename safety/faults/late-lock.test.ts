import { describe, expect, it } from 'vitest';
import { openSettingsStorage } from '../../apps/gateway/src/settings/settings-storage.ts';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';
import { saveDtu } from '../tools/disk/refusals.ts';
import { pretendSmallDisk, type SmallDisk, startOn } from '../tools/disk/small-disk.ts';

/** F24: a gateway that started on a read-only disk has no lock; the disk can be written later, and another one starts. */

const row = openRow('F24');
const UNLOCKED = 'saves of a gateway that has no lock while, or after, another one had it';
const NONE = { exactly: 0 } as const;

/** A disk that was in use, and is read-only now. */
async function readOnlyDisk(): Promise<SmallDisk> {
  const disk = await pretendSmallDisk();
  await (await startOn(disk)).stopNow();
  await disk.setReadOnly();
  return disk;
}

describe('a gateway that started on a read-only disk', { timeout: 120_000 }, () => {
  it('takes the lock with its first save, and keeps others out then', async () => {
    const disk = await readOnlyDisk();
    const gateway = await startOn(disk);
    await disk.mend();
    expect(await saveDtu(gateway)).toMatchObject({ code: 1001 });
    await expect(startOn(disk)).rejects.toThrow('already uses the data folder');
    await gateway.stopNow();
    await (await startOn(disk)).stopNow();
  });

  it('saves nothing where another one has started or has saved meanwhile, and says so', async () => {
    const disk = await readOnlyDisk();
    const gateway = await startOn(disk);
    await disk.mend();
    const other = await startOn(disk);
    const answers = [await saveDtu(gateway)];
    const saved = await saveDtu(other);
    answers.push(await saveDtu(gateway));
    await other.stopNow();
    answers.push(await saveDtu(gateway));
    const taken = answers.filter(({ code }) => code === 1001).length;
    row.figure({ what: UNLOCKED, value: taken, goal: NONE });
    expect(saved).toMatchObject({ code: 1001 });
    expect(answers.map(({ message }) => /\(.*\)/.exec(message)?.[0])).toEqual([
      '(another gateway uses the data folder)',
      '(another gateway uses the data folder)',
      '(another gateway has written to the data folder; restart this one)',
    ]);
  });
});

it('without the lock that is taken later both would save', { timeout: 60_000 }, async () => {
  const disk = await readOnlyDisk();
  const { processes, openDataDirectory } = disk.platform();
  const directory = await openDataDirectory(disk.dataFolder);
  const parts = { directory, processes, connect: disk.connectSettings };
  const late = await without(['lateLock'], () => openSettingsStorage(parts));
  await disk.mend();
  const other = await openSettingsStorage(parts);
  await late.directory.write('yields.json', new Uint8Array()); // where it rejects, this is no proof
  await other.close();
  row.counterProof({ what: UNLOCKED, without: SEAMS.lateLock, value: 1, goal: NONE });
});
