import type { CommandStatus } from '@heliograph/contract';

/** An order to hold a limit: whole percent when relative, else whole watts. */
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
 * What is known of an order. The gateway has accepted each of them; that alone says nothing about the inverter.
 *
 * - `waiting`: the inverter has not confirmed it yet
 * - `failed`: it did not answer; the gateway sends the order again at its next turn
 * - `unknown`: the gateway did not answer, or with a word that says nothing
 * - `accepted`: the inverter has taken it, but what limit it holds now is not known yet
 * - `settling`: the inverter has taken a switching; nothing measured since shows that it does so
 * - `contradicted`: long after it has taken a switching it is measured doing the opposite
 * - `unread`: the gateway may have forgotten the order; the limit, once it is read, will tell
 * - `unclear`: the gateway may have forgotten the order, and nothing will ever tell
 * - `different`: the inverter holds another limit
 * - `removed`: the gateway knows no such inverter any more
 * - `confirmed`: the inverter has it, and does it; of a restart only that the inverter has taken it
 */
export type OrderPhase =
  | 'waiting'
  | 'failed'
  | 'unknown'
  | 'accepted'
  | 'settling'
  | 'contradicted'
  | 'unread'
  | 'unclear'
  | 'different'
  | 'removed'
  | 'confirmed';

/** An order that the gateway accepted, and what became of it as far as is known. */
export interface PendingOrder {
  /** Tells orders apart; a newer one has a higher number. */
  readonly id: number;
  readonly serial: string;
  /** What the inverter is called. */
  readonly name: string;
  readonly order: Order;
  /** In the clock's elapsed milliseconds. */
  readonly placedAtMs: number;
  readonly phase: OrderPhase;
  /** The limit that the inverter reports, percent; undefined while it is not known. */
  readonly reportedPercent: number | undefined;
  /** The gateway was out of sight since the order was placed: it may have been restarted and have forgotten it. */
  readonly hadGap: boolean;
  /** When the gateway was first known to say Ok and has not said anything else since, in the clock's elapsed ms. */
  readonly okAtMs: number | undefined;
}

/** What the gateway says of the newest order to an inverter. */
export interface ReportedStatus {
  readonly status: CommandStatus;
  /** Percent; 0 while it is not known, and for a switching. */
  readonly limitPercent: number;
  /** Watts; 0 while it is not known, and for a switching. */
  readonly maxPowerW: number;
}

export type OrderInput =
  | { readonly type: 'answered'; readonly atMs: number; readonly reported: ReportedStatus | undefined }
  /** `atMs`: the earliest moment at which it may have been measured, in the clock's elapsed milliseconds. */
  | { readonly type: 'measured'; readonly atMs: number; readonly isProducing: boolean }
  | { readonly type: 'unanswered' }
  | { readonly type: 'out-of-sight' };

/** Both sides count in tenths of a percent; the wire's 32-bit floats are a little off. */
const FLOAT_SLACK_PERCENT = 0.01;
/** The gateway cuts a limit in watts to a tenth of a percent; the inverter may have rounded it instead. */
const ABSOLUTE_TOLERANCE_PERCENT = 0.1;

/** An inverter stops and starts within seconds and is asked every few; after this the opposite is no delay. */
const SETTLES_WITHIN_MS = 60_000;

/**
 * The rules of an order, without any I/O.
 *
 *   placed ──> waiting <──> failed            the gateway repeats by itself
 *                 │  Ok
 *                 ├── limit known and as ordered ────────> confirmed
 *                 ├── limit known, another ──────────────> different
 *                 ├── limit not known yet ───────────────> accepted, or unread after a gap
 *                 ├── a restart ─────────────────────────> confirmed, or unclear after a gap
 *                 └── on or off ─────────────────────────> settling, or unclear after a gap
 *                       measured since, as ordered ──────> confirmed
 *                       measured a minute after, not ────> contradicted
 *
 * Ok is what the gateway says of the newest order to the inverter, whoever gave it, and a restarted gateway, which has
 * forgotten its orders, says it of each: the word alone proves nothing. A limit is judged by its value, a switching by
 * whether the inverter produces. Source: docs/reference/original-device.md#orders.
 */
export function stepOrder(pending: PendingOrder, input: OrderInput): PendingOrder {
  if (!isOpen(pending)) return pending;
  switch (input.type) {
    case 'out-of-sight':
      return { ...pending, hadGap: true };
    case 'unanswered':
      return { ...pending, phase: 'unknown', hadGap: true };
    case 'measured':
      return pending.phase === 'settling' ? measured(pending, input) : pending;
    case 'answered':
      return input.reported === undefined
        ? { ...pending, phase: 'removed' }
        : reportedTo(pending, input.reported, input.atMs);
  }
}

function measured(
  pending: PendingOrder,
  { atMs, isProducing }: Extract<OrderInput, { type: 'measured' }>,
): PendingOrder {
  const { order, okAtMs } = pending;
  if (order.kind !== 'power' || okAtMs === undefined || atMs <= okAtMs) return pending;
  if (isProducing === (order.action === 'on')) return { ...pending, phase: 'confirmed' };
  return atMs - okAtMs >= SETTLES_WITHIN_MS ? { ...pending, phase: 'contradicted' } : pending;
}

function reportedTo(pending: PendingOrder, reported: ReportedStatus, atMs: number): PendingOrder {
  const { status, limitPercent } = reported;
  const answered = {
    ...pending,
    reportedPercent: limitPercent > 0 ? limitPercent : undefined,
    okAtMs: undefined,
  };
  switch (status) {
    // It remembers an order; after a gap it may be another one than this.
    case 'Pending':
      return { ...answered, phase: 'waiting' };
    case 'Failure':
      return { ...answered, phase: 'failed' };
    case 'Unknown':
      return { ...answered, phase: 'unknown' };
    case 'Ok':
      return { ...answered, phase: phaseWhenOk(pending, reported), okAtMs: pending.okAtMs ?? atMs };
  }
}

function phaseWhenOk({ order, hadGap }: PendingOrder, reported: ReportedStatus): OrderPhase {
  if (order.kind === 'power') {
    if (hadGap) return 'unclear';
    return order.action === 'restart' ? 'confirmed' : 'settling';
  }
  const isHeld = holds(order, reported);
  if (isHeld === undefined) return hadGap ? 'unread' : 'accepted';
  if (!isHeld) return 'different';
  // The limit is the ordered one; whether it outlasts a night cannot be seen from it.
  return order.isPersistent && hadGap ? 'unclear' : 'confirmed';
}

/** Whether the reported limit is the ordered one; undefined while that cannot be said. */
function holds(order: LimitOrder, { limitPercent, maxPowerW }: ReportedStatus): boolean | undefined {
  if (limitPercent === 0) return undefined;
  if (order.isRelative) return Math.abs(limitPercent - order.value) <= FLOAT_SLACK_PERCENT;
  if (maxPowerW === 0) return undefined;
  const orderedPercent = Math.floor((order.value / maxPowerW) * 1000) / 10;
  return Math.abs(limitPercent - orderedPercent) <= ABSOLUTE_TOLERANCE_PERCENT + FLOAT_SLACK_PERCENT;
}

/** Whether asking again may still tell something. */
export function isOpen({ phase }: PendingOrder): boolean {
  return !['confirmed', 'contradicted', 'different', 'removed', 'unclear'].includes(phase);
}

/** Whether the user may put it away; what still waits goes by itself. */
export function isDismissible({ phase }: PendingOrder): boolean {
  return phase !== 'waiting' && phase !== 'confirmed';
}

/** A new order takes the place of an older one of the same kind to the same inverter. */
export function withOrder(orders: readonly PendingOrder[], placed: PendingOrder): readonly PendingOrder[] {
  const isReplaced = ({ serial, order }: PendingOrder) =>
    serial === placed.serial && order.kind === placed.order.kind;
  return [...orders.filter((pending) => !isReplaced(pending)), placed];
}

const SOON_MS = 1000;
const LATER_MS = 5000;
/** An order that takes longer than this has met an inverter that is asleep or out of reach. */
const SOON_FOR_MS = 30_000;

/** How long to wait before asking for these orders again; undefined when there is nothing left to ask. */
export function askAgainAfterMs(orders: readonly PendingOrder[], nowMs: number): number | undefined {
  const open = orders.filter(isOpen);
  if (open.length === 0) return undefined;
  const isPressing = ({ phase, placedAtMs }: PendingOrder) =>
    (phase === 'waiting' || phase === 'unknown') && nowMs - placedAtMs < SOON_FOR_MS;
  return open.some(isPressing) ? SOON_MS : LATER_MS;
}
