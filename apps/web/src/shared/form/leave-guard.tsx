import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useTexts } from '../i18n/i18n-context.ts';
import type { Texts } from '../i18n/texts.ts';
import { PATHS } from '../lib/paths.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useOverlays } from '../ui/overlays.tsx';
import { useWayBack, type WayBack } from './way-back.tsx';

interface LeaveGuardProps {
  readonly isDirty: boolean;
  /** The user goes all the same: forget what was typed. */
  readonly onDiscard: () => void;
  /** Other words than those about unsaved input. */
  readonly texts?: DiscardTexts;
}

type DiscardTexts = Pick<Texts['common']['form'], 'discardTitle' | 'discardText' | 'discard' | 'keepEditing'>;

/**
 * Asks before a page with unsaved input is left: by a link, by the way back, by logging out, or by closing the window. The way to the
 * login is free, because what was typed waits there as a draft.
 */
export function LeaveGuard({ isDirty, onDiscard, texts }: LeaveGuardProps) {
  const [, navigate] = useLocation();
  const wayBack = useWayBack();
  const overlays = useOverlays();
  const [leaving, setLeaving] = useState<{ readonly go: () => void }>();

  useEffect(() => {
    if (!isDirty) return;
    return holdBack(window, wayBack, {
      onLink: (href) => setLeaving({ go: () => navigate(`~${href}`) }), // as it is, base path and all
      onWayBack: () => setLeaving({ go: overlays.leaveBack }),
      onLeave: (go) => setLeaving({ go }),
    });
  }, [isDirty, navigate, wayBack, overlays]);

  if (leaving === undefined) return null;
  return (
    <DiscardDialog
      texts={texts}
      onStay={() => setLeaving(undefined)}
      onDiscard={() => {
        setLeaving(undefined);
        onDiscard();
        leaving.go();
      }}
    />
  );
}

interface DiscardDialogProps {
  readonly texts?: DiscardTexts | undefined;
  readonly onStay: () => void;
  readonly onDiscard: () => void;
}

/** Whether what was typed may be thrown away. */
export function DiscardDialog({ texts, onStay, onDiscard }: DiscardDialogProps) {
  const { common } = useTexts('common');
  const { discardTitle, discardText, discard, keepEditing } = texts ?? common.form;
  return (
    <Dialog
      title={discardTitle}
      closeLabel={common.close}
      onClose={onStay}
      footer={
        <>
          <Button onClick={onDiscard}>{discard}</Button>
          <Button variant="primary" onClick={onStay} data-autofocus>
            {keepEditing}
          </Button>
        </>
      }
    >
      <p>{discardText}</p>
    </Dialog>
  );
}

interface Leaving {
  readonly onLink: (href: string) => void;
  readonly onWayBack: () => void;
  readonly onLeave: (go: () => void) => void;
}

/** Stands in the way of everything that leads off the page; returns the function that lets go. */
function holdBack(page: Window, wayBack: WayBack, { onLink, onWayBack, onLeave }: Leaving): () => void {
  const { pathname, search, href: here } = page.location;
  const isFree = (to: Pick<Location, 'pathname' | 'search'>) =>
    (to.pathname === pathname && (__FOR_DEVICE__ || to.search === search)) ||
    to.pathname.endsWith(PATHS.login);

  function followLink(event: MouseEvent): void {
    const target = plainLink(event);
    if (target === undefined || target.origin !== page.location.origin || isFree(target)) return;
    event.preventDefault();
    event.stopPropagation();
    onLink(target.pathname + target.search + target.hash);
  }

  function stopsWayBack(): boolean {
    if (isFree(page.location)) return false;
    page.history.pushState(null, '', here); // it has changed already: put it back
    onWayBack();
    return true;
  }

  const release = wayBack.hold({ stopsWayBack, ask: onLeave });

  const unload = (event: BeforeUnloadEvent) => event.preventDefault(); // the browser asks in its own words

  page.document.addEventListener('click', followLink, true);
  page.addEventListener('beforeunload', unload);
  return () => {
    page.document.removeEventListener('click', followLink, true);
    release();
    page.removeEventListener('beforeunload', unload);
  };
}

/** The link that a click would follow in this window, if it would. */
function plainLink(event: MouseEvent): HTMLAnchorElement | undefined {
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!isPlain || link === null || link.target !== '' || link.hasAttribute('download')) return undefined;
  return link;
}
