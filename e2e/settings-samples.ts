import type { SettingsPageName } from './pages/settings-page.ts';

/** What is tried with a page of settings that has a form. Nothing of it is ever saved. */
export interface SettingsSample {
  readonly name: SettingsPageName;
  /** The tab in which all this is, of a page that has some. */
  readonly tab?: string;
  /** What is typed into which fields; each is another value than the stored one, and right. */
  readonly typed: readonly (readonly [label: string, text: string])[];
  /** A switch that is pressed before. */
  readonly pressed?: string;
  /** What of it is sent. */
  readonly sent: Readonly<Record<string, unknown>>;
  /** The fields in the order of the keyboard, from the first to the button that saves, before anything is typed. */
  readonly stops: readonly string[];
  /** What the gateway may say to it, the field it is about, and the words that stand there. */
  readonly refusals: readonly {
    readonly answer: Readonly<Record<string, unknown>>;
    readonly label: string;
    readonly text: string;
  }[];
  /** What is typed to see the form refuse it. */
  readonly wrong: readonly (readonly [label: string, text: string])[];
  /** Pieces of text on it that are the same in German or French. */
  readonly same: readonly (string | RegExp)[];
}

export const SETTINGS_SAMPLES: readonly SettingsSample[] = [
  {
    name: 'network',
    pressed: 'Get addresses automatically (DHCP)',
    typed: [
      ['Network name (SSID)', 'Garden'],
      ['IP address', '192.168.7.20'],
    ],
    sent: { ssid: 'Garden', ipaddress: '192.168.7.20', dhcp: false, netmask: '0.0.0.0' },
    stops: [
      ...['Network name (SSID)', 'WiFi password', 'Hostname', 'Get addresses automatically (DHCP)'],
      ...['API for other programs', 'Labels for Prometheus', 'Save'],
    ],
    refusals: [
      {
        answer: { type: 'warning', message: 'no address', code: 8001 },
        label: 'IP address',
        text: 'IP address is invalid!',
      },
      {
        answer: { type: 'warning', message: 'Hostname must between 1 and 31 characters long!' },
        label: 'Hostname',
        text: 'Hostname must between 1 and 31 characters long!',
      },
    ],
    wrong: [
      ['Hostname', ''],
      ['IP address', '300.1.2.3'],
    ],
    same: ['WiFi', 'Hostname'],
  },
  {
    name: 'security',
    // The password that it has: saving it ends nobody's login.
    typed: [
      ['New password', 'openDTU42'],
      ['Repeat password', 'openDTU42'],
    ],
    sent: { password: 'openDTU42', allow_readonly: true },
    stops: ['New password', 'Repeat password', 'Read without a login', 'Save'],
    refusals: [
      {
        answer: { type: 'warning', message: 'no', code: 10001, param: { max: 64 } },
        label: 'New password',
        text: 'Password must be between 8 and 64 characters long!',
      },
    ],
    wrong: [['New password', 'Süd']],
    same: ['Passkeys'],
  },
  {
    name: 'dtu',
    typed: [['Poll interval', '77']],
    sent: { dtu_pollinterval: 77 },
    stops: ['Serial number', 'Poll interval', 'Transmit power', 'Save'],
    refusals: [
      {
        answer: { type: 'warning', message: 'no', code: 2002 },
        label: 'Poll interval',
        text: 'Poll interval must be greater zero!',
      },
      {
        answer: { type: 'danger', message: 'no', code: 2003 },
        label: 'Transmit power',
        text: 'Invalid power level setting!',
      },
    ],
    wrong: [
      ['Serial number', 'abc'],
      ['Poll interval', '0'],
    ],
    same: ['DTU', 'Radio', 's', 'Minimum', 'Maximum', 'Minimum (-18 dBm)'],
  },
  {
    name: 'ntp',
    typed: [
      ['Time server', 'ntp.example'],
      ['Latitude', '-33,87'],
      ['Longitude', '151.21'],
    ],
    sent: {
      ...{ ntp_server: 'ntp.example', ntp_timezone_descr: 'Europe/Berlin' },
      ...{ latitude: -33.87, longitude: 151.21 },
    },
    stops: [
      'Time server',
      'Test this serverTesting…',
      'Time zone',
      'Time zone rule',
      'Set to the browser’s time',
      'Latitude',
      'Longitude',
      'Use this browser’s location',
      'Save',
    ],
    refusals: [
      {
        answer: { type: 'warning', message: 'no', code: 9001, param: { max: 31 } },
        label: 'Time server',
        text: 'The time server must be between 1 and 31 characters long!',
      },
      {
        answer: { type: 'warning', message: 'no', code: 9002, param: { max: 50 } },
        label: 'Time zone',
        text: 'The time zone rule must be between 1 and 50 characters long!',
      },
      {
        answer: { type: 'warning', message: 'no', code: 9012, param: { min: -90, max: 90 } },
        label: 'Longitude',
        text: 'The longitude must be between -90 and 90!',
      },
    ],
    wrong: [
      ['Time server', ''],
      ['Latitude', '91'],
    ],
    same: ['NTP', 'Status', 'Latitude', 'Longitude'],
  },
  {
    name: 'mqtt',
    pressed: 'Enable MQTT',
    typed: [
      ['Server', 'broker.example'],
      ['Publish interval', '60'],
    ],
    sent: { mqtt_enabled: true, mqtt_hostname: 'broker.example', mqtt_port: 1883, mqtt_publish_interval: 60 },
    stops: ['Enable MQTT', 'Save'],
    refusals: [
      {
        answer: { type: 'warning', message: 'no', code: 7001, param: { max: 63 } },
        label: 'Server',
        text: 'The MQTT server must be between 1 and 63 characters long!',
      },
      {
        answer: { type: 'warning', message: 'no', code: 7013, param: { min: 5, max: 65535 } },
        label: 'Publish interval',
        text: 'The publish interval must be between 5 and 65535 seconds!',
      },
    ],
    wrong: [
      ['Port', '0'],
      ['Base topic', 'roof'],
      ['Last-will topic', 'dtu/#'],
    ],
    same: ['MQTT', 'Broker', 'Server', 'Port', 'Retain', 'TLS', 'roof'],
  },
  {
    name: 'device',
    tab: 'Display',
    pressed: 'Screensaver',
    typed: [],
    sent: { display: { power_safe: true, screensaver: false, show_logo: true, contrast: 60 } },
    stops: [
      ...['Power save', 'Screensaver', 'Show the logo', 'Contrast', 'Rotation', 'Language', 'Diagram'],
      ...['Time span of the diagram', 'Brightness of light 1', 'Brightness of light 2', 'Save'],
    ],
    refusals: [
      {
        answer: { type: 'warning', message: 'no', code: 12001, param: { max: 63 } },
        label: 'Profile',
        text: 'Profile must be between 1 and 63 characters long!',
      },
    ],
    wrong: [],
    // Languages are called what they are called there.
    same: ['Display', '60%', 'English', 'Deutsch', 'Français', 'Rotation'],
  },
];
