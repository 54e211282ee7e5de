import { createHash } from 'node:crypto';
import { CHECKSUM_SEED } from '@heliograph/contract';

export interface ImageOptions {
  readonly version?: string;
  readonly chipId?: number;
  /** Bytes of each segment's data; the first one begins with the application descriptor. */
  readonly segments?: readonly number[];
  readonly hasHash?: boolean;
  /** Without one nothing says which version it is. */
  readonly hasDescriptor?: boolean;
}

/** Where the parts of an image are. */
export interface BuiltImage {
  readonly bytes: Buffer;
  /** Offset of the checksum byte. */
  readonly checksumOffset: number;
}

const HEADER_BYTES = 24;
const SEGMENT_HEADER_BYTES = 8;
const DESCRIPTOR_BYTES = 256;

/** A firmware image as an ESP32 takes it. The picture of its bytes is in the contract, `firmware-image.ts`. */
export function buildImage(options: ImageOptions = {}): BuiltImage {
  const {
    version = 'v26.11.21',
    chipId = 0,
    segments = [4096, 1024, 333],
    hasHash = true,
    hasDescriptor = true,
  } = options;
  const header = Buffer.alloc(HEADER_BYTES);
  header.set([0xe9, segments.length, 2, 0x20], 0);
  header.writeUInt32LE(0x4008_1234, 4);
  header.writeUInt16LE(chipId, 12);
  header[23] = hasHash ? 1 : 0;
  const data = segments.map((length, index) => {
    const bytes = noise(length, index + 1);
    if (index === 0 && hasDescriptor) descriptor(version).copy(bytes);
    return bytes;
  });
  const checksum = Buffer.concat(data).reduce((sum, byte) => sum ^ byte, CHECKSUM_SEED);
  const parts = data.flatMap((bytes, index) => [segmentHeader(bytes.length, index), bytes]);
  const plain = Buffer.concat([header, ...parts]);
  const checksumOffset = plain.length + 15 - (plain.length % 16);
  const whole = Buffer.alloc(checksumOffset + 1);
  plain.copy(whole);
  whole[checksumOffset] = checksum;
  const hash = createHash('sha256').update(whole).digest();
  return { bytes: hasHash ? Buffer.concat([whole, hash]) : whole, checksumOffset };
}

function segmentHeader(length: number, index: number): Buffer {
  const header = Buffer.alloc(SEGMENT_HEADER_BYTES);
  header.writeUInt32LE(0x3f40_0020 + index * 0x1_0000, 0);
  header.writeUInt32LE(length, 4);
  return header;
}

function descriptor(version: string): Buffer {
  const bytes = Buffer.alloc(DESCRIPTOR_BYTES);
  bytes.writeUInt32LE(0xabcd_5432, 0);
  bytes.write(version, 16, 'latin1');
  bytes.write('gateway', 48, 'latin1');
  bytes.write('v4.4.3', 112, 'latin1');
  return bytes;
}

/** Bytes that no compression makes much shorter, the same ones for the same seed. */
export function noise(length: number, seed: number): Buffer {
  const bytes = Buffer.alloc(length);
  let state = seed;
  for (let index = 0; index < length; index++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[index] = state >>> 24;
  }
  return bytes;
}

export const md5Of = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex');
