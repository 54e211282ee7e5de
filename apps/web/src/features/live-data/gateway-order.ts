import {
  type AnyEndpoint,
  type Order as GatewayOrder,
  getOrders,
  ORDER_REFUSALS,
  type OrderList,
  type OrderRefusal,
  type OrderState,
  type OrderStep,
  toldLimit,
} from '@heliograph/contract';
import type { Order, OrderPhase } from './pending-order.ts';

/** What is known of the limit of an inverter. */
export interface ToldLimit {
  /** Undefined while it is not known. */
  readonly percent: number | undefined;
  /** It may be another one by now. */
  readonly isInDoubt: boolean;
  /** Of the inverter; undefined while it is not known. */
  readonly maxPowerW: number | undefined;
}

/** All orders to one inverter. */
export const getOrdersTo: AnyEndpoint<OrderList, OrderList, undefined, 'inv'> = {
  method: getOrders.method,
  path: getOrders.path,
  access: getOrders.access,
  query: ['inv'],
  read: getOrders.read,
};

/** What was ordered. */
export function actionOf({ kind, power = 'on', ...limit }: GatewayOrder): Order {
  if (kind === 'power') return { kind, action: power };
  const { value = 0, relative = true, persistent = false } = limit;
  return { kind, value, isRelative: relative, isPersistent: persistent };
}

/** Whether both order the same of the same inverter. */
export function isSameOrder(one: GatewayOrder, other: GatewayOrder): boolean {
  return one.serial === other.serial && JSON.stringify(actionOf(one)) === JSON.stringify(actionOf(other));
}

/** An order from this page that the gateway has only just accepted, as its list will have it under another number. */
export function freshOrder(id: string, serial: string, order: Order): GatewayOrder {
  const fresh = { id, serial, way: 'http', by: '', state: 'asked', steps: [] } as const;
  if (order.kind === 'power') return { ...fresh, kind: order.kind, power: order.action };
  const { kind, value, isRelative, isPersistent } = order;
  return { ...fresh, kind, value, relative: isRelative, persistent: isPersistent };
}

/**
 * Orders of a group take the place of each other. A restart, which does more than to switch, stands for itself. Source:
 * docs/decisions/0043-the-gateway-owns-the-orders.md.
 */
function groupOf({ serial, kind, power }: GatewayOrder): string {
  return `${serial} ${power === 'restart' ? power : kind}`;
}

const OPEN_STATES: readonly OrderState[] = ['asked', 'sent', 'unanswered', 'acknowledged'];

/** Whether the gateway still follows an order. */
export function isFollowed({ state }: GatewayOrder): boolean {
  return OPEN_STATES.includes(state);
}

/** What is shown of an order of the gateway's list; undefined: it is over without a word. */
export function phaseOf(order: GatewayOrder, limit: ToldLimit | undefined): OrderPhase | undefined {
  switch (order.state) {
    case 'asked':
    case 'sent':
      return 'waiting';
    case 'unanswered':
      return 'failed';
    case 'acknowledged':
      return phaseWhenTaken(actionOf(order), limit);
    case 'measured':
      return 'confirmed';
    case 'contradicted':
      return order.kind === 'limit' ? 'different' : 'contradicted';
    case 'unmeasured':
      return order.power === 'restart' ? 'confirmed' : 'unmeasured';
    case 'refused':
      return 'refused';
    case 'waiting':
    case 'replaced':
      return undefined;
    case 'expired':
      return phaseWhenExpired(order.steps.at(-1)?.reason);
  }
}

function phaseWhenExpired(reason: OrderStep['reason']): OrderPhase | undefined {
  if (reason === 'not-wanted') return undefined;
  return reason === 'inverter-removed' ? 'removed' : 'forgotten';
}

/** Of a restart nothing more need be known; what a limit leads to is known as soon as live data or the inverter tell it. */
function phaseWhenTaken(order: Order, limit: ToldLimit | undefined): OrderPhase {
  if (order.kind === 'power') return order.action === 'restart' ? 'confirmed' : 'settling';
  return holds(order, limit) ? 'confirmed' : 'accepted';
}

/** Inverters keep a limit in tenths of a percent, cut or rounded, and tell it in single precision. */
const TOLERANCE_PERCENT = 0.11;

function holds(order: Order, limit: ToldLimit | undefined): boolean {
  if (order.kind !== 'limit' || limit?.percent === undefined || limit.isInDoubt) return false;
  const { value, isRelative } = order;
  const { percent, maxPowerW = 0 } = limit;
  if (isRelative) return Math.abs(percent - value) <= TOLERANCE_PERCENT;
  if (maxPowerW <= 0) return false;
  return Math.abs(percent - Math.min(100, (value / maxPowerW) * 100)) <= TOLERANCE_PERCENT;
}

/** The limit that the inverter told when it was judged, in percent. */
export function toldPercent({ steps }: GatewayOrder): number | undefined {
  return steps.map(toldLimit).findLast((percent) => percent !== undefined);
}

/** Why an order was refused, where the device, and not the order, stood in the way. */
export function refusalOf({ steps }: GatewayOrder): OrderRefusal | undefined {
  const { state, reason } = steps.at(-1) ?? {};
  return state === 'refused' ? ORDER_REFUSALS.find((known) => known === reason) : undefined;
}

/** A program that orders every few seconds need not be answered each time; so long without an answer is trouble. */
const TROUBLE_AFTER_MS = 10_000;

/** Whether a person should know of an order that a program gave. `silentForMs`: it is known so long to be unanswered. */
export function isInTrouble({ state, steps }: GatewayOrder, silentForMs: number): boolean {
  if (state !== 'unanswered') return state === 'contradicted' || state === 'refused';
  const atS = (name: OrderState) => steps.findLast((step) => step.state === name)?.at;
  const lastAtS = atS('unanswered') ?? 0;
  const repeatedForMs = (lastAtS - (atS('sent') ?? atS('asked') ?? lastAtS)) * 1000;
  return Math.max(repeatedForMs, silentForMs) > TROUBLE_AFTER_MS;
}

/** The newest of each group, of a list that has the newest first. */
export function newestOfGroups(orders: readonly GatewayOrder[]): readonly GatewayOrder[] {
  const newest = new Map<string, GatewayOrder>();
  for (const order of orders) {
    const group = groupOf(order);
    if (!newest.has(group)) newest.set(group, order);
  }
  return [...newest.values()];
}
