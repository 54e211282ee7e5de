import type { ReadersEndpoint } from './endpoint.ts';
import { isNumber, isRecord } from './unknown-values.ts';

/**
 * What has become of an order. `asked`: the gateway has taken it. `waiting`: the inverter does not answer,
 * and gets the order when it does. `sent`: the inverter may have heard it. `unanswered`:
 * nothing came back, it is sent again. `acknowledged`: the inverter has taken it. `measured`: what was measured since
 * shows that it does so. `contradicted`: it shows that it does something else. `unmeasured`: nothing measured for long since
 * can show whether it does, or it is a permanent limit under a newer one that is not, or the gateway was restarted since the inverter
 * took it. `refused`: it will not. `replaced`: a newer order took its place. `expired`: nobody will carry it
 * out any more.
 */
export const ORDER_STATES = [
  'asked',
  'waiting',
  'sent',
  'unanswered',
  'acknowledged',
  'measured',
  'contradicted',
  'unmeasured',
  'refused',
  'replaced',
  'expired',
] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/**
 * Why an order expired: the inverter was removed, or the gateway was restarted before it was confirmed, or it waited for the inverter
 * until nobody wanted it any more.
 */
export const ORDER_EXPIRIES = ['inverter-removed', 'gateway-restarted', 'not-wanted'] as const;
export type OrderExpiry = (typeof ORDER_EXPIRIES)[number];

/**
 * Why an order was refused without an inverter having heard of it: its device does not accept the gateway's password, or sends
 * the gateway to another address. `upstream`: so it went between another gateway, which had the order from this one, and the device
 * behind that. `held`: somebody of a higher rank holds the limit.
 */
export const ORDER_REFUSALS = [
  'device-login',
  'device-redirect',
  'upstream-login',
  'upstream-redirect',
  'held',
] as const;
export type OrderRefusal = (typeof ORDER_REFUSALS)[number];

/**
 * By which way an order came: over HTTP, over MQTT, or from the gateway itself: a row of the schedule, the rule by the meter, the
 * fall back to what is safe, a cap of a group, a limit that has ended; or over Modbus.
 */
export const ORDER_WAYS = [
  'http',
  'mqtt',
  'schedule',
  'rule',
  'fail-safe',
  'cap',
  'expiry',
  'modbus',
] as const;
export type OrderWay = (typeof ORDER_WAYS)[number];

/** One entry in the time line of an order. */
export interface OrderStep {
  readonly state: OrderState;
  /** Unix time in seconds, to the millisecond. */
  readonly at: number;
  /** The limit that the inverter told, in percent; only with `measured` and `contradicted`, where it was that. */
  readonly limit_relative?: number;
  /** With `expired`; with `refused` only where the device, and not the order, stood in the way. */
  readonly reason?: OrderExpiry | OrderRefusal;
}

/** An order to one inverter. Never from an original device. */
export interface Order {
  readonly id: string;
  readonly serial: string;
  readonly kind: 'limit' | 'power';
  /** Percent where `relative`, else watts; only of a limit, as the two that follow. */
  readonly value?: number;
  readonly relative?: boolean;
  /** The inverter keeps it over a night. */
  readonly persistent?: boolean;
  /** Only of a switching. */
  readonly power?: 'on' | 'off' | 'restart';
  /** By which way it came. */
  readonly way: OrderWay;
  /** Who gave it: the account whose page of the gateway it was, `api` for a program over HTTP, `mqtt` for one over MQTT. */
  readonly by: string;
  /** The last of `steps`. */
  readonly state: OrderState;
  /** The oldest first. */
  readonly steps: readonly OrderStep[];
}

/** The newest order first; of those that are over only the last few hundred. */
export interface OrderList {
  readonly orders: readonly Order[];
}

/** Reads orders as they stand in `orders` of a list or of live data; what makes no sense is left out. */
export function readOrders(value: unknown): readonly Order[] {
  return Array.isArray(value) ? value.filter(isOrder) : [];
}

function isOrder(value: unknown): value is Order {
  if (!isRecord(value)) return false;
  const { id, serial, kind, state, steps, power } = value;
  const isAction =
    kind === 'limit'
      ? isNumber(value.value) && typeof value.relative === 'boolean' && typeof value.persistent === 'boolean'
      : kind === 'power' && ['on', 'off', 'restart'].some((known) => known === power);
  return (
    typeof id === 'string' &&
    typeof serial === 'string' &&
    isAction &&
    isState(state) &&
    Array.isArray(steps) &&
    steps.every((step) => isRecord(step) && isState(step.state) && isNumber(step.at))
  );
}

function isState(value: unknown): boolean {
  return ORDER_STATES.some((state) => state === value);
}

/** The limit that the inverter told at a step, in percent; undefined where it was not about that. */
export function toldLimit({ limit_relative: percent }: OrderStep): number | undefined {
  return percent;
}

function readOrderList(value: unknown): OrderList | undefined {
  return isRecord(value) && Array.isArray(value.orders) ? { orders: readOrders(value.orders) } : undefined;
}

/**
 * The orders that the gateway has in mind, or with `inv` those to that inverter. With `from` and `to`, unix times in seconds, those
 * that were asked for in that time, as the history keeps them, a thousand at most: what people have ordered for ever, what the
 * gateway itself has ordered as long as it keeps every reading.
 */
export const getOrders: ReadersEndpoint<OrderList, OrderList, never, 'inv' | 'from' | 'to'> = {
  method: 'GET',
  path: '/api/orders',
  access: 'readonly',
  query: [],
  optionalQuery: ['inv', 'from', 'to'],
  read: readOrderList,
};
