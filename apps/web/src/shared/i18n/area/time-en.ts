/** English: the time settings. */
export const timeEn = {
  title: 'Time server and zone',
  server: 'Time server',
  serverHint: 'The default fits wherever the internet can be reached.',
  zone: 'Time zone',
  zoneHint: 'Type to search: a city, an abbreviation, or UTC+1.',
  noZone: 'No time zone matches.',
  noZones: 'Only the list of time zones is missing; the stored one stays.',
  asStored: 'as stored',
  rule: 'Rule of the time zone',
  ruleHint: 'Comes with the zone: distance from UTC and summer time.',
  takeBrowserZone: (zone: string) => `Take this browser’s zone: ${zone}`,

  clock: 'Set the clock by hand',
  device: 'Device',
  browser: 'This browser',
  notSet: 'The device’s clock is not set. The inverters are not asked until it is.',
  inStep: 'The clocks are in step.',
  ahead: (span: string) => `The device is ${span} ahead.`,
  behind: (span: string) => `The device is ${span} behind.`,
  days: { one: '# day', other: '# days' },
  otherZone: (browser: string, device: string) =>
    `The zones differ: this browser is in ${browser}, the device in ${device}. Set by hand, the device gets this browser’s local time: choose the zone first.`,
  sync: 'Set to the browser’s time',
  syncNote: 'Lost when the device loses power, drifts, and gives way to the next answer of the time server.',
};

/** The texts of the time settings. */
export type TimeMessages = typeof timeEn;
