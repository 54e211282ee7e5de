import type { Texts } from '../texts.ts';

/** German: the DTU settings. */
export const texts: Texts['settings'] = {
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
