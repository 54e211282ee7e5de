import { describe, expect, it } from 'vitest';
import { createCrashDisk } from '../../../safety/tools/crash-disk.ts';
import { replaceFile } from '../src/config-files/replace-file.ts';
import type { DataDirectory } from '../src/platform/data-directory.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

/** What the file holds after a power cut at any moment, and whether the new content was acknowledged before. */
async function afterPowerCuts(wrap: (disk: DataDirectory) => DataDirectory = (disk) => disk) {
  const found: { acknowledged: boolean; text: string | undefined }[] = [];
  for (let cutBefore = 0; ; cutBefore++) {
    const disk = createCrashDisk();
    disk.put('file', 'old');
    disk.cutPowerBefore(cutBefore);
    const acknowledged = await replaceFile(wrap(disk), 'file', bytes('new')).then(
      () => true,
      () => false,
    );
    for (const left of disk.disksAfterPowerCut()) found.push({ acknowledged, text: left.text('file') });
    if (acknowledged) return found;
  }
}

const isWhole = ({ acknowledged, text }: { acknowledged: boolean; text: string | undefined }) =>
  text === 'new' || (text === 'old' && !acknowledged);

describe('a file that is replaced', () => {
  it('is the old or the new one after a power cut at any moment, and the new one once it was acknowledged', async () => {
    const found = await afterPowerCuts();
    expect(found.filter((state) => !isWhole(state))).toEqual([]);
    expect(new Set(found.map(({ text }) => text))).toEqual(new Set(['old', 'new']));
  });

  it.each([
    ['the bytes', { sync: async () => undefined }],
    ['the name', { syncFolder: async () => undefined }],
  ])('would not be if nobody waited for %s', async (_, missing) => {
    expect((await afterPowerCuts((disk) => ({ ...disk, ...missing }))).every(isWhole)).toBe(false);
  });

  it.each(['old', undefined])(
    'stays as it was (%j) where the disk refuses it, at every step',
    async (before) => {
      for (let step = 0; ; step++) {
        const disk = createCrashDisk();
        if (before !== undefined) disk.put('file', before);
        disk.refuse(step, 'EIO');
        const done = await replaceFile(disk, 'file', bytes('new')).then(
          () => true,
          () => false,
        );
        expect(disk.text('file')).toBe(done ? 'new' : before);
        expect(disk.text('file.tmp')).toBeUndefined();
        if (done) return expect(step).toBe(4);
      }
    },
  );
});
