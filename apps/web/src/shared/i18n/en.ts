import type { PropertyName } from '@heliograph/contract';
import type { PageName } from '../lib/routes.ts';

/**
 * English: what the live view and the bar need. The other languages must have exactly these keys, which the compiler
 * checks.
 */
export const en = {
  skipToContent: 'Skip to content',
  close: 'Close',
  reload: 'Reload the page',
  backHome: 'Back to the live view',
  unknownValue: 'unknown',

  bar: {
    mainMenu: 'Main menu',
    menu: 'Menu',
    settings: 'Settings',
    info: 'Info',
    language: 'Language',
    login: 'Log in',
    logout: 'Log out',
    loggedOut: 'You are logged out.',
    loggedOutElsewhere: 'You were logged out in another window.',
    languageFailed: 'The language could not be loaded. Please try again.',
  },
  theme: {
    label: 'Appearance',
    auto: 'Automatic',
    light: 'Light',
    dark: 'Dark',
    change: (now: string, next: string) => `Appearance: ${now}. Change to ${next}.`,
  },
  link: {
    connecting: 'Connecting',
    live: 'Live',
    polled: 'Live, every 10 s',
    reconnecting: 'Reconnecting',
    offline: 'Offline',
    unreadable: 'Unreadable data',
    offlineFor: (duration: string) => `Offline for ${duration}`,
  },

  titles: {
    home: 'Live view',
    login: 'Log in',
    about: 'About',
    networkInfo: 'Network',
    systemInfo: 'System',
    ntpInfo: 'NTP',
    mqttInfo: 'MQTT',
    console: 'Console',
    networkSettings: 'Network',
    ntpSettings: 'NTP',
    mqttSettings: 'MQTT',
    inverterSettings: 'Inverters',
    dtuSettings: 'DTU',
    securitySettings: 'Security',
    deviceManager: 'Device manager',
    configManagement: 'Config management',
    firmwareUpgrade: 'Firmware upgrade',
    reboot: 'Reboot',
  } satisfies Record<PageName, string>,
  notFoundTitle: 'Page not found',
  failure: {
    page: 'This page could not be shown.',
    card: 'This part could not be shown. The rest of the page is not affected.',
    chunk: 'A part of this page could not be loaded. The gateway may have been updated or be out of reach.',
  },

  hints: {
    label: 'Hints',
    radio: 'The radio module is not connected or of the wrong kind. Check the wiring.',
    restored: 'A settings file was damaged and its previous version is in use: check the settings.',
    'read-only': 'The gateway’s disk is read-only, so nothing can be saved: check the disk.',
    clock: 'The clock is not set. No inverter requests are made until the clock is set.',
    clockJustStarted: 'Shortly after a start this is normal.',
    clockOverdue: 'It should be set within a minute after the start: check the time server.',
    clockLink: 'Time settings',
    password: 'The default password is still in use. Anyone on your network knows it.',
    passwordLink: 'Change the password',
  },

  live: {
    loading: 'Waiting for the first values from the gateway …',
    unreachable: (duration: string) =>
      `The gateway has not answered for ${duration}. This page keeps trying by itself.`,
    unreadable:
      'The gateway sends data that this page cannot read. This page keeps asking; a reload may help after an update.',
    refused: 'The gateway refuses to send live data at the moment. This page keeps asking.',
    stale: (duration: string) =>
      `No new values for ${duration}. What you see is old; this page keeps trying by itself.`,
    refusedInverters: {
      one: 'The data of # inverter could not be understood and is not shown.',
      other: 'The data of # inverters could not be understood and is not shown.',
    },
    refusedTotal: 'Some of the totals could not be understood.',
    refusedHints: 'Some of the hints could not be understood; a warning may be missing here.',
    noInverters: 'No inverter is set up yet.',
    noInvertersNext: 'Add the first one with the serial number printed on its label.',
    noInvertersLink: 'Inverter settings',
    inverters: 'Inverters',
  },
  totals: {
    label: 'Totals',
    power: 'Total power',
    yieldDay: 'Yield today',
    yieldTotal: 'Total yield',
    producing: (producing: number, all: number) => `${producing} of ${all} producing`,
    unreachable: {
      one: '# unreachable, its last values are counted',
      other: '# unreachable, their last values are counted',
    },
    noData: { one: '# without data yet', other: '# without data yet' },
    deadStrings: { one: '# string without power', other: '# strings without power' },
  },
  states: {
    unreachable: 'Unreachable',
    idle: 'Not producing',
    producing: 'Producing',
    unknown: 'No data yet',
    stale: 'Stale',
  },
  inverter: {
    serial: 'Serial number',
    copySerial: 'Copy serial number',
    copied: 'Copied',
    copyFailed: 'Copying is not possible here. Select the number and copy it by hand.',
    limit: 'Limit',
    dataAge: 'Data age',
    noDataSince: (duration: string) => `none since start (${duration})`,
    unreachableNote: 'The inverter does not answer. After dark this is normal: it lives on the sun’s power.',
    unreachableNoData:
      'The inverter has not answered since the gateway was started. After dark this is normal.',
    waitingNote: 'No values have come from this inverter since the gateway was started.',
    deadString: (names: string) =>
      `${names}: no power while the other strings produce. Check panel, plugs and shade.`,
    refusedValues: {
      one: '# value of this inverter could not be understood and is not shown.',
      other: '# values of this inverter could not be understood and are not shown.',
    },
    noPower: 'No power',
    noPowerOf: (names: string) => `No power: ${names}`,
    phase: 'Phase 1',
    string: (n: number) => `String ${n}`,
    noProperties: 'This inverter has sent no measured values.',
  },
  toolbar: {
    label: 'Actions',
    limit: 'Set limit',
    power: 'Switch power',
    deviceInfo: 'Device info',
    eventLog: 'Event log',
    events: { one: '# event', other: '# events' },
    newEvents: { one: '# new', other: '# new' },
    logInTo: ' to set the limit and switch the power.',
    logInLink: 'Log in',
  },
  properties: {
    Power: 'Power',
    Voltage: 'Voltage',
    Current: 'Current',
    'Power DC': 'DC power',
    YieldDay: 'Yield today',
    YieldTotal: 'Total yield',
    Frequency: 'Frequency',
    Temperature: 'Temperature',
    PowerFactor: 'Power factor',
    ReactivePower: 'Reactive power',
    Efficiency: 'Efficiency',
    Irradiation: 'Irradiation',
  } satisfies Record<PropertyName, string>,
};

/** The texts that every page needs, the live view among them. */
export type Messages = typeof en;
