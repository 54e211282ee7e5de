/**
 * What inverters below 1 GHz need besides the frames that all families share. Source: docs/reference/radio-protocol.md#below-1-ghz.
 *
 *     channel change   56 | inverter (4) | DTU (4) | 02 15 21 | channel | 14 | crc8
 *     code word        d3 d2 d1 d0 p2 p1 p0, the remainder of d * x^3 by x^3 + x^2 + 1
 */

import { crc8 } from './bytes/crc8.ts';
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
