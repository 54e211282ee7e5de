import type { ResultCode } from '@heliograph/contract';
import { commonEn } from './common-en.ts';
import { consoleEn } from './console-en.ts';
import { controlEn } from './control-en.ts';
import { deviceEn } from './device-en.ts';
import { eventsEn } from './events-en.ts';
import { infoEn } from './info-en.ts';
import { invertersEn } from './inverters-en.ts';
import { maintenanceEn } from './maintenance-en.ts';
import { mqttEn } from './mqtt-en.ts';
import { networkEn } from './network-en.ts';
import { refusalsEn } from './refusals-en.ts';
import { settingsEn } from './settings-en.ts';
import { timeEn } from './time-en.ts';

/** English: what all pages but the live view need. The other languages must have exactly these keys. */
export const areaEn = {
  notFound: 'There is no page at this address. It may have moved, or the link may contain a typo.',

  login: {
    userName: 'Username',
    password: 'Password',
    userNameHint: (name: string) => `The user is ${name}.`,
    userNameRequired: 'Username is required',
    passwordRequired: 'Password is required',
    submit: 'Log in',
    working: 'Logging in…',
    invalid: 'Invalid credentials',
    throttled: 'Too many attempts. Please wait a moment and try again.',
    throttledFor: (duration: string) => `Too many attempts. Please wait ${duration} and try again.`,
    notUnderstood: 'The answer could not be read. Is this the address of the gateway?',
    failed: (reason: string) => `Login failed: ${reason}`,
    ended: 'Your login has expired. Log in again to continue where you were.',
    done: 'You are logged in.',
    loggedIn: (name: string) => `You are logged in as ${name}.`,
    goOn: (page: string) => `Continue to “${page}”`,
  },

  common: commonEn,
  control: controlEn,
  events: eventsEn,
  inverters: invertersEn,
  settings: settingsEn,
  network: networkEn,
  mqtt: mqttEn,
  time: timeEn,
  device: deviceEn,
  info: infoEn,
  console: consoleEn,
  maintenance: maintenanceEn,
  refusals: refusalsEn,

  apiresponse: {
    1001: 'Settings saved!',
    1002: 'No values found!',
    1003: 'Data too large!',
    1004: 'Failed to parse data!',
    1005: 'Values are missing!',
    2001: 'Serial cannot be zero!',
    2002: 'Poll interval must be greater zero!',
    2003: 'Invalid power level setting!',
    3001: 'Not deleted anything!',
    3002: 'Configuration reset, rebooting now',
    4001: 'Serial cannot be zero!',
    4002: 'Name must be between 1 and {max} characters long!',
    4003: 'Only {max} inverters are supported!',
    4004: 'Inverter created!',
    4005: 'Invalid ID specified!',
    4006: 'Invalid amount of max channel setting given!',
    4007: 'Inverter changed!',
    4008: 'Inverter deleted!',
    5001: 'Serial cannot be zero!',
    5002: 'Limit must be between 1 and {max}!',
    5003: 'Invalid type specified!',
    5004: 'Invalid inverter specified!',
    6001: 'Reboot triggered!',
    6002: 'Reboot cancelled!',
    7001: 'The MQTT server must be between 1 and {max} characters long!',
    7002: 'The MQTT username must not be longer than {max} characters!',
    7003: 'The MQTT password must not be longer than {max} characters!',
    7004: 'The base topic must not be longer than {max} characters!',
    7005: 'The base topic must not contain spaces, + or #!',
    7006: 'Topic must end with slash (/)!',
    7007: 'Port must be a number between 1 and 65535!',
    7008: 'The CA certificate must not be longer than {max} characters!',
    7009: 'The last-will topic must not be longer than {max} characters!',
    7010: 'The last-will topic must not contain spaces, + or #!',
    7011: 'The online text must not be longer than {max} characters!',
    7012: 'The offline text must not be longer than {max} characters!',
    7013: 'The publish interval must be between {min} and {max} seconds!',
    7014: 'The topic prefix must not be longer than {max} characters!',
    7015: 'The topic prefix must not contain spaces, + or #!',
    8001: 'IP address is invalid!',
    8002: 'Netmask is invalid!',
    8003: 'Gateway is invalid!',
    8004: 'DNS Server IP 1 is invalid!',
    8005: 'DNS Server IP 2 is invalid!',
    9001: 'The time server must be between 1 and {max} characters long!',
    9002: 'The time zone rule must be between 1 and {max} characters long!',
    9003: 'The time zone name must be between 1 and {max} characters long!',
    9004: 'The year must be between {min} and {max}!',
    9005: 'The month must be between {min} and {max}!',
    9006: 'The day must be between {min} and {max}!',
    9007: 'The hour must be between {min} and {max}!',
    9008: 'The minute must be between {min} and {max}!',
    9009: 'The second must be between {min} and {max}!',
    9010: 'Time updated!',
    9011: 'The latitude must be between {min} and {max}!',
    9012: 'The longitude must be between {min} and {max}!',
    9013: 'Latitude and longitude belong together: fill in both or neither!',
    10001: 'Password must be between 8 and {max} characters long!',
    10002: 'Authentication successful!',
    11001: 'Serial cannot be zero!',
    11002: 'Invalid inverter specified!',
    12001: 'Profile must be between 1 and {max} characters long!',
  } satisfies Record<ResultCode, string>,
};

/** The texts of all pages but the live view; loaded with those pages. */
export type AreaMessages = typeof areaEn;
