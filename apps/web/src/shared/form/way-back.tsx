import { createContext, type ReactNode, useContext, useLayoutEffect, useState } from 'react';

/** Hears of the way back (or forward) before the router does; answers whether it stops there. */
type WayBackListener = () => boolean;

/** Lets a page hold back the browser's way back. */
export interface WayBack {
  /** Asks this listener from now on; returns the function that lets go. */
  hold(listener: WayBackListener): () => void;
}

const WayBackContext = createContext<WayBack>({ hold: () => () => undefined });

export function useWayBack(): WayBack {
  return useContext(WayBackContext);
}

/**
 * Stands around the router: a window calls its listeners in the order they came, so the first one has to be there
 * before the router's own (which is added in a later phase of the same commit).
 */
export function WayBackProvider({ children }: { readonly children: ReactNode }) {
  const [holders] = useState(() => new Set<WayBackListener>());
  const [wayBack] = useState<WayBack>(() => ({
    hold(listener) {
      holders.add(listener);
      return () => holders.delete(listener);
    },
  }));

  useLayoutEffect(() => {
    function ask(event: PopStateEvent): void {
      for (const holder of holders) {
        if (!holder()) continue;
        event.stopImmediatePropagation();
        return;
      }
    }
    window.addEventListener('popstate', ask);
    return () => window.removeEventListener('popstate', ask);
  }, [holders]);

  return <WayBackContext value={wayBack}>{children}</WayBackContext>;
}
