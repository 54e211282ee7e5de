import { createContext, type ReactNode, useContext, useLayoutEffect, useState } from 'react';

/** A page that is not to be left without a question. */
export interface Holder {
  /** Hears of the way back (or forward) before the router does; answers whether it stops there. */
  readonly stopsWayBack: () => boolean;
  /** Asks the user, and calls `go` if the page may be left. */
  readonly ask: (go: () => void) => void;
}

/** Lets a page hold back the browser's way back, and what else would end it. */
export interface WayBack {
  /** Asks this one from now on; returns the function that lets go. */
  hold(holder: Holder): () => void;
  /** Calls `go`: at once, or when the page that would be left allows it. */
  leave(go: () => void): void;
}

const WayBackContext = createContext<WayBack>({ hold: () => () => undefined, leave: (go) => go() });

export function useWayBack(): WayBack {
  return useContext(WayBackContext);
}

/**
 * Stands around the router: a window calls its listeners in the order they came, so the first one has to be there
 * before the router's own (which is added in a later phase of the same commit).
 */
export function WayBackProvider({ children }: { readonly children: ReactNode }) {
  const [holders] = useState(() => new Set<Holder>());
  const [wayBack] = useState<WayBack>(() => ({
    hold(holder) {
      holders.add(holder);
      return () => holders.delete(holder);
    },
    leave(go) {
      const [holder] = holders;
      if (holder === undefined) go();
      else holder.ask(go);
    },
  }));

  useLayoutEffect(() => {
    function ask(event: PopStateEvent): void {
      for (const holder of holders) {
        if (!holder.stopsWayBack()) continue;
        event.stopImmediatePropagation();
        return;
      }
    }
    window.addEventListener('popstate', ask);
    return () => window.removeEventListener('popstate', ask);
  }, [holders]);

  return <WayBackContext value={wayBack}>{children}</WayBackContext>;
}
