/** English: where a link leads that shares a page. */
export const texts = {
  opening: 'Opening the link …',
  loggedIn: (user: string) =>
    `You are logged in as ${user} and stay so: you see all that the link shows anyway.`,
  again: 'Try again',
  problems: {
    over: {
      title: 'This link has ended',
      text: 'What it showed can no longer be seen by it. Ask whoever gave it to you for a new one.',
    },
    expired: {
      title: 'The time of this link is over',
      text: 'It was made for some days only. Ask whoever gave it to you for a new one.',
    },
    unknown: {
      title: 'There is no such link',
      text: 'It has been ended, or a part of it is missing. Ask whoever gave it to you for a new one.',
    },
    clock: {
      title: 'Not right now',
      text: 'The clock of the gateway is not set, so it cannot tell whether this link is still good.',
    },
    throttled: {
      title: 'Please wait a moment',
      text: 'Too many links or passwords were wrong lately.',
    },
    unreachable: { title: 'No answer', text: 'The gateway did not answer.' },
  },
};
