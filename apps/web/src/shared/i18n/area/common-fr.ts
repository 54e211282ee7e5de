import type { CommonMessages } from './common-en.ts';

/** French: what several pages and dialogs say. */
export const commonFr: CommonMessages = {
  close: 'Fermer',
  cancel: 'Annuler',
  reload: 'Réessayer',
  loading: 'Chargement…',
  form: {
    save: 'Enregistrer',
    saving: 'Enregistrement…',
    changes: { one: '# modification non enregistrée', other: '# modifications non enregistrées' },
    noChanges: 'Aucune modification',
    secretStored: 'Enregistré. Laissez vide pour le conserver.',
    secretRemoved: 'Sera supprimé à l’enregistrement.',
    showSecret: 'Afficher',
    hideSecret: 'Cacher',
    removeSecret: 'Supprimer',
    keepSecret: 'Conserver',
    restored: 'Ce que vous aviez saisi avant la connexion a été rétabli, mais n’est pas encore enregistré.',
    discardTitle: 'Abandonner les modifications ?',
    discardText: 'Vos modifications ne sont pas encore enregistrées.',
    discard: 'Abandonner',
    keepEditing: 'Continuer la saisie',
    wholeNumber: (min: string, max: string) => `Saisissez un nombre entier de ${min} à ${max}.`,
    roomLeft: (room: string, max: string) =>
      `Place restante : ${room} sur ${max} caractères ; les lettres comme é ou ç comptent double, les emojis pour quatre.`,
    tooMany: (over: string, max: string) => `Au plus ${max} caractères : ${over} de trop.`,
    bytesNote: 'Les lettres comme é ou ç comptent double, les emojis pour quatre.',
  },
  trial: {
    testing: 'Test en cours…',
    slow: 'Cela peut prendre jusqu’à 10 secondes.',
    marked: 'Corrigez d’abord les champs marqués.',
  },
  answer: {
    done: 'C’est fait.',
    refused: 'La passerelle a refusé sans donner de raison.',
    refusedWithCode: (code: string) => `La passerelle a refusé avec le code ${code}.`,
  },
  failure: {
    unreachable: 'La passerelle ne répond pas. Vérifiez le réseau et réessayez.',
    blocked:
      'La passerelle répond, mais la console ne peut pas se connecter : trop de consoles sont ouvertes ailleurs, ou quelque chose bloque les WebSockets.',
    unauthorized: 'Votre session a expiré. Reconnectez-vous.',
    throttled: 'Trop de requêtes. Réessayez dans un instant.',
    throttledFor: (duration: string) => `Trop de requêtes. Réessayez dans ${duration}.`,
    missing:
      'Cette passerelle ne prend pas en charge cette fonction. Son micrologiciel est peut-être plus ancien que cette page.',
    unreadable:
      'Cette page ne peut pas lire la réponse de la passerelle. Si celle-ci vient d’être mise à jour, rechargez la page.',
    noAnswer: 'La passerelle n’a pas répondu.',
    perhapsTaken: 'La modification a peut-être quand même été enregistrée. Vérifiez-le avant de réessayer.',
    refused: 'La passerelle signale une erreur :',
    notSaved: 'La passerelle ne peut pas écrire sur son disque, rien n’a été enregistré. Vérifiez le disque.',
  },
};
