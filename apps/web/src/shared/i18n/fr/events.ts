import { EVENT_TEXTS_FR } from '@heliograph/contract';
import type { Texts } from '../texts.ts';

/** French: event log and device info. */
export const texts: Texts['events'] = {
  eventLog: {
    title: 'Journal des événements',
    start: 'Début',
    stop: 'Fin',
    id: 'ID',
    message: 'Message',
    stillActive: 'Toujours actif',
    isNew: 'Nouveau',
    unknownEvent: EVENT_TEXTS_FR.unknown,
    loading: 'Chargement du journal…',
    events: { one: '# événement, le plus récent d’abord', other: '# événements, les plus récents d’abord' },
    activeEvents: { one: '# toujours actif', other: '# toujours actifs' },
    newEvents: {
      one: '# nouveau depuis votre dernière visite',
      other: '# nouveaux depuis votre dernière visite',
    },
    allNew: 'tous nouveaux : ouvert ici pour la première fois',
    empty: 'Aucun événement.',
    emptyNext:
      'Les événements apparaissent ici automatiquement dès que l’onduleur en signale un. La liste est vide aussi tant que la passerelle n’a pas lu le journal après un démarrage.',
    noneKnown: 'Aucun événement connu pour l’instant.',
    noneKnownNext:
      'L’onduleur n’a pas répondu depuis le démarrage de la passerelle. Ses événements apparaîtront ici automatiquement dès qu’il répondra.',
    notThere: 'La passerelle n’a pas de journal pour cet onduleur. L’onduleur a peut-être été supprimé.',
    stale: 'La liste ci-dessous n’est peut-être plus à jour.',
    refused: {
      one: '# entrée n’est pas valide et n’est pas affichée.',
      other: '# entrées ne sont pas valides et ne sont pas affichées.',
    },
    note: 'L’onduleur signale au plus 15 événements, avec l’heure dans le fuseau horaire de la passerelle mais sans date.',
    withDates: 'Tous les événements avec leur date',
  },
  deviceInfo: {
    title: 'Infos de l’appareil',
    loading: 'Chargement des infos de l’appareil…',
    model: 'Modèle',
    maxPower: 'Puissance maximale détectée',
    bootloader: 'Version du chargeur d’amorçage',
    firmware: 'Version du micrologiciel',
    buildDate: 'Date du micrologiciel',
    partNumber: 'Référence du matériel',
    hardwareVersion: 'Version du matériel',
    unknown: 'valeur inconnue',
    notYet: 'valeur pas encore connue',
    notReported: 'valeur non communiquée par la passerelle',
    copyPartNumber: 'Copier la référence',
    reportModel: (partNumber) =>
      `Ce modèle n’est pas encore connu. Veuillez signaler la référence ${partNumber} aux développeurs du logiciel de la passerelle, avec le modèle indiqué sur l’étiquette.`,
    notValid: 'L’onduleur n’a pas encore envoyé d’infos depuis le démarrage de la passerelle.',
    notValidNext:
      'La passerelle les demande après les premières mesures. La nuit, l’onduleur ne répond pas ; il faut alors attendre le matin. Cette fenêtre se met à jour automatiquement.',
    partMissing: 'Une partie de la réponse manque encore. La passerelle continue de la demander.',
    notThere: 'La passerelle n’a pas d’infos sur cet onduleur. L’onduleur a peut-être été supprimé.',
  },
  eventMessages: EVENT_TEXTS_FR.messages,
  hardwareFault: EVENT_TEXTS_FR.hardwareFault,
};
