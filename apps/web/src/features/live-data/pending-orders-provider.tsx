import { type ReactNode, useEffect, useState } from 'react';
import { type Services, useServices } from '../../shared/api/services.ts';
import { type KeptOrders, OrdersPart, PendingOrdersContext } from './pending-orders-place.tsx';

/** Keeps the orders while the user goes from page to page. */
export function PendingOrdersProvider({ children }: { readonly children: ReactNode }) {
  const services = useServices();
  const { liveLink } = services;
  const [kept, setKept] = useState<KeptOrders>();
  const [keep] = useState(() => {
    let made: KeptOrders | undefined;
    return (make: (services: Services) => KeptOrders) => {
      made ??= make(services);
      setKept(made);
      return made;
    };
  });

  // Orders that others gave, or this page before it was loaded again.
  useEffect(() => {
    if (__FOR_DEVICE__) return;
    return liveLink.subscribe(() => {
      if (!liveLink.snapshot().live?.orders) return;
      import('./dialogs.tsx').then(
        (loaded) => keep(loaded.createKeptOrders),
        () => undefined, // the next message tries again
      );
    });
  }, [liveLink, keep]);

  return (
    <PendingOrdersContext value={{ ...kept, keep }}>
      {children}
      <OrdersPart name="Watcher" serial="" />
    </PendingOrdersContext>
  );
}
