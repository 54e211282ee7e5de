import { ADMIN_USER_NAME, type ApiResult, type Caller, type Handlers, result } from '@heliograph/contract';
import { canonicalSerial, type Order, type OrderOrigin } from '@heliograph/domain';
import { orderFacts } from '../../encoding/order-facts.ts';
import type { Fleet } from '../../fleet/fleet.ts';
import type { Orders } from '../../fleet/order-book.ts';
import type { OrderObstacle } from '../../fleet/treatment.ts';
import type { History } from '../../history/start-history.ts';
import { askedInverter } from './by-serial.ts';

/** Somebody at a page of ours, a program that was given a token, or one that was given the password of the admin. */
export function httpOrigin({ isPage, user }: Pick<Caller, 'isPage' | 'user'>): OrderOrigin {
  const name = user?.name ?? ADMIN_USER_NAME;
  return { way: 'http', by: isPage || user?.by === 'token' || name !== ADMIN_USER_NAME ? name : 'api' };
}

/** The answer to an order for an inverter whose owner wants it to take none now. */
export function ordersOff(obstacle: OrderObstacle): ApiResult {
  return result(obstacle === 'orders-off' ? 'OrdersOff' : 'OrdersOffAtNight');
}

export interface OrderHandlerParts {
  readonly fleet: Fleet;
  readonly orders: Pick<Orders, 'all'>;
  readonly history: Pick<History, 'orders'>;
}

const ORDERS_MAX = 1000;

/** What became of orders, whoever gave them. */
export function createOrderHandlers({
  fleet,
  orders,
  history,
}: OrderHandlerParts): Pick<Handlers, 'getOrders'> {
  return {
    async getOrders(_, { inv, from, to }) {
      if (from === undefined && to === undefined) {
        const serial = inv === undefined ? undefined : askedInverter(fleet, inv).serial;
        const asked = orders.all().filter((order) => serial === undefined || order.serial === serial);
        return { orders: asked.map(orderFacts) };
      }
      // Also of one that is not there any more.
      const serial = inv === undefined ? '' : (fleet.find(inv)?.serial ?? canonicalSerial(inv) ?? inv);
      const [fromS, toS] = [secondsOf(from, 0), secondsOf(to, Number.MAX_SAFE_INTEGER)];
      const kept = (await history.orders({ serial, fromS, toS })).map((body): Order => JSON.parse(body));
      const isAsked = ({ steps, serial: of }: Order) => {
        const askedS = (steps[0]?.atMs ?? 0) / 1000;
        return (serial === '' || of === serial) && askedS >= fromS && askedS < toS;
      };
      // What is in mind may have gone on since it was written down.
      const known = new Map(kept.map((order) => [order.id, order]));
      for (const order of orders.all().filter(isAsked)) known.set(order.id, order);
      const askedMs = ({ steps }: Order) => steps[0]?.atMs ?? 0;
      const newest = [...known.values()].sort((one, other) => askedMs(other) - askedMs(one));
      return { orders: newest.slice(0, ORDERS_MAX).map(orderFacts) };
    },
  };
}

function secondsOf(text: string | undefined, otherwise: number): number {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : otherwise;
}
