import type { Texts } from '../texts.ts';

/** French: the dialogs for limit and power, and orders that are pending. */
export const texts: Texts['control'] = {
  lastOrder: 'Dernière commande',
  status: { Ok: 'Ok', Pending: 'En attente', Failure: 'Échec', Unknown: 'Inconnu' },
  statusNote: {
    Ok: 'Aucune commande en attente.',
    Pending: 'L’onduleur n’a pas encore confirmé la commande.',
    Failure: 'L’onduleur n’a pas répondu. La passerelle réessaie automatiquement.',
    Unknown: 'Le résultat de la dernière commande n’est pas connu.',
  },
  stale: 'Ces valeurs ne sont peut-être plus à jour.',
  gone: 'Cet onduleur a été supprimé. Les commandes ne l’atteignent plus.',
  sending: 'Envoi en cours…',
  perhapsTaken: {
    limit:
      'On ne sait pas si la commande est arrivée. Vérifiez la limite actuelle avant de renvoyer la commande.',
    power:
      'On ne sait pas si la commande est arrivée. Vérifiez l’état de l’onduleur avant de renvoyer la commande.',
  },
  answersAgain: 'La passerelle répond à nouveau.',

  limit: {
    current: 'Limite actuelle',
    notKnown: 'pas encore connue',
    lastKnown: 'dernière valeur connue, non confirmée',
    value: 'Nouvelle limite',
    unit: 'Unité',
    percent: 'Pour cent (%)',
    watt: 'Watts (W)',
    range: (min, max) => `Autorisé : de ${min} à ${max}`,
    rangeFallback: (min, max) =>
      `Autorisé : de ${min} à ${max} (la puissance maximale de l’onduleur n’est pas encore connue)`,
    empty: 'Saisissez une limite.',
    notANumber: 'Saisissez un nombre, par exemple 50.',
    fraction: 'Saisissez un nombre entier.',
    outOfRange: (min, max) => `La limite doit être comprise entre ${min} et ${max}.`,
    absoluteHint:
      'Si la puissance maximale de l’onduleur est connue, la limite actuelle est mise à jour aussitôt, sinon après environ 4 minutes.',
    setTemporary: 'Appliquer jusqu’à ce soir',
    temporaryNote: 'Valable jusqu’à ce que l’onduleur n’ait plus de courant, ce soir au plus tard.',
    setPersistent: 'Appliquer durablement',
    persistentNote: 'L’onduleur la garde pendant la nuit et après un redémarrage.',
  },

  power: {
    on: 'Allumer',
    onNote: 'L’onduleur produit à nouveau.',
    off: 'Éteindre',
    offNote: 'L’onduleur ne produit plus jusqu’à ce qu’il soit rallumé.',
    restart: 'Redémarrer',
    restartNote: 'L’onduleur redémarre et reste injoignable un court instant.',
    askOff: (name) => `Éteindre ${name} ?`,
    askOffNote: 'Il cesse aussitôt de produire et reste éteint jusqu’à ce qu’il soit rallumé.',
    confirmOff: 'Oui, éteindre',
    askRestart: (name) => `Redémarrer ${name} ?`,
    askRestartNote:
      'Il est injoignable et ne produit rien pendant un court instant. La production du jour repart de zéro, et une limite qui n’a pas été appliquée durablement est perdue.',
    confirmRestart: 'Oui, redémarrer',
  },

  orders: {
    label: 'Commandes',
    power: { on: 'Allumage', off: 'Extinction', restart: 'Redémarrage' },
    waiting: (what) => `Demande envoyée : ${what}, en attente de l’onduleur`,
    failed: (what) => `${what} : pas de confirmation ; la passerelle réessaie automatiquement`,
    unknown: (what) => `Demande envoyée : ${what} ; le résultat n’est pas connu pour le moment`,
    accepted: (what) =>
      `Demande acceptée : ${what} ; la limite actuelle sera mise à jour dans environ 4 minutes`,
    unread: (what) =>
      `Demande envoyée : ${what}, mais la passerelle a été injoignable entre-temps. La limite s’affichera dès qu’elle aura été lue`,
    unclearLimit: (what) =>
      `L’onduleur indique ${what}. Il ne gardera peut-être pas cette valeur pendant la nuit : la passerelle a été injoignable entre-temps`,
    unclearPower: (what) =>
      `Demande envoyée : ${what}, mais la passerelle a été injoignable entre-temps. Vérifiez si elle a été exécutée`,
    different: (reported, what) =>
      `L’onduleur indique ${reported} au lieu de ${what} : une autre commande ou un redémarrage est intervenu entre-temps`,
    removed: (what) => `Demande envoyée : ${what} ; l’onduleur a été supprimé`,
    settling: {
      on: 'Allumage accepté ; la prochaine mesure le montrera',
      off: 'Extinction acceptée ; la prochaine mesure le montrera',
    },
    contradicted: {
      on: 'Allumage non confirmé : l’onduleur ne produit pas. Il fait peut-être trop sombre, ou une autre commande est intervenue',
      off: 'Extinction non confirmée : l’onduleur produit toujours. Une autre commande est peut-être intervenue',
    },
    acceptedRestart: (name) => `${name} : redémarrage accepté par l’onduleur.`,
    confirmed: (name, what) => `${name} : ${what}, confirmé par l’onduleur.`,
    dismiss: 'Fermer',
    inTab: 'commande en attente',
  },
};
