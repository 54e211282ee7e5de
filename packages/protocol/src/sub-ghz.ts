/**
 * What inverters below 1 GHz need besides the frames that all families share. Source: docs/reference/radio-protocol.md#below-1-ghz.
 *
 *     channel change   56 | inverter (4) | DTU (4) | 02 15 21 | channel | 14 | crc8
 *     on the air       30 x AA | 4D 48 5A 48 | in code words: length | packet | crc16 (high byte first)
 *     code word        d3 d2 d1 d0 p2 p1 p0, the remainder of d * x^3 by x^3 + x^2 + 1
 */

import { crc8 } from './bytes/crc8.ts';
import { PACKET_MAX_BYTES } from './fragment.ts';
import { addressBytes, writeAddress } from './serial.ts';

const CHANNEL_CHANGE = 0x56;
/** Of the band that begins at 860 MHz. */
const BAND_860 = [0x02, 0x15, 0x21] as const;
const CHANNEL_CHANGE_END = 0x14;
const DTU_ADDRESS = 5;

/** Sends an inverter to another channel, 0.25 MHz each from 860 MHz on. It is not answered. */
export function encodeChannelChange(inverterSerial: string, dtuSerial: string, channel: number): Uint8Array {
  const bytes = new Uint8Array(15);
  bytes[0] = CHANNEL_CHANGE;
  writeAddress(bytes, 1, inverterSerial);
  writeAddress(bytes, DTU_ADDRESS, dtuSerial);
  bytes.set([...BAND_860, channel, CHANNEL_CHANGE_END], 9);
  bytes[14] = crc8(bytes, 14);
  return bytes;
}

/** Such a chip hears everybody's packets; ours are those with our own address. */
export function isForDtu(packet: Uint8Array, dtuSerial: string): boolean {
  return addressBytes(dtuSerial).every((byte, index) => packet[DTU_ADDRESS + index] === byte);
}

const POLYNOMIAL = 0b1101;
const CODE_BITS = 7;

function codeWordOf(nibble: number): number {
  let remainder = nibble << 3;
  for (let bit = 6; bit >= 3; bit -= 1) if (remainder & (1 << bit)) remainder ^= POLYNOMIAL << (bit - 3);
  return (nibble << 3) | remainder;
}

const CODE_WORDS = Array.from({ length: 16 }, (_, nibble) => codeWordOf(nibble));
/** What each of the 128 words was meant to be: every one is at most one bit away from one code word. */
const NIBBLES = Array.from({ length: 1 << CODE_BITS }, (_, word) =>
  CODE_WORDS.findIndex((code) => {
    const wrong = code ^ word;
    return (wrong & (wrong - 1)) === 0;
  }),
);

/** The bytes in code words, high nibble first, one after the other; the last byte is filled with zeros. */
export function encodeHamming(bytes: Uint8Array): Uint8Array {
  const coded = new Uint8Array(Math.ceil((bytes.length * 2 * CODE_BITS) / 8));
  for (let place = 0; place < bytes.length * 2; place += 1) {
    const byte = bytes[place >> 1] ?? 0;
    const word = CODE_WORDS[place % 2 === 0 ? byte >> 4 : byte & 15] ?? 0;
    for (let bit = 0; bit < CODE_BITS; bit += 1) {
      const at = place * CODE_BITS + bit;
      if (word & (1 << (CODE_BITS - 1 - bit))) coded[at >> 3] = (coded[at >> 3] ?? 0) | (0x80 >> (at & 7));
    }
  }
  return coded;
}

/** The bytes again, and how many bits were put right. Code words may begin within a byte. */
export function decodeHamming(coded: Uint8Array, firstBit = 0): { bytes: Uint8Array; corrected: number } {
  const count = Math.floor((coded.length * 8 - firstBit) / (2 * CODE_BITS));
  const bytes = new Uint8Array(count);
  let corrected = 0;
  for (let place = 0; place < count * 2; place += 1) {
    let word = 0;
    for (let bit = 0; bit < CODE_BITS; bit += 1) {
      const at = firstBit + place * CODE_BITS + bit;
      word = (word << 1) | (((coded[at >> 3] ?? 0) >> (7 - (at & 7))) & 1);
    }
    const nibble = NIBBLES[word] ?? 0;
    if (CODE_WORDS[nibble] !== word) corrected += 1;
    bytes[place >> 1] = ((bytes[place >> 1] ?? 0) << 4) | nibble;
  }
  return { bytes, corrected };
}

/** What a chip sends before the rest by itself, once it is told to: something to settle on, and where the packet begins ("MHZH"). */
export const AIR_PREAMBLE = Uint8Array.from({ length: 30 }, () => 0xaa);
export const AIR_SYNC_WORD = Uint8Array.of(0x4d, 0x48, 0x5a, 0x48);

const CRC16_POLYNOMIAL = 0x8005;
/** Length before and checksum behind the packet. */
const AROUND_BYTES = 3;

/** Start 0, most significant bit first, no final xor: not the checksum over a whole payload. */
function airChecksum(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc << 1) ^ (crc & 0x8000 ? CRC16_POLYNOMIAL : 0)) & 0xffff;
  }
  return crc;
}

/** A packet as it goes out behind the sync word. Throws a RangeError when it is empty, or longer than chips carry. */
export function encodeAirPacket(packet: Uint8Array): Uint8Array {
  if (packet.length < 1 || packet.length > PACKET_MAX_BYTES)
    throw new RangeError(`A packet has 1 to ${PACKET_MAX_BYTES} bytes, not ${packet.length}.`);
  const checked = Uint8Array.of(packet.length, ...packet);
  const crc = airChecksum(checked);
  return encodeHamming(Uint8Array.of(...checked, crc >> 8, crc & 0xff));
}

export type AirPacketResult =
  | { readonly ok: true; readonly packet: Uint8Array; readonly corrected: number }
  | { readonly ok: false; readonly reason: 'truncated' | 'length' | 'checksum' };

/** Reads what came behind the sync word; chips that know no code words give more bytes than belong to it. */
export function decodeAirPacket(received: Uint8Array): AirPacketResult {
  const [length] = decodeHamming(received.subarray(0, 2)).bytes;
  if (length === undefined) return { ok: false, reason: 'truncated' };
  if (length < 1 || length > PACKET_MAX_BYTES) return { ok: false, reason: 'length' };
  const coded = received.subarray(0, Math.ceil(((length + AROUND_BYTES) * 2 * CODE_BITS) / 8));
  const { bytes, corrected } = decodeHamming(coded);
  const end = 1 + length;
  if (bytes.length < end + 2) return { ok: false, reason: 'truncated' };
  const isIntact = airChecksum(bytes.subarray(0, end)) === (((bytes[end] ?? 0) << 8) | (bytes[end + 1] ?? 0));
  if (!isIntact) return { ok: false, reason: 'checksum' };
  return { ok: true, packet: bytes.slice(1, end), corrected };
}
