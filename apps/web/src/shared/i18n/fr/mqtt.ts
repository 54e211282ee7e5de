import type { Texts } from '../texts.ts';

/** French: the MQTT settings, and how the connection is. */
export const texts: Texts['mqtt'] = {
  enable: 'Activer MQTT',
  enableDiscovery: 'Activer la découverte Home Assistant',
  broker: 'Broker',
  serverMissing: 'Saisissez le nom d’hôte ou l’adresse du broker.',
  serverOnly:
    'Saisissez seulement le nom d’hôte ou l’adresse, sans port ni chemin ; TLS a son propre interrupteur.',
  userHint: 'Sans nom d’utilisateur ni mot de passe, la connexion est anonyme.',
  topicHint: 'Préfixe de tous les topics ; doit se terminer par une barre oblique.',
  retainHint: 'Le broker garde les dernières valeurs pour les clients qui s’abonnent plus tard.',
  tlsHint: 'Chiffre la connexion ; la plupart des brokers utilisent pour cela le port 8883.',
  pem: 'Texte PEM, de BEGIN CERTIFICATE à END CERTIFICATE.',
  notPem: 'Certificat incomplet. Collez tout le texte PEM, de BEGIN CERTIFICATE à END CERTIFICATE.',
  unreadable: 'illisible',
  systemCertificates: 'certificats racine du système',
  systemRoots: 'Si vide, les certificats racine du système sont utilisés.',
  lastWill: 'Last Will',
  publishedTo: (topic: string) => `Publié sous ${topic}`,
  online: 'Texte « en ligne »',
  offline: 'Texte « hors ligne »',
  prefixHint:
    'En général homeassistant/. Home Assistant affiche son préfixe sans la barre oblique finale, mais elle est nécessaire ici.',
  discoveryRetainHint:
    'Le broker garde les annonces, pour que Home Assistant les retrouve après un redémarrage.',
  expireHint: 'Les valeurs qui ne sont plus mises à jour deviennent indisponibles dans Home Assistant.',
  panelsHint: 'Chaque chaîne reçoit ses propres entités.',
  connecting: 'connexion en cours…',
  notConnected: 'Vérifiez le serveur, le port et les identifiants.',
};
