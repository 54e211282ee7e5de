import type { Messages } from './en.ts';

/** German. */
export const de = {
  skipToContent: 'Zum Inhalt springen',
  close: 'Schließen',
  reload: 'Seite neu laden',
  backHome: 'Zurück zur Live-Ansicht',
  unknownValue: 'unbekannt',

  bar: {
    mainMenu: 'Hauptmenü',
    menu: 'Menü',
    settings: 'Einstellungen',
    info: 'Info',
    language: 'Sprache',
    login: 'Anmelden',
    logout: 'Abmelden',
    loggedOut: 'Sie sind abgemeldet.',
    loggedOutElsewhere: 'Sie wurden in einem anderen Fenster abgemeldet.',
    languageFailed: 'Die Sprache konnte nicht geladen werden. Bitte erneut versuchen.',
  },
  theme: {
    label: 'Darstellung',
    auto: 'Automatisch',
    light: 'Hell',
    dark: 'Dunkel',
    change: (now, next) => `Darstellung: ${now}. Wechseln zu ${next}.`,
  },
  link: {
    connecting: 'Verbinde',
    live: 'Live',
    polled: 'Live, alle 10 s',
    reconnecting: 'Verbinde neu',
    offline: 'Offline',
    unreadable: 'Daten unlesbar',
    offlineFor: (duration) => `Offline seit ${duration}`,
  },

  titles: {
    home: 'Live-Ansicht',
    login: 'Anmelden',
    about: 'Über',
    networkInfo: 'Netzwerk',
    systemInfo: 'System',
    ntpInfo: 'NTP',
    mqttInfo: 'MQTT',
    console: 'Konsole',
    networkSettings: 'Netzwerk',
    ntpSettings: 'NTP',
    mqttSettings: 'MQTT',
    inverterSettings: 'Wechselrichter',
    dtuSettings: 'DTU',
    securitySettings: 'Sicherheit',
    deviceManager: 'Geräteverwaltung',
    configManagement: 'Konfigurations\u00adverwaltung',
    firmwareUpgrade: 'Firmware-Aktualisierung',
    reboot: 'Neustart',
  },
  notFoundTitle: 'Seite nicht gefunden',
  failure: {
    page: 'Diese Seite konnte nicht angezeigt werden.',
    card: 'Dieser Teil konnte nicht angezeigt werden. Der Rest der Seite ist davon nicht betroffen.',
    chunk:
      'Ein Teil dieser Seite konnte nicht geladen werden. Vielleicht wurde das Gateway aktualisiert oder ist nicht erreichbar.',
  },

  hints: {
    label: 'Hinweise',
    radio: 'Das Funkmodul ist nicht angeschlossen oder von der falschen Art. Bitte die Verdrahtung prüfen.',
    restored:
      'Eine Datei mit Einstellungen war beschädigt, ihre vorige Fassung gilt: bitte die Einstellungen prüfen.',
    'read-only':
      'Der Datenträger des Gateways ist schreibgeschützt, nichts kann gespeichert werden: bitte ihn prüfen.',
    clock: 'Die Uhr ist nicht gestellt. Solange werden keine Wechselrichter abgefragt.',
    clockJustStarted: 'Kurz nach dem Start ist das normal.',
    clockOverdue:
      'Sie sollte innerhalb einer Minute nach dem Start gestellt sein: bitte den Zeitserver prüfen.',
    clockLink: 'Zeiteinstellungen',
    password: 'Noch gilt das Standardpasswort. Jeder in Ihrem Netzwerk kennt es.',
    passwordLink: 'Passwort ändern',
  },

  live: {
    loading: 'Warte auf die ersten Werte vom Gateway …',
    unreachable: (duration) =>
      `Das Gateway antwortet seit ${duration} nicht. Diese Seite versucht es von selbst weiter.`,
    unreadable:
      'Das Gateway sendet Daten, die diese Seite nicht lesen kann. Sie fragt weiter nach; nach einer Aktualisierung hilft vielleicht ein Neuladen.',
    refused: 'Das Gateway gibt zurzeit keine Live-Daten heraus. Diese Seite fragt weiter nach.',
    stale: (duration) =>
      `Seit ${duration} keine neuen Werte. Die gezeigten sind alt; diese Seite versucht es von selbst weiter.`,
    refusedInverters: {
      one: 'Die Daten von # Wechselrichter waren nicht zu verstehen und fehlen hier.',
      other: 'Die Daten von # Wechselrichtern waren nicht zu verstehen und fehlen hier.',
    },
    refusedTotal: 'Nicht alle Summen waren zu verstehen.',
    refusedHints: 'Nicht alle Hinweise waren zu verstehen; hier könnte eine Warnung fehlen.',
    noInverters: 'Noch ist kein Wechselrichter eingerichtet.',
    noInvertersNext: 'Fügen Sie den ersten mit der Seriennummer von seinem Typenschild hinzu.',
    noInvertersLink: 'Wechselrichter-Einstellungen',
    inverters: 'Wechselrichter',
  },
  totals: {
    label: 'Summen',
    power: 'Gesamtleistung',
    yieldDay: 'Ertrag heute',
    yieldTotal: 'Gesamtertrag',
    producing: (producing, all) => `${producing} von ${all} produzieren`,
    unreachable: {
      one: '# nicht erreichbar, mit letzten Werten gezählt',
      other: '# nicht erreichbar, mit letzten Werten gezählt',
    },
    noData: { one: '# noch ohne Daten', other: '# noch ohne Daten' },
    deadStrings: { one: '# String ohne Leistung', other: '# Strings ohne Leistung' },
  },
  states: {
    unreachable: 'Nicht erreichbar',
    idle: 'Produziert nicht',
    producing: 'Produziert',
    unknown: 'Noch keine Daten',
    stale: 'Veraltet',
  },
  inverter: {
    serial: 'Seriennummer',
    copySerial: 'Seriennummer kopieren',
    copied: 'Kopiert',
    copyFailed: 'Kopieren ist hier nicht möglich. Bitte die Nummer markieren und von Hand kopieren.',
    limit: 'Limit',
    dataAge: 'Datenalter',
    noDataSince: (duration) => `keine seit dem Start (${duration})`,
    unreachableNote:
      'Der Wechselrichter antwortet nicht. Nach Einbruch der Dunkelheit ist das normal: er lebt vom Sonnenstrom.',
    unreachableNoData:
      'Der Wechselrichter hat seit dem Start des Gateways nicht geantwortet. Nach Einbruch der Dunkelheit ist das normal.',
    waitingNote: 'Seit dem Start des Gateways sind von diesem Wechselrichter keine Werte gekommen.',
    deadString: (names) =>
      `${names}: keine Leistung, während die anderen Strings produzieren. Modul, Stecker und Verschattung prüfen.`,
    refusedValues: {
      one: '# Wert dieses Wechselrichters war nicht zu verstehen und fehlt hier.',
      other: '# Werte dieses Wechselrichters waren nicht zu verstehen und fehlen hier.',
    },
    noPower: 'Keine Leistung',
    noPowerOf: (names) => `Keine Leistung: ${names}`,
    phase: 'Phase 1',
    string: (n) => `String ${n}`,
    noProperties: 'Dieser Wechselrichter hat keine Messwerte gesendet.',
  },
  toolbar: {
    label: 'Aktionen',
    limit: 'Limit setzen',
    power: 'Ein- und ausschalten',
    deviceInfo: 'Geräteinfo',
    eventLog: 'Ereignisse',
    events: { one: '# Ereignis', other: '# Ereignisse' },
    newEvents: { one: '# neues', other: '# neue' },
    logInTo: ', um das Limit zu setzen und ein- oder auszuschalten.',
    logInLink: 'Anmelden',
  },
  properties: {
    Power: 'Leistung',
    Voltage: 'Spannung',
    Current: 'Strom',
    'Power DC': 'DC-Leistung',
    YieldDay: 'Ertrag heute',
    YieldTotal: 'Gesamtertrag',
    Frequency: 'Frequenz',
    Temperature: 'Temperatur',
    PowerFactor: 'Leistungsfaktor',
    ReactivePower: 'Blindleistung',
    Efficiency: 'Wirkungsgrad',
    Irradiation: 'Einstrahlung',
  },
} satisfies Messages;
