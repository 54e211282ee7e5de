import type { PowerCommand } from '@heliograph/domain';
import { decodeBySerial, encodeBySerial } from './by-serial.ts';
import { decodeOrderStatus, encodeOrderStatus, type OrderStatus } from './order-status.ts';
import { objectIn, serialIn, valueIn } from './untrusted-values.ts';

/** An order for one inverter, canonical serial. */
export interface PowerOrder {
  readonly serial: string;
  readonly command: PowerCommand;
}

/** Reads `GET /api/power/status`: of each inverter what became of the last order; undefined where it is no such answer. */
export function decodePowerStatuses(document: unknown): ReadonlyMap<string, OrderStatus> | undefined {
  return decodeBySerial(document, (sent) => {
    const object = objectIn(sent);
    return object && decodeOrderStatus(valueIn(object, 'power_set_status'));
  });
}

/** As a device answers `GET /api/power/status`; the same in every generation. */
export function encodePowerStatuses(statuses: ReadonlyMap<string, OrderStatus>): object {
  return encodeBySerial(statuses, (status) => ({ power_set_status: encodeOrderStatus(status) }));
}

/** The body of `POST /api/power/config`; with true and false, which every generation takes. */
export function encodePowerOrder({ serial, command }: PowerOrder): object {
  return command === 'restart' ? { serial, restart: true } : { serial, power: command === 'on' };
}

/**
 * Reads a body of `POST /api/power/config`, also with the numbers that older devices take; undefined where it orders
 * nothing, as with `restart: false`. `power` wins over `restart`. Source: docs/reference/original-device.md#power.
 */
export function decodePowerOrder(body: unknown): PowerOrder | undefined {
  const object = objectIn(body);
  const serial = serialIn(valueIn(object, 'serial'));
  if (serial === undefined) return undefined;
  const power = switchIn(valueIn(object, 'power'));
  if (power !== undefined) return { serial, command: power ? 'on' : 'off' };
  return switchIn(valueIn(object, 'restart')) === true ? { serial, command: 'restart' } : undefined;
}

function switchIn(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  return typeof value === 'number' ? value !== 0 : undefined;
}
