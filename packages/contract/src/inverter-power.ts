import * as z from 'zod/mini';
import { type BySerial, readBySerial } from './by-serial.ts';
import { type CommandStatus, readCommandStatus } from './command-status.ts';
import { inverterSerial, keysPresent, lenientBoolean } from './constraints.ts';
import type { Endpoint, ReadersEndpoint } from './endpoint.ts';
import { type ReceivedApiResult, readApiResult } from './read-api-result.ts';
import type { ApiResult } from './results.ts';
import { isRecord } from './unknown-values.ts';

/**
 * An order to switch an inverter. `power` (true: on) goes before `restart`; `restart: false` is accepted and means
 * nothing. Source: docs/reference/original-device.md#power and #quirk-9.
 */
export type PowerOrder = z.infer<ReturnType<typeof powerOrderSchema>>;
/** How orders are checked where nothing is known of the inverters. */
export const PowerOrderSchema = /* @__PURE__ */ powerOrderSchema();

/** How orders are checked by someone who knows which inverters there are. */
export function powerOrderSchema(isThere?: (serial: string) => boolean) {
  return z.pipe(
    keysPresent((has) => has('serial') && (has('power') || has('restart'))),
    z.object({
      serial: inverterSerial('PowerSerialZero', isThere),
      power: z.optional(lenientBoolean()),
      restart: z.optional(lenientBoolean()),
    }),
  );
}

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
export const getPowerStatus: ReadersEndpoint<BySerial<PowerStatus>, ReceivedPowerStatuses, never, 'inv'> = {
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
  access: 'operate',
  query: [],
  read: readApiResult,
};
