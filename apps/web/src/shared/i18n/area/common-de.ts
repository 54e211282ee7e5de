import type { CommonMessages } from './common-en.ts';

/** German: what several pages and dialogs say. */
export const commonDe: CommonMessages = {
  close: 'Schließen',
  cancel: 'Abbrechen',
  reload: 'Erneut versuchen',
  loading: 'Wird geladen …',
  form: {
    save: 'Speichern',
    saving: 'Wird gespeichert …',
    changes: { one: '# ungespeicherte Änderung', other: '# ungespeicherte Änderungen' },
    noChanges: 'Keine Änderungen',
    secretStored: 'Gespeichert. Leer lassen, um es zu behalten.',
    secretRemoved: 'Wird beim Speichern entfernt.',
    showSecret: 'Anzeigen',
    hideSecret: 'Verbergen',
    removeSecret: 'Entfernen',
    keepSecret: 'Behalten',
    restored: 'Ihre Eingaben von vor der Anmeldung sind wieder da. Sie sind noch nicht gespeichert.',
    discardTitle: 'Änderungen verwerfen?',
    discardText: 'Ihre Änderungen sind noch nicht gespeichert.',
    discard: 'Verwerfen',
    keepEditing: 'Weiter bearbeiten',
    wholeNumber: (min: string, max: string) => `Geben Sie eine ganze Zahl von ${min} bis ${max} ein.`,
    roomLeft: (room: string, max: string) =>
      `Noch ${room} von ${max} Zeichen; Buchstaben wie ü oder ß zählen doppelt, Emojis vierfach.`,
    tooMany: (over: string, max: string) => `Höchstens ${max} Zeichen: ${over} zu viel.`,
    bytesNote: 'Buchstaben wie ü oder ß zählen doppelt, Emojis vierfach.',
  },
  trial: {
    testing: 'Wird getestet …',
    slow: 'Das kann bis zu 10 Sekunden dauern.',
    marked: 'Korrigieren Sie zuerst die markierten Felder.',
  },
  answer: {
    done: 'Erledigt.',
    refused: 'Das Gateway hat abgelehnt, ohne einen Grund zu nennen.',
    refusedWithCode: (code: string) => `Das Gateway hat mit dem Code ${code} abgelehnt.`,
  },
  failure: {
    unreachable: 'Das Gateway antwortet nicht. Prüfen Sie die Verbindung und versuchen Sie es erneut.',
    blocked:
      'Das Gateway antwortet, aber die Konsole kann sich nicht verbinden: Anderswo sind zu viele geöffnet, oder etwas dazwischen blockiert WebSockets.',
    unauthorized: 'Ihre Anmeldung ist abgelaufen. Bitte melden Sie sich erneut an.',
    throttled: 'Zu viele Anfragen. Bitte versuchen Sie es gleich erneut.',
    throttledFor: (duration: string) => `Zu viele Anfragen. Bitte versuchen Sie es in ${duration} erneut.`,
    missing:
      'Dieses Gateway unterstützt diese Funktion nicht. Seine Firmware ist vielleicht älter als diese Seite.',
    unreadable:
      'Diese Seite kann die Antwort des Gateways nicht lesen. Laden Sie die Seite neu, falls das Gateway gerade aktualisiert wurde.',
    noAnswer: 'Das Gateway hat nicht geantwortet.',
    perhapsTaken:
      'Vielleicht wurde die Änderung trotzdem gespeichert. Prüfen Sie das, bevor Sie es erneut versuchen.',
    refused: 'Das Gateway meldet einen Fehler:',
    notSaved:
      'Das Gateway kann nicht auf seinen Datenträger schreiben, es wurde nichts gespeichert. Bitte prüfen Sie ihn.',
  },
};
