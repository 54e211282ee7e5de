import type { Texts } from '../texts.ts';
import { device } from './source-device.ts';

/** German: the devices that inverters come from besides the gateway's own radio. */
export const texts: Texts['sources'] = {
  intro:
    'Wechselrichter kommen über das eigene Funkmodul des Gateways und von Geräten, die Sie hier hinzufügen.',
  add: 'Gerät hinzufügen',
  loading: 'Quellen werden geladen …',
  stale: 'Diese Zustände sind vielleicht nicht mehr aktuell.',
  emptyTitle: 'Haben Sie Geräte mit OpenDTU?',
  emptyText:
    'Fügen Sie sie hinzu, und die Live-Ansicht zeigt ihre Wechselrichter neben Ihren eigenen, mit einer Summe für die ganze Anlage. Jedes Gerät arbeitet weiter wie bisher, und auch die Programme, die es nutzen.',
  emptyNext:
    'Sie brauchen die Adresse, unter der Sie das Gerät im Browser öffnen, und sein Admin-Passwort. Auch ein anderes Heliograph lässt sich hinzufügen.',
  full: (max) => `Alle ${max} Plätze sind belegt. Entfernen Sie ein Gerät, um Platz zu schaffen.`,

  ownRadio: 'Eigenes Funkmodul',
  ownRadioText: 'Mit diesen Wechselrichtern spricht das Gateway selbst.',
  ownRadioMissing: 'Das Funkmodul ist nicht angeschlossen oder vom falschen Typ.',
  ownRadioUnused:
    'Dafür ist kein Wechselrichter eingerichtet. Ob ein Funkmodul angeschlossen ist, spielt also keine Rolle.',
  ownRadioSimulated:
    'Dieses Funkmodul ist simuliert: Seine Wechselrichter und deren Werte sind erfunden. Wechselrichter auf einem echten Dach kommen mit den Geräten, die Sie hinzufügen.',
  connected: 'Verbunden',
  notConnected: 'Nicht verbunden',
  inverterCount: { one: '# Wechselrichter', other: '# Wechselrichter' },

  states: {
    connecting: 'Verbindet',
    live: 'Live',
    problem: 'Keine Live-Werte',
    off: 'Ausgeschaltet',
  },
  stateTexts: {
    connecting: 'Das Gerät hat noch nicht geantwortet.',
    live: 'Die Werte sind die von jetzt.',
    off: 'Das Gerät wird nicht abgefragt, seine Wechselrichter werden nicht angezeigt.',
  },
  toDo: {
    'unknown-name': 'Prüfen Sie die Schreibweise, oder geben Sie stattdessen die IP-Adresse ein.',
    unreachable: 'Prüfen Sie, ob das Gerät eingeschaltet ist, sowie Adresse und Port.',
    timeout: 'Prüfen Sie, ob es eingeschaltet ist und wie gut sein WLAN ist, sowie die Adresse.',
    certificate:
      'Drücken Sie im Formular des Geräts „Testen“: Es zeigt das Zertifikat, dem Sie dann vertrauen können.',
    'certificate-name':
      'Geben Sie den Namen ein, für den das Zertifikat gilt, oder drücken Sie „Testen“ und vertrauen Sie dem Zertifikat, wie es ist.',
    'certificate-expired':
      'Erneuern Sie es und prüfen Sie die Uhr des Gateways, oder drücken Sie „Testen“ und vertrauen Sie dem Zertifikat, wie es ist.',
    'certificate-changed':
      'Wurde es erneuert, bearbeiten Sie das Gerät, drücken Sie „Testen“ und vertrauen Sie dem neuen. Wissen Sie davon nichts, hört vielleicht jemand mit.',
    'no-tls': 'Beginnen Sie die Adresse mit http://, oder prüfen Sie den Port.',
    'needs-tls': 'Beginnen Sie die Adresse mit https://.',
    'other-device':
      'Ersetzt es das alte, bearbeiten Sie das Gerät und speichern Sie es noch einmal. Sonst geben Sie einem der beiden einen anderen Namen.',
    redirect: 'Geben Sie die Adresse des Geräts selbst ein.',
    'host-name':
      'Verwenden Sie seine IP-Adresse oder seinen Hostnamen, oder fügen Sie den Namen dort mit --allowed-hosts hinzu.',
    login: 'Geben Sie die ein, mit denen Sie sich auf seiner eigenen Webseite anmelden.',
    throttled: 'Das Gateway fragt von selbst wieder.',
    fault: 'Wenn das nicht von selbst vorübergeht, starten Sie das Gerät neu.',
    'no-json':
      'Sie gehört vielleicht zu einem Router oder einem anderen Programm. Prüfen Sie Adresse, Port und Pfad.',
    'cut-json': 'Vielleicht ist sein WLAN schwach. Das Gateway fragt von selbst wieder.',
    'too-large': 'Prüfen Sie Adresse, Port und Pfad.',
    'not-a-device': 'Prüfen Sie Adresse, Port und Pfad.',
    itself: 'Geben Sie die Adresse des anderen Geräts ein.',
    ring: 'Entfernen Sie zuerst dieses Gateway aus dessen Quellen.',
  },
  notAskedAgain: 'Bis dahin versucht es das Gateway nicht erneut.',

  kind: 'Art',
  kinds: {
    radio: 'Funk',
    opendtu: 'OpenDTU',
    onbattery: 'OpenDTU-OnBattery',
    heliograph: 'Heliograph',
  },
  version: 'Version',
  model: 'Modell',
  worksLike: 'Arbeitet wie',
  generations: {
    '2023-02': 'OpenDTU vor v23.4.4',
    '2023-04': 'OpenDTU v23.4.4 bis v24.1.26',
    '2024-02': 'OpenDTU v24.2.12 oder neuer',
  },
  inverters: 'Wechselrichter',
  heard: 'Letzte Werte',
  heardAgo: (duration) => `vor ${duration}`,
  neverHeard: 'noch keine',
  address: 'Adresse',

  wrongPassword:
    'Das Gerät lehnt Benutzername oder Passwort ab. Seine Werte werden trotzdem angezeigt, aber seine Wechselrichter lassen sich nicht steuern, und Namen und Spitzenleistungen werden nicht gelesen.',
  valuesOnly:
    'Seine Werte kommen weiter über die offene Verbindung, aber sonst antwortet es nicht: Befehle und Einstellungen kommen nicht an.',
  openSockets:
    'Jeder im Netzwerk kann die Live-Werte dieses Geräts ohne Anmeldung lesen, was immer dort eingestellt ist (OpenDTU v24.10.2 bis v26.3.28). Aktualisieren Sie es auf v26.3.30 oder neuer.',
  duplicates: {
    one: '# Wechselrichter kommt auch von einer anderen Quelle. Er gehört zu ihr, weil sie in dieser Liste zuerst kommt, und wird einmal gezählt.',
    other:
      '# Wechselrichter kommen auch von anderen Quellen. Sie gehören zu diesen, weil sie in dieser Liste zuerst kommen, und werden einmal gezählt.',
  },
  belongTo: (serials, name) => `${name}: ${serials}`,
  gapsTitle: 'Was diese Version nicht kann',
  gaps: {
    'radio-statistics': 'Angeben, wie gut jeder Wechselrichter empfangen wird',
    'grid-profile': 'Netzprofile anzeigen',
    'limit-above-1500': 'Einen Wechselrichter auf mehr als 1500 W begrenzen',
    'limit-zero': 'Einen Wechselrichter auf 0 % begrenzen',
    'inverter-order': 'Wechselrichter in einer eigenen Reihenfolge führen',
    'second-radio': 'HMS- und HMT-Wechselrichter erreichen, die ein zweites Funkmodul brauchen',
  },
  noGaps: 'Diese Version kann alles, was das Gateway von einem Gerät verlangt.',
  edit: 'Bearbeiten',
  editOf: (name) => `${name} bearbeiten`,
  remove: 'Entfernen',
  removeOf: (name) => `${name} entfernen`,

  addTitle: 'Gerät hinzufügen',
  editTitle: 'Gerät bearbeiten',
  foundTitle: 'Im Netzwerk gefunden',
  searching: 'Wird gesucht …',
  searchAgain: 'Erneut suchen',
  noneFound:
    'Nichts gefunden. Das muss nichts heißen: Die Suche reicht nicht in andere Netzwerke, ein Gateway in einem Container hört oft nichts, und OpenDTU antwortet erst ab v23.11.15 und nur, wenn in seinen Netzwerkeinstellungen mDNS eingeschaltet ist. Geben Sie stattdessen die Adresse ein.',
  isSetUp: 'Schon eingerichtet',

  addressHint: 'Wie im Browser: 192.168.1.50, opendtu.local oder http://host:8080/dach/',
  addressRequired: 'Geben Sie die Adresse ein, unter der Sie das Gerät im Browser öffnen.',
  addressNone:
    'Das ist keine Adresse. Geben Sie einen Namen oder eine IP-Adresse ein, etwa opendtu.local oder 192.168.1.50.',
  addressScheme: 'Beginnen Sie die Adresse mit http:// oder https://, oder mit keinem von beiden.',
  addressLogin: 'Lassen Sie Benutzername und Passwort in der Adresse weg: Sie haben eigene Felder.',
  addressQuery: 'Lassen Sie „?“ oder „#“ und was danach steht weg: Die Adresse eines Geräts endet davor.',
  /** What an address is taken for. */
  addressMeans: (protocol, host, port) => `${protocol}, ${host}, Port ${port}, kein Pfad`,
  addressMeansPath: (protocol, host, port, path) => `${protocol}, ${host}, Port ${port}, Pfad ${path}`,
  user: 'Benutzername',
  userHint: 'Bei Geräten mit OpenDTU immer admin.',
  password: 'Passwort',
  passwordHint: 'Das Admin-Passwort des Geräts. Neue Geräte mit OpenDTU haben openDTU42.',
  passwordAgain:
    'Bei einer anderen Adresse oder einem anderen Zertifikat müssen Sie das Passwort neu eingeben.',
  name: 'Name',
  nameHint: 'Optional. Leer: der Name, den das Gerät sich selbst gibt.',
  enabled: 'Dieses Gerät verwenden',
  enabledHint: 'Ausgeschaltet wird es nicht abgefragt, und seine Wechselrichter werden nicht angezeigt.',
  test: 'Testen',
  works: 'Das Gerät antwortet.',
  passwordState: 'Passwort',
  passwordRight: 'stimmt',
  passwordWrong: 'stimmt nicht',
  certificate: {
    title: 'Sein Zertifikat',
    subject: 'Ausgestellt für',
    issuer: 'Ausgestellt von',
    names: 'Gilt für',
    valid: 'Gültig',
    validSpan: (from, to) => `${from} bis ${to}`,
    fingerprint: 'SHA-256-Fingerabdruck',
    compare:
      'Vertrauen Sie ihm nur, wenn es das Ihres Geräts ist: Vergleichen Sie den Fingerabdruck mit dem, den das Gerät selbst oder Ihr Proxy anzeigt.',
    trust: 'Diesem Zertifikat vertrauen',
    trusted: (fingerprint) =>
      `Unter dieser Adresse wird nur dem Zertifikat mit diesem Fingerabdruck vertraut: ${fingerprint}`,
    distrust: 'Nicht mehr vertrauen',
  },
  saving: 'Wird getestet und gespeichert …',
  saveAnyway: 'Trotzdem speichern',
  saveAnywayNote:
    'Noch ist nichts gespeichert. Wenn Sie trotzdem speichern, kommen die Werte, sobald das gelöst ist.',
  editedIsGone: 'Das Gerät, das Sie bearbeitet haben, wurde inzwischen entfernt.',

  removeTitle: 'Dieses Gerät entfernen?',
  removeText:
    'Das Gateway fragt es nicht mehr ab: Seine Wechselrichter verschwinden aus der Live-Ansicht, den Summen und anderen Programmen, seine Adresse und sein Passwort werden vergessen. Am Gerät selbst ändert sich nichts, es arbeitet weiter.',
  removing: 'Wird entfernt …',

  neighbours: {
    title: 'Gemeinsam auf Sendung',
    hmChannels: 'auf den Kanälen aller HM-Wechselrichter',
    radioOf: (name) => `${name} (eigenes Funkmodul)`,
    onFrequency: (mhz) => `auf ${mhz}`,
    collide: (names, where, seconds) =>
      `${names} fragen alle ${seconds} ${where} ab: Ihre Pakete können zusammenstoßen.`,
    apart: (names, where) =>
      `${names} fragen ${where} ab, in verschiedenen Abständen: Ihre Pakete stoßen ab und zu zusammen. Auf eigenen Frequenzen täten sie es nicht.`,
    stagger: 'Abfrageintervalle auseinanderhalten',
    staggerHint:
      'Das Gateway ändert dann das Abfrageintervall solcher Geräte um ganze Sekunden (aus 5 s werden 5, 6, 7 s), auf dem Gerät selbst. Was es geändert hat, bleibt, wenn Sie das ausschalten.',
    changed: (name, before, now) => `${name}: vom Gateway von ${before} auf ${now} gesetzt.`,
    waiting: 'Das Gateway ändert sie innerhalb einer Minute.',
  },

  device,
};
