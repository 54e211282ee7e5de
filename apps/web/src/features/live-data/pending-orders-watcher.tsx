import { useEffect } from 'react';
import type { Services } from '../../shared/api/services.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { useNotices } from '../../shared/ui/notices.tsx';
import { createFollowedOrders } from './followed-orders.ts';
import { createGatewayOrders } from './gateway-orders.ts';
import { isUnsettled } from './pending-order.ts';
import { PendingOrderChips, PendingOrderMark } from './pending-order-chips.tsx';
import { confirmedSentence } from './pending-order-text.ts';
import type { PendingOrders } from './pending-orders.ts';
import { type KeptOrders, useOrdersPlace } from './pending-orders-place.tsx';

/** Lets the orders be followed on every page, rests while nobody looks, and says what was confirmed. */
function PendingOrdersWatcher() {
  const { store } = useOrdersPlace();
  const { format } = useI18n();
  const { control } = useTexts('control');
  const { announce } = useNotices();

  useEffect(() => store?.start(), [store]);

  useEffect(() => {
    const follow = () => store?.setHidden(document.visibilityState === 'hidden');
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => document.removeEventListener('visibilitychange', follow);
  }, [store]);

  useEffect(
    () => store?.onConfirmed((order) => announce(confirmedSentence(control, format, order))),
    [store, control, format, announce],
  );

  return null;
}

/** What keeps the orders in this build. */
export function createKeptOrders(services: Services): KeptOrders {
  return {
    store: __FOR_DEVICE__ ? createFollowedOrders(services) : createGatewayOrders(services),
    isUnsettled,
    Watcher: PendingOrdersWatcher,
    Chips: PendingOrderChips,
    Mark: PendingOrderMark,
  };
}

/** Hands an order that the gateway has accepted to those who show it until the inverter has confirmed it. */
export function usePlaceOrder(): PendingOrders['place'] {
  const { keep } = useOrdersPlace();
  return (...placed) => keep(createKeptOrders).store.place(...placed);
}
