import { createContext, useContext, useSyncExternalStore } from 'react';
import type { AskedOrder } from './asked-order.ts';
import type { AskedStore } from './asked-store.ts';

/** Where the orders of this page are kept. The store comes with the dialogs, so there is none before the first order. */
interface AskedPlace {
  readonly store: AskedStore | undefined;
  readonly keep: (store: AskedStore) => void;
}

export const AskedContext = createContext<AskedPlace>({ store: undefined, keep: () => undefined });

export function useAskedPlace(): AskedPlace {
  return useContext(AskedContext);
}

const NONE: readonly AskedOrder[] = [];
const subscribeToNothing = () => () => undefined;
const noOrders = () => NONE;

/** The orders to an inverter that are not settled: what is shown of it may be over any moment. */
export function useAskedOrders(serial: string): readonly AskedOrder[] {
  const { store } = useAskedPlace();
  const orders = useSyncExternalStore(
    store?.subscribe ?? subscribeToNothing,
    store?.orders ?? noOrders,
    noOrders,
  );
  return orders.filter((order) => order.serial === serial);
}
