import type { MqttFailure } from '@heliograph/contract';

/** English: the MQTT settings, and how the connection is. The fields that the info page shows too have its labels. */
export const mqttEn = {
  enable: 'Enable MQTT',
  enableDiscovery: 'Enable Home Assistant discovery',
  broker: 'Broker',
  serverMissing: 'Enter the name or address of the broker’s server.',
  serverOnly: 'Enter only the name or address, without port and path; TLS has its own switch.',
  userHint: 'Without username and password the connection is anonymous.',
  topicHint: 'Stands before all topics and ends with a slash.',
  retainHint: 'The broker keeps the last values for those who subscribe later.',
  tlsHint: 'Encrypts the connection; most brokers use port 8883 for it.',
  pem: 'PEM text, from BEGIN CERTIFICATE to END CERTIFICATE.',
  notPem: 'Not a complete certificate. Paste the whole PEM text, from BEGIN CERTIFICATE to END CERTIFICATE.',
  unreadable: 'cannot be read',
  systemCertificates: 'root certificates of the system',
  systemRoots: 'Empty: the root certificates of the system.',
  lastWill: 'Last will',
  publishedTo: (topic: string) => `Published to ${topic}`,
  online: 'Online text',
  offline: 'Offline text',
  prefixHint:
    'Home Assistant shows its prefix without a slash at the end; here it needs one: homeassistant/ is usual.',
  discoveryRetainHint: 'The broker keeps the announcements for restarts of Home Assistant.',
  expireHint: 'Values that no longer come become unavailable in Home Assistant.',
  panelsHint: 'Each string gets entities of its own.',
  connecting: 'connecting …',
  notConnected: 'Check server, port and login.',
  test: 'Test connection',
  testing: 'Testing …',
  slow: 'This can take up to 10 seconds.',
  marked: 'Correct the marked fields first.',
  works: 'The broker accepts the connection.',
  /** What happened, and what to do. */
  failures: {
    'unknown-host': 'The server name cannot be found. Check its spelling and the DNS server.',
    refused: 'Nothing listens at this port. Check server and port, and whether the broker runs.',
    'no-answer': 'The server does not answer. Check server, port, network and firewall.',
    closed: 'The server closed the connection. It may want TLS, or another device uses the same client ID.',
    login: 'The broker does not accept username and password. Check both.',
    rejected:
      'This is no MQTT broker, or it does not accept this client. Check server and port, then the broker’s rules.',
    'no-tls': 'There is no TLS at this port. Check the port, or switch TLS off.',
    untrusted: 'The broker’s certificate is not trusted. Enter the CA certificate that signed it.',
    'wrong-name': 'The broker’s certificate is for other names. Enter one of them as the server.',
    'wrong-time': 'The broker’s certificate is not valid now. Renew it, or set the gateway’s clock.',
    'unreadable-root': 'The CA certificate cannot be read. Paste it again, as PEM text.',
    other: 'The connection failed. Details are in the console.',
  } satisfies Record<MqttFailure, string>,
};

/** The texts of the MQTT settings. */
export type MqttMessages = typeof mqttEn;
