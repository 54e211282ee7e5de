import type { ReactNode } from 'react';
import { DraftsProvider } from './drafts.tsx';
import { WayBackProvider } from './way-back.tsx';

/** Stands around all pages and sees to it that nothing typed is lost: drafts, and the way back out of a form. */
export function UnsavedInputProvider({ children }: { readonly children: ReactNode }) {
  return (
    <WayBackProvider>
      <DraftsProvider>{children}</DraftsProvider>
    </WayBackProvider>
  );
}
