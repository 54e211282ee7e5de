import type { CommonMessages } from './common-en.ts';

/** German: what several pages and dialogs say. */
export const commonDe: CommonMessages = {
  close: 'Schließen',
  cancel: 'Abbrechen',
  reload: 'Noch einmal versuchen',
  loading: 'Wird geladen …',
  dismiss: 'Ausblenden',
  form: {
    save: 'Speichern',
    saving: 'Wird gespeichert …',
    changes: { one: '# Änderung', other: '# Änderungen' },
    noChanges: 'Keine Änderungen',
    secretStored: 'Gespeichert. Leer lassen, um es zu behalten.',
    secretRemoved: 'Wird beim Speichern entfernt.',
    showSecret: 'Anzeigen',
    hideSecret: 'Verbergen',
    removeSecret: 'Entfernen',
    keepSecret: 'Behalten',
    restored: 'Was Sie vor der Anmeldung eingegeben hatten, ist wieder da. Gespeichert ist es noch nicht.',
    discardTitle: 'Eingaben verwerfen?',
    discardText: 'Es gibt Änderungen, die noch nicht gespeichert sind.',
    discard: 'Verwerfen',
    keepEditing: 'Weiter bearbeiten',
    wholeNumber: (min: string, max: string) => `Geben Sie eine ganze Zahl von ${min} bis ${max} ein.`,
    roomLeft: (room: string, max: string) =>
      `Noch ${room} von ${max} Zeichen; Buchstaben wie ü oder ß zählen doppelt, Emojis vierfach.`,
    tooMany: (over: string, max: string) => `${over} mehr als die ${max} Zeichen, für die Platz ist.`,
    bytesNote: 'Buchstaben wie ü oder ß zählen doppelt, Emojis vierfach.',
  },
  answer: {
    done: 'Erledigt.',
    refused: 'Das Gateway hat abgelehnt, ohne einen Grund zu nennen.',
    refusedWithCode: (code: string) => `Das Gateway hat mit dem Code ${code} abgelehnt.`,
  },
  failure: {
    unreachable: 'Das Gateway antwortet nicht. Prüfen Sie die Verbindung und versuchen Sie es noch einmal.',
    unauthorized: 'Die Anmeldung gilt nicht mehr. Bitte melden Sie sich neu an.',
    throttled: 'Das Gateway bittet um etwas Geduld. Versuchen Sie es gleich noch einmal.',
    throttledFor: (duration: string) =>
      `Das Gateway bittet um Geduld. Versuchen Sie es in ${duration} noch einmal.`,
    missing:
      'Dieses Gerät unterstützt diese Funktion nicht. Seine Firmware ist vielleicht älter als diese Seite.',
    unreadable:
      'Das Gateway hat eine Antwort gegeben, die diese Seite nicht lesen kann. Nach einem Update hilft oft Neuladen.',
    perhapsTaken:
      'Vielleicht ist es trotzdem angekommen: Sehen Sie nach, was gespeichert ist, bevor Sie es noch einmal versuchen.',
    refused: (reason: string) => `Das Gateway hat abgelehnt: ${reason}`,
  },
};
