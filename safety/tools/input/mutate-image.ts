import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';

/** A firmware image with mistakes, as it is sent. */
export interface MutatedImage {
  readonly bytes: Uint8Array;
  /** Its SHA-256 was made anew after the mistakes, as by somebody who knows how. */
  readonly isRehashed: boolean;
}

const HASH_BYTES = 32;
/** Header, header of the first segment, application descriptor; and checksum and hash at the end. */
const HEAD_BYTES = 24 + 8 + 256;
const TAIL_BYTES = 48;

type Mutation = (image: Buffer) => Buffer;

const place = fc.noBias(fc.nat());
const anyByte = fc.nat(255);
const oddLength = fc.constantFrom(
  0,
  1,
  3,
  4,
  255,
  0x1_0000,
  0x18_0000,
  0x7fff_ffff,
  0x8000_0000,
  0xffff_ffff,
);

/** Where the structure is, more often than where the data is. */
const offset = (bytes: Buffer, at: number, region: number) => {
  if (region < 5) return at % Math.min(HEAD_BYTES, bytes.length);
  const isTail = region < 7 && bytes.length > TAIL_BYTES;
  return isTail ? bytes.length - 1 - (at % TAIL_BYTES) : at % bytes.length;
};

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(place, anyByte, fc.nat(9)).map(
      ([at, byte, region]): Mutation =>
        (image) => {
          if (image.length > 0) image[offset(image, at, region)] = byte;
          return image;
        },
    ),
  },
  {
    weight: 3, // a number of four bytes, as lengths and addresses are
    arbitrary: fc.tuple(place, oddLength).map(
      ([at, number]): Mutation =>
        (image) => {
          const words = Math.floor(Math.min(HEAD_BYTES, image.length) / 4);
          if (words > 0) image.writeUInt32LE(number, (at % words) * 4);
          return image;
        },
    ),
  },
  {
    weight: 2,
    arbitrary: place.map(
      (at): Mutation =>
        (image) =>
          image.subarray(0, at % (image.length + 1)),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.uint8Array({ minLength: 1, maxLength: 40 }).map(
      (more): Mutation =>
        (image) =>
          Buffer.concat([image, more]),
    ),
  },
  {
    weight: 1, // some bytes of it once more, or not at all
    arbitrary: fc.tuple(place, fc.integer({ min: -64, max: 64 })).map(
      ([at, shift]): Mutation =>
        (image) => {
          const from = image.length === 0 ? 0 : at % image.length;
          return Buffer.concat([image.subarray(0, from), image.subarray(Math.max(0, from + shift))]);
        },
    ),
  },
);

/** How an image is packed: not at all, well, or badly. */
const PACKINGS = {
  plain: (image: Buffer) => image,
  gzip: (image: Buffer) => gzipSync(image),
  twice: (image: Buffer) => gzipSync(gzipSync(image)),
  trailing: (image: Buffer) => Buffer.concat([gzipSync(image), Buffer.from('more')]),
  cut: (image: Buffer) => gzipSync(image).subarray(0, -9),
} as const;
const packing = fc.constantFrom<(keyof typeof PACKINGS)[]>(
  ...(['plain', 'plain', 'plain', 'gzip', 'gzip', 'twice', 'trailing', 'cut'] as const),
);

/** An image with one to three mistakes in it, mostly in its headers, before or after it is packed. */
export function mutatedImage(good: Buffer): fc.Arbitrary<MutatedImage> {
  return fc
    .tuple(fc.array(mutation, { minLength: 1, maxLength: 3 }), packing, fc.nat(3))
    .map(([mutations, name, luck]) => {
      const mutate = (bytes: Buffer) =>
        mutations.reduce<Buffer>((image, change) => change(image), Buffer.from(bytes));
      const pack = PACKINGS[name];
      if (luck === 0) return { bytes: mutate(pack(good)), isRehashed: false };
      const image = mutate(good);
      const isRehashed = luck === 1 && image.length > HASH_BYTES;
      return { bytes: pack(isRehashed ? rehashed(image) : image), isRehashed };
    });
}

function rehashed(image: Buffer): Buffer {
  const content = image.subarray(0, -HASH_BYTES);
  return Buffer.concat([content, createHash('sha256').update(content).digest()]);
}
