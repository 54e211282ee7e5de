import { useEffect } from 'react';
import { useServices } from '../../shared/api/services.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { useNotices } from '../../shared/ui/notices.tsx';
import type { Order } from './pending-order.ts';
import { confirmedSentence } from './pending-order-text.ts';
import { createPendingOrders, type PendingOrders } from './pending-orders.ts';
import { useOrdersPlace } from './pending-orders-provider.tsx';

/** Lets the orders be followed on every page, rests while nobody looks, and says what was confirmed. */
function PendingOrdersWatcher({ store }: { readonly store: PendingOrders }) {
  const { format } = useI18n();
  const { control } = useTexts('control');
  const { announce } = useNotices();

  useEffect(() => store.start(), [store]);

  useEffect(() => {
    const follow = () => store.setHidden(document.visibilityState === 'hidden');
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => document.removeEventListener('visibilitychange', follow);
  }, [store]);

  useEffect(
    () => store.onConfirmed((order) => announce(confirmedSentence(control, format, order))),
    [store, control, format, announce],
  );

  return null;
}

/** Hands an order that the gateway has accepted to those who follow it until the inverter has confirmed it. */
export function usePlaceOrder(): (serial: string, name: string, order: Order) => void {
  const services = useServices();
  const { store, keep } = useOrdersPlace();
  return (serial, name, order) => {
    const kept = store ?? createPendingOrders(services);
    if (store === undefined) keep({ store: kept, Watcher: PendingOrdersWatcher });
    kept.place(serial, name, order);
  };
}
