import { type FirmwareImage, type ImageProblem, readFirmwareImage } from '@heliograph/contract';

/** Source: RFC 1952, section 2.3.1. */
const GZIP_MAGIC = [0x1f, 0x8b] as const;
/** The flash of these devices is no larger: what unpacks to more is no firmware. */
const UNPACKED_MAX_BYTES = 16 * 1024 * 1024;

/** What an image, packed or not, says about itself, or why it is none. Its checksums are the gateway's matter. */
export async function readImageFile(file: Blob): Promise<FirmwareImage | ImageProblem> {
  const image = await unpacked(file);
  if (image === undefined) return 'truncated';
  return readFirmwareImage((offset, length) => bytesOf(image.slice(offset, offset + length)));
}

async function bytesOf(blob: Blob): Promise<Uint8Array> {
  return new Uint8Array(await blob.arrayBuffer());
}

/** Undefined where it is damaged. */
async function unpacked(file: Blob): Promise<Blob | undefined> {
  const magic = await bytesOf(file.slice(0, GZIP_MAGIC.length));
  if (GZIP_MAGIC.some((byte, index) => byte !== magic[index])) return file;
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
