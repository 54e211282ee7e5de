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
    leftOut:
      'A restore and a reset take effect with the restart that follows their answer by a second: sockets are timed from when it begins, and the old password is tried when the gateway is back; a tab that shows a form stays there, logged out, and goes to the login page with its next call.',
  },
  A5: {
    title: 'Guessing',
    goal: 'at most 10 hashes a minute of an address and 30 in all; the owner gets in',
    found: [
      'Guesses of one address that came at the same time all passed before the first one was known to be wrong, so that 12 were hashed in a minute; a hash that is under way now counts as a failure.',
    ],
    leftOut:
      'The hashes of a gateway in a process of its own are counted by the refusals in its log; inside the test process the hashes themselves are counted, on a clock that the test moves.',
  },
  A6: {
    title: '500 passwords of any characters',
    goal: 'set, restart, log in',
    leftOut: 'The passwords are hashed at a much lower cost than in the product, as the plan has it.',
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
    leftOut:
      'The self-test at the start is not built: the gateway does not check its own headers when it starts, this row checks those of every answer.',
  },
  A9: {
    title: 'Canaries in every secret',
    goal: 'in no byte that leaves',
    leftOut:
      'The backup that the admin downloads does hold the WiFi and MQTT passwords, since a backup must restore on original devices, and is searched for all others; log level trace is on for calls to every endpoint, for the sockets, the broker and the refusals, not for the whole suite; the product has no dump of its state and no signing key.',
  },
  A10: {
    title: 'Logout and storage',
    goal: 'nothing of the login stays',
    leftOut:
      'Local storage is not held to user and locale alone: the page also keeps the theme, when it was last reloaded, the last check for a new version and which events were seen, and nothing of the login; without a network the cookie cannot be ended and stays for up to 12 hours.',
    found: [
      'The cookie for sockets outlived the logout by up to 12 hours; the page now tells the gateway, which ends it.',
    ],
  },
  A11: {
    title: 'Timing of logins',
    goal: 'medians within 5 %',
    leftOut:
      'A hash costs a small part of the real one (log cost 12 in place of 15, one lane in place of three), so that 4,000 of them fit into the two minutes of the plan; a difference beside the hash weighs more there.',
  },
} as const satisfies Readonly<Record<string, RowPlan>>;
