import type { RowPlan } from './row-plan.ts';

export const ACCESS_ROWS = {
  A1: {
    title: 'Every route and socket against every kind of caller',
    goal: 'as the table says; nothing changes for anybody but the admin',
  },
  A2: {
    title: 'Where credentials may stand',
    goal: 'the header for HTTP, the cookie for sockets, nothing else',
  },
  A3: {
    title: 'Forged requests in a real browser',
    goal: 'no effect, not a byte readable',
  },
  A4: {
    title: 'Password change',
    goal: 'sockets closed within 1 s, the old one refused at once',
  },
  A5: {
    title: 'Guessing',
    goal: 'at most 10 hashes a minute of an address and 30 in all; the owner gets in',
    found: [
      'Guesses of one address that came at the same time all passed before the first one was known to be wrong, so that 12 were hashed in a minute; a hash that is under way now counts as a failure.',
    ],
  },
  A6: {
    title: '500 passwords of any characters',
    goal: 'set, restart, log in',
  },
  A7: {
    title: 'Foreign host names',
    goal: '421',
    leftOut:
      'Other ports and the addresses of other machines, which the plan has refused: whoever uses an address brings no name that a stranger could own, and behind a proxy the port is another one.',
  },
  A8: {
    title: 'Headers and content policy',
    goal: 'on every answer; nothing inline; no report',
  },
  A9: {
    title: 'Canaries in every secret',
    goal: 'in no byte that leaves',
  },
  A10: {
    title: 'Logout and storage',
    goal: 'nothing of the login stays',
  },
  A11: {
    title: 'Timing of logins',
    goal: 'medians within 5 %',
  },
} as const satisfies Readonly<Record<string, RowPlan>>;
