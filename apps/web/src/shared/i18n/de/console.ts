import type { Texts } from '../texts.ts';

/** German: the console. */
export const console: Texts['maintenance']['console'] = {
  connected: 'Verbunden',
  gap: 'Hier war die Verbindung unterbrochen; es können Zeilen fehlen.',
  filter: 'Filter',
  follow: 'Automatisch scrollen',
  clear: 'Leeren',
  copy: 'Kopieren',
  download: 'Herunterladen',
  copied: { one: '# Zeile kopiert', other: '# Zeilen kopiert' },
  copyFailed: 'Kopieren ist hier nicht möglich. Laden Sie die Zeilen stattdessen herunter.',
  waiting: 'Warten auf die nächste Zeile …',
  notConnected: 'Nicht verbunden.',
  noMatch: 'Keine Zeile enthält diesen Text.',
  lines: { one: '# Zeile', other: '# Zeilen' },
  ofLines: (count, lines) => `${count} von ${lines}`,
  onlyLast: (max) => `nur die letzten ${max} werden behalten`,
  newLines: { one: '# neue Zeile anzeigen', other: '# neue Zeilen anzeigen' },
};
