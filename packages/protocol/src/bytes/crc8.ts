/**
 * The check byte at the end of every packet: polynomial 0x01, start 0, most significant bit first, no final xor.
 * Source: docs/reference/radio-protocol.md#frames.
 */

const POLYNOMIAL = 0x01;

function remainderOf(byte: number): number {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit++) {
    remainder = ((remainder << 1) ^ (remainder & 0x80 ? POLYNOMIAL : 0)) & 0xff;
  }
  return remainder;
}

const REMAINDERS = Uint8Array.from({ length: 256 }, (_, byte) => remainderOf(byte));

/** CRC8 over `bytes[0]` to `bytes[end - 1]`. */
export function crc8(bytes: Uint8Array, end = bytes.length): number {
  let crc = 0;
  for (let index = 0; index < end; index++) crc = REMAINDERS[crc ^ (bytes[index] ?? 0)] ?? 0;
  return crc;
}
