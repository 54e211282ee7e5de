import type { PasskeyCode } from '../own-codes.ts';

/** English: logging in with a passkey. */
export const texts = {
  login: {
    or: 'or',
    use: 'Use a passkey',
    asking: 'Waiting for your device …',
    insecure: 'There are passkeys for this gateway, but browsers use them over HTTPS only.',
    elsewhere: (hosts: string) =>
      `There are passkeys for ${hosts}. To use one, open the gateway by that name.`,
    /** The user has closed the question, or the device has nothing that fits. */
    cancelled: 'No passkey was used. You can try again, or log in with the password.',
    notPossible: (reason: string) => `The browser could not use a passkey: ${reason}`,
  },
  card: {
    title: 'Passkeys',
    intro:
      'A passkey logs you in with a finger, a face or a PIN in place of the password, which stays good. It is kept by your phone, your computer or a key, and never by the gateway.',
    none: 'You have no passkey yet.',
    add: 'Add a passkey',
    adding: 'Waiting for your device …',
    name: 'What it is kept by',
    nameHint: 'For example my phone.',
    nameMissing: 'Say what the passkey is kept by.',
    go: 'Go on',
    remove: 'Remove',
    removing: 'Removing …',
    removeOf: (name: string) => `Remove: ${name}`,
    removeTitle: 'Remove this passkey?',
    removeText:
      'Nobody logs in with it any more, and logins that were made with it end, maybe also the one of now. The device that keeps it goes on showing it until you remove it there as well.',
    madeAt: (time: string) => `made ${time}`,
    used: (ago: string) => `last used ${ago} ago`,
    unused: 'not used yet',
    isFor: (host: string) => `for ${host}`,
    elsewhere: (host: string) => `for ${host}; here it does not work`,
    /** Why none can be added here. */
    insecure:
      'Browsers take passkeys over HTTPS only, and this page came over plain HTTP. The guide tells how to switch HTTPS on.',
    byAddress:
      'A passkey belongs to a name. Open the gateway by its name in place of its address to add one.',
    unable: 'This browser knows no passkeys.',
    full: 'There are as many as there can be.',
    cancelled: 'The device has made no passkey.',
    known: 'This device has a passkey for this account already.',
    added: 'The passkey was added.',
    removed: 'The passkey was removed.',
    confirm: 'What lets you in is only changed for whoever knows the current password.',
  },
  /** At the accounts: of somebody else. */
  others: {
    count: { one: '# passkey', other: '# passkeys' },
    remove: 'Remove all passkeys',
    removeOf: (name: string) => `Remove all passkeys of ${name}`,
    removed: 'The passkeys of the account were removed.',
    text: (name: string) =>
      `${name} logs in with the password from then on. Logins that were made with a passkey end.`,
  },
  /** What the gateway answers to what is asked here. */
  results: {
    21060: 'The passkeys were changed.',
    21061:
      'Browsers use passkeys only over HTTPS, and where the gateway was opened by a name in place of its address.',
    21062: 'That took too long. Try again.',
    21063: 'The gateway does not know this passkey, or does not take it.',
    21064: 'The browser can ask for the passkey now.',
    21065:
      'The passkey counts backwards, so there may be a copy of it. It was refused. Log in with the password and remove it.',
    21066: 'You are logged in.',
  } satisfies Record<PasskeyCode, string>,
};
