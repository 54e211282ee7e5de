import type { TimeMessages } from './time-en.ts';

/** German: the time settings. */
export const timeDe: TimeMessages = {
  title: 'Zeitserver und Zeitzone',
  server: 'Zeitserver',
  serverHint: 'Die Vorgabe passt überall, wo das Internet erreichbar ist.',
  noHost: 'Das ist weder ein Hostname noch eine Adresse.',
  zone: 'Zeitzone',
  zoneHint: 'Zum Suchen tippen: eine Stadt, eine Abkürzung oder UTC+1.',
  noZone: 'Keine Zeitzone passt dazu.',
  noZones: 'Die Liste der Zeitzonen konnte nicht geladen werden; die gespeicherte Zeitzone bleibt.',
  asStored: 'wie gespeichert',
  rule: 'Regel der Zeitzone',
  ruleHint: 'Gehört zur Zeitzone: Abstand zu UTC und Sommerzeit.',
  takeBrowserZone: (zone) => `Zeitzone dieses Browsers übernehmen: ${zone}`,

  clock: 'Uhr von Hand stellen',
  device: 'Gerät',
  browser: 'Dieser Browser',
  notSet: 'Die Uhr des Geräts ist nicht gestellt. Vorher werden die Wechselrichter nicht abgefragt.',
  inStep: 'Die Uhren gehen gleich.',
  otherZones: (span) => `Gleiche Zeit, ${span} Abstand wegen der Zeitzonen.`,
  ahead: (span) => `Das Gerät geht ${span} vor.`,
  behind: (span) => `Das Gerät geht ${span} nach.`,
  days: { one: '# Tag', other: '# Tage' },
  otherZone: (browser, device) =>
    `Andere Zeitzone: Dieser Browser ist in ${browser}, das Gerät in ${device}. Beim Stellen von Hand übernimmt das Gerät die Ortszeit dieses Browsers: Wählen Sie zuerst die Zeitzone.`,
  sync: 'Auf die Zeit des Browsers stellen',
  syncNote:
    'Eine von Hand gestellte Uhr verliert die Zeit ohne Strom, wird ungenau und gilt nur bis zur nächsten Antwort des Zeitservers.',
};
