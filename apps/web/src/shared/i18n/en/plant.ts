import type { SourceProblem } from '@heliograph/contract';
import type { PluralForms } from '../format.ts';

/** No original device has devices that bring it inverters. */
const OF_OUR_GATEWAY = {
  problems: {
    'unknown-name': 'The name cannot be found in the network.',
    unreachable: 'Nothing answers at the address, or the connection breaks off at once.',
    timeout: 'The device does not answer in time.',
    certificate: 'Nobody whom the gateway’s computer trusts has signed the certificate of the device.',
    'certificate-name': 'The certificate of the device is for another name or address.',
    'certificate-expired': 'The certificate of the device has expired, or is not valid yet.',
    'certificate-changed': 'The device shows another certificate than the one that you have trusted.',
    'no-tls': 'No encrypted connection (HTTPS) comes about at this address.',
    'needs-tls': 'This address is reached by HTTPS only.',
    'other-device': 'The name now leads to another device, which does not get the password.',
    redirect: 'The address leads on to another one, and the gateway does not follow.',
    'host-name': 'The Heliograph there does not answer to this name.',
    login: 'The device does not accept user name and password.',
    throttled: 'The device wants to be left alone for a while.',
    fault: 'The device reports an error of its own.',
    'no-json': 'Something else answers there, such as a web page, and no device.',
    'cut-json': 'The answer of the device breaks off.',
    'too-large': 'The answer is much longer than that of any such device.',
    'not-a-device': 'What answers there is neither an OpenDTU device nor a Heliograph.',
    itself: 'This is the address of this gateway itself.',
    ring: 'That gateway has its own inverters from this one: they would go round in circles.',
  } satisfies Record<SourceProblem, string>,
  of: (name: string, what: string) => `${name}: ${what}`,
  unnamed: 'Device',
  wrongPassword: 'The device does not accept the gateway’s password, so its inverters cannot be controlled.',
  noValuesFor: (duration: string) => `No new values for ${duration}.`,
  askedAgainIn: (duration: string) => `The gateway will ask again in ${duration}.`,
  duplicates: {
    one: '# inverter comes from several sources. It is shown and counted once.',
    other: '# inverters come from several sources. They are shown and counted once.',
  } satisfies PluralForms,
  noInvertersYet: 'No inverters yet',
  waiting: 'They appear here as soon as the devices answer.',
  byDevice: 'A device with OpenDTU that you have already brings its inverters along.',
};

/** English: what only some plants have to hear: hints, the state of devices, and what to do without inverters. */
export const texts = {
  hints: {
    label: 'Hints',
    password: 'You are still using the default password. Anyone on your network can look it up.',
    passwordLink: 'Change the password',
    radio: 'The radio module is not connected or is the wrong type. Check the wiring.',
    restored: 'The settings were damaged, so their last good copy is in use. Check your settings.',
    'read-only': 'The gateway’s disk is read-only, so nothing can be saved. Check the disk.',
    full: 'The gateway’s disk is full, so nothing can be saved. Free some space.',
    backup: 'The last nightly backup could not be made. The log says why.',
    clock: 'The clock is not set.',
    clockStops: 'The inverters are not polled until it is.',
    clockJustStarted: 'This is normal shortly after a start.',
    clockOverdue: 'It should be set within a minute of starting. Check the time server.',
    clockLink: 'Time settings',
  },
  refusedInverters: {
    one: 'Data from # inverter is invalid and not shown.',
    other: 'Data from # inverters is invalid and not shown.',
  },
  refusedTotal: 'Some totals are invalid and not shown.',
  refusedHints: 'Some hints are invalid; a warning may be missing here.',
  noReading: {
    unreachableNoData: 'This inverter has not answered yet. Check its serial number.',
    noReadingNote:
      'The gateway has not heard this inverter yet. It may be asleep: it runs on solar power and wakes when it gets light.',
    placeNote: 'With the place of the plant, this page can tell night from day.',
    placeLink: 'Time settings',
    unpolledNote:
      'This inverter is not polled at the moment: polling is switched off for it, at least for this time of day.',
    waitingNote: 'The first reading usually comes within a minute.',
  },
  noInverters: 'No inverter is set up yet.',
  byRadio: 'The gateway’s own radio reaches an inverter by the serial number on its label.',
  add: { inverterSettings: 'Add an inverter', sources: 'Add a device' },
  logInToAdd: { inverterSettings: 'Log in to add an inverter', sources: 'Log in to add a device' },
  ...(__FOR_DEVICE__ ? ({} as typeof OF_OUR_GATEWAY) : OF_OUR_GATEWAY),
};
