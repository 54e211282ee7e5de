import type { Texts } from '../texts.ts';

type OfOurGateway = Omit<
  Texts['plant'],
  | 'hints'
  | 'refusedInverters'
  | 'refusedTotal'
  | 'refusedHints'
  | 'noReading'
  | 'noInverters'
  | 'byRadio'
  | 'add'
  | 'logInToAdd'
>;

const OF_OUR_GATEWAY: OfOurGateway = {
  problems: {
    'unknown-name': 'Der Name ist im Netzwerk nicht zu finden.',
    unreachable: 'Unter der Adresse antwortet niemand, oder die Verbindung bricht gleich ab.',
    timeout: 'Das Gerät antwortet nicht rechtzeitig.',
    certificate:
      'Das Zertifikat des Geräts hat niemand unterschrieben, dem der Rechner des Gateways vertraut.',
    'certificate-name': 'Das Zertifikat des Geräts gilt für einen anderen Namen oder eine andere Adresse.',
    'certificate-expired': 'Das Zertifikat des Geräts ist abgelaufen oder noch nicht gültig.',
    'certificate-changed': 'Das Gerät zeigt ein anderes Zertifikat als das, dem Sie vertraut haben.',
    'no-tls': 'Unter dieser Adresse kommt keine verschlüsselte Verbindung (HTTPS) zustande.',
    'needs-tls': 'Diese Adresse ist nur mit HTTPS zu erreichen.',
    'other-device': 'Der Name führt jetzt zu einem anderen Gerät, und das bekommt das Passwort nicht.',
    redirect: 'Die Adresse leitet auf eine andere weiter, und das Gateway folgt ihr nicht.',
    'host-name': 'Der Heliograph dort antwortet nicht auf diesen Namen.',
    login: 'Das Gerät lehnt Benutzername oder Passwort ab.',
    throttled: 'Das Gerät möchte eine Weile nicht gefragt werden.',
    fault: 'Das Gerät meldet einen eigenen Fehler.',
    'no-json': 'Dort antwortet etwas anderes, etwa eine Webseite, und kein Gerät.',
    'cut-json': 'Die Antwort des Geräts bricht ab.',
    'too-large': 'Die Antwort ist viel länger als die irgendeines solchen Geräts.',
    'not-a-device': 'Was dort antwortet, ist weder ein Gerät mit OpenDTU noch ein Heliograph.',
    itself: 'Das ist die Adresse dieses Gateways selbst.',
    ring: 'Jenes Gateway hat seine Wechselrichter von diesem: Sie gingen im Kreis.',
  },
  of: (name, what) => `${name}: ${what}`,
  unnamed: 'Gerät',
  wrongPassword:
    'Das Gerät lehnt das Passwort des Gateways ab, seine Wechselrichter lassen sich daher nicht steuern.',
  noValuesFor: (duration) => `Seit ${duration} keine neuen Werte.`,
  askedAgainIn: (duration) => `Das Gateway fragt in ${duration} wieder.`,
  duplicates: {
    one: '# Wechselrichter kommt von mehreren Quellen. Er wird einmal angezeigt und gezählt.',
    other: '# Wechselrichter kommen von mehreren Quellen. Sie werden einmal angezeigt und gezählt.',
  },
  noInvertersYet: 'Noch keine Wechselrichter',
  waiting: 'Sie erscheinen hier, sobald die Geräte antworten.',
  byDevice: 'Ein Gerät mit OpenDTU, das Sie schon haben, bringt seine Wechselrichter mit.',
};

/** German: what only some plants have to hear: hints, the state of devices, and what to do without inverters. */
export const texts: Texts['plant'] = {
  hints: {
    label: 'Hinweise',
    password: 'Sie verwenden noch das Standardpasswort. Jeder in Ihrem Netzwerk kann es nachschlagen.',
    passwordLink: 'Passwort ändern',
    radio: 'Das Funkmodul ist nicht angeschlossen oder vom falschen Typ. Bitte prüfen Sie die Verdrahtung.',
    restored:
      'Die Einstellungen waren beschädigt, deshalb gilt ihre letzte gute Kopie. Bitte prüfen Sie die Einstellungen.',
    'read-only':
      'Der Datenträger des Gateways ist schreibgeschützt, es kann nichts gespeichert werden. Bitte prüfen Sie ihn.',
    full: 'Der Datenträger des Gateways ist voll, es kann nichts gespeichert werden. Bitte schaffen Sie Platz.',
    backup: 'Die letzte nächtliche Sicherung ist misslungen. Das Protokoll sagt, warum.',
    clock: 'Die Uhr ist nicht gestellt.',
    clockStops: 'Bis dahin werden die Wechselrichter nicht abgefragt.',
    clockJustStarted: 'Das ist kurz nach dem Start normal.',
    clockOverdue:
      'Sie sollte innerhalb einer Minute nach dem Start gestellt sein. Bitte prüfen Sie den Zeitserver.',
    clockLink: 'Zeiteinstellungen',
  },
  refusedInverters: {
    one: 'Die Daten von # Wechselrichter sind ungültig und werden nicht angezeigt.',
    other: 'Die Daten von # Wechselrichtern sind ungültig und werden nicht angezeigt.',
  },
  refusedTotal: 'Einige Summen sind ungültig und werden nicht angezeigt.',
  refusedHints: 'Einige Hinweise sind ungültig; hier fehlt vielleicht eine Warnung.',
  noReading: {
    unreachableNoData: 'Dieser Wechselrichter hat noch nicht geantwortet. Prüfen Sie seine Seriennummer.',
    noReadingNote:
      'Das Gateway hat diesen Wechselrichter noch nicht gehört. Vielleicht schläft er: Er läuft mit Solarstrom und wacht auf, wenn es hell wird.',
    placeNote: 'Mit dem Standort der Anlage kann diese Seite Tag und Nacht unterscheiden.',
    placeLink: 'Zeiteinstellungen',
    unpolledNote:
      'Dieser Wechselrichter wird gerade nicht abgefragt: Das ist für ihn ausgeschaltet, zumindest zu dieser Tageszeit.',
    waitingNote: 'Der erste Messwert kommt meist innerhalb einer Minute.',
  },
  noInverters: 'Es ist noch kein Wechselrichter eingerichtet.',
  byRadio:
    'Das Funkmodul des Gateways erreicht einen Wechselrichter über die Seriennummer auf seinem Typenschild.',
  add: { inverterSettings: 'Wechselrichter hinzufügen', sources: 'Gerät hinzufügen' },
  logInToAdd: {
    inverterSettings: 'Anmelden und Wechselrichter hinzufügen',
    sources: 'Anmelden und Gerät hinzufügen',
  },
  ...(__FOR_DEVICE__ ? ({} as OfOurGateway) : OF_OUR_GATEWAY),
};
