/** English: the MQTT settings, and how the connection is. The fields that the info page shows too have its labels. */
export const texts = {
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
};
