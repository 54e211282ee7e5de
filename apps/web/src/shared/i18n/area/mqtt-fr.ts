import type { MqttMessages } from './mqtt-en.ts';

/** French: the MQTT settings, and how the connection is. */
export const mqttFr: MqttMessages = {
  enable: 'Activer MQTT',
  enableDiscovery: 'Activer la découverte Home Assistant',
  broker: 'Courtier',
  userHint: 'Laisser vide pour se connecter sans identification.',
  topicHint: 'Précède tous les sujets et se termine par une barre oblique.',
  retainHint: 'Le courtier garde les dernières valeurs pour les abonnés à venir.',
  tlsHint: 'Chiffre la connexion ; la plupart des courtiers utilisent pour cela le port 8883.',
  pem: 'Attendu : texte PEM avec -----BEGIN CERTIFICATE-----.',
  systemRoots: 'Vide : les certificats racine du système.',
  lastWill: 'Dernière volonté',
  online: 'Texte « en ligne »',
  offline: 'Texte « hors ligne »',
  prefixHint: 'Comme dans Home Assistant, où homeassistant/ est habituel.',
  discoveryRetainHint: 'Le courtier garde les annonces pour les redémarrages de Home Assistant.',
  expireHint: 'Les valeurs qui n’arrivent plus deviennent indisponibles dans Home Assistant.',
  panelsHint: 'Chaque chaîne reçoit ses propres entités.',
  connecting: 'connexion …',
  test: 'Tester la connexion',
  testing: 'Test en cours …',
  works: 'Le courtier accepte la connexion.',
  failures: {
    'unknown-host': 'Nom de serveur introuvable. Vérifiez l’orthographe et le serveur DNS.',
    refused: 'Rien n’écoute sur ce port. Vérifiez le serveur et le port, et que le courtier fonctionne.',
    'no-answer': 'Le serveur ne répond pas. Vérifiez le serveur, le port, le réseau et le pare-feu.',
    closed:
      'Le courtier a mis fin à la connexion. Vérifiez le port et TLS ; son journal en dit souvent plus.',
    login: 'Le courtier refuse le nom d’utilisateur et le mot de passe. Vérifiez les deux.',
    rejected: 'Le courtier refuse ce client. Vérifiez ses règles et qu’il accepte MQTT 3.1.1.',
    'no-tls': 'Pas de TLS sur ce port. Vérifiez le port ou désactivez TLS.',
    untrusted: 'Le certificat du courtier n’est pas reconnu. Saisissez le certificat CA qui l’a signé.',
    'wrong-name': 'Le certificat du courtier porte d’autres noms. Saisissez l’un d’eux comme serveur.',
    'wrong-time':
      'Le certificat du courtier n’est pas valable en ce moment. Renouvelez-le ou réglez l’horloge de la passerelle.',
    'unreadable-root': 'Le certificat CA est illisible. Collez-le à nouveau en texte PEM.',
    other: 'La connexion échoue. La console en dit plus.',
  },
};
