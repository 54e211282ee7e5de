import { type InfoPageName, type ShownFacts, UNKNOWN } from './pages/info-page.ts';

/** A page of facts, an answer to it, and what it makes of that. */
interface InfoSample {
  readonly name: InfoPageName;
  /** Another answer than the gateway's: every field has a value of its own. */
  readonly told: Readonly<Record<string, unknown>>;
  /** What else the gateway tells, for programs of today and for other gateways: the page has no use for it. */
  readonly forPrograms: readonly string[];
  /** What the page makes of it. */
  readonly shown: ShownFacts;
  /** What its texts from the gateway are called, where the page has other words for them. */
  readonly worded?: readonly string[];
  /** Pieces of text that are the same in German or French. */
  readonly same: readonly (string | RegExp)[];
}

const CERTIFICATE = 'issuer name : C=US, O=Test\nRSA key size : 4096 bits';

export const INFO_SAMPLES: readonly InfoSample[] = [
  {
    name: 'network',
    told: {
      sta_status: true,
      sta_ssid: 'Garden <b>',
      sta_rssi: -63,
      network_hostname: 'Heliograph-12AB34',
      network_ip: '192.168.7.20',
      network_netmask: '255.255.255.0',
      network_gateway: '192.168.7.1',
      network_dns1: '192.168.7.53',
      network_dns2: '0.0.0.0',
      network_mac: 'A4:CF:12:AB:CD:EF',
      network_mode: 'Station',
      ap_status: true,
      ap_ssid: 'Heliograph-1223476',
      ap_ip: '192.168.4.1',
      ap_mac: 'A4:CF:12:AB:CD:F0',
      ap_stationnum: 3,
    },
    forPrograms: ['sta_bssid'],
    shown: [
      [
        'WiFi station',
        [
          ['Status', 'enabled'],
          ['SSID', 'Garden <b>'],
          ['Quality', '74%'],
          ['Signal strength (RSSI)', '-63 dBm'],
        ],
      ],
      [
        'Access point',
        [
          ['Status', 'enabled'],
          ['SSID', 'Heliograph-1223476'],
          ['Connected devices', '3'],
        ],
      ],
      [
        'Network interface (Station)',
        [
          ['Hostname', 'Heliograph-12AB34'],
          ['IP address', '192.168.7.20'],
          ['Netmask', '255.255.255.0'],
          ['Default gateway', '192.168.7.1'],
          ['DNS server 1', '192.168.7.53'],
          ['DNS server 2', 'none'],
          ['MAC address', 'A4:CF:12:AB:CD:EF'],
        ],
      ],
      [
        'Access point interface',
        [
          ['IP address', '192.168.4.1'],
          ['MAC address', 'A4:CF:12:AB:CD:F0'],
        ],
      ],
    ],
    same: [
      'Hostname',
      'Status',
      'SSID',
      /^-63 dBm$/,
      /^[\d.]+$/,
      /^([\dA-F]{2}:){5}/,
      /^Heliograph-/,
      'Garden <b>',
    ],
  },
  {
    name: 'system',
    told: {
      hostname: 'Heliograph-12AB34',
      sdkversion: 'v4.4.3',
      cpufreq: 2400,
      heap_total: 2_048_000,
      heap_used: 1_024_000,
      sketch_total: 1_572_864,
      sketch_used: 0,
      littlefs_total: 0,
      littlefs_used: 0,
      chiprevision: 7,
      chipmodel: 'Test chip',
      chipcores: 4,
      resetreason_0: 'Software restart',
      resetreason_1: 'Something of its own',
      cfgsavecount: 1234,
      config_version: '0.1.23',
      git_hash: 'g1a2b3c4',
      heliograph_version: '0.9.8',
      heliograph_commit: '1a2b3c4',
      heliograph_installation: 'git',
      heliograph_image: 'v7.6.5',
      heliograph_runtime_end_of_life: '2026-04-30',
      uptime: 93_784,
      radio_connected: true,
      radio_pvariant: true,
    },
    forPrograms: [
      'cputemp',
      'heap_max_block',
      'heap_min_free',
      'psram_total',
      'psram_used',
      'flashsize',
      'task_details',
      'git_branch',
      'pioenv',
      'nrf_configured',
      'nrf_connected',
      'nrf_pvariant',
      'cmt_configured',
      'cmt_connected',
      'heliograph_id',
      'heliograph_upstream',
    ],
    shown: [
      [
        'Firmware',
        [
          ['Hostname', 'Heliograph-12AB34'],
          [
            'SDK version',
            'v4.4.3',
            'No security fixes since April 30, 2026. Install the latest LTS version of Node.js on this computer, then start Heliograph again.',
          ],
          ['Config version', '0.1.23'],
          ['Heliograph version', '0.9.8 (1a2b3c4)'],
          ['Updates', 'not checked'],
          ['Stored image', 'v7.6.5', 'Stored on this computer, but not run.'],
          ['Reset reason CPU 0', 'Software restart'],
          ['Reset reason CPU 1', 'Something of its own'],
          ['Configuration saved (times)', '1,234'],
          ['Uptime', '1 day 02:03:04'],
        ],
      ],
      [
        'Hardware',
        [
          ['Chip model', 'Test chip'],
          ['Chip revision', '7'],
          ['CPU cores', '4'],
          ['CPU frequency', '2,400 MHz'],
        ],
      ],
      [
        'Memory',
        [
          ['Heap', '50%', '0.98 MB used, 0.98 MB free, 1.95 MB in total'],
          ['File system', UNKNOWN],
          ['Sketch', '0%', '0 MB used, 1.5 MB free, 1.5 MB in total'],
        ],
      ],
      [
        'Radio module',
        [
          ['Status', 'connected', 'As programs are told it. The page Radio says whether it is simulated.'],
          ['Chip type', 'nRF24L01+'],
        ],
      ],
    ],
    worded: [
      'resetreason_0',
      'resetreason_1',
      'git_hash',
      'heliograph_commit',
      'heliograph_installation',
      'heliograph_runtime_end_of_life',
    ],
    same: [
      'System',
      'Firmware',
      'Hardware',
      'Hostname',
      'Heap',
      'Sketch',
      'Status',
      'nRF24L01+',
      'Heliograph-12AB34',
      'v4.4.3',
      '0.9.8 (1a2b3c4)',
      'v7.6.5',
      'Test chip',
      'Something of its own',
      'MHz',
    ],
  },
  {
    name: 'ntp',
    told: {
      ntp_server: 'ntp.example',
      ntp_timezone: 'CET-1CEST,M3.5.0,M10.5.0/3',
      ntp_timezone_descr: 'Europe/Berlin',
      ntp_status: true,
      ntp_localtime: 'Monday, February 06 2023 20:26:21',
      ntp_state: 'synced',
      ntp_clock_set: true,
      ntp_address: '192.0.2.7',
      ntp_answer_age: 300,
      ntp_offset: -0.25,
      ntp_next_try: 3300,
      ntp_failure: '',
    },
    forPrograms: ['sun_risetime', 'sun_settime', 'sun_isSunsetAvailable', 'sun_isDayPeriod'],
    shown: [
      [
        'Clock',
        [
          ['Status', 'synced'],
          ['Local time', '02/06/2023, 20:26:21'],
        ],
      ],
      [
        'Time server',
        [
          ['Server', 'ntp.example'],
          ['Answering address', '192.0.2.7'],
          ['Last answer', '02/06/2023, 20:21:21', '5 min ago'],
          ['Correction', 'clock was 250 ms ahead'],
          ['Next try', 'in 55 min'],
        ],
      ],
      [
        'Configuration',
        [
          ['Time zone', 'Europe/Berlin'],
          ['Time zone rule', 'CET-1CEST,M3.5.0,M10.5.0/3'],
        ],
      ],
    ],
    worded: ['ntp_localtime', 'ntp_state', 'ntp_failure'],
    same: [
      'NTP',
      'Status',
      'Server',
      'Configuration',
      'Correction',
      /^in \d+ min$/,
      'ntp.example',
      'Europe/Berlin',
      /^CET-1CEST/,
    ],
  },
  {
    name: 'mqtt',
    told: {
      mqtt_enabled: true,
      mqtt_hostname: 'broker.example',
      mqtt_port: 8883,
      mqtt_username: 'helio',
      mqtt_topic: 'solar/',
      mqtt_connected: false,
      mqtt_retain: true,
      mqtt_tls: true,
      mqtt_root_ca_cert_info: CERTIFICATE,
      mqtt_lwt_topic: 'solar/dtu/status',
      mqtt_publish_interval: 1800,
      mqtt_hass_enabled: true,
      mqtt_hass_expire: false,
      mqtt_hass_retain: true,
      mqtt_hass_topic: 'homeassistant/',
      mqtt_hass_individualpanels: false,
      mqtt_failure: 'login',
    },
    forPrograms: ['mqtt_clientid', 'mqtt_tls_cert_login', 'mqtt_client_cert_info', 'mqtt_clean_session'],
    shown: [
      [
        'Connection',
        [['Status', 'not connected', 'The broker does not accept username and password. Check both.']],
      ],
      [
        'Configuration',
        [
          ['Status', 'enabled'],
          ['Server', 'broker.example'],
          ['Port', '8883'],
          ['Username', 'helio'],
          ['Base topic', 'solar/'],
          ['Last-will topic', 'solar/dtu/status'],
          ['Publish interval', '1,800 s'],
          ['Retain', 'enabled'],
          ['TLS', 'enabled'],
          ['CA certificate', 'issuer nameC=US, O=TestRSA key size4096 bits'],
          ['issuer name', 'C=US, O=Test'],
          ['RSA key size', '4096 bits'],
        ],
      ],
      [
        'Home Assistant discovery',
        [
          ['Status', 'enabled'],
          ['Topic prefix', 'homeassistant/'],
          ['Retain', 'enabled'],
          ['Expiration', 'disabled'],
          ['Individual panels', 'disabled'],
        ],
      ],
    ],
    worded: ['mqtt_root_ca_cert_info', 'mqtt_failure'], // the former only with TLS
    same: [
      'MQTT',
      'Status',
      'Server',
      'Port',
      'TLS',
      'Retain',
      'Configuration',
      'Expiration',
      'broker.example',
      'helio',
      'solar/',
      'solar/dtu/status',
      'homeassistant/',
      'issuer name',
      'C=US, O=Test',
      'RSA key size',
      '4096 bits',
    ],
  },
];

/** The answer for one page. */
export function toldBy(wanted: InfoPageName): InfoSample['told'] {
  const sample = INFO_SAMPLES.find(({ name }) => name === wanted);
  if (sample === undefined) throw new Error(`no sample of ${wanted}`);
  return sample.told;
}
