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
    changes: { one: '# modification non enregistrée', other: '# modifications non enregistrées' },
    noChanges: 'Aucune modification',
    secretStored: 'Enregistré. Laissez vide pour le conserver.',
    secretRemoved: 'Sera supprimé à l’enregistrement.',
    showSecret: 'Afficher',
    hideSecret: 'Cacher',
    removeSecret: 'Supprimer',
    keepSecret: 'Conserver',
    restored: 'Ce que vous aviez saisi avant l’identification est de retour. Rien n’est encore enregistré.',
    discardTitle: 'Abandonner la saisie ?',
    discardText: 'Des modifications ne sont pas encore enregistrées.',
    discard: 'Abandonner',
    keepEditing: 'Continuer la saisie',
    wholeNumber: (min: string, max: string) => `Saisissez un nombre entier de ${min} à ${max}.`,
    roomLeft: (room: string, max: string) =>
      `Place restante : ${room} sur ${max} caractères ; les lettres comme é ou ç comptent double, les emojis pour quatre.`,
    tooMany: (over: string, max: string) => `Au plus ${max} caractères : ${over} de trop.`,
    bytesNote: 'Les lettres comme é ou ç comptent double, les emojis pour quatre.',
  },
  answer: {
    done: 'C’est fait.',
    refused: 'La passerelle a refusé sans donner de raison.',
    refusedWithCode: (code: string) => `La passerelle a refusé avec le code ${code}.`,
  },
  failure: {
    unreachable: 'La passerelle ne répond pas. Vérifiez le réseau et réessayez.',
    blocked:
      'La passerelle répond, mais la console ne passe pas : trop de consoles sont ouvertes ailleurs, ou un élément intermédiaire bloque les WebSockets.',
    unauthorized: 'Votre session n’est plus valable. Reconnectez-vous.',
    throttled: 'La passerelle demande un peu de patience. Réessayez dans un instant.',
    throttledFor: (duration: string) => `La passerelle demande de patienter. Réessayez dans ${duration}.`,
    missing:
      'Cette passerelle ne prend pas en charge cette fonction. Son micrologiciel est peut-être plus ancien que cette page.',
    unreadable:
      'La passerelle a donné une réponse que cette page ne peut pas lire. Après une mise à jour, recharger la page peut aider.',
    noAnswer: 'La passerelle n’a pas répondu.',
    perhapsTaken: 'La modification a peut-être été enregistrée : vérifiez-le avant de réessayer.',
    refused: 'La passerelle signale une erreur :',
    notSaved: 'La passerelle ne peut pas écrire sur son disque, rien n’a été enregistré : vérifiez-le.',
  },
};
