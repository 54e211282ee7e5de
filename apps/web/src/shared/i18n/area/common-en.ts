/** English: what several pages and dialogs say. */
export const commonEn = {
  close: 'Close',
  cancel: 'Cancel',
  reload: 'Try again',
  loading: 'Loading…',
  form: {
    save: 'Save',
    saving: 'Saving…',
    changes: { one: '# unsaved change', other: '# unsaved changes' },
    noChanges: 'No unsaved changes',
    secretStored: 'Stored. Leave empty to keep it.',
    secretRemoved: 'Will be removed when you save.',
    showSecret: 'Show',
    hideSecret: 'Hide',
    removeSecret: 'Remove',
    keepSecret: 'Keep',
    restored: 'What you typed before logging in has been restored. It is not saved yet.',
    discardTitle: 'Discard your changes?',
    discardText: 'Your changes have not been saved.',
    discard: 'Discard',
    keepEditing: 'Keep editing',
    wholeNumber: (min: string, max: string) => `Enter a whole number from ${min} to ${max}.`,
    roomLeft: (room: string, max: string) =>
      `${room} of ${max} characters left; letters such as é or ü count twice, emoji four times.`,
    tooMany: (over: string, max: string) => `At most ${max} characters: ${over} too many.`,
    bytesNote: 'Letters such as é or ü count twice, emoji four times.',
  },
  trial: {
    testing: 'Testing…',
    slow: 'This can take up to 10 seconds.',
    marked: 'Correct the marked fields first.',
  },
  answer: {
    done: 'Done.',
    refused: 'The gateway refused without giving a reason.',
    refusedWithCode: (code: string) => `The gateway refused with code ${code}.`,
  },
  failure: {
    unreachable: 'The gateway does not answer. Check the connection and try again.',
    blocked:
      'The gateway answers, but the console cannot connect: too many are open elsewhere, or something in between blocks WebSockets.',
    unauthorized: 'Your login has expired. Log in again.',
    throttled: 'Too many requests. Please try again in a moment.',
    throttledFor: (duration: string) => `Too many requests. Please try again in ${duration}.`,
    missing: 'This gateway does not support this function. Its firmware may be older than this page.',
    unreadable:
      'This page cannot read the gateway’s answer. If the gateway has just been updated, reload the page.',
    noAnswer: 'The gateway did not answer.',
    perhapsTaken: 'The change may have been saved anyway. Check this before you try again.',
    refused: 'The gateway reports an error:',
    notSaved: 'The gateway cannot write to its disk, so nothing was saved. Check the disk.',
  },
};

/** The texts of what several pages and dialogs say. */
export type CommonMessages = typeof commonEn;
