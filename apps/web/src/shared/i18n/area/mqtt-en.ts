import type { MqttFailure } from '@heliograph/contract';

/** English: the MQTT settings, and how the connection is. The fields that the info page shows too have its labels. */
export const mqttEn = {
  enable: 'Enable MQTT',
  enableDiscovery: 'Enable Home Assistant discovery',
  broker: 'Broker',
  userHint: 'Leave empty to connect without a login.',
  topicHint: 'Stands before all topics and ends with a slash.',
  retainHint: 'The broker keeps the last values for those who subscribe later.',
  tlsHint: 'Encrypts the connection; most brokers use port 8883 for it.',
  pem: 'Expected: PEM text with -----BEGIN CERTIFICATE-----.',
  systemRoots: 'Empty: the root certificates of the system.',
  lastWill: 'Last will',
  online: 'Online text',
  offline: 'Offline text',
  prefixHint: 'As in Home Assistant, where homeassistant/ is usual.',
  discoveryRetainHint: 'The broker keeps the announcements for restarts of Home Assistant.',
  expireHint: 'Values that no longer come become unavailable in Home Assistant.',
  panelsHint: 'Each string gets entities of its own.',
  connecting: 'connecting …',
  test: 'Test connection',
  testing: 'Testing …',
  works: 'The broker accepts the connection.',
  /** What happened, and what to do. */
  failures: {
    'unknown-host': 'The server name cannot be found. Check its spelling and the DNS server.',
    refused: 'Nothing listens at this port. Check server and port, and whether the broker runs.',
    'no-answer': 'The server does not answer. Check server, port, network and firewall.',
    closed: 'The broker ended the connection. Check port and TLS; its log may say more.',
    login: 'The broker does not accept username and password. Check both.',
    rejected: 'The broker turns this client away. Check its rules, and that it speaks MQTT 3.1.1.',
    'no-tls': 'There is no TLS at this port. Check the port, or switch TLS off.',
    untrusted: 'The broker’s certificate is not trusted. Enter the CA certificate that signed it.',
    'wrong-name': 'The broker’s certificate is for other names. Enter one of them as the server.',
    'wrong-time': 'The broker’s certificate is not valid now. Renew it, or set the gateway’s clock.',
    'unreadable-root': 'The CA certificate cannot be read. Paste it again, as PEM text.',
    other: 'The connection fails. The console says more.',
  } satisfies Record<MqttFailure, string>,
};

/** The texts of the MQTT settings. */
export type MqttMessages = typeof mqttEn;
