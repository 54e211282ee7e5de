/** English: what the house takes beside what the plant gives. */
export const metered = {
  title: 'House and grid',
  consumption: 'The house took',
  ownUse: 'of that from the plant',
  imported: 'from the grid',
  exported: 'fed in',
  ownShare: (percent: string) => `${percent} of the plant’s energy was used in the house`,
  selfShare: (percent: string) => `${percent} of what the house took came from the plant`,
  partly: (hours: string) => `The meter was heard for ${hours} h of this time.`,
  nothing: 'The meter was not heard in this time.',
  asTable: 'House and grid as table',
  curve: 'What the house takes',
  hour: 'Hour',
};
