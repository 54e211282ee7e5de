/**
 * Switching an inverter on, off, or restarting it (PowerControl).
 *
 *     request body      answer body
 *      0      1          0         2           4
 *     | code | 00 |     | 00 00 | code 00 | B4 01 |
 *
 * The content of the answer is as seen from real devices; only its main command means something. Source:
 * docs/reference/radio-protocol.md#requests.
 */

import type { PowerCommand } from '@heliograph/domain';

export interface PowerRequest {
  readonly kind: 'PowerControl';
  readonly action: PowerCommand;
}

const BODY_BYTES = 2;
/** The code of an action is its place in this list. */
const ACTIONS: readonly PowerCommand[] = ['on', 'off', 'restart'];

export function encodePowerRequest(request: PowerRequest): Uint8Array {
  const body = new Uint8Array(BODY_BYTES);
  body[0] = ACTIONS.indexOf(request.action);
  return body;
}

/** Undefined when this is not the body of a power command. */
export function decodePowerRequest(body: Uint8Array): PowerRequest | undefined {
  const action = ACTIONS[body[0] ?? -1];
  if (body.length !== BODY_BYTES || body[1] !== 0 || action === undefined) return undefined;
  return { kind: 'PowerControl', action };
}

export function encodePowerResponse(action: PowerCommand): Uint8Array {
  return Uint8Array.of(0x00, 0x00, ACTIONS.indexOf(action), 0x00, 0xb4, 0x01);
}
