import {
  type Order as GatewayOrder,
  ORDER_REFUSALS,
  type OrderStep,
  readOrders,
  toldLimit,
} from '@heliograph/contract';
import { useState } from 'react';
import { useLinkSnapshot, useUnixMs } from '../../../shared/api/services.ts';
import { useEndpoint } from '../../../shared/api/use-endpoint.ts';
import type { Formats } from '../../../shared/i18n/format.ts';
import { useI18n, useTexts } from '../../../shared/i18n/i18n-context.ts';
import type { Texts } from '../../../shared/i18n/texts.ts';
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

/** Who gave an order, and what became of it, with the gateway's times. */
function OrderTimeLine({ order }: { readonly order: GatewayOrder }) {
  const { format } = useI18n();
  const { control, gateway } = useTexts('control', 'gateway');
  const nowMs = useUnixMs();
  const texts = gateway.orders;
  const what = orderText(control, format, actionOf(order));
  return (
    <div className={styles.line}>
      <p className={styles.what}>{withGiver(texts, what, order.by)}</p>
      <ol className={styles.steps} aria-label={texts.timeLine(what)}>
        {order.steps.map((step) => (
          <li key={`${step.state} ${step.at}`} className={styles.step}>
            <span>{stepText(texts, format, step)}</span>
            {isTimeKnown(step) && (
              <time dateTime={new Date(step.at * 1000).toISOString()}>
                {timeText(format, step.at * 1000, nowMs)}
              </time>
            )}
          </li>
        ))}
      </ol>
      {!order.steps.every(isTimeKnown) && <p className={styles.note}>{texts.noTime}</p>}
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

function stepText({ steps, ...texts }: Texts['gateway']['orders'], format: Formats, step: OrderStep): string {
  const { state, reason } = step;
  const percent = toldLimit(step);
  if (state === 'expired') return steps[reason === 'inverter-removed' ? reason : 'gateway-restarted'];
  const refusal = state === 'refused' && ORDER_REFUSALS.find((known) => known === reason);
  if (refusal) return texts.stepNotCarriedOut(texts.refusals[refusal]);
  if (percent === undefined) return steps[state];
  const measured = format.percentTenths(percent);
  return state === 'contradicted' ? texts.measuredOther(measured) : texts.measured(measured);
}

/** A clock that was never set counts from 1970. Source: docs/reference/original-device.md#time. */
const CLOCK_SET_FROM_S = Date.UTC(2017, 0, 1) / 1000;

function isTimeKnown({ at }: OrderStep): boolean {
  return at >= CLOCK_SET_FROM_S;
}

/** To the second; with the date where that is not today's. */
function timeText(format: Formats, unixMs: number, nowMs: number): string {
  if (format.day(unixMs) !== format.day(nowMs)) return format.dateTime(unixMs);
  const toTheSecond = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
  return new Intl.DateTimeFormat(format.tag, toTheSecond).format(unixMs);
}
