/**
 * Big-endian numbers out of bytes. Bytes past the end read as zero, so that a reader can never throw.
 *
 *     offset   +0   +1   +2   +3
 *     uint16   hi   lo
 *     uint32   hi             lo
 */

/** Unsigned 16-bit number at `offset`. */
export function readUint16(bytes: Uint8Array, offset: number): number {
  return ((bytes[offset] ?? 0) << 8) | (bytes[offset + 1] ?? 0);
}

/** Signed (two's complement) 16-bit number at `offset`. */
export function readInt16(bytes: Uint8Array, offset: number): number {
  return (readUint16(bytes, offset) << 16) >> 16;
}

/** Unsigned 32-bit number at `offset`. */
export function readUint32(bytes: Uint8Array, offset: number): number {
  return ((readUint16(bytes, offset) << 16) | readUint16(bytes, offset + 2)) >>> 0;
}
