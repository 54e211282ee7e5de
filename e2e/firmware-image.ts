import { createHash } from 'node:crypto';

interface ImageOptions {
  readonly version: string;
  /** Source of the numbers: ESP-IDF, `esp_chip_id_t`. */
  readonly chipId?: number;
  /** Of the code, which is noise. */
  readonly codeBytes?: number;
}

/**
 * A firmware image as the tools of the makers build it: header, two segments, checksum, SHA-256, and in the first
 * segment the description of the application. Source of the layout: ESP-IDF Programming Guide, "App Image Format".
 */
export function firmwareImage({ version, chipId = 0, codeBytes = 4096 }: ImageOptions): Buffer {
  const header = Buffer.alloc(24);
  header.set([0xe9, 2, 2, 0x20]);
  header.writeUInt32LE(0x4008_0000, 4);
  header.writeUInt16LE(chipId, 12);
  header[23] = 1;

  const description = Buffer.alloc(256);
  description.writeUInt32LE(0xabcd_5432, 0);
  description.write(version, 16, 31, 'latin1');
  description.write('heliograph-test', 48, 31, 'latin1');
  description.write('v5.1.4', 112, 31, 'latin1');

  let seed = 1;
  const code = Buffer.alloc(codeBytes);
  for (let offset = 0; offset < codeBytes; offset++) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    code[offset] = seed >>> 24;
  }

  const segments = [description, code].flatMap((data, index) => {
    const head = Buffer.alloc(8);
    head.writeUInt32LE(0x3f40_0020 + index * 0x0010_0000, 0);
    head.writeUInt32LE(data.length, 4);
    return [head, data];
  });
  const body = Buffer.concat([header, ...segments]);
  const padded = Buffer.concat([body, Buffer.alloc(16 - (body.length % 16))]);
  padded[padded.length - 1] = [...description, ...code].reduce((sum, byte) => sum ^ byte, 0xef);
  return Buffer.concat([padded, createHash('sha256').update(padded).digest()]);
}
