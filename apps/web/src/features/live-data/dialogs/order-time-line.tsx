import { type Order as GatewayOrder, readOrders } from '@heliograph/contract';
import { useState } from 'react';
import { useLinkSnapshot } from '../../../shared/api/services.ts';
import { useEndpoint } from '../../../shared/api/use-endpoint.ts';
import { useI18n, useTexts } from '../../../shared/i18n/i18n-context.ts';
import { OrderSteps } from '../../../shared/page/order-steps.tsx';
import { actionOf, getOrdersTo } from '../gateway-order.ts';
import type { Order } from '../pending-order.ts';
import { orderText, withGiver } from '../pending-order-text.ts';
import { OrderStatus, type OrderStatusProps } from './order-status.tsx';
import styles from './order-time-line.module.css';

interface OrderOutcomeProps extends Omit<OrderStatusProps, 'isRefused'> {
  readonly serial: string;
  readonly kind: Order['kind'];
}

/** What became of the last order of a kind to an inverter, as a status and step by step where our gateway has kept it. */
export function OrderOutcome({ serial, kind, ...status }: OrderOutcomeProps) {
  const order = useLastOrder(serial, kind);
  return (
    <>
      <OrderStatus {...status} isRefused={order?.state === 'refused'} />
      {order !== undefined && <OrderTimeLine order={order} />}
    </>
  );
}

/** Who gave an order, and what became of it. */
function OrderTimeLine({ order }: { readonly order: GatewayOrder }) {
  const { format } = useI18n();
  const { control, limits } = useTexts('control', 'limits');
  const what = orderText(control, format, actionOf(order));
  return (
    <div className={styles.line}>
      <p className={styles.what}>{withGiver(limits.orders, what, order)}</p>
      <OrderSteps order={order} label={limits.orders.timeLine(what)} />
    </div>
  );
}

/**
 * Live data have it while it is open, and just after. The list of all orders, which may be long, is asked for once, for one
 * from before: a newer one comes with the live data.
 */
function useLastOrder(serial: string, kind: Order['kind']) {
  const { live } = useLinkSnapshot();
  const { answer } = useEndpoint(getOrdersTo, { inv: serial });
  const isIt = (order: { readonly serial: string; readonly kind: string }) =>
    order.serial === serial && order.kind === kind;
  const current = readOrders(live?.orders).find(isIt);
  const [seen, setSeen] = useState({ live, order: current });
  // Kept when the live data tell of it no more.
  if (seen.live !== live) setSeen({ live, order: current ?? seen.order });
  return current ?? seen.order ?? answer?.orders.find(isIt);
}
