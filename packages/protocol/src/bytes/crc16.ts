/**
 * The checksum over a whole payload ("modbus"): reflected polynomial 0xA001, start 0xFFFF, no final xor. On the air its
 * high byte comes first, unlike on a Modbus line. Source: docs/reference/radio-protocol.md#frames.
 */

const REFLECTED_POLYNOMIAL = 0xa001;
const START = 0xffff;

function remainderOf(byte: number): number {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit++) {
    remainder = (remainder >>> 1) ^ (remainder & 1 ? REFLECTED_POLYNOMIAL : 0);
  }
  return remainder;
}

const REMAINDERS = Uint16Array.from({ length: 256 }, (_, byte) => remainderOf(byte));

/** CRC16 over `bytes[start]` to `bytes[end - 1]`. */
export function crc16(bytes: Uint8Array, start = 0, end = bytes.length): number {
  let crc = START;
  for (let index = start; index < end; index++) {
    crc = (crc >>> 8) ^ (REMAINDERS[(crc ^ (bytes[index] ?? 0)) & 0xff] ?? 0);
  }
  return crc;
}
