import type { LimitCommand } from '@heliograph/domain';
import { decodeBySerial, encodeBySerial } from './by-serial.ts';
import type { LimitTypeNumbers } from './capabilities.ts';
import { printedFloat } from './measured-values.ts';
import { decodeOrderStatus, encodeOrderStatus, type OrderStatus } from './order-status.ts';
import { amountIn, numberIn, objectIn, serialIn, valueIn } from './untrusted-values.ts';

/** The limit of an inverter and what became of the last order. */
export interface DeviceLimitStatus {
  /** 0 also before it was ever read; undefined where it was not told. */
  readonly percent: number | undefined;
  /** Undefined while it is not known. */
  readonly maxPowerW: number | undefined;
  /** Of the last order. */
  readonly status: OrderStatus;
}

/** An order for one inverter, canonical serial. */
export interface LimitOrder {
  readonly serial: string;
  readonly command: LimitCommand;
}

type LimitKind = Pick<LimitCommand, 'isRelative' | 'isPersistent'>;

/**
 * What each number means, the older first. The numbers of a limit that is not kept are the same everywhere. Source:
 * docs/reference/original-device.md#limit and docs/reference/api-generations.md#limit-and-power-orders.
 */
const KINDS: readonly (readonly [type: number, later: number, kind: LimitKind])[] = [
  [0, 0, { isRelative: false, isPersistent: false }],
  [1, 1, { isRelative: true, isPersistent: false }],
  [256, 2, { isRelative: false, isPersistent: true }],
  [257, 3, { isRelative: true, isPersistent: true }],
];

/** What a `limit_type` means, in either numbering; undefined for every other number. */
export function parseLimitType(type: unknown): LimitKind | undefined {
  return KINDS.find((row) => row[0] === type || row[1] === type)?.[2];
}

/**
 * The number of a limit in one numbering. Where it is unknown which one a device has, `0-1-256-257` may be tried first: it
 * refuses what it does not know with 5003, and nothing has happened.
 */
export function limitTypeNumber(
  { isRelative, isPersistent }: LimitKind,
  numbers: Exclude<LimitTypeNumbers, 'unknown'>,
): number {
  const row = KINDS.find(
    ([, , kind]) => kind.isRelative === isRelative && kind.isPersistent === isPersistent,
  );
  return row?.[numbers === '0-1-2-3' ? 1 : 0] ?? 0;
}

/** Reads `GET /api/limit/status`, by canonical serial; undefined where it is no such answer. */
export function decodeLimitStatuses(document: unknown): ReadonlyMap<string, DeviceLimitStatus> | undefined {
  return decodeBySerial(document, (sent) => {
    const object = objectIn(sent);
    if (object === undefined) return undefined;
    const percent = amountIn(valueIn(object, 'limit_relative'));
    return {
      percent: percent === undefined ? undefined : Math.fround(percent),
      maxPowerW: amountIn(valueIn(object, 'max_power')) || undefined,
      status: decodeOrderStatus(valueIn(object, 'limit_set_status')),
    };
  });
}

/** As a device answers `GET /api/limit/status`; the same in every generation. */
export function encodeLimitStatuses(statuses: ReadonlyMap<string, DeviceLimitStatus>): object {
  return encodeBySerial(statuses, ({ percent, maxPowerW, status }) => ({
    limit_relative: printedFloat(percent ?? 0),
    max_power: maxPowerW ?? 0,
    limit_set_status: encodeOrderStatus(status),
  }));
}

/**
 * The body of `POST /api/limit/config`. Fractions are cut off where a device takes none, and no value is made larger or
 * smaller than it is: a device refuses with 5002 what it does not take.
 */
export function encodeLimitOrder(
  { serial, command }: LimitOrder,
  numbers: Exclude<LimitTypeNumbers, 'unknown'>,
  { limitFractions }: { readonly limitFractions: boolean },
): object {
  return {
    serial,
    limit_value: limitFractions ? command.value : Math.trunc(command.value),
    limit_type: limitTypeNumber(command, numbers),
  };
}

/** Reads a body of `POST /api/limit/config` in either numbering; undefined where it is no order. */
export function decodeLimitOrder(body: unknown): LimitOrder | undefined {
  const object = objectIn(body);
  const serial = serialIn(valueIn(object, 'serial'));
  const value = numberIn(valueIn(object, 'limit_value'));
  const kind = parseLimitType(valueIn(object, 'limit_type'));
  if (serial === undefined || value === undefined || kind === undefined) return undefined;
  return { serial, command: { ...kind, value } };
}
