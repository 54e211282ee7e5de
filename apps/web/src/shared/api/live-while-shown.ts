import type { ShareScope } from '@heliograph/contract';
import { useEffect } from 'react';
import { useServices, useUser } from './services.ts';

/**
 * Keeps the live data coming while a page is shown that is better with them, and shows enough without: whoever came by a link to a page
 * that does not have them would only be refused again and again.
 */
export function useLiveWhileShown(): void {
  const { liveLink, preferences } = useServices();
  const isLoggedIn = useUser() !== undefined;
  const scope = preferences.read('shared');
  const isRefused = !isLoggedIn && Boolean(scope) && !LIVE_SCOPES.some((one) => one === scope);

  useEffect(() => {
    if (isRefused) return;
    liveLink.start();
    return () => liveLink.stop();
  }, [liveLink, isRefused]);
}

/** Links by which they come, as `SHARED_WITH` has it. */
export const LIVE_SCOPES: readonly ShareScope[] = ['all', 'home', 'modules'];
