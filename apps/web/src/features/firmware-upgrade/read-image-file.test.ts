import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { smallImage } from '../../../test/small-image.ts';
import { readImageFile } from './read-image-file.ts';

const packed = (bytes: Uint8Array) => new Uint8Array(gzipSync(bytes));
const read = (bytes: Uint8Array<ArrayBuffer>) => readImageFile(new Blob([bytes]));

describe('a file with firmware', () => {
  it('tells its version and chip, packed or not', async () => {
    const image = smallImage({ version: 'v2.0.1', chipId: 9 });
    expect(await read(image)).toMatchObject({ version: 'v2.0.1', chipId: 9 });
    expect(await read(packed(image))).toMatchObject({ version: 'v2.0.1', chipId: 9 });
  });

  it.each([
    ['a picture', 'picture', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]],
    ['a photo', 'picture', [0xff, 0xd8, 0xff, 0xe0]],
    ['a ZIP file', 'zip', [0x50, 0x4b, 3, 4, 20]],
    ['a document', 'pdf', [...new TextEncoder().encode('%PDF-1.7\n%\u00e2')]],
    ['a text', 'text', [...new TextEncoder().encode('{"cfg":{}}\r\n\tü')]],
    ['a text whose head ends within a character', 'text', [...new TextEncoder().encode('€'.repeat(400))]],
    ['zeros', 'no-image', Array(400).fill(0)],
    ['noise', 'no-image', [0xc3, 0x28, 0x41, 0x42]],
    ['nothing', 'empty-file', []],
  ])('is none when it is something else: %s', async (_, problem, bytes) => {
    const content = Uint8Array.from(bytes as number[]);
    expect(await read(content)).toBe(problem);
    expect(await read(packed(content))).toBe('packed');
  });

  it('is cut off, wherever that is', async () => {
    const image = smallImage();
    for (const length of [1, 24, 100, 303]) {
      expect(await read(image.slice(0, length))).toBe('image-cut-short');
      expect(await read(packed(image.slice(0, length)))).toBe('image-cut-short');
    }
    const whole = packed(image);
    for (const length of [2, 12, whole.length - 1])
      expect(await read(whole.slice(0, length))).toBe('broken-gzip');
  });

  it('is damaged inside its packing, or unpacks to more than any flash holds', async () => {
    const whole = packed(smallImage());
    const middle = whole.length >> 1;
    expect(await read(whole.with(middle, (whole[middle] ?? 0) ^ 0xff) as Uint8Array<ArrayBuffer>)).toBe(
      'broken-gzip',
    );
    expect(await read(packed(new Uint8Array(17 * 1024 * 1024)))).toBe('broken-gzip');
  });
});
