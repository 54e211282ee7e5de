import type { ApiResult } from './api-result.ts';
import { type BySerial, readBySerial } from './by-serial.ts';
import { type CommandStatus, readCommandStatus } from './command-status.ts';
import type { Endpoint } from './endpoint.ts';
import { isRecord } from './is-record.ts';
import type { PowerOrder } from './power-order.ts';
import { type ReceivedApiResult, readApiResult } from './read-api-result.ts';

/** What became of the last order to switch an inverter. Source: docs/reference/original-device.md#power. */
export interface PowerStatus {
  readonly power_set_status: CommandStatus;
}

/** As a client gets it. */
export interface ReceivedPowerStatus {
  /** Of the last order. */
  readonly orderStatus: CommandStatus;
}

export type ReceivedPowerStatuses = ReadonlyMap<string, ReceivedPowerStatus>;

function readPowerStatus(value: unknown): ReceivedPowerStatus | undefined {
  return isRecord(value) ? { orderStatus: readCommandStatus(value.power_set_status) } : undefined;
}

/** What became of the last switching of every inverter, or with `inv` of that one. */
export const getPowerStatus: Endpoint<
  BySerial<PowerStatus>,
  ReceivedPowerStatuses,
  undefined,
  never,
  'inv'
> = {
  method: 'GET',
  path: '/api/power/status',
  access: 'readonly',
  query: [],
  optionalQuery: ['inv'],
  read: (value) => readBySerial(value, readPowerStatus),
};

/** Orders to switch on, off or to restart. Success means that it is queued, not that it is done. */
export const setPower: Endpoint<ApiResult, ReceivedApiResult, PowerOrder> = {
  method: 'POST',
  path: '/api/power/config',
  access: 'admin',
  query: [],
  read: readApiResult,
};
