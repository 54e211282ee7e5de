import type { CommonMessages } from './common-en.ts';

/** French: what several pages and dialogs say. */
export const commonFr: CommonMessages = {
  close: 'Fermer',
  cancel: 'Annuler',
  reload: 'Réessayer',
  loading: 'Chargement …',
  dismiss: 'Masquer',
  form: {
    save: 'Enregistrer',
    saving: 'Enregistrement …',
    changes: { one: '# modification', other: '# modifications' },
    noChanges: 'Aucune modification',
    secretStored: 'Enregistré. Laissez vide pour le conserver.',
    secretRemoved: 'Sera supprimé à l’enregistrement.',
    showSecret: 'Afficher',
    hideSecret: 'Cacher',
    removeSecret: 'Supprimer',
    keepSecret: 'Conserver',
    restored: 'Ce que vous aviez saisi avant la connexion est de retour. Rien n’est encore enregistré.',
    discardTitle: 'Abandonner la saisie ?',
    discardText: 'Des modifications ne sont pas encore enregistrées.',
    discard: 'Abandonner',
    keepEditing: 'Continuer la saisie',
    wholeNumber: (min: string, max: string) => `Saisissez un nombre entier de ${min} à ${max}.`,
    roomLeft: (room: string, max: string) =>
      `Reste ${room} caractères sur ${max} ; les lettres comme é ou ç comptent double, les emojis quadruple.`,
    tooMany: (over: string, max: string) => `${over} de plus que les ${max} caractères prévus.`,
    bytesNote: 'Les lettres comme é ou ç comptent double, les emojis quadruple.',
  },
  answer: {
    done: 'C’est fait.',
    refused: 'La passerelle a refusé sans donner de raison.',
    refusedWithCode: (code: string) => `La passerelle a refusé avec le code ${code}.`,
  },
  failure: {
    unreachable: 'La passerelle ne répond pas. Vérifiez la connexion et réessayez.',
    unauthorized: 'La connexion n’est plus valable. Veuillez vous reconnecter.',
    throttled: 'La passerelle demande un peu de patience. Réessayez dans un instant.',
    throttledFor: (duration: string) => `La passerelle demande de patienter. Réessayez dans ${duration}.`,
    missing:
      'Cet appareil ne prend pas en charge cette fonction. Son micrologiciel est peut-être plus ancien que cette page.',
    unreadable:
      'La passerelle a donné une réponse que cette page ne peut pas lire. Après une mise à jour, recharger la page peut aider.',
    perhapsTaken: 'Cela a peut-être été pris en compte : vérifiez ce qui est enregistré avant de réessayer.',
    refused: (reason: string) => `La passerelle a refusé : ${reason}`,
  },
};
