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

  it('is none when it is something else', async () => {
    for (const bytes of [new Uint8Array(), new TextEncoder().encode('hello'), new Uint8Array(400)]) {
      expect(await read(bytes)).toBe('foreign');
      expect(await read(packed(bytes))).toBe('foreign');
    }
  });

  it('is cut off, wherever that is', async () => {
    const image = smallImage();
    for (const length of [1, 24, 100, 303]) {
      expect(await read(image.slice(0, length))).toBe('truncated');
      expect(await read(packed(image.slice(0, length)))).toBe('truncated');
    }
    const whole = packed(image);
    for (const length of [2, 12, whole.length - 1])
      expect(await read(whole.slice(0, length))).toBe('truncated');
  });

  it('is damaged inside its packing, or unpacks to more than any flash holds', async () => {
    const whole = packed(smallImage());
    const middle = whole.length >> 1;
    expect(await read(whole.with(middle, (whole[middle] ?? 0) ^ 0xff) as Uint8Array<ArrayBuffer>)).toBe(
      'truncated',
    );
    expect(await read(packed(new Uint8Array(17 * 1024 * 1024)))).toBe('truncated');
  });
});
