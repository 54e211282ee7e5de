import type { Texts } from '../texts.ts';

/** German: the time-series database that gets everything that is measured. */
export const texts: Texts['timeseries'] = {
  intro:
    'Alles, was der Verlauf behält, geht auch an eine Datenbank von Ihnen: VictoriaMetrics, InfluxDB, QuestDB, GreptimeDB oder was sonst Line Protocol annimmt. Ist sie weg, geht nichts verloren: Sie bekommt den Rest, wenn sie wieder da ist.',
  card: 'Zeitreihen-Datenbank',
  enabled: 'Alle Messwerte senden',
  address: 'Adresse',
  addressHint: (example) => `Vollständig, mit Pfad, etwa ${example}.`,
  site: 'Name dieser Anlage',
  siteHint:
    'Steht bei jedem Wert als site. Mit anderem Namen oder anderer Adresse wird alles Behaltene noch einmal gesendet.',
  login: 'Anmeldung',
  logins: {
    none: 'Keine',
    basic: 'Benutzer und Passwort',
    token: 'Token von InfluxDB 2',
    bearer: 'Bearer-Token',
  },
  user: 'Benutzer',
  password: 'Passwort',
  token: 'Token',
  secretHint: 'Es wird nie wieder angezeigt. Bei einem anderen Server muss es neu eingegeben werden.',
  interval: 'Senden alle',
  test: 'Testwert senden',
  state: 'Wie es läuft',
  off: 'Es wird nichts gesendet.',
  current: 'Die Datenbank hat alles, was der Verlauf geschrieben hat.',
  nothingYet:
    'Seit dem Start wurde noch nichts gesendet. Die ersten Werte kommen, sobald der Verlauf sie geschrieben hat.',
  behind: (age) => `Der älteste Wert, den sie noch nicht hat, ist ${age} alt.`,
  lastTaken: 'Zuletzt angenommen',
  ago: (time) => `vor ${time}`,
  never: 'seit dem Start noch nicht',
  lines: 'Zeilen seit dem Start',
  tooOld: (count) => `${count} Zeilen waren älter, als sie behält, und wurden verworfen.`,
  linesRefused: {
    one: '# Zeile wurde seit dem Start zurückgewiesen; sie wird nicht noch einmal gesendet.',
    other: '# Zeilen wurden seit dem Start zurückgewiesen; sie werden nicht noch einmal gesendet.',
  },
  again: (wait) => `Neuer Versuch in ${wait}.`,
  answer: (text) => `Sie sagt: ${text}`,
  fleet: {
    card: 'Flottenseite',
    switch: 'Einer Flottenseite über MQTT von dieser Anlage berichten',
    hint: (topic) =>
      `Leistung, Ertrag von heute, antwortende Wechselrichter, Befunde und Meldungen gehen alle paar Sekunden an das Topic ${topic}, unter dem Namen oben. Dafür muss MQTT eingeschaltet sein.`,
    place:
      'Wo die Anlage steht, wird nur mitgeteilt, wenn Sie den Standort gesetzt haben, und nur auf etwa einen Kilometer genau.',
    mqttOff: 'Solange MQTT aus ist, wird nichts berichtet:',
  },
  problems: {
    'unknown-name': 'Der Name in der Adresse ist nicht zu finden.',
    unreachable: 'Unter dieser Adresse antwortet nichts.',
    timeout: 'Die Datenbank antwortet nicht rechtzeitig.',
    certificate: 'Dem Zertifikat der Datenbank wird nicht vertraut.',
    login: 'Die Datenbank will andere Zugangsdaten.',
    'not-found': 'Diesen Pfad oder diese Datenbank gibt es dort nicht. Prüfen Sie die Adresse.',
    redirect: 'Die Datenbank verweist auf eine andere Adresse. Tragen Sie diese ein.',
    refused: 'Die Datenbank weist zurück, was gesendet wird.',
    'lines-refused':
      'Die Flottenseite weist zurück, was gesendet wird. Meist ist „Name dieser Anlage“ nicht die Kennung, die die Anlage dort hat.',
    throttled: 'Der Datenbank ist es gerade zu viel.',
    fault: 'Die Datenbank antwortet, dass sie nicht kann.',
  },
  results: {
    TimeseriesAddress:
      'Die Adresse beginnt mit http:// oder https:// und enthält weder Benutzer noch Passwort.',
    TimeseriesSite: 'Der Name fehlt oder enthält einen Backslash oder unsichtbare Zeichen.',
    TimeseriesText: 'Der Text enthält Zeichen, die niemand sieht.',
    TimeseriesTextLength: 'Der Text darf höchstens {max} Byte lang sein.',
    TimeseriesInterval: 'Der Abstand beträgt {min} bis {max} Sekunden.',
    TimeseriesTaken: 'Die Datenbank hat den Testwert angenommen.',
    ValuesMissing: 'Es fehlt etwas.',
  },
};
