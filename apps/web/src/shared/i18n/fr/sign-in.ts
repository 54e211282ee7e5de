import type { Texts } from '../texts.ts';

/** French: by which other ways somebody is known. */
export const texts: Texts['signIn'] = {
  intro:
    'Outre par un mot de passe, la passerelle peut reconnaître quelqu’un grâce à un proxy placé devant elle, qui demande lui-même une connexion.',
  proxy: 'Proxy',
  proxyIntro:
    'Pour un proxy qui sait qui est là, comme Authelia, Authentik ou une connexion de Caddy ou de nginx. Il n’est cru que depuis une adresse indiquée et avec le secret.',
  addresses: 'Adresses du proxy',
  addressesHint:
    'Une par ligne, comme 192.168.4.2 ou 10.0.0.0/24. Aucune\u00a0: aucun proxy n’est cru. N’indiquez que des proxys.',
  header: 'En-tête avec l’utilisateur',
  headerHint: 'Le proxy doit le retirer de ce qui vient de l’extérieur.',
  secret: 'Secret du proxy',
  secretHint: 'Le proxy l’envoie dans l’en-tête Heliograph-Proxy-Secret. Il n’est plus jamais montré.',
  make: 'Créer un secret',
  copy: 'Copier le secret',
  made: 'Copiez-le dans les réglages du proxy avant d’enregistrer.',
  strangers: 'Qui n’a pas de compte ici',
  strangerRoles: { refused: 'est refusé', viewer: 'peut lire' },
  account: 'Qui a un compte du même nom peut faire ce que peut ce compte.',
  results: {
    SignInAddress: 'Chaque ligne est une adresse, ou un réseau comme 192.168.4.0/24.',
    SignInAddressCount: 'C’est trop.',
    SignInHeader:
      'L’en-tête ne peut pas s’appeler ainsi\u00a0: des lettres, des chiffres et des traits d’union, et aucun qui ait un autre sens.',
    SignInSecret: 'Le secret doit avoir de 32 à 128 lettres, chiffres, - et _.',
    ValuesMissing: 'Il manque quelque chose.',
  },
  goOn: (user) => `Continuer en tant que ${user}`,
  byProxy: 'Le proxy devant la passerelle vous a connecté.',
};
