import type { Texts } from '../texts.ts';

/** French: by which other ways somebody is known. */
export const texts: Texts['signIn'] = {
  intro:
    'Outre par un mot de passe, la passerelle peut reconnaître quelqu’un grâce à un proxy placé devant elle, qui demande lui-même une connexion, ou grâce à un fournisseur OpenID Connect.',
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
    SignInIssuer: 'Ce n’est pas l’adresse d’un fournisseur comme https://id.example.',
    SignInPublic: 'Ce n’est pas une adresse de la passerelle comme https://solar.example.',
    SignInText: 'C’est absent, trop long, ou avec des caractères que personne ne voit.',
    SignInGroups: 'Un groupe figure deux fois, il y en a trop, ou l’un est trop long.',
    ValuesMissing: 'Il manque quelque chose.',
  },
  goOn: (user) => `Continuer en tant que ${user}`,
  byProxy: 'Le proxy devant la passerelle vous a connecté.',
  openid: {
    title: 'OpenID Connect',
    intro:
      'Pour un fournisseur qui sait qui est là, comme Keycloak, Authentik ou Authelia. On se connecte chez lui, et la passerelle ne voit jamais le mot de passe.',
    enabled: 'Connexion par le fournisseur',
    issuer: 'Adresse du fournisseur',
    issuerHint: 'Telle que le fournisseur l’écrit lui-même, sans ce qui suit dans ses adresses.',
    clientId: 'Identifiant du client',
    clientSecret: 'Secret du client',
    clientSecretHint: 'Tel que le fournisseur l’a donné\u202f; vide s’il n’en a pas donné.',
    name: 'Texte du bouton',
    publicAddress: 'Adresse de la passerelle',
    publicHint:
      'Où les navigateurs la trouvent, comme https://solar.example. Indiquez au fournisseur cette adresse suivie de /login pour le retour.',
    userClaim: 'Claim du nom',
    groupsClaim: 'Claim des groupes',
    admins: 'Groupes des administrateurs',
    operators: 'Groupes des opérateurs',
    viewers: 'Groupes des lecteurs',
    groupsHint: 'Un par ligne. De plusieurs groupes, c’est le plus élevé qui compte.',
    strangers: 'Qui n’est dans aucun de ces groupes',
  },
  openidLogin: {
    or: 'ou',
    use: (name) => `Se connecter avec ${name}`,
    working: 'Connexion en cours…',
    notLetIn: 'Le fournisseur ne vous a pas laissé entrer.',
    results: {
      21109: 'Personne ne se connecte par un fournisseur ici.',
      21110:
        'Le fournisseur ne répond pas, ou pas comme il devrait. Connectez-vous avec le mot de passe, ou réessayez plus tard.',
      21111: 'Cela a pris trop de temps, ou a commencé dans un autre navigateur. Réessayez.',
      21112: 'La passerelle n’accepte pas ce que dit le fournisseur.',
      21113: 'Le fournisseur vous connaît, mais vous ne pouvez pas vous connecter ici.',
      21114: 'Les horloges de la passerelle et du fournisseur diffèrent. Réglez-les d’abord.',
      21115: 'Le fournisseur peut maintenant demander qui vous êtes.',
      21116: 'Vous êtes connecté.',
    },
  },
};
