import type { CommandStatus } from '@heliograph/contract';
import { isOpen, type LimitOrder, type OrderPhase, type PendingOrder } from './pending-order.ts';

/** An order to an inverter of an original device, which keeps none: this page follows it, by what it answers. */
export interface FollowedOrder extends PendingOrder {
  /** A newer one has a higher number. */
  readonly id: number;
  /** In the clock's elapsed milliseconds. */
  readonly placedAtMs: number;
  /** The device was out of sight since the order was placed: it may have been restarted and have forgotten it. */
  readonly hadGap: boolean;
  /** When the device was first known to say Ok and has not said anything else since, in the clock's elapsed ms. */
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
export function stepOrder(pending: FollowedOrder, input: OrderInput): FollowedOrder {
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
  pending: FollowedOrder,
  { atMs, isProducing }: Extract<OrderInput, { type: 'measured' }>,
): FollowedOrder {
  const { order, okAtMs } = pending;
  if (order.kind !== 'power' || okAtMs === undefined || atMs <= okAtMs) return pending;
  if (isProducing === (order.action === 'on')) return { ...pending, phase: 'confirmed' };
  return atMs - okAtMs >= SETTLES_WITHIN_MS ? { ...pending, phase: 'contradicted' } : pending;
}

function reportedTo(pending: FollowedOrder, reported: ReportedStatus, atMs: number): FollowedOrder {
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

function phaseWhenOk({ order, hadGap }: FollowedOrder, reported: ReportedStatus): OrderPhase {
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

/** A new order takes the place of an older one of the same kind to the same inverter. */
export function withOrder(orders: readonly FollowedOrder[], placed: FollowedOrder): readonly FollowedOrder[] {
  const isReplaced = ({ serial, order }: FollowedOrder) =>
    serial === placed.serial && order.kind === placed.order.kind;
  return [...orders.filter((pending) => !isReplaced(pending)), placed];
}
