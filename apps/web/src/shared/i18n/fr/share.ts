import type { Texts } from '../texts.ts';

/** French: where a link leads that shares a page. */
export const texts: Texts['share'] = {
  opening: 'Ouverture du lien …',
  loggedIn: (user) =>
    `Vous êtes connecté en tant que ${user} et le restez : vous voyez de toute façon ce que montre le lien.`,
  again: 'Réessayer',
  problems: {
    over: {
      title: 'Ce lien a pris fin',
      text: 'Ce qu’il montrait ne peut plus être vu ainsi. Demandez-en un nouveau à qui vous l’a donné.',
    },
    expired: {
      title: 'Ce lien a expiré',
      text: 'Il n’était valable que quelques jours. Demandez-en un nouveau à qui vous l’a donné.',
    },
    unknown: {
      title: 'Ce lien n’existe pas',
      text: 'On y a mis fin, ou il en manque une partie. Demandez-en un nouveau à qui vous l’a donné.',
    },
    clock: {
      title: 'Pas pour le moment',
      text: 'L’horloge de la passerelle n’est pas réglée : elle ne sait pas si ce lien est encore valable.',
    },
    throttled: {
      title: 'Attendez un instant',
      text: 'Trop de liens ou de mots de passe étaient faux ces derniers temps.',
    },
    unreachable: { title: 'Pas de réponse', text: 'La passerelle n’a pas répondu.' },
  },
};
