import type { Texts } from '../texts.ts';

/** German: who is logged in. */
export const texts: Texts['accounts'] = {
  sessions: {
    title: 'Wo Sie angemeldet sind',
    intro:
      'Jeder Browser, der sich angemeldet hat, bleibt es, bis er sich abmeldet, bis er 30 Tage nicht gekommen ist oder bis ein halbes Jahr um ist. Ein neues Passwort beendet alle Anmeldungen.',
    own: 'dieser Browser',
    agent: (browser, system) => `${browser} auf ${system}`,
    unknownAgent: 'Ein Browser',
    from: (address) => `von ${address}`,
    used: (ago) => `zuletzt vor ${ago}`,
    since: (time) => `angemeldet ${time}`,
    usedNow: 'gerade benutzt',
    end: 'Beenden',
    endOf: (what) => `Beenden: ${what}`,
    endOthers: 'Alle anderen beenden',
    ending: 'Wird beendet …',
    none: 'Niemand ist mit einem Browser angemeldet.',
    stale: 'Diese Liste ist möglicherweise veraltet.',
  },
  results: {
    21001: 'Die Anmeldung wurde beendet.',
    21002: 'Diese Anmeldung gibt es nicht mehr.',
  },
};
