import type { Texts } from '../texts.ts';

/** French: who is logged in. */
export const texts: Texts['accounts'] = {
  sessions: {
    title: 'Où vous êtes connecté',
    intro:
      'Chaque navigateur connecté le reste jusqu’à ce qu’il se déconnecte, qu’il ne vienne plus pendant 30 jours ou que six mois soient passés. Un nouveau mot de passe met fin à toutes les connexions.',
    own: 'ce navigateur',
    agent: (browser, system) => `${browser} sur ${system}`,
    unknownAgent: 'Un navigateur',
    from: (address) => `depuis ${address}`,
    used: (ago) => `utilisé il y a ${ago}`,
    since: (time) => `connecté ${time}`,
    usedNow: 'en cours d’utilisation',
    end: 'Terminer',
    endOf: (what) => `Terminer : ${what}`,
    endOthers: 'Terminer toutes les autres',
    ending: 'Fin en cours…',
    none: 'Personne n’est connecté avec un navigateur.',
    stale: 'Cette liste n’est peut-être plus à jour.',
  },
  results: {
    21001: 'La connexion est terminée.',
    21002: 'Cette connexion n’existe plus.',
  },
};
