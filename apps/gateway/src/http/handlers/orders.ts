import { ADMIN_USER_NAME, type ApiResult, type Caller, type Handlers, result } from '@heliograph/contract';
import type { OrderOrigin } from '@heliograph/domain';
import { orderFacts } from '../../encoding/order-facts.ts';
import type { Fleet } from '../../fleet/fleet.ts';
import type { Orders } from '../../fleet/order-book.ts';
import type { OrderObstacle } from '../../fleet/treatment.ts';
import { askedInverter } from './by-serial.ts';

/** Whoever may order over HTTP has the admin's login: the admin at a page of ours, or a program that was given it. */
export function httpOrigin({ isPage }: Pick<Caller, 'isPage'>): OrderOrigin {
  return { way: 'http', by: isPage ? ADMIN_USER_NAME : 'api' };
}

/** The answer to an order for an inverter whose owner wants it to take none now. */
export function ordersOff(obstacle: OrderObstacle): ApiResult {
  return result(obstacle === 'orders-off' ? 'OrdersOff' : 'OrdersOffAtNight');
}

/** What became of orders, whoever gave them. */
export function createOrderHandlers(fleet: Fleet, orders: Pick<Orders, 'all'>): Pick<Handlers, 'getOrders'> {
  return {
    getOrders: (_, { inv }) => {
      const serial = inv === undefined ? undefined : askedInverter(fleet, inv).serial;
      const asked = orders.all().filter((order) => serial === undefined || order.serial === serial);
      return { orders: asked.map(orderFacts) };
    },
  };
}
