import { type FirmwareImage, readFirmwareImage } from '@heliograph/contract';

/** Why a file is not sent: as the gateway would refuse it, or what it is instead of firmware. */
export type FileProblem = Refusal | OtherContent;
type Refusal = 'empty-file' | 'no-image' | 'image-cut-short' | 'broken-gzip';
type OtherContent = 'picture' | 'zip' | 'pdf' | 'text' | 'packed';

export function isRefusal(problem: FileProblem): problem is Refusal {
  return problem.includes('-');
}

/** Source: RFC 1952, section 2.3.1. */
const GZIP_MAGIC = [0x1f, 0x8b] as const;
/** The flash of these devices is no larger: what unpacks to more is no firmware. */
const UNPACKED_MAX_BYTES = 16 * 1024 * 1024;

/** What an image, packed or not, says about itself, or why it is none. Its checksums are the gateway's matter. */
export async function readImageFile(file: Blob): Promise<FirmwareImage | FileProblem> {
  if (file.size === 0) return 'empty-file';
  const isPacked = startsWith(await bytesOf(file.slice(0, GZIP_MAGIC.length)), GZIP_MAGIC);
  const content = isPacked ? await unpacked(file) : file;
  if (content === undefined) return 'broken-gzip';
  const image = await readFirmwareImage((offset, length) => bytesOf(content.slice(offset, offset + length)));
  if (image === 'truncated') return 'image-cut-short';
  if (image !== 'foreign') return image;
  return isPacked ? 'packed' : (otherContent(await bytesOf(file.slice(0, HEAD_BYTES))) ?? 'no-image');
}

async function bytesOf(blob: Blob): Promise<Uint8Array> {
  return new Uint8Array(await blob.arrayBuffer());
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

/** So much of a file tells what it is. */
const HEAD_BYTES = 512;

/** What files begin with that people have beside the firmware. Source: the formats of these files. */
const BEGINNINGS: readonly (readonly [OtherContent, readonly number[]])[] = [
  ['picture', [0x89, 0x50, 0x4e, 0x47]], // PNG
  ['picture', [0xff, 0xd8, 0xff]], // JPEG
  ['picture', [0x47, 0x49, 0x46, 0x38]], // GIF
  ['picture', [0x52, 0x49, 0x46, 0x46]], // WebP, in a RIFF
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
  ['pdf', [0x25, 0x50, 0x44, 0x46]],
];

/** What a file is that is no image; undefined where it is nothing that we know. */
function otherContent(head: Uint8Array): OtherContent | undefined {
  const known = BEGINNINGS.find(([, start]) => startsWith(head, start));
  if (known !== undefined) return known[0];
  const text = new TextDecoder().decode(head);
  // The head may end within a character.
  return /[^\P{Cc}\t\r\n]|\ufffd(?!\ufffd{0,2}$)/u.test(text) ? undefined : 'text';
}

/** Undefined where it is damaged. */
async function unpacked(file: Blob): Promise<Blob | undefined> {
  const reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  try {
    while (size <= UNPACKED_MAX_BYTES) {
      const { done, value } = await reader.read();
      if (done) return new Blob(parts);
      parts.push(value);
      size += value.length;
    }
    await reader.cancel();
  } catch {
    // cut off, or not what its first bytes promise
  }
  return undefined;
}
