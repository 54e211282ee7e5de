import { REFUSALS } from './recovery-refusals.ts';
import type { RecoveryTexts } from './recovery-wording.ts';

export const de: RecoveryTexts = {
  title: 'Wiederherstellungsmodus',
  damaged: (names, isOne) =>
    isOne
      ? `Die Einstellungsdatei ${names} ist beschädigt, ihre vorige Fassung auch.`
      : `Die Einstellungsdateien ${names} sind beschädigt, ihre vorigen Fassungen auch.`,
  missing: (names, isOne) =>
    isOne ? `Die Einstellungsdatei ${names} fehlt.` : `Die Einstellungsdateien ${names} fehlen.`,
  started:
    'Das Gateway ist ohne seine Einstellungen gestartet. Mit einer Sicherung ist alles wieder wie vorher.',
  heading: 'Sicherung wiederherstellen',
  password: {
    kept: 'Passwort des Administrators, wie es eingestellt war',
    given: 'Erstes Passwort, beim Start des Gateways angegeben',
  },
  file: 'Sicherung (`config.json`)',
  send: 'Wiederherstellen',
  locked:
    'Mit den Einstellungen ist auch das Passwort verloren. Wer den Rechner verwaltet, setzt eines für diese Seite: das Gateway neu starten mit `--first-password` oder mit der Variablen `HELIOGRAPH_FIRST_PASSWORD`. Es darf nicht das Standardpasswort sein.',
  noScript: 'Diese Seite braucht JavaScript, um die Sicherung zu senden.',
  meaningHeading: 'Was das bedeutet',
  resting:
    'Bis die Einstellungen zurück sind, wird kein Wechselrichter abgefragt, nichts geschaltet und nichts an einen Broker gesendet. Die Wechselrichter arbeiten von selbst weiter.',
  kept: 'Beschädigte Dateien bleiben im Datenordner, wenn sie ersetzt werden, von jeder die neuesten drei: Dateien, deren Namen auf `.corrupt-1` bis `.corrupt-3` enden.',
  waysHeading: 'Woher eine Sicherung kommt, und was ohne sie geht',
  whereBackups: 'Eine Sicherung ist die Datei, die in der Konfigurationsverwaltung heruntergeladen wurde.',
  copies: (names) =>
    `Im Datenordner liegt, was vor dem letzten Zurücksetzen auf Werkseinstellungen eingestellt war: ${names}.`,
  goodCopy: 'Oder gute Kopien der Dateien an ihre Stelle im Datenordner legen und das Gateway neu starten.',
  otherFolder: 'Oder es mit einem anderen, leeren Datenordner starten (`--data`) und alles neu einstellen.',
  open: 'Gateway öffnen',
  said: {
    sending: 'Die Sicherung wird wiederhergestellt …',
    done: 'Die Sicherung ist wiederhergestellt. Das Gateway startet neu, dann öffnet diese Seite es.',
    wrongPassword: 'Dieses Passwort ist falsch.',
    wait: 'Zu viele Passwörter waren falsch. Bitte in $1 s noch einmal versuchen.',
    busy: 'Das Gateway hat zu viel zu tun. Bitte in $1 s noch einmal versuchen.',
    lost: 'Das Gateway antwortet nicht. Bitte noch einmal versuchen.',
    over: 'Das Gateway ist nicht mehr im Wiederherstellungsmodus. Es wurde nichts gesendet.',
  },
  refusals: [
    [REFUSALS.empty, 'Die Datei ist leer.'],
    [REFUSALS.noJson, 'Die Datei ist kein JSON; sie ist vielleicht beschädigt oder abgeschnitten.'],
    [REFUSALS.nothing, 'In der Datei steht nichts, was in eine $1 gehört.'],
    [REFUSALS.otherKind, 'Die Datei ist eine $1 und keine $2.'],
    [REFUSALS.value, 'Der Wert von $1 in der Datei ist nicht brauchbar.'],
    [REFUSALS.tooMany, 'In der Datei stehen mehr als $1 Einträge in $2.'],
    [REFUSALS.newer, 'Die Datei hat die Version $1; hier lässt sich höchstens $2 lesen.'],
    [REFUSALS.tooLarge, 'Die Datei ist größer als $1 Bytes.'],
    [REFUSALS.full, 'Die Platte ist voll; es wurde nichts geändert.'],
    [REFUSALS.readOnly, 'Der Datenordner ist schreibgeschützt; es wurde nichts geändert.'],
    [
      REFUSALS.notSaved,
      'Das Gateway kann nicht in den Datenordner schreiben; es wurde nichts geändert. Den Grund nennt sein Log.',
    ],
    [REFUSALS.restarting, 'Das Gateway startet gerade neu; es wurde nichts geändert.'],
  ],
};
