import type { ComponentType } from 'react';
import { hasFailed, keptPromise } from '../shared/lib/kept-promise.ts';
import type { PageName } from '../shared/lib/paths.ts';
import { ROUTES } from './routes.ts';

/** The code of the pages that has been loaded, or is on its way. */
export interface PageStore {
  /** Loads a page unless that has begun: the same promise each time, also when it has failed. */
  load(page: PageName): Promise<ComponentType>;
  /** What could not be loaded is asked for anew the next time. */
  forgetFailures(): void;
}

async function loadPage(page: PageName): Promise<ComponentType> {
  const [Page] = Object.values(await ROUTES[page].load());
  if (Page === undefined) throw new Error(`${page}: its file has no page`);
  return Page;
}

export function createPageStore(): PageStore {
  const promises = new Map<PageName, Promise<ComponentType>>();
  return {
    load(page) {
      const known = promises.get(page);
      if (known !== undefined) return known;
      const started = keptPromise(loadPage(page));
      promises.set(page, started);
      return started;
    },
    forgetFailures() {
      for (const [page, promise] of promises) {
        if (hasFailed(promise)) promises.delete(page);
      }
    },
  };
}
