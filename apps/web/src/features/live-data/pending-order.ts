import type { OrderRefusal, OrderWay } from '@heliograph/contract';

/** An order to hold a limit, in percent when relative, else in watts. The dialog orders whole ones; programs also tenths. */
export interface LimitOrder {
  readonly kind: 'limit';
  readonly value: number;
  readonly isRelative: boolean;
  readonly isPersistent: boolean;
}

/** An order to switch. */
export interface PowerOrder {
  readonly kind: 'power';
  readonly action: 'on' | 'off' | 'restart';
}

export type Order = LimitOrder | PowerOrder;

/**
 * What is known of an order that the gateway has accepted; that alone says nothing about the inverter.
 *
 * - `waiting`: the inverter has not confirmed it yet
 * - `failed`: it did not answer; the gateway sends the order again at its next turn
 * - `accepted`: the inverter has taken it, but what limit it holds now is not known yet
 * - `settling`: the inverter has taken a switching; nothing measured since shows that it does so
 * - `contradicted`: long after it has taken a switching it is measured doing the opposite
 * - `different`: the inverter holds another limit
 * - `removed`: the gateway knows no such inverter any more
 * - `confirmed`: the inverter has it, and does it; of a restart only that the inverter has taken it
 *
 * Only our gateway, which keeps its orders, tells of
 *
 * - `refused`: the device that has the inverter will not do it, or does not let us in
 * - `unmeasured`: the inverter has taken it long ago, and nothing measured can show whether it keeps to it
 * - `forgotten`: the gateway was restarted before the inverter had confirmed it; nobody sends it any more
 *
 * and only of an original device, which does not, there can be
 *
 * - `unknown`: the gateway did not answer, or with a word that says nothing
 * - `unread`: the gateway may have forgotten the order; the limit, once it is read, will tell
 * - `unclear`: the gateway may have forgotten the order, and nothing will ever tell
 */
export type OrderPhase =
  | 'waiting'
  | 'failed'
  | 'accepted'
  | 'settling'
  | 'contradicted'
  | 'different'
  | 'removed'
  | 'confirmed'
  | 'refused'
  | 'unmeasured'
  | 'forgotten'
  | 'unknown'
  | 'unread'
  | 'unclear';

/** An order that the gateway accepted, and what became of it as far as is known. */
export interface PendingOrder {
  /** Tells orders apart. */
  readonly id: number | string;
  readonly serial: string;
  /** What the inverter is called; of an order that was not given on this page, its serial number. */
  readonly name: string;
  readonly order: Order;
  readonly phase: OrderPhase;
  /** The limit that the inverter reports, percent; undefined while it is not known. */
  readonly reportedPercent: number | undefined;
  /** Who gave it, as the gateway's list says; undefined where it was given on this page. */
  readonly by?: string | undefined;
  /** By which way it came; undefined where no gateway of ours told it. */
  readonly way?: OrderWay | undefined;
  /** Why it was refused, where that was not about the order itself. */
  readonly refusal?: OrderRefusal | undefined;
}

/** The inverter holds something else than was ordered, or nobody will ever know: what it says counts again. */
const OVERTAKEN: readonly OrderPhase[] = [
  'contradicted',
  'different',
  'unclear',
  'removed',
  ...(__FOR_DEVICE__ ? [] : (['refused', 'unmeasured', 'forgotten'] as const)),
];

/** Whether asking again may still tell something. */
export function isOpen({ phase }: Pick<PendingOrder, 'phase'>): boolean {
  return phase !== 'confirmed' && !OVERTAKEN.includes(phase);
}

/**
 * Whether what the live data show may be over any moment. A switching is confirmed by what they show; they may still show
 * the limit of before one that is.
 */
export function isUnsettled(pending: PendingOrder): boolean {
  return isOpen(pending) || (pending.order.kind === 'limit' && pending.phase === 'confirmed');
}

/** Whether the user may put it away; what still waits goes by itself. */
export function isDismissible({ phase }: Pick<PendingOrder, 'phase'>): boolean {
  return phase !== 'waiting' && phase !== 'confirmed';
}

/** An order that is confirmed at once still has to be seen for so long. */
export const SHOWN_FOR_MS = 900;

const SOON_MS = 1000;
const LATER_MS = 5000;
/** An order that takes longer than this has met an inverter that is asleep or out of reach. */
const SOON_FOR_MS = 30_000;

/** An order that was given on this page. `placedAtMs`: when, in the clock's elapsed milliseconds. */
type Placed = Pick<PendingOrder, 'phase'> & { readonly placedAtMs: number };

/** How long to wait before asking for these orders again; undefined when there is nothing left to ask. */
export function askAgainAfterMs(orders: readonly Placed[], nowMs: number): number | undefined {
  const open = orders.filter(isOpen);
  if (open.length === 0) return undefined;
  const isPressing = ({ phase, placedAtMs }: Placed) =>
    (phase === 'waiting' || phase === 'unknown') && nowMs - placedAtMs < SOON_FOR_MS;
  return open.some(isPressing) ? SOON_MS : LATER_MS;
}
