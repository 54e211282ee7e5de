/**
 * Serial numbers on the air. The printed digits are hex digits by definition:
 *
 *     printed       1  1  6  1  8  1  2  3  4  5  6  7
 *     model family  `--------'
 *     on the air                8  1  2  3  4  5  6  7     -> 81 23 45 67 (address bytes, in order)
 *     pipe address                                         -> 67 45 23 81 01
 *
 * Source: docs/reference/radio-protocol.md#chip, #frames and #families.
 */

import { MODEL_FAMILIES } from './models/index.ts';
import type { ModelFamily } from './models/model-family.ts';

/** Digits that go on the air (32 bits). */
const ADDRESS_DIGITS = 8;
/** Digits of a real serial; the family rules look at these, higher ones are ignored. */
const SERIAL_DIGITS = 12;
/** The chip takes five address bytes; the fifth is the same for all. */
const PIPE_ADDRESS_END = '01';

/** The last 8 digits of a canonical serial: what the air knows of it, lower case. */
export function addressText(serial: string): string {
  return serial.slice(-ADDRESS_DIGITS).padStart(ADDRESS_DIGITS, '0').toLowerCase();
}

/** The 4 address bytes of a canonical serial, most significant first. */
export function addressBytes(serial: string): Uint8Array {
  const bytes = new Uint8Array(4);
  writeAddress(bytes, 0, serial);
  return bytes;
}

/** Writes the 4 address bytes of a canonical serial at `offset`. */
export function writeAddress(bytes: Uint8Array, offset: number, serial: string): void {
  const address = Number.parseInt(addressText(serial), 16);
  for (let index = 0; index < 4; index++) bytes[offset + index] = (address >>> (24 - 8 * index)) & 0xff;
}

/** The chip's 5-byte pipe address of a canonical serial, 10 hex digits: `'112172220200'` gives `'0002227201'`. */
export function pipeAddress(serial: string): string {
  const text = addressText(serial);
  return text.slice(6) + text.slice(4, 6) + text.slice(2, 4) + text.slice(0, 2) + PIPE_ADDRESS_END;
}

/** The family that a canonical serial belongs to; undefined when no supported one claims it. */
export function modelFamilyOf(serial: string): ModelFamily | undefined {
  const digits = serial.slice(-SERIAL_DIGITS).padStart(SERIAL_DIGITS, '0');
  const prefix = digits.slice(0, 4);
  return (
    MODEL_FAMILIES.find(({ serials }) => serials.prefixes.includes(prefix)) ??
    MODEL_FAMILIES.find(({ serials }) => serials.digits2And3 === digits.slice(1, 3))
  );
}
