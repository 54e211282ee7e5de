import type { RowPlan } from './row-plan.ts';

export const ACCESS_ROWS = {
  A1: {
    title: 'Every route and socket against every kind of caller',
    goal: 'each answer is the one in the table of access; nobody but the admin changes anything',
  },
  A2: {
    title: 'Where credentials may stand',
    goal: 'they count in the header for HTTP and in the cookie for sockets, and nowhere else',
  },
  A3: {
    title: 'Forged requests in a real browser',
    goal: 'the page of a stranger changes nothing, can read no byte and makes no browser keep the login',
    leftOut:
      'The stranger is at another address, or at another port, of the machine that it runs on, on the loopback interface and on that of its network, where a browser tells less of itself.',
  },
  A4: {
    title: 'Password change',
    goal: 'all sockets are closed within 1 s, the old password is refused at once',
    leftOut:
      'A restore and a reset take effect with the restart, a second after their answer. So sockets are timed from the beginning of the restart, and the old password is tried when the gateway is back. A browser tab that shows a form stays there, logged out, and goes to the login page with its next call.',
  },
  A5: {
    title: 'Guessing',
    goal: 'at most 10 passwords of one address are hashed in a minute, and 30 in all; the owner gets in, after a restart within 4 minutes while 250 machines of the home guess; within 65 s on the machine of the gateway, and at home while strangers guess on the internet; within 60 s, wherever that is, in a browser that was used before',
    found: [
      'Guesses that came from one address at the same time all passed before the first one was known to be wrong, so 12 were hashed in a minute; now a hash that is under way counts as a failure.',
      'The row knew 50 guessing addresses only; 250 of them held the owner out for 410 s after a restart, wherever they were. Now hashes are kept for who is at home and for the machine of the gateway. 250 machines inside the home can still hold him out for minutes everywhere but there.',
    ],
    leftOut:
      'The hashes themselves are counted only where the gateway runs inside the test process, on a clock that the test moves; of a gateway in a process of its own, the refusals in its log are counted instead.',
  },
  A6: {
    title: '500 passwords of any characters',
    goal: 'each one can be set and lets its owner in, also after a restart',
    leftOut: 'The passwords are hashed at a much lower cost than in the product, as the plan says.',
  },
  A7: {
    title: 'Foreign host names',
    goal: 'each is answered 421, whatever it asks for; names of our own are not',
    found: [
      'A path that nobody can read was answered 400 under any name, and so was the base path without its slash, with 308; now the name is looked at before.',
    ],
    leftOut:
      'The plan also refuses other ports and the addresses of other machines. The gateway does not: a request to an address brings no name that a stranger could own, and behind a proxy the port is another one.',
  },
  A8: {
    title: 'Headers and content policy',
    goal: 'the headers are on every answer; nothing is inline; no browser reports a violation',
    leftOut:
      'The plan asks for a self-test at the start, which is not built: the gateway does not check its own headers, but this row checks those of every answer.',
  },
  A9: {
    title: 'A known text (a canary) in every secret',
    goal: 'none of them is in any byte that leaves the gateway',
    leftOut:
      'The backup that the admin downloads must hold the passwords of WiFi and MQTT, since it also restores on original devices; it is searched for all other secrets. Log level trace is on for calls of every endpoint, for the sockets, the broker and the refusals, but not for all tests. The product has no dump of its state and no signing key.',
  },
  A10: {
    title: 'Logout and storage',
    goal: 'nothing of the login stays in the browser',
    leftOut:
      'Local storage may hold more than user and locale: the page also keeps the theme, when it was last reloaded, the last check for a new version and which events were seen, but nothing of the login. Without a network the cookie cannot be ended and stays for up to 12 hours.',
    found: [
      'The cookie for sockets outlived the logout by up to 12 hours; now the page tells the gateway, which ends it.',
    ],
  },
  A11: {
    title: 'Timing of logins',
    goal: 'an unknown user is refused as slowly as a wrong password: the medians differ by at most 5 %',
    leftOut:
      'A hash costs a small part of the real one (log cost 12 instead of 15, parallelism 1 instead of 3), so that 4,000 of them fit into the two minutes of the plan. A difference outside of the hash weighs more there, so the test is the stricter for it.',
  },
  A12: {
    title: 'Neighbours in one IPv6 network',
    goal: 'a noisy one costs a quiet one no request, and a guesser does not keep out the owner',
    found: [
      'Every limit counted the /64 network, which a whole home shares: a noisy machine cost its neighbours 99 of 100 requests, and a guesser kept the owner out for 300 s; now a whole address counts, and the network of distant ones beside it.',
    ],
  },
  A13: {
    title: 'Garbage, wrong units, floods and writes of strangers over Modbus',
    goal: 'none of it changes a limit; whoever is listed is served meanwhile; half frames and floods are bounded; a client that has died holds the plant for 61 s at most',
    leftOut:
      'Whoever can take the address of a listed machine can limit the plant as that one may: Modbus has no login.',
  },
  A14: {
    title: 'A fresh gateway before its first password',
    goal: 'from another machine nothing is changed, with the default password either; whatever a proxy passes on is not taken for the own machine; the code is in no answer and not in the log',
    leftOut:
      'A proxy on the machine of the gateway that adds no header, speaks HTTP/1.1 and asks for it by an address looks as a browser there does. Those that are set up as their own documents show add one.',
  },
  A15: {
    title: 'A login that somebody has copied: its token, its cookie and its open sockets',
    goal: 'all of it ends within a second of the end of its session, in whatever way that ends, and no other login does',
    leftOut:
      'A call that was let in before goes on: it has been answered within the second, or changes nothing that it would not have changed.',
  },
  A17: {
    title: 'Passkeys: answers that are stolen, replayed, forged, or given where nobody asked',
    goal: 'none of them logs anybody in or becomes a passkey; 10,000 questions keep no more than 512 waiting, and push out nobody else’s',
    leftOut:
      'What an authenticator does is played by a few lines of our own; a real browser with the one that it simulates is tried in the browser tests. Whether a signature is right is judged by the library alone, so there is nothing of ours to switch off.',
  },
  A18: {
    title:
      'OpenID Connect: tokens and answers that are forged, stolen, repeated or brought to another browser; providers that hang or never end',
    goal: 'none of them logs anybody in; code, state and nonce are in no log, file or page; a provider that does not answer is waited for 5 s and read to 400 kB; 10,000 logins that were begun keep no more than 512 waiting, and push out nobody else’s',
    leftOut:
      'The provider is a small one of our own; none of those that people run was tried. Algorithm, issuer, audience, nonce and time of a token are judged by the library alone, so there is nothing of ours to switch off. The address bar and the history of a browser are tried in the browser tests.',
  },
  A19: {
    title: 'A site at the broker of a fleet: it reads, writes and forges topics of another one',
    goal: 'nothing of another site is read, written or said, at any of three nodes of a real NATS',
    leftOut:
      'At night only, where nats-server is there. MQTT is spoken by a library; NATS itself lets sites in by MQTT alone.',
  },
  A20: {
    title: 'A site writes into the series of another one, through the fleet page',
    goal: 'no series of others comes into a real VictoriaMetrics',
    leftOut: 'At night only, where VictoriaMetrics and PostgreSQL are there.',
  },
  A21: {
    title: 'Every call of a fleet page as everybody to whom its table refuses it',
    goal: 'each is refused with the word of the table, and changes nothing in a real PostgreSQL',
    leftOut:
      'At night only, where PostgreSQL is there. What each role sees, and the subjects of calls that it may make, are in `npm run test:fleet`.',
  },
} as const satisfies Readonly<Record<string, RowPlan>>;
