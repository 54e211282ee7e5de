/**
 * The limit that an inverter has set (SystemConfigPara).
 *
 *      0         2              4                6              8      13
 *     | 00 01   | limit, 0.1 % | reactive power | power factor | unused |
 *
 * Only the limit is used. Source: docs/reference/radio-protocol.md#system-configuration.
 */

import { readUint16 } from '../bytes/byte-reader.ts';
import { writeUint16 } from '../bytes/byte-writer.ts';
import { hasPayloadId, looksLikeAlarmLog, SHORT_PAYLOAD_BYTES } from './payload-shape.ts';

export interface SystemConfig {
  /** A 32-bit float in steps of 0.1. */
  readonly limitPercent: number;
}

const STEPS_PER_PERCENT = 10;
const POWER_FACTOR_ONE = 1000;

export function encodeSystemConfig(config: SystemConfig): Uint8Array {
  const payload = new Uint8Array(SHORT_PAYLOAD_BYTES);
  writeUint16(payload, 0, 0x0001);
  writeUint16(payload, 2, Math.round(config.limitPercent * STEPS_PER_PERCENT));
  writeUint16(payload, 6, POWER_FACTOR_ONE);
  return payload;
}

/** Undefined when this cannot be a SystemConfigPara. */
export function decodeSystemConfig(payload: Uint8Array): SystemConfig | undefined {
  if (payload.length !== SHORT_PAYLOAD_BYTES || !hasPayloadId(payload) || looksLikeAlarmLog(payload))
    return undefined;
  return { limitPercent: Math.fround(readUint16(payload, 2) / STEPS_PER_PERCENT) };
}
