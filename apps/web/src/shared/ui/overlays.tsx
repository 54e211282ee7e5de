import { createContext, type ReactNode, useContext, useEffectEvent, useLayoutEffect, useState } from 'react';
import type { BaseLocationHook } from 'wouter';
import { navigate, usePathname } from 'wouter/use-browser-location';

/**
 * What lies above a page, such as a dialog, is closed by the browser's way back: while anything does, there is one more
 * entry in the history, with the address of the page. It is always the last one: it goes when the last dialog closes, and
 * a new page takes its place.
 */
interface Overlays {
  /** Something opens; `onBack` asks it to close. Returns the function that tells that it is gone. */
  open(onBack: () => void): () => void;
  /** It was asked to close and stays all the same. */
  stay(): void;
  /** Leaves the page by the way back, whatever lies above it. */
  leaveBack(): void;
}

const ENTRY = { overlay: true } as const;

/** Whether the history stands at the entry of what lies above the page. */
function isAtEntry(): boolean {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && 'overlay' in state;
}

function createOverlays(): Overlays & { follow(): () => void } {
  const open: (() => void)[] = [];
  /** The history has been told to move, and has not done so yet. */
  let isMoving = false;

  function move(steps: number): void {
    isMoving = true;
    window.history.go(steps);
  }

  function settle(): void {
    if (isMoving) return;
    if (open.length > 0 && !isAtEntry()) window.history.pushState(ENTRY, '');
    if (open.length === 0 && isAtEntry()) move(-1);
  }

  function followHistory(): void {
    const wasOurs = isMoving;
    isMoving = false;
    // An entry that was left is of no use any more: not when the page is loaded at it, nor when somebody goes forward.
    if (wasOurs || isAtEntry()) settle();
    else open.at(-1)?.();
  }

  return {
    open(onBack) {
      open.push(onBack);
      settle();
      return () => {
        open.splice(open.indexOf(onBack), 1);
        queueMicrotask(settle); // another one may open in its place, or a new page come
      };
    },
    stay: settle,
    leaveBack: () => move(isAtEntry() ? -2 : -1),
    follow() {
      window.addEventListener('popstate', followHistory);
      settle();
      return () => window.removeEventListener('popstate', followHistory);
    },
  };
}

const NONE: Overlays = {
  open: () => () => undefined,
  stay: () => undefined,
  leaveBack: () => window.history.back(),
};

const OverlaysContext = createContext<Overlays>(NONE);

export function useOverlays(): Overlays {
  return useContext(OverlaysContext);
}

/** Stands around the router and all that opens above pages. */
export function OverlaysProvider({ children }: { readonly children: ReactNode }) {
  const [overlays] = useState(createOverlays);
  useLayoutEffect(() => overlays.follow(), [overlays]);
  return <OverlaysContext value={overlays}>{children}</OverlaysContext>;
}

/** For what is open as long as it is drawn. */
export function useOverlay(onBack: () => void): void {
  const overlays = useOverlays();
  const [askedToClose, setAskedToClose] = useState(0);
  const back = useEffectEvent(() => {
    onBack();
    setAskedToClose(askedToClose + 1);
  });
  useLayoutEffect(() => overlays.open(() => back()), [overlays]);
  // Still here after it was asked.
  useLayoutEffect(() => {
    if (askedToClose > 0) overlays.stay();
  }, [overlays, askedToClose]);
}

/** For the router: a new page takes the place of what lies above the old one. */
export const useLocationBelow: BaseLocationHook = (options) => [usePathname(options), navigateBelow];

function navigateBelow(to: string, how?: Parameters<typeof navigate>[1]): void {
  const { pathname, search } = window.location;
  if (!isAtEntry()) navigate(to, how);
  else if (to !== pathname + search) navigate(to, { ...how, replace: true });
}
