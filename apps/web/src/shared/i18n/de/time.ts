import type { Texts } from '../texts.ts';

/** German: the time settings. */
export const texts: Texts['time'] = {
  title: 'Zeitserver und Zeitzone',
  server: 'Zeitserver',
  serverHint: 'Die Vorgabe passt überall, wo das Internet erreichbar ist.',
  noHost: 'Hostname oder Adresse ist ungültig.',
  zone: 'Zeitzone',
  zoneHint: 'Zum Suchen tippen: eine Stadt, ein Land, eine Abkürzung oder UTC+1.',
  noZone: 'Keine passende Zeitzone gefunden.',
  noZones: 'Die Liste der Zeitzonen konnte nicht geladen werden; die gespeicherte Zeitzone bleibt erhalten.',
  asStored: 'wie gespeichert',
  rule: 'Zeitzonenregel',
  ruleHint: 'Von der Zeitzone vorgegeben: Abstand zu UTC und Sommerzeit.',
  takeBrowserZone: (zone) => `Zeitzone dieses Browsers verwenden: ${zone}`,

  late: (span) =>
    `Der Zeitserver hat seit ${span} nicht geantwortet. Die Uhr läuft allein weiter und wird ungenau.`,
  states: {
    never:
      'Der Zeitserver hat noch nicht geantwortet. Die Uhr zeigt die Zeit des Computers, auf dem das Gateway läuft.',
    manual: 'Die Uhr wurde von Hand gestellt. Die nächste Antwort des Zeitservers stellt sie neu.',
  },

  place: 'Standort der Anlage',
  placeNote:
    'Daraus berechnet das Gateway Sonnenaufgang und Sonnenuntergang. So unterscheidet es schlafende Wechselrichter von solchen mit einem Problem und weiß, wie lange sie schlafen. Der Standort bleibt auf dem Gateway und in dessen Sicherungen; beide Felder können leer bleiben.',
  latitude: 'Breitengrad',
  latitudeHint: 'Dezimalgrad, zum Beispiel 48,14; im Süden negativ.',
  longitude: 'Längengrad',
  longitudeHint: 'Dezimalgrad, zum Beispiel 11,57; im Westen negativ.',
  noDegrees: 'Geben Sie Dezimalgrad ein, zum Beispiel 48,14.',
  takeBrowserLocation: 'Standort dieses Browsers verwenden',
  locating: 'Standort wird ermittelt …',
  locationFound: 'Das ist der ungefähre Standort dieses Browsers. Speichern Sie, um ihn zu übernehmen.',
  noLocation: {
    denied:
      'Diese Seite darf Ihren Standort nicht verwenden. Erlauben Sie es, oder geben Sie die Koordinaten ein.',
    failed: 'Der Browser kennt seinen Standort nicht. Geben Sie die Koordinaten ein.',
  },

  clock: 'Uhr von Hand stellen',
  device: 'Gerät',
  browser: 'Dieser Browser',
  notSet: 'Die Uhr des Geräts ist nicht gestellt. Bis dahin werden die Wechselrichter nicht abgefragt.',
  notKnown: 'Das Gerät antwortet nicht, deshalb ist seine Uhrzeit nicht bekannt.',
  inStep: 'Beide Uhren stimmen überein.',
  otherZones: (span) => `Gleiche Zeit, ${span} Abstand wegen der Zeitzonen.`,
  ahead: (span) => `Das Gerät geht ${span} vor.`,
  behind: (span) => `Das Gerät geht ${span} nach.`,
  days: { one: '# Tag', other: '# Tage' },
  otherZone: (browser, device) =>
    `Andere Zeitzone: Dieser Browser ist in ${browser}, das Gerät in ${device}. Das Gerät bekommt die richtige Zeit in seiner eigenen Zeitzone.`,
  sync: 'Auf die Zeit des Browsers stellen',
  syncNote:
    'Eine von Hand gestellte Uhr wird ungenau, geht ohne Strom verloren und wird von der nächsten Antwort des Zeitservers überschrieben.',
};
