import type { MqttMessages } from './mqtt-en.ts';

/** German: the MQTT settings, and how the connection is. */
export const mqttDe: MqttMessages = {
  enable: 'MQTT aktivieren',
  enableDiscovery: 'Home-Assistant-Erkennung aktivieren',
  broker: 'Broker',
  userHint: 'Leer lassen, um sich ohne Anmeldung zu verbinden.',
  topicHint: 'Steht vor allen Topics und endet mit einem Schrägstrich.',
  retainHint: 'Der Broker behält die letzten Werte für alle, die später abonnieren.',
  tlsHint: 'Verschlüsselt die Verbindung; die meisten Broker nutzen dafür Port 8883.',
  pem: 'Erwartet: PEM-Text mit -----BEGIN CERTIFICATE-----.',
  systemRoots: 'Leer: die Stammzertifikate des Systems.',
  lastWill: 'Last Will',
  online: 'Online-Text',
  offline: 'Offline-Text',
  prefixHint: 'Wie in Home Assistant, wo homeassistant/ üblich ist.',
  discoveryRetainHint: 'Der Broker behält die Ankündigungen für Neustarts von Home Assistant.',
  expireHint: 'Werte, die nicht mehr kommen, sind in Home Assistant dann nicht verfügbar.',
  panelsHint: 'Jeder String bekommt eigene Entitäten.',
  connecting: 'wird verbunden …',
  test: 'Verbindung testen',
  testing: 'Wird getestet …',
  works: 'Der Broker nimmt die Verbindung an.',
  failures: {
    'unknown-host': 'Der Servername ist nicht zu finden. Prüfen Sie Schreibweise und DNS-Server.',
    refused: 'An diesem Port antwortet niemand. Prüfen Sie Server und Port und ob der Broker läuft.',
    'no-answer': 'Der Server antwortet nicht. Prüfen Sie Server, Port, Netzwerk und Firewall.',
    closed: 'Der Broker hat die Verbindung beendet. Prüfen Sie Port und TLS; sein Protokoll sagt oft mehr.',
    login: 'Der Broker nimmt Benutzername und Passwort nicht an. Prüfen Sie beide.',
    rejected: 'Der Broker weist diesen Client ab. Prüfen Sie seine Regeln und ob er MQTT 3.1.1 spricht.',
    'no-tls': 'An diesem Port gibt es kein TLS. Prüfen Sie den Port oder schalten Sie TLS aus.',
    untrusted:
      'Dem Zertifikat des Brokers wird nicht vertraut. Tragen Sie das CA-Zertifikat ein, das es signiert hat.',
    'wrong-name': 'Das Zertifikat des Brokers gilt für andere Namen. Tragen Sie einen davon als Server ein.',
    'wrong-time':
      'Das Zertifikat des Brokers gilt jetzt nicht. Erneuern Sie es oder stellen Sie die Uhr des Gateways.',
    'unreadable-root': 'Das CA-Zertifikat ist nicht lesbar. Fügen Sie es erneut als PEM-Text ein.',
    other: 'Die Verbindung scheitert. Die Konsole sagt mehr.',
  },
};
