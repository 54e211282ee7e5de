const GUIDE = { guide: 'User guide' };
const RADIO = {
  radioTold: 'As programs are told it.',
  radioPage: 'The page Radio says whether it is simulated.',
};

/** English: the info pages and the about page. */
export const texts = {
  reload: 'Reload',
  asOf: (moment: string) => `As of ${moment}`,
  asOfAgo: (moment: string, age: string) => `As of ${moment}, ${age} ago`,
  status: 'Status',
  none: 'none',
  /** In place of what is not for everybody. */
  afterLogin: 'Log in to see',
  enabled: 'enabled',
  disabled: 'disabled',
  connected: 'connected',
  notConnected: 'not connected',
  server: 'Server',
  configuration: 'Configuration',
  hostname: 'Hostname',

  network: {
    station: 'WiFi station',
    accessPoint: 'Access point',
    interface: 'Network interface',
    apInterface: 'Access point interface',
    ssid: 'SSID',
    quality: 'Quality',
    rssi: 'Signal strength (RSSI)',
    stations: 'Connected devices',
    ip: 'IP address',
    netmask: 'Netmask',
    gateway: 'Default gateway',
    dns: (n: number) => `DNS server ${n}`,
    mac: 'MAC address',
  },

  system: {
    firmware: 'Firmware',
    sdk: 'SDK version',
    configVersion: 'Config version',
    version: 'Firmware version',
    updates: 'Updates',
    newVersion: 'new version',
    upToDate: 'up to date',
    versionError: 'Error fetching version information',
    notChecked: 'not checked',
    resetReason: (cpu: number) => `Reset reason CPU ${cpu}`,
    resetReasons: { 'Program started': 'Program started', 'Software restart': 'Software restart' },
    saveCount: 'Configuration saved (times)',
    uptime: 'Uptime',
    days: { one: '# day', other: '# days' },
    hardware: 'Hardware',
    chip: 'Chip model',
    revision: 'Chip revision',
    cores: 'CPU cores',
    frequency: 'CPU frequency',
    memory: 'Memory',
    heap: 'Heap',
    fileSystem: 'File system',
    sketch: 'Sketch',
    usage: (used: string, free: string, size: string) => `${used} used, ${free} free, ${size} in total`,
    radio: 'Radio module',
    chipType: 'Chip type',
    ...(__FOR_DEVICE__ ? ({} as typeof RADIO) : RADIO),
  },

  ntp: {
    rule: 'Time zone rule',
    zone: 'Time zone',
    clock: 'Clock',
    synced: 'synced',
    notSynced: 'not synced',
    localTime: 'Local time',
    states: { late: 'overdue', never: 'no answer', manual: 'set by hand' },
    asking: 'waiting for an answer…',
  },

  mqtt: {
    port: 'Port',
    user: 'Username',
    topic: 'Base topic',
    lwtTopic: 'Last-will topic',
    interval: 'Publish interval',
    retain: 'Retain',
    tls: 'TLS',
    certificate: 'CA certificate',
    discovery: 'Home Assistant discovery',
    prefix: 'Topic prefix',
    expire: 'Expiration',
    panels: 'Individual panels',
    runtime: 'Connection',
  },

  about: {
    api: 'API documentation',
    ...(__FOR_DEVICE__ ? ({} as typeof GUIDE) : GUIDE),
    origin: {
      title: 'Where the project comes from',
      text: [
        'Heliograph reads solar micro-inverters over their radio link and shows in the browser what they do: at home, without a cloud.',
        'It is an independent implementation for gateways of this kind, licensed under the Apache License 2.0.',
        'Radio protocol and interface follow the original firmware, OpenDTU. Our thanks go to all who made it.',
        'Heliograph is neither part of OpenDTU nor a product of an inverter manufacturer.',
      ],
    },
    news: {
      title: 'News and updates',
      text: [
        'New versions are published in the project’s repository. The system page reports them if a repository is configured.',
      ],
    },
    errors: {
      title: 'Report an error',
      text: [
        'Describe what you did, what you expected and what happened. Add the version from the system page and the lines from the console.',
        'Please report to OpenDTU only what happens with its own firmware.',
      ],
    },
    discussion: {
      title: 'Discussion',
      text: ['For questions and ideas, talk to others who run such gateways.'],
    },
  },
};
