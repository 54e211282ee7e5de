/** English: one site of a fleet. */
export const texts = {
  gone: 'There is no such site',
  goneText: 'It has been removed, or it is in a group that you do not see.',
  now: 'Now',
  lastValues: 'Last values',
  heard: 'Last heard',
  inverters: 'Inverters that answer',
  of: (some: string, all: string) => `${some} of ${all}`,
  producing: 'Inverters that give power',
  place: 'Place',
  id: 'ID',
  group: 'Group',
  clockAt: 'Its clock says',
  gateway: 'Open its gateway',
  gatewayNote:
    'Limits, switches and settings are at the gateway itself. It can often be reached from its own network only.',
  power: 'Power of a day',
  energy: 'Energy of the last 31 days',
  day: 'Day',
  dayBefore: 'Day before',
  dayAfter: 'Day after',
  whoseDays:
    'Days and times are those of this browser. “Today” above is counted by the inverters, mostly since their own midnight.',
  noReadings: 'Nothing was measured on this day.',
  noDays: 'Nothing was measured on any of these days.',
  curves: {
    ofAll: (sites: string) => `All sites that you see together: ${sites}.`,
    ofGroup: (name: string, sites: string) => `The group ${name} together: ${sites}.`,
    missing: 'Where a site has measured nothing, it is missing from the sum.',
    notNarrowed: 'Search and state change nothing about it.',
    withoutGroup: 'There are curves of all sites and of each group. Choose one of these under Group.',
  },
  edit: 'Name, group and place',
  name: 'Name',
  nameHint: 'Empty: as its gateway calls it.',
  latitude: 'Latitude',
  longitude: 'Longitude',
  placeHint: 'Empty: as its gateway says.',
  placeBad: 'Enter degrees, such as 48.14; both or neither.',
  save: 'Save',
  saving: 'Saving…',
  saved: 'Saved.',
  restored: 'What you had typed before is back. It is not saved yet.',
  passwordAndRemoval: 'New password, or remove this site',

  states: {
    never:
      'Nothing has come from this site yet. Enter the broker, the base topic and the password in its gateway, switch on there “Tell a fleet page of this plant over MQTT” under Time series, and check that it reaches the broker.',
    unknown:
      'Nothing has come from this site since this page was started. If it is there, it is heard within seconds.',
    offline:
      'Its gateway has left the broker. Check at the site whether it has power and reaches the internet; the values below are the last ones.',
    silent:
      'Nothing has come for a while, though its gateway has not said goodbye. Its connection is probably broken; the values below are the last ones.',
    refused:
      'What comes from this site makes no sense and is not shown. The values below are the last good ones.',
    alertInverters: (answering: string, all: string) =>
      `Only ${answering} of ${all} inverters answer by day. Look at its gateway which ones do not.`,
    alertFindings: { one: '# weak string was found.', other: '# weak strings were found.' },
    alertAlerts: { one: '# alert is open.', other: '# alerts are open.' },
    alertLook: 'Its gateway says more.',
  },
  problems: {
    garbage:
      'Its messages are no summary. Update the gateway, or look whether another program uses its name at the broker.',
    'too-large':
      'Its messages are larger than a summary may be. Update the gateway, or look whether another program uses its name at the broker.',
    clock:
      'The clock of its gateway is more than two minutes off, so its readings are stored at wrong times. Check the time server in its settings.',
    'comes-and-goes':
      'It connects to the broker again and again. Mostly another gateway has the same MQTT client ID, and they push each other off: set another one in the MQTT settings of its gateway.',
    'same-name': 'Another site has the same name. Give one of them another name here or at its gateway.',
    'readings-refused':
      'Some of its readings are not taken, since they make no sense or belong to another site. In its gateway, under Time series, check “Name of this plant” first: it has to be the ID of this site. Then check user and address.',
    'too-many-series':
      'It sends readings of more inverters or strings than a site may have; what is beyond is not stored. Split it into two sites.',
  },
};
