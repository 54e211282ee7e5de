import type { PluralForms } from '../format.ts';

/** How an inverter is treated: a build for an original device does not set it. */
const TREATMENT = {
  title: 'Advanced',
  poll_enable: 'Poll this inverter',
  poll_enable_night: 'Poll at night, too',
  command_enable: 'Send commands',
  command_enable_night: 'Send commands at night, too',
  reachable_threshold: 'Missed polls',
  thresholdHint: 'The inverter counts as out of reach when more polls in a row than this have failed.',
  zero_runtime: 'Zeros when out of reach',
  zero_day: 'Set today’s yield to zero at midnight',
  yieldday_correction: 'Keep today’s yield when it restarts',
  clear_eventlog: 'Clear the event log at midnight',
  hints: {
    poll_enable: 'Without it no values are read, and the inverter counts as out of reach.',
    poll_enable_night: 'Night is from sunset to sunrise; set the place of the plant for it under Time.',
    command_enable: 'Without it limits and switching are refused.',
    command_enable_night: 'A command that is still open in the evening waits until the morning.',
    zero_runtime: 'Otherwise the last values stay. Yields always stay.',
    zero_day: 'Otherwise it stays until the inverter answers on the next day.',
    yieldday_correction: 'Some inverters begin at 0 again when they restart during the day.',
    clear_eventlog: 'The inverter itself keeps its events.',
  },
  offset: (n: number) => `Added to the total yield of string ${n}`,
  offsetHint: 'For example what its panels yielded on another inverter. May be negative.',
  noOffset: 'Enter a number.',
};

/** English: the inverter settings. */
export const texts = {
  add: 'Add an inverter',
  addSubmit: 'Add inverter',
  adding: 'Adding…',
  addHint: 'Once it is added you can name its strings and set their peak power.',
  full: (max: string) => `All ${max} places are taken. Delete an inverter to make room for another one.`,
  serial: 'Serial number',
  serialHint:
    '12 digits, printed on the label. Newer models also have letters from A to F. HERF: as printed, such as A1100FBT4-19W.',
  serialRequired: 'Enter the serial number.',
  serialLetters: 'A serial number has only digits and letters from A to F.',
  serialLabelLetters: 'Serial numbers of HERF inverters have no I, O, Q or Z: compare it with the label.',
  /** By which number an inverter is called whose label has another one. */
  serialOnAir: (serial: string) => `on the air ${serial}`,
  serialDigitsOnly: 'Serial numbers of this model have only digits.',
  serialLength: (digits: string) => `A serial number has 12 characters; this one has ${digits}.`,
  serialUnknown:
    'This serial number does not belong to a known model. You can add it, but the gateway will not poll it.',
  serialTwice: (names: string) =>
    `${names} already has this serial number. A second one is ignored as long as the first one exists.`,
  serialChanged: 'With a different serial number this is a new inverter: its live values start over.',
  strings: { one: '# string', other: '# strings' } satisfies PluralForms,
  name: 'Name',
  nameHint: 'For example the roof it is on.',
  nameRequired: 'Enter a name.',
  list: 'Configured inverters',
  count: (count: string, max: string) => `${count} of ${max}`,
  loading: 'Loading the inverters…',
  empty: 'No inverter is set up yet.',
  emptyNext: 'Add the first one with the serial number printed on its label.',
  stale: 'This list may be out of date.',
  refused: {
    one: '# inverter is invalid and not shown.',
    other: '# inverters are invalid and not shown.',
  } satisfies PluralForms,
  type: 'Type',
  stringsColumn: 'Strings',
  actions: 'Actions',
  unknownType: 'Unknown model',
  unknownTypeNote: 'Not supported and not polled.',
  listedTwice: 'Listed twice; only the first counts.',
  unnamed: 'No name',
  string: (n: number) => `String ${n}`,
  copySerialOf: (name: string) => `Copy serial number of ${name}`,
  edit: 'Edit',
  editOf: (name: string) => `Edit ${name}`,
  delete: 'Delete',
  deleteOf: (name: string) => `Delete ${name}`,
  editTitle: 'Edit inverter',
  stringName: 'Name',
  stringNameHint: 'Optional.',
  maxPower: 'Peak power',
  maxPowerHint: '0 means not set.',
  maxPowerUse:
    'Peak power is the total of all panels on a string. It is used to calculate irradiation: the power of the string in percent of its peak power.',
  treatment: __FOR_DEVICE__ ? ({} as typeof TREATMENT) : TREATMENT,
  changedElsewhere:
    'This inverter has been changed elsewhere in the meantime. Saving overwrites that change.',
  isStored: 'These values have been saved.',
  takeStored: 'Show saved values',
  deletedElsewhere: 'This inverter has been deleted elsewhere in the meantime. Saving adds it again.',
  replacedElsewhere: (name: string) =>
    `Another inverter (${name}) has taken its place in the meantime. Saving would overwrite it.`,
  editedIsGone: 'The inverter you were editing has been deleted in the meantime.',
  deleteTitle: 'Delete this inverter?',
  deleteText:
    'Its settings are lost: its name and the names and peak power of its strings. The inverter itself keeps working.',
  deleteWrong:
    'This inverter has been changed or deleted elsewhere in the meantime. Close this window and check the list.',
  deleting: 'Deleting…',
};
