import type { RecoveryTexts } from './recovery-wording.ts';

export const en: RecoveryTexts = {
  title: 'Recovery mode',
  damaged: (names, isOne) =>
    isOne
      ? `The settings file ${names} is damaged, and so is its copy.`
      : `The settings files ${names} are damaged, and so are their copies.`,
  missing: (names, isOne) =>
    isOne ? `The settings file ${names} is missing.` : `The settings files ${names} are missing.`,
  gone: 'The settings are missing: the data folder has no `settings.db`, and no copy of it that can be used.',
  historyThere: 'What was measured, `history.db`, is there.',
  started: 'The gateway has started without its settings. Restore a backup to get them back.',
  heading: 'Restore a backup',
  password: {
    kept: 'Admin password, as it was set before',
    given: 'First password given when the gateway was started',
  },
  file: 'Backup (`config.json` or `heliograph.backup`)',
  send: 'Restore',
  locked:
    'The password was lost together with the settings. On the machine itself you can set one for this page: start the gateway again with `--first-password` or with the variable `HELIOGRAPH_FIRST_PASSWORD`. It must not be the default password.',
  noScript: 'This page needs JavaScript to send the backup.',
  meaningHeading: 'What this means',
  resting:
    'Until the settings are restored, no inverter is polled or switched, and nothing is sent to a broker. The inverters keep working on their own.',
  kept: 'When damaged files are replaced, the newest three of each are kept in the data folder, with names that end in `.corrupt-1` to `.corrupt-3`.',
  waysHeading: 'Where to find a backup, and what to do without one',
  whereBackups:
    'This page takes what you downloaded in Config management: the `config.json`, or the backup of everything (`heliograph.backup`).',
  copies: (names) => `The data folder contains the settings from before the last factory reset: ${names}.`,
  goodCopy: 'Or put good copies of the files into the data folder and start the gateway again.',
  otherFolder: 'Or start it with another, empty data folder (`--data`) and set everything up again.',
  keepHistory:
    'What was measured can stay: start the gateway once with the empty folder, stop it, and put the files of this folder whose names begin with `history.db` there, in the place of those.',
  open: 'Open the gateway',
  withHistory: 'Restore what was measured, too. It replaces the history that is there.',
  newPassword: 'Afterwards the password of the backup counts.',
  restoreThis: 'Restore this backup',
  said: {
    found: 'A backup of everything, made on $1 by version $2.',
    noClock: 'an unknown day',
    looking: 'The gateway is looking into the backup…',
    check: 'Nothing has been changed yet.',
    sending: 'The backup is being restored…',
    done: 'The backup has been restored. The gateway is restarting and will open here.',
    wrongPassword: 'This password is wrong.',
    wait: 'Too many wrong passwords. Please try again in $1 s.',
    busy: 'The gateway is busy. Please try again in $1 s.',
    lost: 'The gateway does not answer. Please try again.',
    over: 'The gateway is no longer in recovery mode. Nothing was sent.',
  },
  refusals: undefined,
};
