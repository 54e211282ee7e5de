/** An order to cap the output. */
export interface LimitCommand {
  /** Per cent of the maximum power when `isRelative`, otherwise watts; steps of 0.1. */
  readonly value: number;
  readonly isRelative: boolean;
  /** Kept by the inverter over a night without power. */
  readonly isPersistent: boolean;
}

/**
 * How sure a limit is. `known`: the inverter itself has told it. `expected`: the inverter has taken an order that leads
 * to it. `unknown`: it was never told, or may have changed since.
 */
export type LimitCertainty = 'known' | 'expected' | 'unknown';

/** An order to switch the output; `restart` also resets the yield of the day in the inverter. */
export type PowerCommand = 'on' | 'off' | 'restart';

/** What an inverter is ordered to do. */
export type OrderAction =
  | { readonly kind: 'limit'; readonly command: LimitCommand }
  | { readonly kind: 'power'; readonly command: PowerCommand };

/**
 * By which way an order came. Those behind `mqtt` are the gateway's own: a row of the schedule, the rule by the meter, the fall back
 * to what is safe, a cap of a group, a limit that has ended; `modbus`: an energy manager over Modbus.
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

/** By which way an order came, and who gave it. */
export interface OrderOrigin {
  readonly way: OrderWay;
  /** The account whose page of the gateway it was; `api` for a program over HTTP; otherwise the way, or what is meant by it. */
  readonly by: string;
}

/** Why an order is over although the inverter never confirmed it. `not-wanted`: it was to wait for the inverter, and who wanted it does no more. */
export type OrderExpiry = 'inverter-removed' | 'gateway-restarted' | 'not-wanted';

/**
 * Why a device would not pass an order on, so that no inverter heard of it. `device-login`: it does not accept our password.
 * `device-redirect`: it sends us to another address, and we do not follow. `upstream-login` and `upstream-redirect`: so it went
 * between another gateway, which we gave the order to, and the device behind that. `held`: somebody of a higher rank has the say.
 */
export type OrderRefusal =
  | 'device-login'
  | 'device-redirect'
  | 'upstream-login'
  | 'upstream-redirect'
  | 'held';

/**
 * What became of an order, step by step. `asked`: the gateway has taken it. `waiting`: the inverter does not answer, and gets
 * the order when it does. `sent`: it went out for the first time, so
 * the inverter may have heard it. `unanswered`: nothing came back; it is sent again. `acknowledged`: the inverter has
 * taken it. `measured`: what was measured since shows that the inverter does so. `contradicted`: it shows that it does
 * something else. `unmeasured`: the inverter has told readings for long since, and none of
 * them can show whether it does so, or it is a permanent limit under a newer one that is not, or the gateway was restarted since it was
 * acknowledged. `refused`: the inverter or its device will not do it. `replaced`: a newer order took its place.
 * `expired`: nobody will carry it out any more.
 */
export type OrderStep =
  | {
      readonly step: 'asked' | 'waiting' | 'sent' | 'unanswered' | 'acknowledged' | 'unmeasured' | 'replaced';
      /** Unix milliseconds, as of all steps. */
      readonly atMs: number;
    }
  | {
      readonly step: 'refused';
      readonly atMs: number;
      /** Undefined where the order itself was looked at. */
      readonly reason?: OrderRefusal | undefined;
    }
  | {
      readonly step: 'measured' | 'contradicted';
      readonly atMs: number;
      /** The limit that the inverter has told, in per cent; undefined where its power shows it. */
      readonly limitPercent?: number | undefined;
    }
  | { readonly step: 'expired'; readonly atMs: number; readonly reason: OrderExpiry };

/** One order to one inverter, from when it was given to its end. */
export interface Order {
  readonly id: string;
  /** Of the inverter, canonical. */
  readonly serial: string;
  readonly action: OrderAction;
  readonly origin: OrderOrigin;
  /**
   * In the order in which they came; the first is `asked`. Each keeps its time. Of silences that come again and again there are
   * the first and the last few.
   */
  readonly steps: readonly OrderStep[];
}

const LAST_STEPS: readonly OrderStep['step'][] = [
  'measured',
  'contradicted',
  'unmeasured',
  'refused',
  'replaced',
  'expired',
];

/** The newest step of an order. */
export function orderState({ steps }: Pick<Order, 'steps'>): OrderStep['step'] {
  return steps.at(-1)?.step ?? 'asked';
}

/** Something may still become of it. */
export function isOpenOrder(order: Pick<Order, 'steps'>): boolean {
  return !LAST_STEPS.includes(orderState(order));
}
