/**
 * Numbers into bytes, big-endian. A number that does not fit is brought to the nearest one that does, as a
 * meter that has reached the end of its scale stays there (wrapping round would show a plausible lie).
 *
 *     offset   +0   +1   +2   +3
 *     uint16   hi   lo
 *     uint32   hi             lo
 */

function wholeBetween(min: number, max: number, value: number): number {
  return Number.isNaN(value) ? 0 : Math.trunc(Math.min(max, Math.max(min, value)));
}

/** Writes an unsigned 16-bit number at `offset`; fractions are cut off. */
export function writeUint16(bytes: Uint8Array, offset: number, value: number): void {
  const whole = wholeBetween(0, 0xffff, value);
  bytes[offset] = whole >>> 8;
  bytes[offset + 1] = whole & 0xff;
}

/** Writes a signed 16-bit number (two's complement) at `offset`; fractions are cut off. */
export function writeInt16(bytes: Uint8Array, offset: number, value: number): void {
  writeUint16(bytes, offset, wholeBetween(-0x8000, 0x7fff, value) & 0xffff);
}

/** Writes an unsigned 32-bit number at `offset`; fractions are cut off. */
export function writeUint32(bytes: Uint8Array, offset: number, value: number): void {
  const whole = wholeBetween(0, 0xffffffff, value);
  writeUint16(bytes, offset, whole >>> 16);
  writeUint16(bytes, offset + 2, whole & 0xffff);
}
