import type { FleetPart, Site } from '@heliograph/fleet-contract';
import { eventually } from '../outside/eventually.ts';
import type { Fleet } from './fleet.ts';

/** Within so long the page says what has gone. */
export const SAID_MS = 15_000;
/** Within so long all is well again once it is back. */
export const BACK_MS = 40_000;

/**
 * Looks at the pages of a fleet, as its owner does. `mayComeAndGo`: nodes of the broker are killed one after the other, so that sites come and
 * go, which a page says of them by right; they count as live.
 */
export function watchFleet(fleet: Pick<Fleet, 'pages'>, { mayComeAndGo = false } = {}) {
  const isLive = ({ state, problems }: Site) =>
    state === 'ok' || (mayComeAndGo && state === 'alert' && problems.join() === 'comes-and-goes');
  const indexes = fleet.pages.map((_, index) => index);
  const page = (index: number) => {
    const found = fleet.pages[index];
    if (found === undefined) throw new Error('there is no such page');
    return found;
  };
  const sitesOf = async (index: number) => (await page(index).view()).sites;
  const failing = async (index: number) => Object.keys((await page(index).view()).parts);
  const notLive = async (index: number) => (await sitesOf(index)).filter((site) => !isLive(site));
  const notOk = async (index: number) => (await notLive(index)).map(({ id }) => id);

  return {
    page,
    /** Parts that a page says to be away. */
    failing,
    /** Sites that are not live. */
    notOk,
    async stateOf(index: number, site: string) {
      return (await sitesOf(index)).find(({ id }) => id === site)?.state;
    },
    /** Seconds until every page says that this part is away. */
    secondsUntilSaid: (part: FleetPart) =>
      secondsUntil(async () => {
        for (const index of indexes) if (!(await failing(index)).includes(part)) return false;
        return true;
      }, SAID_MS),
    /** On every page every part answers, and every site is live, but those that are known to be away. */
    async allIsWell({ but = [], butParts = [], timeoutMs = BACK_MS }: AllIsWell = {}): Promise<void> {
      for (const index of indexes) {
        await eventually(
          async () => {
            const parts = (await failing(index)).filter((part) => !butParts.includes(part));
            const missing = (await notLive(index)).flatMap(({ id, state, problems }) =>
              but.includes(id) ? [] : [[id, state, ...problems].join(' ')],
            );
            if (parts.length + missing.length === 0) return;
            throw new Error(`page ${index}: away are ${[...parts, ...missing].join(', ')}`);
          },
          { timeoutMs, everyMs: 200 },
        );
      }
    },
  };
}

interface AllIsWell {
  readonly but?: readonly string[];
  readonly butParts?: readonly string[];
  readonly timeoutMs?: number;
}

/** Seconds until it is so. */
export async function secondsUntil(check: () => unknown, timeoutMs: number): Promise<string> {
  const startMs = performance.now();
  await eventually(check, { timeoutMs, everyMs: 100 });
  return ((performance.now() - startMs) / 1000).toFixed(1);
}
