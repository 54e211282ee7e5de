import type { Texts } from '../texts.ts';

/** French: the page of all events with their dates. */
export const texts: Texts['eventPage'] = {
  intro: 'Ce que les onduleurs ont signalé, avec la date. Rien n’en est jamais supprimé.',
  filters: 'Quels événements',
  find: 'Recherche',
  findHint: 'Un mot du message, ou son numéro.',
  inverter: 'Onduleur',
  all: 'Tous les onduleurs',
  removed: (name) => `${name} (retiré)`,
  from: 'Du',
  to: 'Au',
  none: 'Pas encore d’événements.',
  noneNext: 'Ils apparaissent ici d’eux-mêmes, environ deux minutes après qu’un onduleur les a signalés.',
  notFound: 'Aucun événement de ce genre. Modifiez la recherche, l’onduleur ou les jours.',
  notKept: 'Ce qui est nouveau n’est pas enregistré pour le moment. La page Historique dit pourquoi.',
  older: 'Charger les plus anciens',
  olderFailed: 'Les événements plus anciens n’ont pas pu être chargés. Réessayez.',
  save: 'Exporter en CSV',
  saving: 'Exportation…',
  saveFailed: 'Le fichier n’a pas pu être chargé. Réessayez.',
  unknown: (code) => `Événement inconnu ${code}`,
  number: (code) => `N° ${code}`,
  lasted: (duration) => `a duré ${duration}`,
  active: 'toujours en cours',
  noEnd: 'fin non signalée',
  likely: 'jour supposé',
  likelyNote:
    'Les onduleurs signalent une heure sans date. Là où la passerelle n’avait pas lu la liste peu avant, elle suppose le jour le plus récent possible.',
  undated: (time) => `signalé sans heure valable, lu à ${time}`,
};
