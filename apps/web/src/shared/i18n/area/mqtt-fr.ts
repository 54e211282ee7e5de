import type { MqttMessages } from './mqtt-en.ts';

/** French: the MQTT settings, and how the connection is. */
export const mqttFr: MqttMessages = {
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
  test: 'Tester la connexion',
  works: 'Le broker accepte la connexion.',
  failures: {
    'unknown-host': 'Le nom du serveur est introuvable. Vérifiez l’orthographe et le serveur DNS.',
    refused: 'Rien n’écoute sur ce port. Vérifiez le serveur et le port, et que le broker fonctionne.',
    'no-answer': 'Le serveur ne répond pas. Vérifiez le serveur, le port, le réseau et le pare-feu.',
    closed:
      'Le serveur a fermé la connexion. Il attend peut-être TLS, ou un autre appareil utilise le même identifiant client.',
    login: 'Le broker refuse le nom d’utilisateur ou le mot de passe. Vérifiez les deux.',
    rejected:
      'Ce n’est pas un broker MQTT, ou il n’accepte pas ce client. Vérifiez le serveur et le port, puis les règles d’accès du broker.',
    'no-tls': 'Ce port n’utilise pas TLS. Vérifiez le port ou désactivez TLS.',
    untrusted: 'Le certificat du broker n’est pas reconnu. Saisissez le certificat CA qui l’a signé.',
    'wrong-name': 'Le certificat du broker est émis pour un autre nom. Saisissez ce nom comme serveur.',
    'wrong-time':
      'Le certificat du broker n’est pas valable en ce moment. Renouvelez-le ou réglez l’horloge de la passerelle.',
    'unreadable-root': 'Le certificat CA est illisible. Collez-le à nouveau en texte PEM.',
    other: 'La connexion a échoué. Les détails sont dans la console.',
  },
};
