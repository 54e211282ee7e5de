import {
  type ComponentType,
  createContext,
  type ReactNode,
  Suspense,
  useContext,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import type { PendingOrder } from './pending-order.ts';
import type { PendingOrders } from './pending-orders.ts';

/** The orders and who follows them. Both come with the dialogs, so there are none before the first order. */
interface KeptOrders {
  readonly store: PendingOrders;
  readonly Watcher: ComponentType<{ readonly store: PendingOrders }>;
}

/** Where the orders of this page are kept. */
interface OrdersPlace {
  readonly store: PendingOrders | undefined;
  readonly keep: (orders: KeptOrders) => void;
}

const PendingOrdersContext = createContext<OrdersPlace>({ store: undefined, keep: () => undefined });

export function useOrdersPlace(): OrdersPlace {
  return useContext(PendingOrdersContext);
}

const NONE: readonly PendingOrder[] = [];
const subscribeToNothing = () => () => undefined;
const noOrders = () => NONE;

/** The orders to an inverter that are not settled: what is shown of it may be over any moment. */
export function usePendingOrders(serial: string): readonly PendingOrder[] {
  const { store } = useOrdersPlace();
  const orders = useSyncExternalStore(
    store?.subscribe ?? subscribeToNothing,
    store?.orders ?? noOrders,
    noOrders,
  );
  return orders.filter((pending) => pending.serial === serial);
}

/** Keeps the orders while the user goes from page to page. */
export function PendingOrdersProvider({ children }: { readonly children: ReactNode }) {
  const [kept, keep] = useState<KeptOrders>();
  const place = useMemo(() => ({ store: kept?.store, keep }), [kept]);
  return (
    <PendingOrdersContext value={place}>
      {children}
      {kept !== undefined && (
        <Suspense fallback={null}>
          <kept.Watcher store={kept.store} />
        </Suspense>
      )}
    </PendingOrdersContext>
  );
}
