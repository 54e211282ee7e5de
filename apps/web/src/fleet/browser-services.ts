import { createBrowserClock } from '../shared/api/browser-clock.ts';
import { createPreferences } from '../shared/api/preferences.ts';
import { createTicker } from '../shared/lib/ticker.ts';
import { createCallFleet } from './api/call-fleet.ts';
import { createLiveSites } from './api/live-sites.ts';
import type { FleetServices } from './services.ts';

const SECOND_MS = 1000;
/** Written by the window in which somebody logs in or out; what it says does not matter. */
const SESSION_CHANGED = 'fleetSession';

/** Reading the property itself throws where storage is forbidden. */
function storageOf(page: Window): Storage | undefined {
  try {
    return page.localStorage;
  } catch {
    return undefined; // private or sandboxed: choices last as long as the page
  }
}

export function createBrowserServices(page: Window): FleetServices {
  const storage = storageOf(page);
  const clock = createBrowserClock();
  const fetch = (path: string, init: RequestInit) => page.fetch(path, init);
  const live = createLiveSites({ fetch, clock, random: Math.random });
  page.addEventListener('online', live.wake);
  page.addEventListener('offline', live.wake);
  page.addEventListener('pageshow', live.wake);
  page.document.addEventListener('visibilitychange', () => {
    if (page.document.visibilityState === 'visible') live.wake();
  });
  page.addEventListener('storage', ({ key }) => {
    if (key === SESSION_CHANGED) live.restart();
  });
  return {
    clock,
    live,
    fetchFile: fetch,
    seconds: createTicker(clock, SECOND_MS),
    preferences: createPreferences(storage),
    call: createCallFleet({ fetch, clock, onLoginOver: live.end }),
    kept: new Map(),
    tellOthers() {
      try {
        storage?.setItem(SESSION_CHANGED, String(clock.unixMs()));
      } catch {
        // Storage is refused or full: the other windows notice at their next call.
      }
    },
  };
}
