import type { Texts } from '../texts.ts';

/** How an inverter is treated: a build for an original device does not set it. */
const TREATMENT: Texts['inverters']['treatment'] = {
  title: 'Erweitert',
  poll_enable: 'Diesen Wechselrichter abfragen',
  poll_enable_night: 'Auch nachts abfragen',
  command_enable: 'Befehle senden',
  command_enable_night: 'Auch nachts Befehle senden',
  reachable_threshold: 'Verpasste Abfragen',
  thresholdHint:
    'Der Wechselrichter gilt als nicht erreichbar, wenn mehr Abfragen hintereinander gescheitert sind.',
  zero_runtime: 'Nullen, wenn nicht erreichbar',
  zero_day: 'Ertrag heute um Mitternacht auf null setzen',
  yieldday_correction: 'Ertrag heute bei einem Neustart behalten',
  clear_eventlog: 'Ereignisse um Mitternacht löschen',
  hints: {
    poll_enable: 'Sonst werden keine Werte gelesen, und der Wechselrichter gilt als nicht erreichbar.',
    poll_enable_night:
      'Nacht ist von Sonnenuntergang bis Sonnenaufgang; geben Sie dazu unter Zeit den Ort der Anlage an.',
    command_enable: 'Sonst wird abgelehnt, was ihn begrenzen oder schalten soll.',
    command_enable_night: 'Ein Befehl, der am Abend noch offen ist, wartet bis zum Morgen.',
    zero_runtime: 'Sonst bleiben die letzten Werte stehen. Erträge bleiben immer.',
    zero_day: 'Sonst bleibt er, bis der Wechselrichter am nächsten Tag antwortet.',
    yieldday_correction: 'Manche Wechselrichter beginnen nach einem Neustart am Tag wieder bei 0.',
    clear_eventlog: 'Der Wechselrichter selbst behält seine Ereignisse.',
  },
  offset: (n) => `Wird zum Gesamtertrag von String ${n} addiert`,
  offsetHint:
    'Zum Beispiel, was seine Module an einem anderen Wechselrichter erzeugt haben. Darf negativ sein.',
  noOffset: 'Geben Sie eine Zahl ein.',
};

/** German: the inverter settings. */
export const texts: Texts['inverters'] = {
  add: 'Wechselrichter hinzufügen',
  addSubmit: 'Wechselrichter hinzufügen',
  adding: 'Wird hinzugefügt …',
  addHint: 'Sobald er hinzugefügt ist, können Sie seine Strings benennen und ihre Spitzenleistung eintragen.',
  full: (max) => `Alle ${max} Plätze sind belegt. Löschen Sie einen Wechselrichter, um Platz zu schaffen.`,
  serial: 'Seriennummer',
  serialHint:
    '12 Ziffern, siehe Typenschild. Neuere Modelle haben auch Buchstaben von A bis F. HERF: wie aufgedruckt, etwa A1100FBT4-19W.',
  serialRequired: 'Geben Sie die Seriennummer ein.',
  serialLetters: 'Eine Seriennummer hat nur Ziffern und Buchstaben von A bis F.',
  serialLabelLetters:
    'Seriennummern von HERF-Wechselrichtern haben kein I, O, Q oder Z. Vergleichen Sie sie mit dem Typenschild.',
  serialOnAir: (serial) => `im Funk ${serial}`,
  serialDigitsOnly: 'Seriennummern dieses Modells haben nur Ziffern.',
  serialLength: (digits) => `Eine Seriennummer hat 12 Zeichen, diese hat ${digits}.`,
  serialUnknown:
    'Diese Seriennummer gehört zu keinem bekannten Modell. Sie können den Wechselrichter hinzufügen, aber das Gateway fragt ihn nicht ab.',
  serialTwice: (names) =>
    `${names} hat diese Seriennummer schon. Ein zweiter wird ignoriert, solange es den ersten gibt.`,
  serialChanged:
    'Mit einer anderen Seriennummer ist es ein neuer Wechselrichter: Seine Live-Werte beginnen von vorn.',
  strings: { one: '# String', other: '# Strings' },
  name: 'Name',
  nameHint: 'Zum Beispiel das Dach, auf dem er montiert ist.',
  nameRequired: 'Geben Sie einen Namen ein.',
  list: 'Eingerichtete Wechselrichter',
  count: (count, max) => `${count} von ${max}`,
  loading: 'Wechselrichter werden geladen …',
  empty: 'Es ist noch kein Wechselrichter eingerichtet.',
  emptyNext: 'Fügen Sie den ersten mit der Seriennummer auf seinem Typenschild hinzu.',
  stale: 'Diese Liste ist vielleicht nicht mehr aktuell.',
  refused: {
    one: '# Wechselrichter ist ungültig und wird nicht angezeigt.',
    other: '# Wechselrichter sind ungültig und werden nicht angezeigt.',
  },
  type: 'Typ',
  stringsColumn: 'Strings',
  actions: 'Aktionen',
  unknownType: 'Unbekanntes Modell',
  unknownTypeNote: 'Nicht unterstützt, wird nicht abgefragt.',
  listedTwice: 'Doppelt eingetragen; nur der erste zählt.',
  unnamed: 'Ohne Namen',
  string: (n) => `String ${n}`,
  copySerialOf: (name) => `Seriennummer von ${name} kopieren`,
  edit: 'Bearbeiten',
  editOf: (name) => `${name} bearbeiten`,
  delete: 'Löschen',
  deleteOf: (name) => `${name} löschen`,
  editTitle: 'Wechselrichter bearbeiten',
  stringName: 'Name',
  stringNameHint: 'Optional.',
  maxPower: 'Spitzenleistung',
  maxPowerHint: '0 bedeutet nicht angegeben.',
  maxPowerUse:
    'Die Spitzenleistung ist die Summe aller Module eines Strings. Aus ihr folgt die Einstrahlung: die Leistung in Prozent der Spitzenleistung.',
  treatment: __FOR_DEVICE__ ? ({} as Texts['inverters']['treatment']) : TREATMENT,
  changedElsewhere:
    'Dieser Wechselrichter wurde inzwischen an anderer Stelle geändert. Speichern überschreibt diese Änderung.',
  isStored: 'Diese Werte sind gespeichert.',
  takeStored: 'Gespeicherte Werte anzeigen',
  deletedElsewhere:
    'Dieser Wechselrichter wurde inzwischen an anderer Stelle gelöscht. Speichern legt ihn neu an.',
  replacedElsewhere: (name) =>
    `Seinen Platz hat inzwischen ein anderer Wechselrichter (${name}). Speichern würde ihn überschreiben.`,
  editedIsGone: 'Der Wechselrichter, den Sie bearbeitet haben, wurde inzwischen gelöscht.',
  deleteTitle: 'Diesen Wechselrichter löschen?',
  deleteText:
    'Seine Einstellungen gehen verloren: sein Name sowie Namen und Spitzenleistung seiner Strings. Der Wechselrichter selbst arbeitet weiter.',
  deleteWrong:
    'Dieser Wechselrichter wurde inzwischen an anderer Stelle geändert oder gelöscht. Schließen Sie dieses Fenster und prüfen Sie die Liste.',
  deleting: 'Wird gelöscht …',
};
