import type { CommandStatus, Order, OrderStep } from '@heliograph/contract';
import { type Answer, noAnswer, postedData, SAVED } from './answer.ts';
import { jsonResponse } from './test-services.ts';

export interface WireLimit {
  limit_relative: number;
  max_power: number;
  limit_set_status: CommandStatus;
  limit_state?: 'known' | 'expected' | 'unknown';
}

export interface PostedOrder {
  readonly path: string;
  readonly data: unknown;
}

/** As the order of a limit of 80 % by HTTP stands in the list; `changes` replaces keys. */
export function wireOrder(changes: Partial<Order> = {}): Order {
  const { state = 'asked' } = changes;
  const limit = { kind: 'limit', value: 80, relative: true, persistent: false } as const;
  const steps = [{ state, at: 1_790_000_000 }];
  return { id: 'a-1', serial: '114172220143', ...limit, way: 'http', by: 'admin', state, steps, ...changes };
}

/** The order that a POST gives. */
function orderIn(id: string, path: string, data: Record<string, unknown>): Order {
  const serial = String(data.serial);
  const common = {
    id,
    serial,
    way: 'http',
    by: 'admin',
    state: 'asked',
    steps: [{ state: 'asked', at: 1_790_000_000 }],
  } as const;
  if (path.includes('power')) {
    return {
      ...common,
      kind: 'power',
      power: data.restart === true ? 'restart' : data.power === true ? 'on' : 'off',
    };
  }
  const type = Number(data.limit_type);
  return {
    ...common,
    ...{
      kind: 'limit',
      value: Number(data.limit_value),
      relative: type % 256 === 1,
      persistent: type >= 256,
    },
  };
}

const ORDERS_TO = '/api/orders?inv=';

/** The part of a gateway that takes orders, in the hands of a test. */
export function createControlGateway(...serials: readonly string[]) {
  const limits = new Map<string, WireLimit>();
  const powers = new Map<string, CommandStatus>();
  for (const serial of serials) {
    limits.set(serial, { limit_relative: 100, max_power: 800, limit_set_status: 'Ok' });
    powers.set(serial, 'Ok');
  }
  const ordersTo = (serial: string) =>
    limits.has(serial)
      ? jsonResponse({ orders: gateway.orders.filter((order) => order.serial === serial) })
      : new Response('', { status: 404 });
  const take = (order: Order) => {
    const isReplaced = ({ serial, kind, state }: Order) =>
      serial === order.serial && kind === order.kind && state !== 'measured';
    const older = gateway.orders.map((each) =>
      isReplaced(each) ? { ...each, state: 'replaced' as const } : each,
    );
    gateway.orders = [order, ...older];
  };
  const gateway = {
    posts: [] as PostedOrder[],
    /** How often each path was asked for. */
    requests: new Map<string, number>(),
    isReachable: true,
    answerPost: (() => jsonResponse(SAVED)) as Answer,
    /** Instead of the status of the limits. */
    answerLimits: undefined as Answer | undefined,
    /** Instead of the status of the switchings. */
    answerPowers: undefined as Answer | undefined,
    limits,
    powers,
    /** Permanent limits that each inverter has taken. */
    permanentCount: 0,
    /** The list of all orders, the newest first. Who posts one finds it there. */
    orders: [] as readonly Order[],
    /** What comes of the newest order of a kind. */
    step(kind: Order['kind'], ...steps: readonly (Pick<OrderStep, 'state'> & Partial<OrderStep>)[]): void {
      const newest = gateway.orders.find((order) => order.kind === kind);
      if (newest === undefined) throw new Error(`no order of ${kind}`);
      const added = steps.map((step, index) => ({ at: 1_790_000_001 + index, ...step }));
      const { state } = added.at(-1) ?? newest;
      const next = { ...newest, state, steps: [...newest.steps, ...added] };
      gateway.orders = gateway.orders.map((order) => (order === newest ? next : order));
    },
    setLimit(serial: string, changes: Partial<WireLimit>): void {
      const limit = limits.get(serial);
      if (limit === undefined) throw new Error(`no inverter ${serial}`);
      limits.set(serial, { ...limit, ...changes });
    },
    async fetch(path: string, init: RequestInit): Promise<Response> {
      gateway.requests.set(path, (gateway.requests.get(path) ?? 0) + 1);
      if (!gateway.isReachable) return noAnswer();
      if (init.method === 'POST') {
        gateway.posts.push({ path, data: postedData(init) });
        take(orderIn(`a-${gateway.posts.length}`, path, postedData(init)));
        return gateway.answerPost();
      }
      if (path === '/api/limit/status') {
        return gateway.answerLimits?.() ?? jsonResponse(Object.fromEntries(limits));
      }
      if (path === '/api/power/status') {
        const states = [...powers].map(([serial, state]) => [serial, { power_set_status: state }]);
        return gateway.answerPowers?.() ?? jsonResponse(Object.fromEntries(states));
      }
      if (path === '/api/heliograph/limits') {
        const { permanentCount: permanent_count } = gateway;
        return jsonResponse({ inverters: serials.map((serial) => ({ serial, permanent_count })) });
      }
      if (path.startsWith(ORDERS_TO)) return ordersTo(path.slice(ORDERS_TO.length));
      throw new TypeError(`nothing at ${path} in this test`);
    },
  };
  return gateway;
}
