import type { MqttMessages } from './mqtt-en.ts';

/** German: the MQTT settings, and how the connection is. */
export const mqttDe: MqttMessages = {
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
  test: 'Verbindung testen',
  works: 'Der Broker nimmt die Verbindung an.',
  failures: {
    'unknown-host': 'Der Servername wurde nicht gefunden. Prüfen Sie Schreibweise und DNS-Server.',
    refused: 'An diesem Port antwortet niemand. Prüfen Sie Server und Port und ob der Broker läuft.',
    'no-answer': 'Der Server antwortet nicht. Prüfen Sie Server, Port, Netzwerk und Firewall.',
    closed:
      'Der Server hat die Verbindung beendet. Vielleicht erwartet er TLS, oder ein anderes Gerät nutzt dieselbe Client-ID.',
    login: 'Der Broker lehnt Benutzername oder Passwort ab. Prüfen Sie beide.',
    rejected:
      'Das ist kein MQTT-Broker, oder er nimmt diesen Client nicht an. Prüfen Sie Server und Port, dann die Zugriffsregeln des Brokers.',
    'no-tls': 'Dieser Port verwendet kein TLS. Prüfen Sie den Port oder schalten Sie TLS aus.',
    untrusted:
      'Dem Zertifikat des Brokers wird nicht vertraut. Tragen Sie das CA-Zertifikat ein, das es signiert hat.',
    'wrong-name':
      'Das Zertifikat des Brokers ist auf einen anderen Namen ausgestellt. Tragen Sie diesen als Server ein.',
    'wrong-time':
      'Das Zertifikat des Brokers ist derzeit nicht gültig. Erneuern Sie es oder stellen Sie die Uhr des Gateways.',
    'unreadable-root': 'Das CA-Zertifikat ist nicht lesbar. Fügen Sie es erneut als PEM-Text ein.',
    other: 'Die Verbindung ist fehlgeschlagen. Einzelheiten stehen in der Konsole.',
  },
};
