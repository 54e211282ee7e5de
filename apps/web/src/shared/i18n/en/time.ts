/** English: the time settings. */
export const texts = {
  title: 'Time server and zone',
  server: 'Time server',
  serverHint: 'The default works wherever there is internet access.',
  noHost: 'Not a valid hostname or address.',
  zone: 'Time zone',
  zoneHint: 'Type to search: a city, a country, an abbreviation, or UTC+1.',
  noZone: 'No time zone matches.',
  noZones: 'The list of time zones could not be loaded; the saved zone is kept.',
  asStored: 'as saved',
  rule: 'Time zone rule',
  ruleHint: 'Set by the time zone: offset from UTC and daylight saving time.',
  takeBrowserZone: (zone: string) => `Use this browser’s time zone: ${zone}`,

  late: (span: string) =>
    `The time server has not answered for ${span}. The clock runs on its own and drifts.`,
  states: {
    never: 'The time server has not answered yet. The clock shows the time of the gateway’s computer.',
    manual: 'The clock was set by hand. The next answer from the time server sets it again.',
  },

  place: 'Place of the plant',
  placeNote:
    'The gateway works out sunrise and sunset from it. So it can tell inverters that are asleep from those with a problem, and knows how long they will sleep. The place stays on the gateway and in its backups; you can leave both fields empty.',
  latitude: 'Latitude',
  latitudeHint: 'Decimal degrees such as 48.14; negative in the south.',
  longitude: 'Longitude',
  longitudeHint: 'Decimal degrees such as 11.57; negative in the west.',
  noDegrees: 'Enter decimal degrees, such as 48.14.',
  takeBrowserLocation: 'Use this browser’s location',
  locating: 'Finding the location…',
  locationFound: 'This is about where this browser is. Save to apply it.',
  noLocation: {
    denied: 'This page is not allowed to use your location. Allow it, or enter the coordinates.',
    failed: 'The browser does not know its location. Enter the coordinates.',
  },

  clock: 'Set the clock by hand',
  device: 'Device',
  browser: 'This browser',
  notSet: 'The device’s clock is not set. The inverters are not polled until it is.',
  notKnown: 'The device does not answer, so the time on its clock is not known.',
  inStep: 'Both clocks match.',
  otherZones: (span: string) => `Same time, ${span} apart because of the time zones.`,
  ahead: (span: string) => `The device is ${span} ahead.`,
  behind: (span: string) => `The device is ${span} behind.`,
  days: { one: '# day', other: '# days' },
  otherZone: (browser: string, device: string) =>
    `The zones differ: this browser is in ${browser}, the device in ${device}. The device gets the right time in its own zone.`,
  sync: 'Set to the browser’s time',
  syncNote:
    'A clock set by hand drifts, is lost without power, and is overwritten by the next answer from the time server.',
};
