import type { Texts } from '../texts.ts';

/** German: the network and security settings. */
export const texts: Texts['network'] = {
  wifi: 'WLAN',
  ssid: 'Netzwerkname (SSID)',
  password: 'WLAN-Passwort',
  storedOnly:
    'Dieses Gateway läuft als Programm auf einem Rechner: Es speichert diese Einstellungen, ändert aber nicht dessen Netzwerk.',
  inNetwork: 'Name und Adresse',
  hostname: 'Hostname',
  becomes: (name) => `Wird zu ${name}.`,
  hostnameHint: '%06X steht für die letzten sechs Hex-Ziffern der Chip-ID.',
  hostnameRequired: 'Geben Sie einen Hostnamen ein.',
  dhcp: 'Adressen automatisch beziehen (DHCP)',
  dhcpHint: 'Zu Hause üblich: Der Router vergibt sie.',
  fixed: 'Feste Adressen',
  ipaddress: 'IP-Adresse',
  netmask: 'Netzmaske',
  gateway: 'Standardgateway',
  dns1: 'DNS-Server 1',
  dns2: 'DNS-Server 2',
  fourNumbers: 'Vier Zahlen von 0 bis 255, durch Punkte getrennt.',
  noAddress: 'Unter dieser Adresse ist das Gateway nicht erreichbar.',
  oddNetmask: 'Keine übliche Netzmaske wie 255.255.255.0.',
  outside: 'Nicht im Subnetz von IP-Adresse und Netzmaske.',
  security: {
    admin: 'Admin-Passwort',
    protects: (user) =>
      `Schützt diese Weboberfläche und den Zugangspunkt des Gateways. Der Benutzername ist ${user}. Nach einer Änderung bleibt nur dieser Browser angemeldet.`,
    password: 'Neues Passwort',
    length: (min, max) => `${min} bis ${max} Zeichen.`,
    repeat: 'Passwort wiederholen',
    notEqual: 'Die Passwörter sind nicht gleich',
    reading: 'Lesezugriff',
    readonly: 'Lesen ohne Anmeldung',
    // An original device has none of the pages in between.
    readonlyHint: __FOR_DEVICE__
      ? 'Jeder in Ihrem Netzwerk kann Live-Ansicht, Info-Seiten und Konsole sehen, aber nichts ändern.'
      : 'Jeder in Ihrem Netzwerk kann Live-Ansicht, Module, Verlauf, Befunde, Ereignisse, Begrenzung, Meldungen, Info-Seiten und Konsole sehen, aber nichts ändern.',
  },
};
