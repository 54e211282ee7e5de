import type { SettingsMessages } from './settings-en.ts';

/** German: the DTU settings. */
export const settingsDe: SettingsMessages = {
  dtu: {
    title: 'Funk',
    serial: 'Seriennummer',
    serialHint: 'Beim ersten Start erzeugt. Muss selten geändert werden.',
    pollInterval: 'Abfrageintervall',
    pollIntervalHint: 'Zeit von einem Wechselrichter zum nächsten.',
    paLevel: 'Sendeleistung',
    paLevelHint: 'Höhere Stufen brauchen eine stabile Stromversorgung.',
    paLevels: ['Minimal', 'Niedrig', 'Hoch', 'Maximal'],
  },
};
