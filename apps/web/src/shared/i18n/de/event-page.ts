import type { Texts } from '../texts.ts';

/** German: the page of all events with their dates. */
export const texts: Texts['eventPage'] = {
  intro: 'Was die Wechselrichter gemeldet haben, mit Datum. Davon wird nie etwas gelöscht.',
  filters: 'Welche Ereignisse',
  find: 'Suche',
  findHint: 'Ein Wort der Meldung oder ihre Nummer.',
  inverter: 'Wechselrichter',
  all: 'Alle Wechselrichter',
  removed: (name) => `${name} (entfernt)`,
  from: 'Von',
  to: 'Bis',
  none: 'Noch keine Ereignisse.',
  noneNext: 'Sie erscheinen hier von selbst, etwa zwei Minuten nachdem ein Wechselrichter sie gemeldet hat.',
  notFound: 'Keine solchen Ereignisse. Ändern Sie die Suche, den Wechselrichter oder die Tage.',
  notKept: 'Neues wird derzeit nicht aufgezeichnet. Die Seite Verlauf sagt, warum.',
  older: 'Ältere laden',
  olderFailed: 'Die älteren Ereignisse konnten nicht geladen werden. Versuchen Sie es noch einmal.',
  save: 'CSV exportieren',
  saving: 'Wird exportiert…',
  saveFailed: 'Die Datei konnte nicht geladen werden. Versuchen Sie es noch einmal.',
  unknown: (code) => `Unbekanntes Ereignis ${code}`,
  number: (code) => `Nr. ${code}`,
  lasted: (duration) => `dauerte ${duration}`,
  active: 'dauert noch an',
  noEnd: 'Ende nicht gemeldet',
  likely: 'Tag angenommen',
  likelyNote:
    'Wechselrichter melden eine Uhrzeit ohne Datum. Wo das Gateway die Liste nicht kurz vorher gelesen hatte, nimmt es den spätesten möglichen Tag an.',
  undated: (time) => `ohne sinnvolle Uhrzeit gemeldet, gelesen um ${time}`,
};
