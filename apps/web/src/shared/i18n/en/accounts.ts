import type { AccountCode } from '../own-codes.ts';

/** English: who is logged in. */
export const texts = {
  sessions: {
    title: 'Where you are logged in',
    intro:
      'Each browser that has logged in stays so until it logs out, until it has not come for 30 days, or until half a year is over. A new password ends all logins.',
    own: 'this browser',
    /** A browser on a system. */
    agent: (browser: string, system: string) => `${browser} on ${system}`,
    unknownAgent: 'A browser',
    from: (address: string) => `from ${address}`,
    used: (ago: string) => `last used ${ago} ago`,
    since: (time: string) => `logged in ${time}`,
    usedNow: 'in use now',
    end: 'End',
    /** Of which login; for screen readers. */
    endOf: (what: string) => `End: ${what}`,
    endOthers: 'End all others',
    ending: 'Ending …',
    none: 'Nobody is logged in with a browser.',
    stale: 'This list may be out of date.',
  },
  /** What the gateway answers to what is asked here. */
  results: {
    21001: 'The login has ended.',
    21002: 'There is no such login any more.',
  } satisfies Record<AccountCode, string>,
};
