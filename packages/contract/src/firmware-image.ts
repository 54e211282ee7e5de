/**
 * A firmware image of the ESP32 family. Numbers are little-endian.
 *
 *   0    e9            magic
 *   1    n             segments
 *   2    .. ..         how the flash is read
 *   4    .. .. .. ..   where it starts
 *   8    ..  x 4       pins
 *   12   id id         chip
 *   14   ..  x 9       chip revisions
 *   23   h             1: a SHA-256 follows the checksum, 0: none does
 *   24   segment:      address u32, length u32, data; n of them
 *   32   32 54 cd ab   application descriptor, at the start of the first segment's data
 *   48   version       32 bytes of text, ended by 0
 *   80   project       32 bytes
 *   144  SDK version   32 bytes
 *   end  ..  c         zeros, so that the checksum is the last of 16 bytes
 *        sha           32 bytes over all of the above
 *
 * The checksum is the exclusive or of ef and every byte of the segments' data. Source: ESP-IDF Programming Guide,
 * "App Image Format".
 */
const MAGIC = 0xe9;
const DESCRIPTOR_MAGIC = 0xabcd5432;
const HEADER_LENGTH = 24;
const SEGMENT_HEADER_LENGTH = 8;
const HASH_LENGTH = 32;
const SEGMENTS_MAX = 16;
/** The first value of the checksum. */
export const CHECKSUM_SEED = 0xef;
/** So much of an image tells what it is. */
const HEAD_LENGTH = 176;

/** By the number in the header. Source: as above, `esp_chip_id_t`. */
export const CHIP_NAMES: Readonly<Record<number, string>> = {
  0: 'ESP32',
  2: 'ESP32-S2',
  5: 'ESP32-C3',
  9: 'ESP32-S3',
  12: 'ESP32-C2',
  13: 'ESP32-C6',
  16: 'ESP32-H2',
  18: 'ESP32-P4',
};

/** What an image says about itself, and where its parts are. Offsets and lengths in bytes. */
export interface FirmwareImage {
  readonly chipId: number;
  /** Empty where there is no descriptor. */
  readonly version: string;
  readonly project: string;
  readonly sdkVersion: string;
  readonly segments: readonly { readonly offset: number; readonly length: number }[];
  /** Where the checksum byte is. */
  readonly checksumOffset: number;
  /** Where the SHA-256 is; undefined where there is none. */
  readonly hashOffset: number | undefined;
  /** Of the whole image; a file may have more. */
  readonly length: number;
}

/** Why a file is no image: `foreign` is something else, `truncated` ends too early. */
export type ImageProblem = 'foreign' | 'truncated';

/** Bytes from `offset` on, fewer where the file ends. */
export type ReadAt = (offset: number, length: number) => Promise<Uint8Array>;

/** Walks through an image by its headers; its checksums are not looked at. */
export async function readFirmwareImage(readAt: ReadAt): Promise<FirmwareImage | ImageProblem> {
  const head = await readAt(0, HEAD_LENGTH);
  if (head[0] !== MAGIC) return 'foreign';
  if (head.length < HEAD_LENGTH) return 'truncated';
  const view = viewOf(head);
  const segmentCount = view.getUint8(1);
  const hashFlag = view.getUint8(23);
  if (segmentCount === 0 || segmentCount > SEGMENTS_MAX || hashFlag > 1) return 'foreign';
  const segments: { offset: number; length: number }[] = [];
  let end = HEADER_LENGTH;
  for (let index = 0; index < segmentCount; index++) {
    const header = await readAt(end, SEGMENT_HEADER_LENGTH);
    if (header.length < SEGMENT_HEADER_LENGTH) return 'truncated';
    const offset = end + SEGMENT_HEADER_LENGTH;
    const length = viewOf(header).getUint32(4, true);
    segments.push({ offset, length });
    end = offset + length;
  }
  const checksumOffset = end + 15 - (end % 16);
  const length = checksumOffset + 1 + hashFlag * HASH_LENGTH;
  if ((await readAt(length - 1, 1)).length === 0) return 'truncated';
  return {
    chipId: view.getUint16(12, true),
    ...readDescriptor(head, view),
    segments,
    checksumOffset,
    hashOffset: hashFlag === 1 ? checksumOffset + 1 : undefined,
    length,
  };
}

function readDescriptor(head: Uint8Array, view: DataView) {
  if (view.getUint32(32, true) !== DESCRIPTOR_MAGIC) return { version: '', project: '', sdkVersion: '' };
  const textAt = (offset: number) => readText(head.subarray(offset, offset + 32));
  return { version: textAt(48), project: textAt(80), sdkVersion: textAt(144) };
}

/** Up to the first 0, without what is not printable: it comes from a file. */
function readText(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  const characters = [...bytes.subarray(0, end < 0 ? bytes.length : end)].filter(
    (byte) => byte >= 0x20 && byte < 0x7f,
  );
  return String.fromCharCode(...characters);
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
