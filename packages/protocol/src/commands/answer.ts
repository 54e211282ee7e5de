/**
 * Answers as packets: the far end's side of fragment.ts and assembly.ts.
 *
 *     payload            | ...                                   |
 *     with its CRC16     | ...                                   | CRC16 |
 *     packets            | 16 bytes | 16 bytes | ... | up to 16 bytes    |   the last one flagged
 *
 * Source: docs/reference/radio-protocol.md#frames and #requests.
 */

import type { PowerCommand } from '@heliograph/domain';
import { CRC16_BYTES, FRAGMENT_INDEX_LIMIT } from '../assembly.ts';
import { writeUint16 } from '../bytes/byte-writer.ts';
import { crc16 } from '../bytes/crc16.ts';
import { encodeFragment, type Fragment } from '../fragment.ts';
import { addressText } from '../serial.ts';
import { type CommandKind, type ControlCommandKind, type Link, MAIN_COMMAND } from './command.ts';
import { encodeLimitResponse } from './limit.ts';
import { encodePowerResponse } from './power.ts';

/** Body bytes per packet, as inverters send them. */
const BODY_BYTES = 16;
const PAYLOAD_MAX_BYTES = (FRAGMENT_INDEX_LIMIT - 1) * BODY_BYTES - CRC16_BYTES;

/** A data answer as packets. Throws a RangeError when the payload needs more fragments than a DTU takes. */
export function encodeAnswer(payload: Uint8Array, link: Link): Uint8Array[] {
  if (payload.length > PAYLOAD_MAX_BYTES) {
    throw new RangeError(`a payload of ${payload.length} bytes is longer than ${PAYLOAD_MAX_BYTES}`);
  }
  const joined = new Uint8Array(payload.length + CRC16_BYTES);
  joined.set(payload);
  writeUint16(joined, payload.length, crc16(payload));
  const count = Math.ceil(joined.length / BODY_BYTES);
  return Array.from({ length: count }, (_, index) => {
    const body = joined.subarray(index * BODY_BYTES, (index + 1) * BODY_BYTES);
    return encodeFragment(
      answerFragment(MAIN_COMMAND.dataAnswer, index + 1, index + 1 === count, body, link),
    );
  });
}

/** The acknowledgement of a control command. `action` is what a power command asked for. */
export function encodeControlAnswer(
  kind: ControlCommandKind,
  link: Link,
  action: PowerCommand = 'off',
): Uint8Array {
  const body = kind === 'ActivePowerControl' ? encodeLimitResponse() : encodePowerResponse(action);
  return encodeFragment(answerFragment(MAIN_COMMAND.controlAnswer, 1, true, body, link));
}

/** Whether every fragment carries the main command that answers `kind`; an empty list answers nothing. */
export function isAnswerTo(kind: CommandKind, fragments: readonly Fragment[]): boolean {
  const isControl = kind === 'ActivePowerControl' || kind === 'PowerControl';
  const expected = isControl ? MAIN_COMMAND.controlAnswer : MAIN_COMMAND.dataAnswer;
  return fragments.length > 0 && fragments.every((fragment) => fragment.mainCommand === expected);
}

/** HM inverters name themselves twice: bytes 5 to 8 repeat their own address. */
function answerFragment(
  mainCommand: number,
  index: number,
  isLast: boolean,
  body: Uint8Array,
  link: Link,
): Fragment {
  const address = addressText(link.inverterSerial);
  return { mainCommand, target: address, source: address, index, isLast, body };
}
