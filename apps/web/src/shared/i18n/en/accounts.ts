import type { AccountCode } from '../own-codes.ts';

/** English: who is logged in. */
export const texts = {
  sessions: {
    title: 'Where you are logged in',
    intro:
      'Each browser that has logged in stays so until it logs out, until it has not come for 30 days, or until half a year is over. A new password ends all logins.',
    own: 'this browser',
    /** A browser on a system. */
    agent: (browser: string, system: string) => `${browser} on ${system}`,
    unknownAgent: 'A browser',
    from: (address: string) => `from ${address}`,
    used: (ago: string) => `last used ${ago} ago`,
    since: (time: string) => `logged in ${time}`,
    usedNow: 'in use now',
    end: 'End',
    /** Of which login; for screen readers. */
    endOf: (what: string) => `End: ${what}`,
    endOthers: 'End all others',
    ending: 'Ending …',
    none: 'Nobody is logged in with a browser.',
    stale: 'This list may be out of date.',
  },
  /** What an account may do. */
  roleLabel: 'May',
  roles: {
    viewer: {
      name: 'Viewer',
      may: 'Sees everything that a visitor sees, also where reading needs a login.',
      /** Of the token of a program. */
      token: 'reads',
    },
    operator: {
      name: 'Operator',
      may: 'Also limits, switches and restarts inverters, and says that a finding is known.',
      /** Of the token of a program. */
      token: 'reads and gives orders',
    },
    admin: {
      name: 'Admin',
      may: 'May do everything, also change all settings and accounts.',
      /** Of the token of a program. */
      token: 'reads, gives orders and changes settings',
    },
  },
  users: {
    title: 'People',
    intro:
      'Everybody has an own name and password, and what they do is written down under that name. Without further accounts there is only the admin.',
    always: 'Admin; is always there',
    itsPassword: 'Change the password',
    noPassword: 'has no password yet, and cannot log in',
    edit: 'Edit',
    add: 'Add an account',
    remove: 'Remove the account',
    name: 'User name',
    nameHint: 'It is typed at the login, and cannot be changed later.',
    password: 'Password',
    passwordHint: '8 characters at least.',
    newPassword: 'New password',
    newPasswordHint: 'Leave it empty to keep the one of now. A new one ends all logins of this account.',
    editOf: (what: string) => `Edit: ${what}`,
    editTitle: (name: string) => `Account ${name}`,
    passwordShort: (min: string) => `The password needs ${min} characters at least.`,
  },
  tokens: {
    title: 'Programs',
    intro:
      'A token lets a program in without anybody’s password. It can be ended by itself, and can neither log in to pages nor manage accounts.',
    unused: 'not used yet',
    add: 'Make a token',
    end: 'End',
    ending: 'Ending …',
    make: 'Make',
    making: 'Making …',
    name: 'What it is for',
    nameHint: 'For example Home Assistant.',
    nameMissing: 'Say what the token is for.',
    endTitle: 'End this token?',
    endText: 'The program cannot call the gateway with it from the next call on.',
    madeTitle: 'The new token',
    madeText: 'Copy it now: it is shown this one time, and the gateway keeps no copy of it.',
    copy: 'Copy the token',
    copied: 'I have copied it',
    use: 'The program sends it as the password, with any user name.',
    madeAt: (time: string) => `made ${time}`,
    used: (ago: string) => `last used ${ago} ago`,
    endOf: (name: string) => `End: ${name}`,
  },
  own: {
    title: 'Your password',
    current: 'Current password',
    password: 'New password',
    passwordHint: '8 characters at least. A new one ends all your other logins.',
    save: 'Change the password',
    saving: 'Changing …',
    short: 'The password needs 8 characters at least.',
    missing: 'Type the password that counts now.',
  },
  confirm: {
    title: 'Confirm with the current password',
    text: 'A new password for the admin is only taken from whoever knows the current one.',
    action: 'Go on',
    acting: 'Checking …',
  },
  /** What the gateway answers to what is asked here. */
  results: {
    21001: 'The login has ended.',
    21002: 'There is no such login any more.',
    21003: 'The account was saved.',
    21004: 'The account was removed.',
    21005: 'There is no such account any more.',
    21006: 'There is an account of this name already.',
    21007: 'The name needs 1 to 32 characters, without a colon.',
    21008: 'Choose what the account may do.',
    21009: 'There are as many accounts as there can be.',
    21010: 'The account admin stays as it is; its password is among the security settings.',
    21011: 'The current password is not right.',
    21012: 'The current password has to be told again before it can be changed.',
    21013: 'The password was changed.',
    21014: 'The token was made.',
    21015: 'The token has ended.',
    21016: 'There is no such token any more.',
    21017: 'There are as many tokens as there can be.',
    21018: 'The name of the token can have {max} characters at most.',
  } satisfies Record<AccountCode, string>,
};
