import type { Texts } from '../texts.ts';

/** French: logging in with a passkey. */
export const texts: Texts['passkeys'] = {
  login: {
    or: 'ou',
    use: 'Utiliser une clé d’accès',
    asking: 'Votre appareil attend…',
    insecure:
      'Il y a des clés d’accès pour cette passerelle, mais les navigateurs ne les utilisent qu’en HTTPS.',
    elsewhere: (hosts) =>
      `Il y a des clés d’accès pour ${hosts}. Pour en utiliser une, ouvrez la passerelle sous ce nom.`,
    cancelled: 'Aucune clé d’accès n’a été utilisée. Réessayez, ou connectez-vous avec le mot de passe.',
    notPossible: (reason) => `Le navigateur n’a pas pu utiliser de clé d’accès : ${reason}`,
  },
  card: {
    title: 'Clés d’accès',
    intro:
      'Une clé d’accès vous connecte avec un doigt, un visage ou un code à la place du mot de passe, qui reste valable. Elle est dans votre téléphone, votre ordinateur ou une clé matérielle, jamais dans la passerelle.',
    none: 'Vous n’avez pas encore de clé d’accès.',
    add: 'Ajouter une clé d’accès',
    adding: 'Votre appareil attend…',
    name: 'Où elle se trouve',
    nameHint: 'Par exemple mon téléphone.',
    nameMissing: 'Dites où se trouve la clé d’accès.',
    go: 'Continuer',
    remove: 'Retirer',
    removing: 'Retrait…',
    removeOf: (name) => `Retirer : ${name}`,
    removeTitle: 'Retirer cette clé d’accès ?',
    removeText:
      'Plus personne ne se connecte avec elle, et les connexions faites avec elle prennent fin, peut-être aussi la vôtre. L’appareil où elle se trouve continue de la montrer jusqu’à ce que vous l’y retiriez aussi.',
    madeAt: (time) => `créée ${time}`,
    used: (ago) => `utilisée il y a ${ago}`,
    unused: 'pas encore utilisée',
    isFor: (host) => `pour ${host}`,
    elsewhere: (host) => `pour ${host} ; ici elle ne sert pas`,
    insecure:
      'Les navigateurs n’acceptent les clés d’accès qu’en HTTPS, et cette page est arrivée sans. Le guide dit comment activer HTTPS.',
    byAddress:
      'Une clé d’accès appartient à un nom. Ouvrez la passerelle par son nom au lieu de son adresse pour en ajouter une.',
    unable: 'Ce navigateur ne connaît pas les clés d’accès.',
    full: 'Il n’y en a pas plus possibles.',
    cancelled: 'L’appareil n’a pas créé de clé d’accès.',
    known: 'Cet appareil a déjà une clé d’accès pour ce compte.',
    added: 'La clé d’accès a été ajoutée.',
    removed: 'La clé d’accès a été retirée.',
    confirm: 'Ce qui vous laisse entrer ne change que pour qui connaît le mot de passe actuel.',
  },
  others: {
    count: { one: '# clé d’accès', other: '# clés d’accès' },
    remove: 'Retirer toutes les clés d’accès',
    removeOf: (name) => `Retirer toutes les clés d’accès de ${name}`,
    removed: 'Les clés d’accès du compte ont été retirées.',
    text: (name) =>
      `${name} se connecte alors avec le mot de passe. Les connexions faites avec une clé d’accès prennent fin.`,
  },
  results: {
    21060: 'Les clés d’accès ont été modifiées.',
    21061:
      'Les navigateurs n’utilisent les clés d’accès qu’en HTTPS, et là où la passerelle a été ouverte par un nom au lieu de son adresse.',
    21062: 'Cela a pris trop de temps. Réessayez.',
    21063: 'La passerelle ne connaît pas cette clé d’accès, ou ne l’accepte pas.',
    21064: 'Le navigateur peut maintenant demander la clé d’accès.',
    21065:
      'La clé d’accès compte à rebours, il y en a donc peut-être une copie. Elle a été refusée. Connectez-vous avec le mot de passe et retirez-la.',
    21066: 'Vous êtes connecté.',
  },
};
