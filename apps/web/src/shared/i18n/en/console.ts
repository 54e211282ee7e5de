/** English: the console. */
export const console = {
  connected: 'Connected',
  gap: 'The connection was interrupted here; lines may be missing.',
  filter: 'Filter',
  follow: 'Auto-scroll',
  clear: 'Clear',
  copy: 'Copy',
  download: 'Download',
  copied: { one: '# line copied', other: '# lines copied' },
  copyFailed: 'Copying is not possible here. Download the lines instead.',
  waiting: 'Waiting for the next line…',
  notConnected: 'Not connected.',
  noMatch: 'No line contains this text.',
  lines: { one: '# line', other: '# lines' },
  ofLines: (count: string, lines: string) => `${count} of ${lines}`,
  onlyLast: (max: string) => `only the last ${max} are kept`,
  newLines: { one: 'Show # new line', other: 'Show # new lines' },
};
