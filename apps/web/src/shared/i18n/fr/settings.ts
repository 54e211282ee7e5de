import type { Texts } from '../texts.ts';

/** French: the DTU settings. */
export const texts: Texts['settings'] = {
  dtu: {
    title: 'Radio',
    serial: 'Numéro de série',
    serialHint: 'Généré au premier démarrage. Rarement à modifier.',
    pollInterval: 'Intervalle d’interrogation',
    pollIntervalHint: 'Temps d’un onduleur au suivant.',
    paLevel: 'Puissance d’émission',
    paLevelHint: 'Les niveaux élevés demandent une alimentation stable.',
    paLevels: ['Minimale', 'Faible', 'Élevée', 'Maximale'],
  },
};
