import type { ApiResult } from './api-result.ts';
import { isRecord } from './is-record.ts';
import { type ReceivedApiResult, readApiResult } from './read-api-result.ts';

/** Why a value of a configuration file is not kept as it is there. */
export const ADJUSTMENT_REASONS = [
  /** A number below the smallest one that can be set, which is kept instead. */
  'below-minimum',
  /** A number above the largest one, which is kept instead. */
  'above-maximum',
  /** A text with more bytes than fit: the rest is cut off. */
  'too-long',
  /** Half a character, for which a replacement character is kept. */
  'broken-character',
  /** Zero, or a text that is too short, where something has to be set: the default is kept. */
  'not-set',
  /** Null, which original devices write when they run out of memory: the default is kept. */
  'missing',
  /** An inverter without a name is called by its serial. */
  'no-name',
  /** No serial that an inverter can have: the inverter is left out. */
  'no-serial',
  /** Not both halves of a place on earth: neither latitude nor longitude is kept. */
  'no-place',
  /** What is set now stays: the file has no serial that a DTU can have, or the placeholder of a password. */
  'current-kept',
  /** MQTT is switched off, because a broker would not take one of its values; `cause` says which. */
  'mqtt-switched-off',
] as const;
export type AdjustmentReason = (typeof ADJUSTMENT_REASONS)[number];

export type AdjustedValue = string | number | boolean | null;

/** A value of a configuration file that is not kept as it is there. */
export interface RestoreAdjustment {
  /** Where it is in the file, such as `mqtt.port` or `inverters.0.name`. */
  readonly path: string;
  /** As it is in the file; null where it is hidden. */
  readonly from: AdjustedValue;
  /** As it is kept; null where nothing is, or where it is hidden. */
  readonly to: AdjustedValue;
  readonly reason: AdjustmentReason;
  /** Passwords and certificates are never told. */
  readonly hidden: boolean;
  /** What the gateway would answer if the value was saved on its page. */
  readonly cause?: ApiResult;
}

/** Everything that would not be kept as a file has it. */
export interface RestoreAdjustments {
  readonly adjustments: readonly RestoreAdjustment[];
}

/** As received: a later version may know more reasons. */
export interface ReceivedAdjustment extends Omit<RestoreAdjustment, 'reason' | 'cause'> {
  readonly reason: string;
  readonly cause?: ReceivedApiResult;
}

/** Reads an answer; undefined when it is none. */
export function readRestoreAdjustments(value: unknown): readonly ReceivedAdjustment[] | undefined {
  const sent = isRecord(value) && Array.isArray(value.adjustments) ? value.adjustments : undefined;
  return sent?.flatMap((adjustment: unknown) => readAdjustment(adjustment) ?? []);
}

function readAdjustment(value: unknown): ReceivedAdjustment | undefined {
  if (!isRecord(value) || typeof value.path !== 'string' || typeof value.reason !== 'string')
    return undefined;
  const { path, reason } = value;
  const cause = value.cause === undefined ? undefined : readApiResult(value.cause);
  const told = {
    ...{ path, reason, from: readValue(value.from), to: readValue(value.to) },
    hidden: value.hidden === true,
  };
  return cause === undefined ? told : { ...told, cause };
}

function readValue(value: unknown): AdjustedValue {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}
