/**
 * One packet of an answer.
 *
 *      0         1              5              9         10               last
 *     | command | target (4)   | source (4)   | index   | body (0 to 21) | CRC8 |
 *
 * `index` counts from 1; bit 7 of its byte marks the last fragment. Source: docs/reference/radio-protocol.md#frames.
 */

import { crc8 } from './bytes/crc8.ts';
import { bytesFromHex, hexFromBytes } from './bytes/hex.ts';

/** Header, an empty body and the check byte. */
export const PACKET_MIN_BYTES = 11;
/** What the radio chip can carry at once. */
export const PACKET_MAX_BYTES = 32;

const HEADER_BYTES = 10;
const LAST_FLAG = 0x80;
const INDEX_MASK = 0x7f;

export interface Fragment {
  /** Byte 0: the main command of the request plus 0x80. */
  readonly mainCommand: number;
  /** Bytes 1 to 4 as 8 lower-case hex digits: the inverter that answers. */
  readonly target: string;
  /** Bytes 5 to 8 as 8 lower-case hex digits: that inverter again, or the DTU (both are seen). */
  readonly source: string;
  /** 1, 2, 3 ... */
  readonly index: number;
  readonly isLast: boolean;
  readonly body: Uint8Array;
}

export type FragmentResult =
  | { readonly ok: true; readonly fragment: Fragment }
  | { readonly ok: false; readonly reason: 'too-short' | 'too-long' | 'crc8' };

/** Reads one packet as it came from the chip; the result does not share memory with it. */
export function decodeFragment(packet: Uint8Array): FragmentResult {
  if (packet.length < PACKET_MIN_BYTES) return { ok: false, reason: 'too-short' };
  if (packet.length > PACKET_MAX_BYTES) return { ok: false, reason: 'too-long' };
  const bodyEnd = packet.length - 1;
  const isIntact = crc8(packet, bodyEnd) === packet[bodyEnd] || __WITHOUT__.packetCheckByte;
  if (!isIntact) return { ok: false, reason: 'crc8' };
  const indexByte = packet[9] ?? 0;
  return {
    ok: true,
    fragment: {
      mainCommand: packet[0] ?? 0,
      target: hexFromBytes(packet, 1, 5),
      source: hexFromBytes(packet, 5, 9),
      index: indexByte & INDEX_MASK,
      isLast: (indexByte & LAST_FLAG) !== 0,
      body: packet.slice(HEADER_BYTES, bodyEnd),
    },
  };
}

/** The packet of a fragment. Throws a RangeError when the body is longer than the chip can carry. */
export function encodeFragment(fragment: Fragment): Uint8Array {
  const packet = new Uint8Array(PACKET_MIN_BYTES + fragment.body.length);
  if (packet.length > PACKET_MAX_BYTES) {
    throw new RangeError(`a fragment body of ${fragment.body.length} bytes does not fit one packet`);
  }
  packet[0] = fragment.mainCommand;
  packet.set(addressFromText(fragment.target), 1);
  packet.set(addressFromText(fragment.source), 5);
  packet[9] = (fragment.index & INDEX_MASK) | (fragment.isLast ? LAST_FLAG : 0);
  packet.set(fragment.body, HEADER_BYTES);
  packet[packet.length - 1] = crc8(packet, packet.length - 1);
  return packet;
}

function addressFromText(text: string): Uint8Array {
  const bytes = bytesFromHex(text);
  if (bytes === undefined || bytes.length !== 4) throw new RangeError(`'${text}' is not 8 hex digits`);
  return bytes;
}
