import { createCrashDisk } from '@heliograph/testbed/disk/crash-disk.ts';
import { describe, expect, it } from 'vitest';
import { replaceFile } from '../src/config-files/replace-file.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('a file that is replaced', () => {
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
