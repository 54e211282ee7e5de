interface ImageOptions {
  readonly version?: string;
  readonly chipId?: number;
}

/** A firmware image with one segment, which is the description of the application. Its checksum is wrong. */
export function smallImage({ version = '1.0.0', chipId = 0 }: ImageOptions = {}): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(304);
  const view = new DataView(bytes.buffer);
  bytes.set([0xe9, 1]);
  view.setUint16(12, chipId, true);
  view.setUint32(28, 256, true);
  view.setUint32(32, 0xabcd5432, true);
  bytes.set(new TextEncoder().encode(version), 48);
  return bytes;
}
