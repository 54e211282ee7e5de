import type { Texts } from '../texts.ts';

/** German: the frame of the fleet's pages, the list of sites and the map, login and links. */
export const texts: Texts['fleet'] = {
  product: 'Flotte',
  sites: 'Anlagen',
  manage: 'Verwalten',
  ownPassword: 'Eigenes Passwort',
  loggedInAs: (name) => `Angemeldet als ${name}`,
  backToSites: 'Zurück zu allen Anlagen',
  notFound: 'Seite nicht gefunden',
  notFoundText: 'Unter dieser Adresse gibt es keine Seite. Vielleicht ist der Link falsch oder veraltet.',
  pageFailed: 'Diese Seite konnte nicht gezeigt werden. Vielleicht wurde sie inzwischen aktualisiert.',

  login: {
    title: 'Anmelden',
    intro: 'Alle Ihre Anlagen auf einer Seite.',
    name: 'Name',
    password: 'Passwort',
    submit: 'Anmelden',
    working: 'Wird angemeldet…',
    nameMissing: 'Geben Sie Ihren Namen ein.',
    passwordMissing: 'Geben Sie Ihr Passwort ein.',
    ended: 'Ihre Anmeldung ist beendet. Melden Sie sich wieder an, um dort weiterzumachen.',
    loggedOut: 'Sie sind abgemeldet.',
  },
  share: {
    title: 'Link',
    opening: 'Der Link wird geöffnet…',
    ask: 'Diesen Link öffnen?',
    askText: (name) =>
      `Sie sind als ${name} angemeldet. Wenn Sie diesen Link öffnen, endet diese Anmeldung hier.`,
    open: 'Link öffnen',
    failed: 'Dieser Link lässt sich nicht öffnen',
    unknown: 'Er ist beendet, oder ein Teil davon fehlt. Bitten Sie um einen neuen.',
    seen: (name, until) => `Sie sehen dies über den Link „${name}“. Er gilt bis ${until}.`,
    end: 'Verlassen',
    over: 'Der Link, über den Sie hier waren, ist beendet. Bitten Sie um einen neuen.',
  },

  refusals: {
    login: 'Ihre Anmeldung ist beendet. Melden Sie sich wieder an.',
    credentials: 'Name oder Passwort ist falsch.',
    throttled: 'Zu viele falsche Passwörter. Bitte warten Sie einen Moment und versuchen Sie es noch einmal.',
    throttledFor: (duration) =>
      `Zu viele falsche Passwörter. Bitte warten Sie ${duration} und versuchen Sie es noch einmal.`,
    forbidden: 'Das dürfen Sie nicht. Fragen Sie jemanden, der die Flotte verwaltet.',
    unknown: 'Das gibt es nicht mehr. Vielleicht hat es inzwischen jemand entfernt.',
    taken:
      'Dieser Name oder diese Kennung ist schon vergeben, oder gehörte einer Anlage, die entfernt wurde. Wählen Sie einen anderen.',
    values: 'Etwas in diesem Formular geht so nicht. Prüfen Sie Ihre Eingaben.',
    'last-admin':
      'Dann könnte niemand mehr die Flotte verwalten. Geben Sie zuerst jemand anderem alle Rechte.',
    database: 'Die Datenbank antwortet nicht, darum ging das nicht. Versuchen Sie es gleich noch einmal.',
    timeseries: 'Die Datenbank der Messwerte antwortet nicht, darum gibt es im Moment keinen Verlauf.',
    fault: 'In der Flottenseite selbst ist etwas schiefgegangen. Der Grund steht in ihrem Log.',
    unreachable: 'Der Server antwortet nicht. Prüfen Sie die Verbindung und versuchen Sie es noch einmal.',
    unreadable: 'Die Antwort war nicht zu lesen. Laden Sie die Seite neu; vielleicht wurde sie aktualisiert.',
  },

  connection: {
    live: 'Live',
    connecting: 'Verbindet',
    lost: 'Keine Verbindung',
    lostFor: (duration) =>
      `Seit ${duration} keine Verbindung zum Server. Alle Werte sind von vorher. Es wird von selbst weiter versucht.`,
    first: 'Warten auf den Server…',
    back: 'Wieder verbunden.',
  },
  parts: {
    broker: (duration) =>
      `Der Broker antwortet seit ${duration} nicht: Von keiner Anlage kommen neue Werte. Verläufe sind weiter zu sehen.`,
    node: (duration) =>
      `Ein Knoten des Brokers lässt seit ${duration} niemanden herein: Anlagen, die zu ihm kommen, stehen als offline oder schweigend da. Welcher es ist, steht im Log dieser Seite.`,
    database: (duration) =>
      `Die Datenbank antwortet seit ${duration} nicht: Niemand kann sich anmelden und nichts lässt sich ändern. Werte und Verläufe kommen weiter.`,
    timeseries: (duration) =>
      `Die Datenbank der Messwerte antwortet seit ${duration} nicht: Es gibt keine Verläufe. Live-Werte kommen weiter; Gateways heben ihre Messwerte auf und senden sie später.`,
  },

  states: {
    never: 'Nie gehört',
    unknown: 'Noch unbekannt',
    offline: 'Offline',
    silent: 'Schweigt',
    refused: 'Abgelehnt',
    alert: 'Braucht Hilfe',
    night: 'Nacht',
    ok: 'Gut',
  },
  problems: {
    garbage: 'Unlesbare Nachrichten',
    'too-large': 'Zu große Nachrichten',
    clock: 'Uhr geht falsch',
    'comes-and-goes': 'Kommt und geht',
    'same-name': 'Name doppelt',
    'readings-refused': 'Messwerte abgelehnt',
    'too-many-series': 'Zu viele Messreihen',
  },

  totals: {
    label: 'Alle Anlagen zusammen',
    power: 'Leistung jetzt',
    today: 'Energie heute',
    sites: 'Anlagen',
    notLive: 'Nicht live',
    ofSites: (known, all) => `von ${known} der ${all} Anlagen`,
    allLive: 'alle Anlagen sind live',
    shown: (shown) => `${shown} gezeigt`,
    trouble: { one: '# braucht Hilfe', other: '# brauchen Hilfe' },
  },

  list: {
    title: 'Alle Anlagen',
    search: 'Nach Name, Kennung oder Gruppe suchen',
    sortBy: 'Sortieren nach',
    view: 'Ansicht',
    asList: 'Liste',
    asMap: 'Karte',
    byGroup: 'Nach Gruppen',
    filter: 'Nur zeigen',
    all: 'Alle',
    group: 'Gruppe',
    allGroups: 'Alle Gruppen',
    noGroup: 'Ohne Gruppe',
    inGroup: { one: '# Anlage', other: '# Anlagen' },
    found: { one: '# Anlage', other: '# Anlagen' },
    nothingFound: 'Keine Anlage passt zu dem, was Sie suchen.',
    showAll: 'Alle Anlagen zeigen',
    curves: 'Leistung und Energie',
    ago: (duration) => `vor ${duration}`,
    lastKnown: (value, duration) => `${value}, vor ${duration}`,
    olderVersion: (newest) => `älter als ${newest}`,
    older: 'älter',
    none: 'keine',
    columns: {
      name: 'Anlage',
      state: 'Zustand',
      power: 'Leistung',
      today: 'Heute',
      findings: 'Schwache Strings',
      alerts: 'Meldungen',
      version: 'Version',
    },
    emptyTitle: 'Es gibt noch keine Anlagen',
    emptyAdmin:
      'Fügen Sie Ihre erste Anlage hinzu: Sie bekommen ein Passwort für ihr Gateway, das sich dann von selbst hier meldet.',
    emptyOthers: 'In Ihren Gruppen ist keine Anlage. Fragen Sie jemanden, der die Flotte verwaltet.',
    addFirst: 'Anlage hinzufügen',
  },

  map: {
    label: 'Karte der Anlagen',
    hint: 'Pfeiltasten bewegen die Karte, Plus und Minus vergrößern und verkleinern sie. Die Liste darunter hat dieselben Anlagen.',
    zoomIn: 'Vergrößern',
    zoomOut: 'Mehr zeigen',
    fit: 'Alle zeigen',
    failed: 'Die Karte konnte nicht geladen werden.',
    cluster: { one: '# Anlage', other: '# Anlagen' },
    clusterLabel: (sites, worst) => `${sites}, schlechtester Zustand: ${worst}. Vergrößern.`,
    withoutPlace: {
      one: '# Anlage hat keinen Ort und ist nicht auf der Karte.',
      other: '# Anlagen haben keinen Ort und sind nicht auf der Karte.',
    },
    noPlaces:
      'Keine dieser Anlagen hat einen Ort. Tragen Sie ihn auf der Seite einer Anlage oder an ihrem Gateway ein.',
    asList: 'Die Anlagen der Karte als Liste',
    source: 'Umrisse: Natural Earth',
  },
};
