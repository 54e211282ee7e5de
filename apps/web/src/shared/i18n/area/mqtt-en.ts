import type { MqttFailure } from '@heliograph/contract';

/** English: the MQTT settings, and how the connection is. The fields that the info page shows too have its labels. */
export const mqttEn = {
  enable: 'Enable MQTT',
  enableDiscovery: 'Enable Home Assistant discovery',
  broker: 'Broker',
  serverMissing: 'Enter the hostname or address of the broker.',
  serverOnly: 'Enter only the hostname or address, without port or path; TLS has its own switch.',
  userHint: 'Without username and password the connection is anonymous.',
  topicHint: 'Prefix for all topics; must end with a slash.',
  retainHint: 'The broker keeps the last values for clients that subscribe later.',
  tlsHint: 'Encrypts the connection; most brokers use port 8883 for it.',
  pem: 'PEM text, from BEGIN CERTIFICATE to END CERTIFICATE.',
  notPem: 'Not a complete certificate. Paste the whole PEM text, from BEGIN CERTIFICATE to END CERTIFICATE.',
  unreadable: 'cannot be read',
  systemCertificates: 'the system’s root certificates',
  systemRoots: 'If empty, the system’s root certificates are used.',
  lastWill: 'Last will',
  publishedTo: (topic: string) => `Published to ${topic}`,
  online: 'Online text',
  offline: 'Offline text',
  prefixHint:
    'Usually homeassistant/. Home Assistant shows its prefix without the slash at the end, but it is needed here.',
  discoveryRetainHint:
    'The broker keeps the announcements, so that Home Assistant finds them after a restart.',
  expireHint: 'Values that stop updating become unavailable in Home Assistant.',
  panelsHint: 'Each string gets its own entities.',
  connecting: 'connecting…',
  notConnected: 'Check server, port and login.',
  test: 'Test connection',
  works: 'The broker accepts the connection.',
  /** What happened, and what to do. */
  failures: {
    'unknown-host': 'The server name cannot be found. Check its spelling and the DNS server.',
    refused: 'Nothing is listening on this port. Check server and port, and whether the broker is running.',
    'no-answer': 'The server does not answer. Check server, port, network and firewall.',
    closed:
      'The server closed the connection. It may expect TLS, or another device is using the same client ID.',
    login: 'The broker does not accept username and password. Check both.',
    rejected:
      'This is not an MQTT broker, or it does not accept this client. Check server and port, then the broker’s access rules.',
    'no-tls': 'This port does not use TLS. Check the port or switch TLS off.',
    untrusted: 'The broker’s certificate is not trusted. Enter the CA certificate that signed it.',
    'wrong-name': 'The broker’s certificate is for a different name. Enter that name as the server.',
    'wrong-time': 'The broker’s certificate is not valid at the moment. Renew it or set the gateway’s clock.',
    'unreadable-root': 'The CA certificate cannot be read. Paste it again as PEM text.',
    other: 'The connection failed. Details are in the console.',
  } satisfies Record<MqttFailure, string>,
};

/** The texts of the MQTT settings. */
export type MqttMessages = typeof mqttEn;
