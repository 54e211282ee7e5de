import { type ComponentType, createContext, Suspense, useContext, useSyncExternalStore } from 'react';
import type { Services } from '../../shared/api/services.ts';
import type { PendingOrder } from './pending-order.ts';
import type { PendingOrders } from './pending-orders.ts';

type Part = ComponentType<{ readonly serial: string }>;

/** The orders, who follows them, and what shows those to an inverter: they come with the dialogs, once there are any. */
export interface KeptOrders {
  readonly store: PendingOrders;
  /** Only the order is spoken of, and not what it is to change. */
  readonly isUnsettled: (pending: PendingOrder) => boolean;
  readonly Watcher: Part;
  readonly Chips: Part;
  readonly Mark: Part;
}

/** Where the orders are kept. */
interface OrdersPlace extends Partial<KeptOrders> {
  /** Those that are kept, made now if there are none yet. */
  readonly keep: (make: (services: Services) => KeptOrders) => KeptOrders;
}

/** Below the provider only. */
export const PendingOrdersContext = createContext<OrdersPlace>({} as OrdersPlace);

export function useOrdersPlace(): OrdersPlace {
  return useContext(PendingOrdersContext);
}

const NONE: readonly PendingOrder[] = [];
const NOTHING = { orders: () => NONE, subscribe: () => () => undefined };

/** The orders to an inverter that are not settled: what is shown of it may be over any moment. */
export function usePendingOrders(serial: string): readonly PendingOrder[] {
  const { subscribe, orders } = useOrdersPlace().store ?? NOTHING;
  return useSyncExternalStore(subscribe, orders, NOTHING.orders).filter(
    (pending) => pending.serial === serial,
  );
}

interface OrdersPartProps {
  readonly name: 'Watcher' | 'Chips' | 'Mark';
  readonly serial: string;
}

/** A part of what shows orders, as soon as there are any. */
export function OrdersPart({ name, serial }: OrdersPartProps) {
  const { [name]: Shown } = useOrdersPlace();
  return (
    Shown && (
      <Suspense fallback={null}>
        <Shown serial={serial} />
      </Suspense>
    )
  );
}
