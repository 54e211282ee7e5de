import type { InvertersMessages } from './inverters-en.ts';

/** German: the inverter settings. */
export const invertersDe: InvertersMessages = {
  add: 'Wechselrichter hinzufügen',
  addSubmit: 'Wechselrichter hinzufügen',
  adding: 'Wird hinzugefügt …',
  addHint: 'Sobald er hinzugefügt ist, können Sie seine Strings benennen und ihre Spitzenleistung eintragen.',
  full: (max) => `Alle ${max} Plätze sind belegt. Löschen Sie einen Wechselrichter, um Platz zu schaffen.`,
  serial: 'Seriennummer',
  serialHint: '12 Ziffern, siehe Etikett.',
  serialRequired: 'Geben Sie die Seriennummer ein.',
  serialLetters: 'Nur Ziffern: Eine Seriennummer mit Buchstaben liest das Gateway als null.',
  serialLength: (digits) => `Eine Seriennummer hat 12 Ziffern, diese hat ${digits}.`,
  serialUnknown:
    'Kein bekanntes Modell hat eine solche Seriennummer. Sie können sie hinzufügen, aber einen unbekannten Wechselrichter fragt das Gateway nicht ab.',
  serialTwice: (names) =>
    `${names} hat diese Seriennummer schon. Ein zweiter wird nicht beachtet, solange es den ersten gibt.`,
  serialChanged:
    'Mit einer anderen Seriennummer ist das ein neuer Wechselrichter: Seine Live-Werte beginnen von vorn.',
  strings: { one: '# String', other: '# Strings' },
  name: 'Name',
  nameHint: 'Zum Beispiel das Dach, auf dem er liegt.',
  nameRequired: 'Geben Sie einen Namen ein.',
  list: 'Eingerichtete Wechselrichter',
  count: (count, max) => `${count} von ${max}`,
  loading: 'Warten auf die Liste der Wechselrichter …',
  empty: 'Es ist noch kein Wechselrichter eingerichtet.',
  emptyNext: 'Fügen Sie den ersten mit der Seriennummer auf seinem Etikett hinzu.',
  stale: 'Diese Liste ist vielleicht nicht mehr aktuell.',
  refused: {
    one: '# Wechselrichter war nicht zu verstehen und wird nicht gezeigt.',
    other: '# Wechselrichter waren nicht zu verstehen und werden nicht gezeigt.',
  },
  type: 'Typ',
  stringsColumn: 'Strings',
  actions: 'Aktionen',
  unknownType: 'Unbekanntes Modell',
  unknownTypeNote: 'Nicht unterstützt: Er wird nie abgefragt.',
  unnamed: 'Ohne Namen',
  string: (n) => `String ${n}`,
  copySerialOf: (name) => `Seriennummer von ${name} kopieren`,
  edit: 'Bearbeiten',
  editOf: (name) => `${name} bearbeiten`,
  delete: 'Löschen',
  deleteOf: (name) => `${name} löschen`,
  editTitle: 'Wechselrichter bearbeiten',
  stringName: 'Name',
  stringNameHint: 'Kann leer bleiben.',
  maxPower: 'Spitzenleistung',
  maxPowerHint: '0: nicht gesetzt.',
  maxPowerUse:
    'Spitzenleistung: alle Module eines Strings zusammen. Aus ihr wird die Einstrahlung berechnet: wie stark ein String arbeitet, in Prozent.',
  changedElsewhere: 'Dieser Wechselrichter wurde inzwischen anderswo geändert. Speichern überschreibt das.',
  isStored: 'Das Gateway hat genau das gespeichert, was hier steht.',
  takeStored: 'Gespeicherte Werte zeigen',
  deletedElsewhere:
    'Dieser Wechselrichter wurde inzwischen anderswo gelöscht. Speichern richtet ihn neu ein.',
  replacedElsewhere: (name) =>
    `An diesem Platz steht inzwischen ein anderer Wechselrichter (${name}). Speichern würde ihn überschreiben.`,
  editedIsGone: 'Der Wechselrichter, den Sie bearbeitet haben, wurde inzwischen gelöscht.',
  deleteTitle: 'Diesen Wechselrichter löschen?',
  deleteText:
    'Seine Einstellungen gehen verloren: sein Name und die Namen und Spitzenleistungen seiner Strings. Der Wechselrichter selbst bleibt unberührt und arbeitet weiter.',
  deleteWrong:
    'Dieser Wechselrichter wurde inzwischen anderswo geändert oder gelöscht. Schließen Sie dieses Fenster und sehen Sie erneut in die Liste.',
  deleting: 'Wird gelöscht …',
};
