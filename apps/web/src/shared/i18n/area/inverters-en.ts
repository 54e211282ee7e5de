import type { PluralForms } from '../format.ts';

/** English: the inverter settings. */
export const invertersEn = {
  add: 'Add an inverter',
  addSubmit: 'Add inverter',
  adding: 'Adding …',
  addHint: 'Once it is added you can name its strings and set their peak power.',
  full: (max: string) => `All ${max} places are taken. Delete an inverter to make room for another one.`,
  serial: 'Serial number',
  serialHint: '12 digits, see its label.',
  serialRequired: 'Enter the serial number.',
  serialLetters: 'Digits only: the gateway would read a serial number with letters as zero.',
  serialLength: (digits: string) => `A serial number has 12 digits, this one has ${digits}.`,
  serialUnknown:
    'No known model has such a serial number. You can add it, but the gateway will not poll an inverter it does not know.',
  serialTwice: (names: string) =>
    `${names} already has this serial number. A second one is ignored while the first one exists.`,
  serialChanged: 'With another serial number this is a new inverter: its live values start anew.',
  strings: { one: '# string', other: '# strings' } satisfies PluralForms,
  name: 'Name',
  nameHint: 'For example the roof it lies on.',
  nameRequired: 'Enter a name.',
  list: 'Configured inverters',
  count: (count: string, max: string) => `${count} of ${max}`,
  loading: 'Waiting for the list of inverters …',
  empty: 'No inverter is set up yet.',
  emptyNext: 'Add the first one with the serial number printed on its label.',
  stale: 'This list may be out of date.',
  refused: {
    one: '# inverter could not be understood and is not shown.',
    other: '# inverters could not be understood and are not shown.',
  } satisfies PluralForms,
  type: 'Type',
  stringsColumn: 'Strings',
  actions: 'Actions',
  unknownType: 'Unknown model',
  unknownTypeNote: 'Not supported: it is never polled.',
  unnamed: 'Without a name',
  string: (n: number) => `String ${n}`,
  copySerialOf: (name: string) => `Copy serial number of ${name}`,
  edit: 'Edit',
  editOf: (name: string) => `Edit ${name}`,
  delete: 'Delete',
  deleteOf: (name: string) => `Delete ${name}`,
  editTitle: 'Edit inverter',
  stringName: 'Name',
  stringNameHint: 'May stay empty.',
  maxPower: 'Peak power',
  maxPowerHint: '0: not set.',
  maxPowerUse:
    'Peak power means all panels of a string together. Irradiation is counted from it: how hard a string works, in percent.',
  changedElsewhere: 'This inverter was changed elsewhere meanwhile. Saving overwrites that.',
  isStored: 'The gateway holds exactly what stands here: it was saved.',
  takeStored: 'Show what is stored',
  deletedElsewhere: 'This inverter was deleted elsewhere meanwhile. Saving sets it up again.',
  replacedElsewhere: (name: string) =>
    `Another inverter (${name}) stands in this place meanwhile. Saving would overwrite it.`,
  editedIsGone: 'The inverter you were editing was deleted meanwhile.',
  deleteTitle: 'Delete this inverter?',
  deleteText:
    'Its settings are lost: its name, and the names and peak powers of its strings. The inverter itself is not touched and goes on working.',
  deleteWrong:
    'This inverter was changed or deleted elsewhere meanwhile. Close this and look at the list again.',
  deleting: 'Deleting …',
};

/** The texts of the inverter settings. */
export type InvertersMessages = typeof invertersEn;
