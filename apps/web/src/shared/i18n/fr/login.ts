import type { Texts } from '../texts.ts';

/** French: the login page. */
export const texts: Texts['login'] = {
  userName: 'Nom d’utilisateur',
  password: 'Mot de passe',
  userNameHint: (name) => `${name} ou le vôtre.`,
  userNameRequired: 'Le nom d’utilisateur est requis',
  passwordRequired: 'Le mot de passe est requis',
  submit: 'Se connecter',
  working: 'Connexion en cours…',
  invalid: 'Identifiants incorrects',
  throttled: 'Trop de tentatives. Patientez un instant, puis réessayez.',
  throttledFor: (duration) => `Trop de tentatives. Patientez ${duration}, puis réessayez.`,
  notUnderstood: 'La réponse est illisible. Est-ce bien l’adresse de la passerelle ?',
  failed: (reason) => `Échec de la connexion : ${reason}`,
  ended: 'Votre session a expiré. Reconnectez-vous pour reprendre où vous en étiez.',
  done: 'Connexion réussie.',
  guessed: (count: string) =>
    `Vous êtes connecté. Refusées depuis votre dernière connexion : ${count}. Voir Réglages, Comptes.`,
  loggedIn: (name) => `La session de ${name} est ouverte.`,
  goOn: (page) => `Continuer vers « ${page} »`,
};
