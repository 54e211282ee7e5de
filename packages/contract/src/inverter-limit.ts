import type * as z from 'zod/mini';
import { type BySerial, readBySerial } from './by-serial.ts';
import { type CommandStatus, readCommandStatus } from './command-status.ts';
import { LIMIT_VALUE_LARGE_MAX, LIMIT_VALUE_MAX, LIMIT_VALUE_MIN } from './constants.ts';
import { chosen, inverterSerial, oneOfNumbers, tenthsWithMax, wireObject } from './constraints.ts';
import type { Endpoint, ReadersEndpoint } from './endpoint.ts';
import { readInverterSerial } from './lenient-values.ts';
import type { LimitCertainty } from './live-data.ts';
import { type ReceivedApiResult, readApiResult } from './read-api-result.ts';
import { type ReceivedLimit, readLimit } from './read-live-data.ts';
import type { ApiResult } from './results.ts';
import { isRecord } from './unknown-values.ts';

/**
 * How an order limits: percent instead of watts, kept by the inverter over a night or not. Newer devices count the
 * persistent ones as 2 and 3. Source: docs/reference/original-device.md#limit.
 */
export const LIMIT_TYPE = {
  absolute: 0x0000,
  relative: 0x0001,
  absolutePersistent: 0x0100,
  relativePersistent: 0x0101,
} as const;
export type LimitType = (typeof LIMIT_TYPE)[keyof typeof LIMIT_TYPE];

/** Every number that may stand for a limit type, and what it means. */
const LIMIT_TYPE_NUMBERS: ReadonlyMap<number, LimitType> = new Map([
  [0, LIMIT_TYPE.absolute],
  [1, LIMIT_TYPE.relative],
  [2, LIMIT_TYPE.absolutePersistent],
  [3, LIMIT_TYPE.relativePersistent],
  [256, LIMIT_TYPE.absolutePersistent],
  [257, LIMIT_TYPE.relativePersistent],
]);

/** What is looked at, in this order: the serial, the value, the type. Whether there is such an inverter comes last. */
const orderUpTo = (max: number, isThere?: KnownInverters['isThere'], min: 0 | 1 = LIMIT_VALUE_MIN) =>
  wireObject({
    serial: inverterSerial('LimitSerialZero', isThere),
    limit_value: tenthsWithMax({ min, max, fail: 'LimitInvalidValue' }),
    limit_type: oneOfNumbers({ numbers: LIMIT_TYPE_NUMBERS, fail: 'LimitInvalidType' }),
  });

/** What a limit may be at most: that of the inverters of 2023, or of larger ones. */
export type LimitValueMax = typeof LIMIT_VALUE_MAX | typeof LIMIT_VALUE_LARGE_MAX;

/** What the inverters that there are decide about an order. */
export interface KnownInverters {
  readonly isThere: (serial: string) => boolean;
  /** Also of one that is not there. */
  readonly limitMaxOf: (serial: string) => LimitValueMax;
  /** Whether 0 is a limit, as it is for original devices since v23.12.16. */
  readonly takesZero?: () => boolean;
}

/** How orders are checked by someone who knows the inverters. */
export function limitOrderSchema(known: KnownInverters): z.ZodMiniType<LimitOrder> {
  const { isThere, limitMaxOf, takesZero } = known;
  const upTo1500 = orderUpTo(LIMIT_VALUE_MAX, isThere);
  const upTo2250 = orderUpTo(LIMIT_VALUE_LARGE_MAX, isThere);
  const zero = orderUpTo(LIMIT_VALUE_MAX, isThere, 0);
  return chosen((value) => {
    // Only what is 0 as it came: what cannot be read would be 0, too, and switch an inverter off.
    if (isRecord(value) && value.limit_value === 0 && takesZero?.()) return zero;
    const serial = isRecord(value) ? readInverterSerial(value.serial, isThere) : '';
    return limitMaxOf(serial) === LIMIT_VALUE_MAX ? upTo1500 : upTo2250;
  });
}

/**
 * An order to limit an inverter. The value is watts (types 0, 2 and 256) or percent (1, 3 and 257) in steps of 0.1,
 * what is finer is cut off; percents above 100 are accepted and cut when they are sent (the original does the same).
 * It is at most 1500, and 2250 for an inverter whose maximum power is above 1500 W; and at least 1, or 0 where programs find
 * the newest API only.
 * The inverter forgets limits of the types 0 and 1 when it restarts and keeps the others. Source:
 * docs/reference/original-device.md#limit and #quirk-8.
 */
export type LimitOrder = z.infer<ReturnType<typeof orderUpTo>>;
/** How orders are checked where nothing is known of the inverters. */
export const LimitOrderSchema = /* @__PURE__ */ orderUpTo(LIMIT_VALUE_MAX);

/**
 * The output limit of an inverter and what became of the last order. Source: docs/reference/original-device.md#limit.
 */
export interface LimitStatus {
  /** Percent; 0 before the limit was ever read. */
  readonly limit_relative: number;
  /** Watts; 0 while not known. */
  readonly max_power: number;
  readonly limit_set_status: CommandStatus;
  /** Never from an original device. */
  readonly limit_state?: LimitCertainty;
}

/** As a client gets it; a limit that was not understood is unknown, as one that was never read. */
export interface ReceivedLimitStatus extends ReceivedLimit {
  /** Undefined while it is not known. */
  readonly maxPowerW: number | undefined;
  /** Of the last order. */
  readonly orderStatus: CommandStatus;
}

export type ReceivedLimitStatuses = ReadonlyMap<string, ReceivedLimitStatus>;

function readLimitStatus(value: unknown): ReceivedLimitStatus | undefined {
  if (!isRecord(value)) return undefined;
  return {
    ...readLimit(numberOrZero(value.limit_relative), value.limit_state),
    maxPowerW: numberOrZero(value.max_power) || undefined,
    orderStatus: readCommandStatus(value.limit_set_status),
  };
}

function numberOrZero(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;
}

/** The limit of every inverter, or with `inv` of that one. */
export const getLimitStatus: ReadersEndpoint<BySerial<LimitStatus>, ReceivedLimitStatuses, never, 'inv'> = {
  method: 'GET',
  path: '/api/limit/status',
  access: 'readonly',
  query: [],
  optionalQuery: ['inv'],
  read: (value) => readBySerial(value, readLimitStatus),
};

/** Orders a limit. Success means that it is queued, not that the inverter has it. */
export const setLimit: Endpoint<ApiResult, ReceivedApiResult, LimitOrder> = {
  method: 'POST',
  path: '/api/limit/config',
  access: 'operate',
  query: [],
  read: readApiResult,
};
