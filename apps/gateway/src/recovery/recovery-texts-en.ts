import type { RecoveryTexts } from './recovery-wording.ts';

export const en: RecoveryTexts = {
  title: 'Recovery mode',
  damaged: (names, isOne) =>
    isOne
      ? `The settings file ${names} is damaged, and so is its previous version.`
      : `The settings files ${names} are damaged, and so are their previous versions.`,
  missing: (names, isOne) =>
    isOne ? `The settings file ${names} is missing.` : `The settings files ${names} are missing.`,
  started: 'The gateway has started without its settings. Restore a backup, and it is as before.',
  heading: 'Restore a backup',
  password: {
    kept: 'Password of the administrator, as it was set',
    given: 'First password, given when the gateway was started',
  },
  file: 'Backup (`config.json`)',
  send: 'Restore',
  locked:
    'The password is lost together with the settings. Whoever controls the machine sets one for this page: start the gateway again with `--first-password`, or with the variable `HELIOGRAPH_FIRST_PASSWORD`. It must not be the default one.',
  noScript: 'This page needs JavaScript to send the backup.',
  meaningHeading: 'What this means',
  resting:
    'Until the settings are back, no inverter is asked, nothing is switched and nothing is sent to a broker. The inverters go on by themselves.',
  kept: 'Damaged files are kept in the data folder when they are replaced, the newest three of each: `.corrupt-1` to `.corrupt-3` at the end of a name.',
  waysHeading: 'Where a backup comes from, and what to do without one',
  whereBackups: 'A backup is the file that was downloaded in Config management.',
  copies: (names) => `In the data folder lies what was set before the last factory reset: ${names}.`,
  goodCopy: 'Or put a good copy of the files in their place in the data folder, and start the gateway again.',
  otherFolder: 'Or start it with another, empty data folder (`--data`), and set everything anew.',
  open: 'Open the gateway',
  said: {
    sending: 'The backup is being restored …',
    done: 'The backup is restored. The gateway restarts, and this page opens it then.',
    wrongPassword: 'This password is wrong.',
    wait: 'Too many passwords were wrong. Please try again in $1 s.',
    busy: 'The gateway has too much to do. Please try again in $1 s.',
    lost: 'The gateway does not answer. Please try again.',
    over: 'The gateway is not in recovery mode any more. Nothing was sent.',
  },
  refusals: [],
};
