import { useLayoutEffect } from 'react';
import { PRODUCT_NAME } from '../shared/ui/product-name.ts';

/** What the window is called. */
export function useTitle(title: string): void {
  useLayoutEffect(() => {
    document.title = `${title} · ${PRODUCT_NAME}`;
  }, [title]);
}
