import type { CommonMessages } from './common-en.ts';

/** German: what several pages and dialogs say. */
export const commonDe: CommonMessages = {
  close: 'Schließen',
  cancel: 'Abbrechen',
  reload: 'Erneut versuchen',
  loading: 'Wird geladen …',
  dismiss: 'Ausblenden',
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
    restored: 'Was Sie vor der Anmeldung eingegeben hatten, ist wieder da. Gespeichert ist es noch nicht.',
    discardTitle: 'Eingaben verwerfen?',
    discardText: 'Es gibt Änderungen, die noch nicht gespeichert sind.',
    discard: 'Verwerfen',
    keepEditing: 'Weiter bearbeiten',
    wholeNumber: (min: string, max: string) => `Geben Sie eine ganze Zahl von ${min} bis ${max} ein.`,
    roomLeft: (room: string, max: string) =>
      `Noch ${room} von ${max} Zeichen; Buchstaben wie ü oder ß zählen doppelt, Emojis vierfach.`,
    tooMany: (over: string, max: string) => `Höchstens ${max} Zeichen: ${over} zu viel.`,
    bytesNote: 'Buchstaben wie ü oder ß zählen doppelt, Emojis vierfach.',
  },
  answer: {
    done: 'Erledigt.',
    refused: 'Das Gateway hat abgelehnt, ohne einen Grund zu nennen.',
    refusedWithCode: (code: string) => `Das Gateway hat mit dem Code ${code} abgelehnt.`,
  },
  failure: {
    unreachable: 'Das Gateway antwortet nicht. Prüfen Sie die Verbindung und versuchen Sie es erneut.',
    blocked:
      'Das Gateway antwortet, aber die Konsole kommt nicht durch: Anderswo sind zu viele offen, oder etwas dazwischen sperrt WebSockets.',
    unauthorized: 'Die Anmeldung gilt nicht mehr. Bitte melden Sie sich erneut an.',
    throttled: 'Das Gateway bittet um etwas Geduld. Versuchen Sie es gleich erneut.',
    throttledFor: (duration: string) =>
      `Das Gateway bittet um Geduld. Versuchen Sie es in ${duration} erneut.`,
    missing:
      'Dieses Gateway unterstützt diese Funktion nicht. Seine Firmware ist vielleicht älter als diese Seite.',
    unreadable:
      'Das Gateway hat eine Antwort gegeben, die diese Seite nicht lesen kann. Nach einer Aktualisierung hilft oft Neuladen.',
    noAnswer: 'Das Gateway hat nicht geantwortet.',
    perhapsTaken:
      'Vielleicht wurde die Änderung trotzdem gespeichert: Prüfen Sie das, bevor Sie es erneut versuchen.',
    refused: 'Das Gateway meldet einen Fehler:',
    notSaved:
      'Das Gateway kann auf seinen Datenträger nicht schreiben, nichts wurde gespeichert: bitte ihn prüfen.',
  },
};
