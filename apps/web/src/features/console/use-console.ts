import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createConsoleLink } from '../../shared/api/console-link.ts';
import { followSession } from '../../shared/api/follow-session.ts';
import { useServices } from '../../shared/api/services.ts';
import { useTexts } from '../../shared/i18n/i18n-context.ts';
import { createConsoleStore } from './console-store.ts';

/** Nobody has looked for so long: the gateway need not send any more. */
const HIDDEN_MAX_MS = 300_000;

/** The lines of the console and the link that brings them, open as long as the page is there and looked at. */
export function useConsole() {
  const services = useServices();
  const { gap } = useTexts('maintenance').maintenance.console;
  const gapText = useRef(gap);
  useLayoutEffect(() => {
    gapText.current = gap;
  }, [gap]);
  const [parts] = useState(() => {
    const store = createConsoleStore({
      now: () => new Date(services.clock.unixMs()),
      onFrame: (action) => requestAnimationFrame(action),
    });
    const link = createConsoleLink(services, {
      text: store.add,
      opened: (isAgain) => {
        if (isAgain) store.note(gapText.current);
      },
    });
    return { store, link };
  });

  useEffect(() => {
    const { link } = parts;
    const { clock, session } = services;
    const events = new AbortController();
    const { signal } = events;
    let stopWaiting: (() => void) | undefined;
    window.addEventListener('online', link.wake, { signal });
    window.addEventListener('pagehide', link.stop, { signal });
    window.addEventListener('pageshow', link.start, { signal });
    const followSight = () => {
      stopWaiting?.();
      if (document.visibilityState === 'hidden') stopWaiting = clock.after(HIDDEN_MAX_MS, link.stop);
      else link.start();
    };
    document.addEventListener('visibilitychange', followSight, { signal });
    const unfollow = followSession(session, link);
    link.start();
    return () => {
      events.abort();
      stopWaiting?.();
      unfollow();
      link.stop();
    };
  }, [parts, services]);

  return parts;
}
