import type { Texts } from '../texts.ts';

const GUIDE = { guide: 'Anleitung' };
const RADIO = {
  radioTold: 'So erfahren es Programme.',
  radioPage: 'Ob es simuliert ist, sagt die Seite Funk.',
};

/** German: the info pages and the about page. */
export const texts: Texts['info'] = {
  reload: 'Neu laden',
  asOf: (moment) => `Stand: ${moment}`,
  asOfAgo: (moment, age) => `Stand: ${moment}, vor ${age}`,
  status: 'Status',
  none: 'nicht gesetzt',
  afterLogin: 'Nach Anmeldung sichtbar',
  enabled: 'aktiviert',
  disabled: 'deaktiviert',
  connected: 'verbunden',
  notConnected: 'nicht verbunden',
  server: 'Server',
  configuration: 'Konfiguration',
  hostname: 'Hostname',

  network: {
    station: 'WLAN-Station',
    accessPoint: 'Zugangspunkt',
    interface: 'Netzwerkschnittstelle',
    apInterface: 'Schnittstelle des Zugangspunkts',
    ssid: 'SSID',
    quality: 'Qualität',
    rssi: 'Signalstärke (RSSI)',
    stations: 'Verbundene Geräte',
    ip: 'IP-Adresse',
    netmask: 'Netzmaske',
    gateway: 'Standardgateway',
    dns: (n) => `DNS-Server ${n}`,
    mac: 'MAC-Adresse',
  },

  system: {
    firmware: 'Firmware',
    sdk: 'SDK-Version',
    configVersion: 'Konfigurationsversion',
    version: 'Firmware-Version',
    updates: 'Aktualisierungen',
    newVersion: 'neue Version',
    upToDate: 'auf dem neuesten Stand',
    versionError: 'Fehler beim Abrufen der Versionsinformationen',
    notChecked: 'nicht geprüft',
    resetReason: (cpu) => `Grund des Neustarts, CPU ${cpu}`,
    resetReasons: { 'Program started': 'Programmstart', 'Software restart': 'Neustart durch Software' },
    saveCount: 'Speichervorgänge der Konfiguration',
    uptime: 'Betriebszeit',
    days: { one: '# Tag', other: '# Tage' },
    hardware: 'Hardware',
    chip: 'Chip-Modell',
    revision: 'Chip-Revision',
    cores: 'CPU-Kerne',
    frequency: 'CPU-Takt',
    memory: 'Speicher',
    heap: 'Heap',
    fileSystem: 'Dateisystem',
    sketch: 'Programm (Sketch)',
    usage: (used, free, size) => `${used} belegt, ${free} frei, ${size} insgesamt`,
    radio: 'Funkmodul',
    chipType: 'Chip-Typ',
    ...(__FOR_DEVICE__ ? ({} as typeof RADIO) : RADIO),
  },

  ntp: {
    rule: 'Zeitzonenregel',
    zone: 'Zeitzone',
    clock: 'Uhr',
    synced: 'synchronisiert',
    notSynced: 'nicht synchronisiert',
    localTime: 'Ortszeit',
    states: { late: 'überfällig', never: 'keine Antwort', manual: 'von Hand gestellt' },
    asking: 'wartet auf Antwort …',
  },

  mqtt: {
    port: 'Port',
    user: 'Benutzername',
    topic: 'Basis-Topic',
    lwtTopic: 'Last-Will-Topic',
    interval: 'Veröffentlichungsintervall',
    retain: 'Retain',
    tls: 'TLS',
    certificate: 'CA-Zertifikat',
    discovery: 'Home-Assistant-Erkennung',
    prefix: 'Topic-Präfix',
    expire: 'Ablauf',
    panels: 'Einzelne Module',
    runtime: 'Verbindung',
  },

  about: {
    api: 'API-Dokumentation',
    ...(__FOR_DEVICE__ ? ({} as typeof GUIDE) : GUIDE),
    origin: {
      title: 'Woher das Projekt kommt',
      text: [
        'Heliograph liest Solar-Mikrowechselrichter über ihre Funkverbindung aus und zeigt im Browser, was sie tun: zu Hause, ohne Cloud.',
        'Es ist eine eigenständige Implementierung für Gateways dieser Art unter der Apache-Lizenz 2.0.',
        'Funkprotokoll und Schnittstelle folgen der ursprünglichen Firmware OpenDTU. Unser Dank gilt allen, die sie geschaffen haben.',
        'Heliograph ist weder ein Teil von OpenDTU noch ein Produkt eines Wechselrichter-Herstellers.',
      ],
    },
    news: {
      title: 'Neuigkeiten und Aktualisierungen',
      text: [
        'Neue Versionen erscheinen im Repository des Projekts. Die Systemseite meldet sie, wenn ein Repository eingestellt ist.',
      ],
    },
    errors: {
      title: 'Fehler melden',
      text: [
        'Beschreiben Sie, was Sie getan und erwartet haben und was passiert ist. Fügen Sie die Version von der Systemseite und die Zeilen der Konsole hinzu.',
        'Bitte melden Sie an OpenDTU nur, was mit dessen eigener Firmware passiert.',
      ],
    },
    discussion: {
      title: 'Diskussion',
      text: ['Für Fragen und Ideen: Tauschen Sie sich mit anderen aus, die solche Gateways betreiben.'],
    },
  },
};
