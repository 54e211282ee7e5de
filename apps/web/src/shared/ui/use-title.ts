import { useLayoutEffect } from 'react';
import { PRODUCT_NAME } from './product-name.ts';

/** What the window is called. */
export function useTitle(title: string): void {
  // Before what the live view of a gateway makes of it, see `on-phone.tsx`.
  useLayoutEffect(() => {
    document.title = `${title} · ${PRODUCT_NAME}`;
  }, [title]);
}
