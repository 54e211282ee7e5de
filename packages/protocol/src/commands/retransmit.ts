/**
 * "Send fragment n again".
 *
 *      0    1              5         9          10
 *     | 15 | inverter (4) | DTU (4) | 0x80 + n | CRC8 |
 *
 * The answer is the wanted fragment. Source: docs/reference/radio-protocol.md#requests.
 */

import { type Link, MAIN_COMMAND } from './command.ts';
import { encodeRequestFrame } from './request-frame.ts';

const CONTROL_FLAG = 0x80;
const INDEX_MAX = 0x7f;
const NO_BODY = new Uint8Array(0);

export interface RetransmitRequest {
  readonly kind: 'Retransmit';
  readonly index: number;
}

/** The packet that asks for fragment `index`; an index above 127 cannot be said and becomes 0. */
export function encodeRetransmitRequest(index: number, link: Link): Uint8Array {
  const sayable = index >= 0 && index <= INDEX_MAX ? index : 0;
  return encodeRequestFrame(MAIN_COMMAND.data, CONTROL_FLAG + sayable, NO_BODY, link);
}

/** `control` is byte 9 of a request without a body; undefined when its flag is missing. */
export function decodeRetransmitRequest(control: number): RetransmitRequest | undefined {
  if ((control & CONTROL_FLAG) === 0) return undefined;
  return { kind: 'Retransmit', index: control & INDEX_MAX };
}
