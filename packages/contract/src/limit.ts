import type { ApiResult } from './api-result.ts';
import { type BySerial, readBySerial } from './by-serial.ts';
import { type CommandStatus, readCommandStatus } from './command-status.ts';
import type { Endpoint } from './endpoint.ts';
import { isRecord } from './is-record.ts';
import { type LimitCertainty, type ReceivedLimit, readLimit } from './limit-certainty.ts';
import type { LimitOrder } from './limit-order.ts';
import { type ReceivedApiResult, readApiResult } from './read-api-result.ts';

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
export const getLimitStatus: Endpoint<
  BySerial<LimitStatus>,
  ReceivedLimitStatuses,
  undefined,
  never,
  'inv'
> = {
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
  access: 'admin',
  query: [],
  read: readApiResult,
};
