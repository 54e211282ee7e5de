/**
 * The frame around every request.
 *
 *      0              1              5         9         10          last
 *     | main command | inverter (4) | DTU (4) | control | body      | CRC8 |
 *
 * `control`: 0x80 a data request, 0x81 a control command, 0x80 + n "send fragment n again". The body of data and
 * control commands ends in a CRC16 over the body bytes before it; a retransmit request has no body. Source:
 * docs/reference/radio-protocol.md#frames and #requests.
 */

import { readUint16 } from '../bytes/byte-reader.ts';
import { writeUint16 } from '../bytes/byte-writer.ts';
import { crc8 } from '../bytes/crc8.ts';
import { crc16 } from '../bytes/crc16.ts';
import { hexFromBytes } from '../bytes/hex.ts';
import { writeAddress } from '../serial.ts';
import type { Link } from './command.ts';

const HEADER_BYTES = 10;
const CRC16_BYTES = 2;
const CRC8_BYTES = 1;

export interface RequestFrame {
  readonly mainCommand: number;
  /** 8 lower-case hex digits. */
  readonly inverter: string;
  /** 8 lower-case hex digits. */
  readonly dtu: string;
  readonly control: number;
  /** Without its CRC16; empty for a retransmit request. */
  readonly body: Uint8Array;
}

/** Puts header, checksums and end around `body`. */
export function encodeRequestFrame(
  mainCommand: number,
  control: number,
  body: Uint8Array,
  link: Link,
): Uint8Array {
  const crc16Bytes = body.length === 0 ? 0 : CRC16_BYTES;
  const packet = new Uint8Array(HEADER_BYTES + body.length + crc16Bytes + CRC8_BYTES);
  packet[0] = mainCommand;
  writeAddress(packet, 1, link.inverterSerial);
  writeAddress(packet, 5, link.dtuSerial);
  packet[9] = control;
  packet.set(body, HEADER_BYTES);
  if (crc16Bytes > 0) writeUint16(packet, HEADER_BYTES + body.length, crc16(body));
  packet[packet.length - 1] = crc8(packet, packet.length - 1);
  return packet;
}

/** The parts of a request packet; undefined when a checksum is wrong or the packet is too short. */
export function decodeRequestFrame(packet: Uint8Array): RequestFrame | undefined {
  const frameEnd = packet.length - CRC8_BYTES;
  if (frameEnd < HEADER_BYTES || crc8(packet, frameEnd) !== packet[frameEnd]) return undefined;
  const hasBody = frameEnd > HEADER_BYTES;
  const bodyEnd = hasBody ? frameEnd - CRC16_BYTES : frameEnd;
  if (
    hasBody &&
    (bodyEnd <= HEADER_BYTES || crc16(packet, HEADER_BYTES, bodyEnd) !== readUint16(packet, bodyEnd))
  ) {
    return undefined;
  }
  return {
    mainCommand: packet[0] ?? 0,
    inverter: hexFromBytes(packet, 1, 5),
    dtu: hexFromBytes(packet, 5, 9),
    control: packet[9] ?? 0,
    body: packet.slice(HEADER_BYTES, bodyEnd),
  };
}
