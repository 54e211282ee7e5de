import type { ControlMessages } from './control-en.ts';

/** French: the dialogs for limit and power, and what was asked of an inverter. */
export const controlFr: ControlMessages = {
  lastOrder: 'Dernier ordre',
  status: { Ok: 'Ok', Pending: 'En attente', Failure: 'Échec', Unknown: 'Inconnu' },
  statusNote: {
    Ok: 'Aucun ordre n’est en attente.',
    Pending: 'L’ordre est en route ; l’onduleur ne l’a pas encore confirmé.',
    Failure: 'L’onduleur n’a pas répondu. La passerelle réessaie d’elle-même à son prochain tour.',
    Unknown: 'La passerelle ne dit pas ce qu’est devenu le dernier ordre.',
  },
  stale: 'Ce qui est affiché ici date d’avant.',
  gone: 'La passerelle ne connaît plus cet onduleur. Un ordre ne l’atteindra pas.',
  sending: 'Envoi en cours …',
  perhapsTaken: {
    limit:
      'On ne sait pas si l’ordre est arrivé. Regardez la limite actuelle dès que la passerelle répond, et renvoyez l’ordre au besoin.',
    power:
      'On ne sait pas si l’ordre est arrivé. Regardez ce que fait l’onduleur dès que la passerelle répond, et renvoyez l’ordre au besoin.',
  },
  answersAgain: 'La passerelle n’a pas répondu ; elle répond à nouveau.',

  limit: {
    current: 'Limite actuelle',
    notKnown: 'pas encore connue',
    value: 'Nouvelle limite',
    unit: 'Unité',
    percent: 'Pour cent (%)',
    watt: 'Watts (W)',
    range: (min, max) => `Autorisé : de ${min} à ${max}`,
    rangeFallback: (min, max) =>
      `Autorisé : de ${min} à ${max} (le maximum de l’onduleur lui-même n’est pas encore connu)`,
    empty: 'Saisissez une limite.',
    notANumber: 'Saisissez un nombre sans lettres ni signes, par exemple 50.',
    fraction: 'Saisissez un nombre entier : la passerelle n’accepte pas de décimales.',
    outOfRange: (min, max) => `La limite doit être comprise entre ${min} et ${max}.`,
    absoluteHint:
      'Si le maximum de l’onduleur est connu, la limite actuelle affichée suit aussitôt, sinon après environ 4 minutes.',
    setTemporary: 'Régler sans conserver',
    temporaryNote: 'Jusqu’à la prochaine coupure d’alimentation de l’onduleur, au plus tard cette nuit.',
    setPersistent: 'Régler et conserver',
    persistentNote: 'L’onduleur la garde pendant la nuit et après un redémarrage.',
  },

  power: {
    on: 'Allumer',
    onNote: 'L’onduleur produit à nouveau.',
    off: 'Éteindre',
    offNote: 'L’onduleur ne produit plus jusqu’à ce qu’il soit rallumé.',
    restart: 'Redémarrer',
    restartNote: 'L’onduleur repart de zéro et reste muet un moment.',
    askOff: (name) => `Éteindre ${name} ?`,
    askOffNote: 'Il cesse aussitôt de produire et ne fournit rien jusqu’à ce que quelqu’un le rallume.',
    confirmOff: 'Oui, éteindre',
    askRestart: (name) => `Redémarrer ${name} ?`,
    askRestartNote:
      'Il reste muet un moment et ne produit rien entre-temps. Sa production du jour repart de zéro, et une limite non conservée est perdue.',
    confirmRestart: 'Oui, redémarrer',
  },

  asked: {
    label: 'Ordres',
    power: { on: 'Allumage', off: 'Extinction', restart: 'Redémarrage' },
    waiting: (what) => `Demande : ${what}, en attente de l’onduleur`,
    failed: (what) => `${what} : pas de confirmation ; la passerelle réessaie au prochain tour de l’onduleur`,
    unknown: (what) => `Demande : ${what} ; ce qu’elle est devenue n’est pas connu pour le moment`,
    accepted: (what) => `Demande acceptée : ${what} ; la limite affichée suit dans environ 4 minutes`,
    unread: (what) =>
      `Demande : ${what} ; la passerelle était injoignable entre-temps. La limite le dira dès qu’elle sera lue`,
    unclearLimit: (what) =>
      `L’onduleur indique ${what}. Il n’est pas certain qu’il le garde pendant la nuit : la passerelle était injoignable entre-temps`,
    unclearPower: (what) =>
      `Demande : ${what} ; la passerelle était injoignable entre-temps. Vérifiez si l’onduleur l’a fait`,
    different: (reported, what) =>
      `L’onduleur a indiqué ${reported} au lieu de ${what} : un autre ordre ou un redémarrage s’est intercalé`,
    removed: (what) => `Demande : ${what} ; la passerelle ne connaît plus cet onduleur`,
    settling: {
      on: 'Allumage accepté par l’onduleur ; en attente du début de la production',
      off: 'Extinction acceptée par l’onduleur ; en attente de l’arrêt de la production',
    },
    contradicted: {
      on: 'Allumage : pas de confirmation, l’onduleur ne produit pas. Il fait peut-être trop sombre, ou un autre ordre s’est intercalé',
      off: 'Extinction : pas de confirmation, l’onduleur produit toujours. Un autre ordre s’est peut-être intercalé',
    },
    acceptedRestart: (name) => `${name} : Redémarrage, accepté par l’onduleur.`,
    confirmed: (name, what) => `${name} : ${what}, avec confirmation de l’onduleur.`,
    dismiss: 'Ranger ce message',
    inTab: 'ordre en cours',
  },
};
