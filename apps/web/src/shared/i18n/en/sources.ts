import type { SourceGap, SourceKind, SourceProblem, SourceState } from '@heliograph/contract';
import type { PluralForms } from '../format.ts';
import { device } from './source-device.ts';

/** English: the devices that inverters come from besides the gateway's own radio. */
export const texts = {
  intro: 'Inverters come from the gateway’s own radio and from the devices that you add here.',
  add: 'Add a device',
  loading: 'Loading the sources…',
  stale: 'These states may be out of date.',
  emptyTitle: 'Do you have OpenDTU devices?',
  emptyText:
    'Add them, and the live view shows their inverters beside your own, with one total for the whole plant. Each device keeps working as before, and so do the programs that use it.',
  emptyNext:
    'You need the address at which you open the device in a browser, and its admin password. Another Heliograph can be added too.',
  full: (max: string) => `All ${max} places are taken. Remove a device to make room for another one.`,

  ownRadio: 'Own radio',
  ownRadioText: 'The gateway talks to these inverters itself.',
  ownRadioMissing: 'The radio module is not connected or is the wrong type.',
  ownRadioUnused: 'No inverter is set up for it, so it does not matter whether a radio module is connected.',
  ownRadioSimulated:
    'This radio module is simulated: its inverters and their values are made up. Inverters on a real roof come with the devices that you add.',
  connected: 'Connected',
  notConnected: 'Not connected',
  inverterCount: { one: '# inverter', other: '# inverters' } satisfies PluralForms,

  states: {
    connecting: 'Connecting',
    live: 'Live',
    problem: 'No live values',
    off: 'Switched off',
  } satisfies Record<SourceState, string>,
  stateTexts: {
    connecting: 'The device has not answered yet.',
    live: 'The values are those of now.',
    off: 'The device is not asked, and its inverters are not shown.',
  } satisfies Record<Exclude<SourceState, 'problem'>, string>,
  /** What the owner can do about a problem. */
  toDo: {
    'unknown-name': 'Check its spelling, or enter the IP address instead.',
    unreachable: 'Check whether the device is on, and its address and port.',
    timeout: 'Check whether it is on and how good its WiFi is, and check the address.',
    certificate: 'Press Test in the form of the device: it shows the certificate, which you can then trust.',
    'certificate-name':
      'Enter the name that the certificate is for, or press Test and trust the certificate as it is.',
    'certificate-expired':
      'Renew it and check the clock of the gateway, or press Test and trust the certificate as it is.',
    'certificate-changed':
      'If it was renewed, edit the device, press Test and trust the new one. If you know nothing of that, somebody may be listening.',
    'no-tls': 'Begin the address with http://, or check the port.',
    'needs-tls': 'Begin the address with https://.',
    'other-device':
      'If it takes the place of the old one, edit the device and save it once more. Otherwise give one of the two another name.',
    redirect: 'Enter the address of the device itself.',
    'host-name': 'Use its IP address or host name, or add the name over there with --allowed-hosts.',
    login: 'Enter those that its own web page accepts.',
    throttled: 'The gateway will ask again by itself.',
    fault: 'If this does not pass by itself, restart the device.',
    'no-json': 'It may belong to a router or to another program. Check address, port and path.',
    'cut-json': 'Its WiFi may be weak. The gateway will ask again by itself.',
    'too-large': 'Check address, port and path.',
    'not-a-device': 'Check address, port and path.',
    itself: 'Enter the address of the other device.',
    ring: 'Remove this gateway from its sources first.',
  } satisfies Record<SourceProblem, string>,
  notAskedAgain: 'The gateway does not try again until then.',

  kind: 'Kind',
  kinds: {
    radio: 'Radio',
    opendtu: 'OpenDTU',
    onbattery: 'OpenDTU-OnBattery',
    heliograph: 'Heliograph',
  } satisfies Record<SourceKind, string>,
  version: 'Version',
  model: 'Model',
  worksLike: 'Works like',
  /** The generations of the API of original devices, by their names in the contract. */
  generations: {
    '2023-02': 'OpenDTU before v23.4.4',
    '2023-04': 'OpenDTU v23.4.4 to v24.1.26',
    '2024-02': 'OpenDTU v24.2.12 or newer',
  } as Readonly<Record<string, string>>,
  inverters: 'Inverters',
  heard: 'Last values',
  heardAgo: (duration: string) => `${duration} ago`,
  neverHeard: 'none yet',
  address: 'Address',

  wrongPassword:
    'The device does not accept user name and password. Its values are shown all the same, but its inverters cannot be controlled, and names and peak powers are not read.',
  valuesOnly:
    'Its values keep coming over the connection that is open, but it answers nothing else: commands and settings do not get through.',
  openSockets:
    'Everybody in the network can read the live values of this device without a login, whatever is set there (OpenDTU v24.10.2 to v26.3.28). Update it to v26.3.30 or newer.',
  duplicates: {
    one: '# inverter is brought by another source too. It belongs to that one, because it comes first in this list, and is counted once.',
    other:
      '# inverters are brought by other sources too. They belong to those, because they come first in this list, and are counted once.',
  } satisfies PluralForms,
  belongTo: (serials: string, name: string) => `${name}: ${serials}`,
  gapsTitle: 'What this version cannot do',
  gaps: {
    'radio-statistics': 'Tell how well each inverter is received',
    'grid-profile': 'Show grid profiles',
    'limit-above-1500': 'Limit an inverter to more than 1500 W',
    'limit-zero': 'Limit an inverter to 0 %',
    'inverter-order': 'Keep inverters in an order of your own',
    'second-radio': 'Reach HMS and HMT inverters, which need a second radio',
  } satisfies Record<SourceGap, string>,
  noGaps: 'This version can do everything that the gateway asks of a device.',
  edit: 'Edit',
  editOf: (name: string) => `Edit ${name}`,
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,

  addTitle: 'Add a device',
  editTitle: 'Edit device',
  foundTitle: 'Found in the network',
  searching: 'Searching…',
  searchAgain: 'Search again',
  noneFound:
    'Nothing was found. That need not mean anything: the search does not reach other networks, a gateway in a container often hears nothing, and OpenDTU only answers from v23.11.15 on, with mDNS switched on in its network settings. Enter the address instead.',
  isSetUp: 'Set up already',

  addressHint: 'As in a browser: 192.168.1.50, opendtu.local or http://host:8080/roof/',
  addressRequired: 'Enter the address at which you open the device in a browser.',
  addressNone: 'This is no address. Enter a name or an IP address, such as opendtu.local or 192.168.1.50.',
  addressScheme: 'Begin the address with http:// or https://, or with neither.',
  addressLogin: 'Leave user name and password out of the address: they have fields of their own.',
  addressQuery: 'Leave out “?” or “#” and what follows: the address of a device ends before it.',
  /** What an address is taken for. */
  addressMeans: (protocol: string, host: string, port: number) =>
    `${protocol}, ${host}, port ${port}, no path`,
  addressMeansPath: (protocol: string, host: string, port: number, path: string) =>
    `${protocol}, ${host}, port ${port}, path ${path}`,
  user: 'User name',
  userHint: 'On devices with OpenDTU always admin.',
  password: 'Password',
  passwordHint: 'The admin password of the device. New OpenDTU devices have openDTU42.',
  passwordAgain: 'At another address, or with another certificate, the password has to be entered again.',
  name: 'Name',
  nameHint: 'Optional. If empty, the name that the device gives itself.',
  enabled: 'Use this device',
  enabledHint: 'When off, it is not asked, and its inverters are not shown.',
  test: 'Test',
  works: 'The device answers.',
  passwordState: 'Password',
  passwordRight: 'is right',
  passwordWrong: 'is wrong',
  certificate: {
    title: 'Its certificate',
    subject: 'Issued to',
    issuer: 'Issued by',
    names: 'For',
    valid: 'Valid',
    validSpan: (from: string, to: string) => `${from} to ${to}`,
    fingerprint: 'SHA-256 fingerprint',
    compare:
      'Trust it only if it is that of your device: compare the fingerprint with the one that the device itself, or your proxy, shows.',
    trust: 'Trust this certificate',
    trusted: (fingerprint: string) =>
      `Only the certificate with this fingerprint is trusted at this address: ${fingerprint}`,
    distrust: 'Stop trusting it',
  },
  saving: 'Testing and saving…',
  saveAnyway: 'Save anyway',
  saveAnywayNote: 'Nothing is saved yet. If you save it anyway, its values come as soon as this is solved.',
  editedIsGone: 'The device you were editing has been removed in the meantime.',

  removeTitle: 'Remove this device?',
  removeText:
    'The gateway no longer asks it: its inverters disappear from the live view, the totals and other programs, and its address and password are forgotten. Nothing changes on the device itself; it keeps working.',
  removing: 'Removing…',

  neighbours: {
    title: 'On the air together',
    hmChannels: 'on the channels of all HM inverters',
    /** Of another gateway, which also has devices with radios of theirs. */
    radioOf: (name: string) => `${name} (its own radio)`,
    onFrequency: (mhz: string) => `on ${mhz}`,
    collide: (names: string, where: string, seconds: string) =>
      `${names} poll every ${seconds} ${where}: their packets may collide.`,
    apart: (names: string, where: string) =>
      `${names} poll ${where}, at different intervals: their packets collide now and then. On frequencies of their own they would not.`,
    stagger: 'Keep the poll intervals apart',
    staggerHint:
      'The gateway then changes the poll interval of such devices by whole seconds (5 s becomes 5, 6, 7 s), on the device itself. What it has changed stays when you switch this off.',
    changed: (name: string, before: string, now: string) =>
      `${name}: set from ${before} to ${now} by the gateway.`,
    waiting: 'The gateway changes them within a minute.',
  },

  device,
};
