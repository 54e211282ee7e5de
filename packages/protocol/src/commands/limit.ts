/**
 * Limiting the output (ActivePowerControl).
 *
 *     request body                                    answer body
 *      0    1    2            4      5                 0         2       4
 *     | 0B | 00 | limit * 10 | type (2) |             | 00 00 | 0B 00 | 14 07 |
 *
 * The content of the answer is as seen from real devices; only its main command means something. Source:
 * docs/reference/radio-protocol.md#requests, #limit-codes and #system-configuration.
 */

import type { LimitCommand } from '@heliograph/domain';
import { readUint16 } from '../bytes/byte-reader.ts';
import { writeUint16 } from '../bytes/byte-writer.ts';
import type { ModelFamily, PersistentLimitTypes } from '../models/model-family.ts';

/**
 * 0x0001 relative (%) instead of absolute (W); 0x0100 or 0x0002, as the family has it, kept by the inverter over a
 * restart.
 */
export type LimitType = 0x0000 | 0x0001 | PersistentLimitTypes[keyof PersistentLimitTypes];

export const LIMIT_TYPES: readonly LimitType[] = [0x0000, 0x0001, 0x0100, 0x0101, 0x0002, 0x0003];

export interface LimitRequest {
  readonly kind: 'ActivePowerControl';
  /** Watts or per cent, as `limitType` says; steps of 0.1. */
  readonly limit: number;
  readonly limitType: LimitType;
}

const LIMIT_CODE = 0x0b;
const BODY_BYTES = 6;
const STEPS_PER_UNIT = 10;
const RELATIVE_FLAG = 0x0001;

/** How an inverter of this family is told what kind of limit it gets. */
export function limitTypeFor(
  { persistentLimitTypes: { absolute, relative } }: Pick<ModelFamily, 'persistentLimitTypes'>,
  { isRelative, isPersistent }: Pick<LimitCommand, 'isRelative' | 'isPersistent'>,
): LimitType {
  if (isPersistent) return isRelative ? relative : absolute;
  return isRelative ? 0x0001 : 0x0000;
}

/** Whether an inverter of this family keeps a limit of this type; a type of other families it does not keep. */
export function isPersistentLimit(
  { persistentLimitTypes: { absolute, relative } }: Pick<ModelFamily, 'persistentLimitTypes'>,
  limitType: LimitType,
): boolean {
  return limitType === absolute || limitType === relative;
}

/** Whether a limit of this type is in per cent, of whatever family. */
export function isRelativeLimit(limitType: LimitType): boolean {
  return (limitType & RELATIVE_FLAG) !== 0;
}

/** The limit as it goes on the air: tenths, computed in single precision and cut off. */
function limitInTenths(limit: number): number {
  const tenths = Math.trunc(Math.fround(Math.fround(limit) * STEPS_PER_UNIT));
  return Math.min(0xffff, Math.max(0, tenths));
}

export function encodeLimitRequest(request: LimitRequest): Uint8Array {
  const body = new Uint8Array(BODY_BYTES);
  body[0] = LIMIT_CODE;
  writeUint16(body, 2, limitInTenths(request.limit));
  writeUint16(body, 4, request.limitType);
  return body;
}

/** Undefined when this is not the body of a limit command. */
export function decodeLimitRequest(body: Uint8Array): LimitRequest | undefined {
  const limitType = LIMIT_TYPES.find((type) => type === readUint16(body, 4));
  if (body.length !== BODY_BYTES || body[0] !== LIMIT_CODE || limitType === undefined) return undefined;
  return { kind: 'ActivePowerControl', limit: readUint16(body, 2) / STEPS_PER_UNIT, limitType };
}

export function encodeLimitResponse(): Uint8Array {
  return Uint8Array.of(0x00, 0x00, LIMIT_CODE, 0x00, 0x14, 0x07);
}

/**
 * The limit in per cent, in steps of 0.1 %, that an acknowledged limit command leaves behind until the inverter is
 * asked for its own value. It can exceed 100. (The original forgets the tenths of what it has just sent.)
 * Undefined when it cannot be known: an absolute limit of an inverter whose maximum (0) is not known.
 */
export function acknowledgedLimitPercent(
  { value, isRelative }: Pick<LimitCommand, 'value' | 'isRelative'>,
  maxPowerW: number,
): number | undefined {
  const limit = Math.fround(limitInTenths(value) / STEPS_PER_UNIT);
  if (isRelative) return limit;
  if (maxPowerW <= 0) return undefined;
  const percent = Math.fround(Math.fround(limit / maxPowerW) * 100);
  return Math.fround(Math.trunc(Math.fround(percent * STEPS_PER_UNIT)) / STEPS_PER_UNIT);
}
