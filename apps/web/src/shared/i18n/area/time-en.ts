/** English: the time settings. */
export const timeEn = {
  title: 'Time server and zone',
  server: 'Time server',
  serverHint: 'The default works wherever there is internet access.',
  noHost: 'This is no hostname and no address.',
  zone: 'Time zone',
  zoneHint: 'Type to search: a city, an abbreviation, or UTC+1.',
  noZone: 'No time zone matches.',
  noZones: 'The list of time zones could not be loaded; the stored zone stays.',
  asStored: 'as stored',
  rule: 'Rule of the time zone',
  ruleHint: 'Comes with the zone: offset from UTC and summer time.',
  takeBrowserZone: (zone: string) => `Take this browser’s zone: ${zone}`,

  clock: 'Set the clock by hand',
  device: 'Device',
  browser: 'This browser',
  notSet: 'The device’s clock is not set. The inverters are not polled until it is.',
  inStep: 'The clocks are in step.',
  otherZones: (span: string) => `Same time, ${span} apart because of the time zones.`,
  ahead: (span: string) => `The device is ${span} ahead.`,
  behind: (span: string) => `The device is ${span} behind.`,
  days: { one: '# day', other: '# days' },
  otherZone: (browser: string, device: string) =>
    `The zones differ: this browser is in ${browser}, the device in ${device}. If you set it by hand, the device takes this browser’s local time, so choose the zone first.`,
  sync: 'Set to the browser’s time',
  syncNote:
    'A clock set by hand is lost without power, drifts, and counts only until the time server answers again.',
};

/** The texts of the time settings. */
export type TimeMessages = typeof timeEn;
