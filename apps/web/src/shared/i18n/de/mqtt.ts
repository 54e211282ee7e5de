import type { Texts } from '../texts.ts';

/** German: the MQTT settings, and how the connection is. */
export const texts: Texts['mqtt'] = {
  enable: 'MQTT aktivieren',
  enableDiscovery: 'Home-Assistant-Erkennung aktivieren',
  broker: 'Broker',
  serverMissing: 'Geben Sie Hostname oder Adresse des Brokers ein.',
  serverOnly: 'Geben Sie nur Hostname oder Adresse ein, ohne Port und Pfad; TLS hat einen eigenen Schalter.',
  userHint: 'Ohne Benutzername und Passwort ist die Verbindung anonym.',
  topicHint: 'Präfix für alle Topics; muss mit einem Schrägstrich enden.',
  retainHint: 'Der Broker behält die letzten Werte für Clients, die später abonnieren.',
  tlsHint: 'Verschlüsselt die Verbindung; die meisten Broker nutzen dafür Port 8883.',
  pem: 'PEM-Text, von BEGIN CERTIFICATE bis END CERTIFICATE.',
  notPem:
    'Kein vollständiges Zertifikat. Fügen Sie den ganzen PEM-Text ein, von BEGIN CERTIFICATE bis END CERTIFICATE.',
  unreadable: 'nicht lesbar',
  systemCertificates: 'Stammzertifikate des Systems',
  systemRoots: 'Leer: Es gelten die Stammzertifikate des Systems.',
  lastWill: 'Last Will',
  publishedTo: (topic: string) => `Veröffentlicht unter ${topic}`,
  online: 'Online-Text',
  offline: 'Offline-Text',
  prefixHint:
    'Üblich ist homeassistant/. Home Assistant zeigt sein Präfix ohne den Schrägstrich am Ende, hier ist er aber nötig.',
  discoveryRetainHint:
    'Der Broker behält die Ankündigungen, damit Home Assistant sie nach einem Neustart findet.',
  expireHint: 'Werte, die nicht mehr aktualisiert werden, sind in Home Assistant nicht verfügbar.',
  panelsHint: 'Jeder String bekommt eigene Entitäten.',
  connecting: 'wird verbunden …',
  notConnected: 'Prüfen Sie Server, Port und Anmeldung.',
};
