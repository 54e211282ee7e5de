/** English: what several pages and dialogs say. */
export const commonEn = {
  close: 'Close',
  cancel: 'Cancel',
  reload: 'Try again',
  loading: 'Loading …',
  dismiss: 'Dismiss',
  form: {
    save: 'Save',
    saving: 'Saving …',
    changes: { one: '# unsaved change', other: '# unsaved changes' },
    noChanges: 'No unsaved changes',
    secretStored: 'Stored. Leave empty to keep it.',
    secretRemoved: 'Will be removed when you save.',
    showSecret: 'Show',
    hideSecret: 'Hide',
    removeSecret: 'Remove',
    keepSecret: 'Keep',
    restored: 'What you typed before the login is back. It has not been saved yet.',
    discardTitle: 'Discard what you typed?',
    discardText: 'There are changes that have not been saved.',
    discard: 'Discard',
    keepEditing: 'Keep editing',
    wholeNumber: (min: string, max: string) => `Enter a whole number from ${min} to ${max}.`,
    roomLeft: (room: string, max: string) =>
      `${room} of ${max} characters left; letters such as é or ü count twice, emoji four times.`,
    tooMany: (over: string, max: string) => `At most ${max} characters: ${over} too many.`,
    bytesNote: 'Letters such as é or ü count twice, emoji four times.',
  },
  answer: {
    done: 'Done.',
    refused: 'The gateway refused without giving a reason.',
    refusedWithCode: (code: string) => `The gateway refused with code ${code}.`,
  },
  failure: {
    unreachable: 'The gateway does not answer. Check the connection and try again.',
    blocked:
      'The gateway answers, but the console does not get through: too many are open elsewhere, or something in between blocks WebSockets.',
    unauthorized: 'The login is no longer valid. Log in again.',
    throttled: 'The gateway asks to wait a little. Please try again in a moment.',
    throttledFor: (duration: string) => `The gateway asks to wait. Please try again in ${duration}.`,
    missing: 'This function is not supported by this device. Its firmware may be older than this page.',
    unreadable: 'The gateway gave an answer that this page cannot read. A reload may help after an update.',
    noAnswer: 'The gateway did not answer.',
    perhapsTaken: 'The change may have been saved all the same: check what is stored before you try again.',
    refused: 'The gateway reports an error:',
    notSaved: 'The gateway cannot write to its disk, so nothing was saved: check the disk.',
  },
};

/** The texts of what several pages and dialogs say. */
export type CommonMessages = typeof commonEn;
