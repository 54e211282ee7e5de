import { createHash } from 'node:crypto';
import {
  CHECKSUM_SEED,
  type FirmwareImage,
  fileRefusal,
  type ReadAt,
  readFirmwareImage,
} from '@heliograph/contract';
import { UnfitImageError } from './unfit-image-error.ts';

const PIECE_BYTES = 65_536;
const HASH_BYTES = 32;

/** Checks an image whole, with a piece of it in memory at a time. Throws an `UnfitImageError`. */
export async function checkImage(readAt: ReadAt): Promise<FirmwareImage> {
  const image = await readFirmwareImage(readAt);
  if (image === 'foreign')
    throw new UnfitImageError(
      'The file is not a firmware image for the ESP32 family.',
      fileRefusal('no-image'),
    );
  if (image === 'truncated')
    throw new UnfitImageError('The image is incomplete.', fileRefusal('image-cut-short'));
  // A damaged header says that there is no hash where one follows.
  if ((await readAt(image.length, 1)).length > 0) {
    throw new UnfitImageError('The image has extra data after its end.', fileRefusal('image-too-long'));
  }
  if (!__WITHOUT__.imageChecksum && !(await hasRightChecksum(image, readAt))) {
    throw new UnfitImageError('The image is damaged: its checksum is wrong.', fileRefusal('wrong-checksum'));
  }
  if (!__WITHOUT__.imageHash && !(await hasRightHash(image, readAt))) {
    throw new UnfitImageError('The image is damaged: its SHA-256 is wrong.', fileRefusal('wrong-sha256'));
  }
  if (image.version === '')
    throw new UnfitImageError('The image does not say which version it is.', fileRefusal('no-image-version'));
  return image;
}

async function hasRightChecksum(
  { segments, checksumOffset }: FirmwareImage,
  readAt: ReadAt,
): Promise<boolean> {
  let checksum = CHECKSUM_SEED;
  for (const { offset, length } of segments) {
    for await (const piece of pieces(readAt, offset, offset + length)) {
      for (const byte of piece) checksum ^= byte;
    }
  }
  return (await readAt(checksumOffset, 1))[0] === checksum;
}

async function hasRightHash({ hashOffset }: FirmwareImage, readAt: ReadAt): Promise<boolean> {
  if (hashOffset === undefined) return true;
  const hash = createHash('sha256');
  for await (const piece of pieces(readAt, 0, hashOffset)) hash.update(piece);
  return hash.digest().equals(await readAt(hashOffset, HASH_BYTES));
}

/** The SHA-256 of everything, in hex. */
export async function hashOf(readAt: ReadAt): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of pieces(readAt, 0, Number.POSITIVE_INFINITY)) hash.update(piece);
  return hash.digest('hex');
}

async function* pieces(readAt: ReadAt, from: number, to: number): AsyncGenerator<Uint8Array> {
  for (let offset = from; offset < to; ) {
    const piece = await readAt(offset, Math.min(PIECE_BYTES, to - offset));
    if (piece.length === 0) return;
    yield piece;
    offset += piece.length;
  }
}
