import type { RecoveryTexts } from './recovery-wording.ts';

export const de: RecoveryTexts = {
  title: 'Wiederherstellungsmodus',
  damaged: (names, isOne) =>
    isOne
      ? `Die Einstellungsdatei ${names} ist beschädigt, ihre Kopie auch.`
      : `Die Einstellungsdateien ${names} sind beschädigt, ihre Kopien auch.`,
  missing: (names, isOne) =>
    isOne ? `Die Einstellungsdatei ${names} fehlt.` : `Die Einstellungsdateien ${names} fehlen.`,
  gone: 'Die Einstellungen fehlen: Im Datenordner gibt es keine `settings.db` und auch keine brauchbare Kopie davon.',
  historyThere: 'Was gemessen wurde, `history.db`, ist da.',
  started:
    'Das Gateway ist ohne seine Einstellungen gestartet. Stellen Sie eine Sicherung wieder her, um sie zurückzubekommen.',
  heading: 'Sicherung wiederherstellen',
  password: {
    kept: 'Admin-Passwort, wie es vorher eingestellt war',
    given: 'Erstes Passwort, das beim Start des Gateways angegeben wurde',
  },
  file: 'Sicherung (`config.json` oder `heliograph.backup`)',
  send: 'Wiederherstellen',
  locked:
    'Mit den Einstellungen ging auch das Passwort verloren. Am Rechner selbst können Sie eines für diese Seite festlegen: Starten Sie das Gateway neu mit `--first-password` oder mit der Variablen `HELIOGRAPH_FIRST_PASSWORD`. Es darf nicht das Standardpasswort sein.',
  noScript: 'Diese Seite braucht JavaScript, um die Sicherung zu senden.',
  meaningHeading: 'Was das bedeutet',
  resting:
    'Bis die Einstellungen wiederhergestellt sind, wird kein Wechselrichter abgefragt oder geschaltet und nichts an einen Broker gesendet. Die Wechselrichter arbeiten selbstständig weiter.',
  kept: 'Werden beschädigte Dateien ersetzt, bleiben von jeder die letzten drei im Datenordner; ihre Namen enden auf `.corrupt-1` bis `.corrupt-3`.',
  waysHeading: 'Wo Sie eine Sicherung finden und was Sie ohne sie tun können',
  whereBackups:
    'Diese Seite nimmt, was Sie in der Konfigurationsverwaltung heruntergeladen haben: die `config.json` oder die Sicherung von allem (`heliograph.backup`).',
  copies: (names) =>
    `Der Datenordner enthält die Einstellungen aus der Zeit vor dem letzten Zurücksetzen auf Werkseinstellungen: ${names}.`,
  goodCopy: 'Oder legen Sie gute Kopien der Dateien in den Datenordner und starten Sie das Gateway neu.',
  otherFolder:
    'Oder starten Sie es mit einem anderen, leeren Datenordner (`--data`) und richten Sie alles neu ein.',
  keepHistory:
    'Was gemessen wurde, kann bleiben: Starten Sie das Gateway einmal mit dem leeren Ordner, beenden Sie es und legen Sie die Dateien dieses Ordners, deren Namen mit `history.db` beginnen, an die Stelle der dortigen.',
  open: 'Gateway öffnen',
  withHistory: 'Auch wiederherstellen, was gemessen wurde. Es ersetzt den Verlauf, der da ist.',
  newPassword: 'Danach gilt das Passwort der Sicherung.',
  restoreThis: 'Diese Sicherung wiederherstellen',
  said: {
    found: 'Eine Sicherung von allem, erstellt am $1 von Version $2.',
    noClock: 'einem unbekannten Tag',
    looking: 'Das Gateway sieht sich die Sicherung an …',
    check: 'Noch wurde nichts geändert.',
    sending: 'Die Sicherung wird wiederhergestellt …',
    done: 'Die Sicherung wurde wiederhergestellt. Das Gateway startet neu und öffnet sich dann hier.',
    wrongPassword: 'Dieses Passwort ist falsch.',
    wait: 'Zu viele falsche Passwörter. Bitte versuchen Sie es in $1 s erneut.',
    busy: 'Das Gateway ist ausgelastet. Bitte versuchen Sie es in $1 s erneut.',
    lost: 'Das Gateway antwortet nicht. Bitte versuchen Sie es erneut.',
    over: 'Das Gateway ist nicht mehr im Wiederherstellungsmodus. Es wurde nichts gesendet.',
  },
  refusals: {
    'empty-file': 'Die Datei ist leer.',
    'too-large': 'Die Datei ist größer als {max} Bytes.',
    'too-slow': 'Das Hochladen dauerte zu lange; es wurde nichts geändert.',
    'cut-short': 'Die Datei ist unvollständig: Sie bricht mittendrin ab.',
    'image-cut-short': 'Die Datei ist unvollständig oder beschädigt.',
    'no-json': 'Die Datei ist keine JSON-Datei.',
    'broken-json': 'Die Datei ist beschädigt: Zeile {line}, Zeichen {column} ist kein gültiges JSON.',
    'damaged-text': 'Die Datei ist beschädigt: Sie enthält ungültige Zeichen.',
    'foreign-content': 'Die Datei enthält nichts, was in eine {file} gehört.',
    'other-kind': 'Die Datei ist eine {found} und keine {file}.',
    'newer-version': 'Die Datei hat die Version {version}; dieses Gateway kann höchstens {newest} lesen.',
    'wrong-type': 'Der Wert von {path} in der Datei ist ungültig.',
    'unfit-value': 'Der Wert von {path} in der Datei ist ungültig.',
    'too-many-items': 'Die Datei enthält mehr als {max} Einträge in {path}.',
    'disk-full': 'Der Datenträger ist voll; es wurde nichts geändert.',
    'disk-read-only': 'Der Datenordner ist schreibgeschützt; es wurde nichts geändert.',
    'not-stored':
      'Das Gateway kann nicht in den Datenordner schreiben; es wurde nichts geändert. Der Grund steht in seinem Log.',
    'about-to-restart': 'Das Gateway startet gerade neu; es wurde nichts geändert.',
    'about-to-end': 'Das Gateway wird gerade beendet; es wurde nichts geändert.',
    'internal-error': 'Im Gateway ist ein Fehler aufgetreten; es wurde nichts geändert.',
  },
};
