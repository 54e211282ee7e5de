import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { AskedContext } from './asked-context.ts';
import type { AskedStore } from './asked-store.ts';

const AskedWatcher = lazy(async () => ({ default: (await import('./dialogs.tsx')).AskedWatcher }));

/** Keeps the orders while the user goes from page to page. */
export function AskedProvider({ children }: { readonly children: ReactNode }) {
  const [store, keep] = useState<AskedStore>();
  const place = useMemo(() => ({ store, keep }), [store]);
  return (
    <AskedContext value={place}>
      {children}
      {store !== undefined && (
        <Suspense fallback={null}>
          <AskedWatcher store={store} />
        </Suspense>
      )}
    </AskedContext>
  );
}
