/** Goals, as multiples of what the page by hand needs in the same run. */

/** The first value of the gateway's own pages is in the page itself, and need not wait for a script. */
const GATEWAY_ONLY: Readonly<Record<string, Readonly<Record<number, number>>>> = {
  'first live value, cold': { 4: 0.9, 10: 0.75, 50: 0.6 },
  'first live value, cached': { 4: 0.8, 10: 0.8 },
  'a click on a tab works, cold': { 4: 2.2, 10: 2.2 },
  'a click on a tab works, cached': { 4: 1.35, 10: 1.35 },
};

const ALL: Readonly<Record<string, number>> = {
  'main thread for a push': 1.3,
  // Both count the age of the data each second; ours also looks every ten seconds what season it is.
  'timers between pushes': 1.2,
  'limit dialog': 1.6,
};

/** What a build may need at most; undefined without a goal. */
export function goalOf(what: string, page: string, inverterCount: number): number | undefined {
  if (page === GATEWAY_BUILD) return GATEWAY_ONLY[what]?.[inverterCount] ?? ALL[what];
  return page === DEVICE_BUILD ? ALL[what] : undefined;
}

export const GATEWAY_BUILD = 'gateway build';
export const DEVICE_BUILD = 'device build';
