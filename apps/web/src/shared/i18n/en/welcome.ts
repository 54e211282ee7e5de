import type { PluralForms } from '../format.ts';
import type { FirstRunCode } from '../own-codes.ts';

/** English: the guide of a fresh gateway. */
export const texts = {
  progress: (step: string, steps: string) => `Step ${step} of ${steps}`,
  back: 'Back',
  skip: 'Skip',
  next: 'Next',
  later: 'Later',
  working: 'One moment…',
  logIn: 'Log in',
  steps: {
    language: 'Language',
    password: 'Password',
    time: 'Time zone and place',
    inverters: 'Inverters',
    names: 'Names and peak powers',
    broker: 'MQTT',
    done: 'Done',
  },
  intro:
    'Seven short steps set up your gateway. You can skip each of them and find it again in the settings.',
  language: 'Which language do you want to read?',
  restoreInstead: 'Restore from a backup instead',

  passwordIntro:
    'Choose the password of the user admin. Until there is one, only the machine of the gateway itself can change anything.',
  restoreNext: 'After this step you can choose the file of the backup.',
  codeWhere:
    'You are at another machine, so the gateway asks for the code that it printed when it was started: in the terminal, or in the output of its container or service. The line looks like this:',
  code: 'Code',
  codeHint: 'Eight letters and digits; each start makes new ones.',
  codeMissing: 'Enter the code that the gateway printed at its last start.',
  codeForm: 'The code has eight letters and digits, such as K7PM-3XQW.',
  password: 'Password',
  passwordHint: (min: string) => `At least ${min} characters.`,
  passwordLength: (min: string, max: string) => `The password needs ${min} to ${max} characters.`,
  passwordAgain: 'Password once more',
  passwordDiffers: 'The two passwords are not the same.',
  weak: 'This is one of the first that somebody would guess. A longer one is better.',
  passwordSet: 'The gateway has a password, and you are logged in.',
  passwordThere: 'The gateway has a password already. Log in with it to go on.',
  /** After the login on a gateway that ran before there was a guide. */
  known: {
    title: 'Choose a password of your own',
    text: 'The user admin still has the password that every new gateway begins with. Everybody can look it up, so whoever is in your network can change everything here. Programs that log in with it need the new one, too.',
    save: 'Set the password',
    guide: 'Go through all settings with the guide',
    changed: 'The password was changed meanwhile. Log in again with the new one.',
  },
  notLoggedIn: 'The default password is not taken any more. Please choose one.',
  results: {
    21501: 'The password was set.',
    21502:
      'This is not the code of the last start. Look at the newest line: an older code is not valid any more.',
    21503: 'A password was set meanwhile. Reload the page and log in with it.',
    21504: 'Everybody knows this password. Choose another one.',
    21505: 'Too many codes were wrong. Please wait a moment.',
  } satisfies Record<FirstRunCode, string>,

  zone: 'Time zone',
  zoneHint: 'By it the gateway knows when a day begins.',
  placeNote:
    'From the place of the plant the gateway knows when the sun rises and sets. A place nearby is enough.',
  latitude: 'Latitude',
  latitudeHint: 'In degrees, such as 52.5; south of the equator with a minus.',
  longitude: 'Longitude',
  longitudeHint: 'In degrees, such as 13.4; west of Greenwich with a minus.',
  noDegrees: 'Enter degrees as a number, such as 52.5, or leave it empty.',
  takeLocation: 'Use the location of this browser',
  locating: 'Asking the browser…',
  noLocation: 'The browser does not tell its location. Enter it by hand.',

  invertersIntro: 'Where are your inverters?',
  device: 'An OpenDTU device, or another Heliograph',
  anotherDevice: 'Another device',
  deviceLive: {
    one: 'It answers, with # inverter.',
    other: 'It answers, with # inverters.',
  } satisfies PluralForms,
  deviceConnecting: 'It has not answered yet.',
  radio: 'Radio module at this machine',
  radioText:
    'With an nRF24L01+ at this machine the gateway is started with --radio nrf24. Started without it, its own radio is simulated, and inverters on a roof come over a device.',
  radioRuns:
    'The gateway was started with a radio module and talks to inverters itself. Add them by their serial numbers.',
  radioHow: 'How a radio module is connected',
  radioState: 'What is wrong with the radio module',
  radioLink: 'To the inverters of the radio',
  simulated: 'Simulated plant',
  simulatedText: 'What you see without a device is made up, so that you can look at everything first.',
  simulatedBeside: {
    one: '# simulated inverter is still there and counts in all sums.',
    other: '# simulated inverters are still there and count in all sums.',
  } satisfies PluralForms,
  removeSimulated: 'Remove the simulated inverters',
  keepSimulated: 'Show me the simulated plant',

  namesIntro:
    'What you call your inverters, and what the modules at each input can give. From the peak power the gateway sees when a string is too weak.',
  noInverters: 'There are no inverters yet. As soon as a device answers, its inverters are here.',
  inverterName: 'Name',
  nameMissing: 'Enter a name.',
  peakPower: (number: string) => `Peak power of string ${number}`,

  brokerIntro: 'Do you have an MQTT broker, for Home Assistant for example? Without one, skip this step.',
  broker: 'Broker',
  brokerHint: 'Host name or address, without port.',
  brokerMissing: 'Enter the host name or the address of the broker.',
  brokerPort: 'Port',
  brokerUser: 'User name',
  brokerUserHint: 'Empty: without a login.',
  brokerPassword: 'Password',
  brokerTls: 'TLS',

  makes: (name: string, power: string) => `${name} makes ${power}.`,
  waitingForValues: 'Waiting for the first value…',
  noValuesYet: 'There are no values yet: add a device or an inverter.',
  isSet: (step: string) => `${step}: set`,
  isSkipped: (step: string) => `${step}: skipped`,
  places: {
    password: 'Security',
    time: 'NTP settings',
    inverters: 'Sources',
    names: 'Inverters',
    broker: 'MQTT settings',
  },
  foundAgain: 'All of it can be changed later. This guide is found again on the page About.',
  openLiveView: 'Open the live view',
};
