import type { MaintenanceMessages } from './maintenance-en.ts';

/** German: configuration files, firmware and restarts. */
export const maintenanceDe: MaintenanceMessages = {
  backup: 'Sichern',
  backupNote: 'Die Datei enthält Passwörter im Klartext: Bewahren Sie sie sicher auf.',
  file: 'Datei',
  restore: 'Wiederherstellen',
  target: 'Wiederherstellen als',
  restoreNote: 'Ersetzt alles, was die gewählte Datei enthält. Danach startet das Gateway neu.',
  noFile: 'Keine Datei ausgewählt',
  unreadable: 'Diese Datei ist weder eine Konfiguration noch eine Liste von Pin-Profilen.',
  wrongKind: 'Diese Datei ist nicht von der Art, die sie ersetzen würde.',
  newer: 'Diese Datei stammt von einer neueren Version als der des Gateways.',
  content: 'Inhalt',
  differs: 'Anders als in der aktuellen Konfiguration',
  same: 'Alles ist wie in der aktuellen Konfiguration.',
  reset: 'Werkseinstellungen',
  resetLost:
    'Verloren gehen: Netzwerk-, Zeit-, MQTT- und Geräteeinstellungen, alle Wechselrichter mit ihren Namen, die Seriennummer der DTU und Ihr Admin-Passwort. Pin-Profile bleiben.',
  resetLogin: 'Ihre Anmeldung endet: Es gilt wieder das Standardpasswort.',
  resetWord: (word) => `Zum Fortfahren ${word} eingeben`,
  firmwareFile: 'Firmware-Datei (.bin oder .bin.gz)',
  firmwareHint: 'Beginnt, sobald eine Datei gewählt ist.',
  foreign: 'Das ist keine Firmware für einen ESP32. Es wurde nichts gesendet.',
  truncated: 'Diese Datei ist abgeschnitten oder beschädigt. Es wurde nichts gesendet.',
  otherChip: (chip, own) => `Diese Firmware ist für ${chip}, das Gateway hat ${own}.`,
  older: (version, running) => `Version ${version} ist älter als die laufende ${running}.`,
  sendAnyway: 'Trotzdem senden',
  phases: {
    checking: 'Datei wird geprüft …',
    hashing: 'Prüfsumme wird berechnet …',
    sending: 'Wird gesendet …',
    working: 'Das Gateway prüft und speichert …',
  },
  firmwareDone:
    'Die Firmware ist geladen. Sobald das Gerät neu gestartet ist, muss diese Seite neu geladen werden.',
  unknownError: 'Unbekannter Fehler beim Hochladen, Einzelheiten stehen in der Konsole.',
  leaving: {
    discardTitle: 'Senden abbrechen?',
    discardText: 'Das Gateway bleibt dann, wie es ist.',
    discard: 'Senden abbrechen',
    keepEditing: 'Fortfahren',
  },
  back: 'Zurück',
  waited: (span) => `Wartet seit ${span}`,
  late: 'Es dauert länger als sonst. Prüfen Sie Strom und Netzwerk; vielleicht hat es jetzt eine andere Adresse. Diese Seite versucht es weiter.',
  stayed: 'Das Gateway ist nicht neu gestartet.',
  took: (span) => `Nach ${span} war es zurück.`,
  restart: 'Neustart',
  rebootNote:
    'Normalerweise ist das nicht nötig. Es dauert einige Sekunden; die Wechselrichter arbeiten weiter.',
  rebootAsk: 'Gateway jetzt neu starten?',
};
