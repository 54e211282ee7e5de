import { createHash } from 'node:crypto';

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
const CHECKSUM_SEED = 0xef;

/**
 * A firmware image as the tools of the makers build it: header, segments, checksum, SHA-256, and in the first segment the
 * description of the application. Source of the layout: ESP-IDF Programming Guide, "App Image Format".
 */
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
  header.writeUInt32LE(0x4008_0000, 4);
  header.writeUInt16LE(chipId, 12);
  header[23] = hasHash ? 1 : 0;
  const data = segments.map((length, index) => {
    const bytes = noise(length, index);
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

/** The bytes of one with so much code. Source of the numbers of chips: ESP-IDF, `esp_chip_id_t`. */
export function firmwareImage({
  version,
  chipId = 0,
  codeBytes = 4096,
}: {
  readonly version: string;
  readonly chipId?: number;
  readonly codeBytes?: number;
}): Buffer {
  return buildImage({ version, chipId, segments: [DESCRIPTOR_BYTES, codeBytes] }).bytes;
}

function segmentHeader(length: number, index: number): Buffer {
  const header = Buffer.alloc(SEGMENT_HEADER_BYTES);
  header.writeUInt32LE(0x3f40_0020 + index * 0x10_0000, 0);
  header.writeUInt32LE(length, 4);
  return header;
}

function descriptor(version: string): Buffer {
  const bytes = Buffer.alloc(DESCRIPTOR_BYTES);
  bytes.writeUInt32LE(0xabcd_5432, 0);
  bytes.write(version, 16, 'latin1');
  bytes.write('heliograph-test', 48, 'latin1');
  bytes.write('v5.1.4', 112, 'latin1');
  return bytes;
}

/** Bytes that no compression makes much shorter, the same ones for the same seed. */
export function noise(length: number, seed: number): Buffer {
  const bytes = Buffer.alloc(length);
  let state = seed;
  for (let index = 0; index < length; index++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    bytes[index] = state >>> 24;
  }
  return bytes;
}

export const md5Of = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex');
