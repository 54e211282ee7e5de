import type { Texts } from '../texts.ts';

/** French: where to find a setting, and what whoever helps needs. */
export const texts: Texts['help'] = {
  find: {
    open: 'Ouvrir',
    label: 'Rechercher',
    hint: 'Un mot de son nom, par exemple mot de passe ou fuseau.',
    none: 'Il n’y a pas de réglage de ce nom.',
  },
  support: {
    title: 'Demander de l’aide',
    text: 'Un fichier avec les dernières lignes du journal, l’état de la passerelle et des onduleurs et tous les réglages. Il ne contient ni mots de passe, ni clés, ni certificats, mais bien les noms et adresses de votre réseau : regardez-le avant de le montrer à tous.',
    save: 'Enregistrer le fichier d’aide',
    saving: 'Lecture …',
  },
};
