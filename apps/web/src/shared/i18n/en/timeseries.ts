import type { TimeseriesLogin, TimeseriesProblem, TimeseriesResult } from '@heliograph/contract';

/** English: the time-series database that gets everything that is measured. */
export const texts = {
  intro:
    'Everything that the history keeps also goes to a database of yours: VictoriaMetrics, InfluxDB, QuestDB, GreptimeDB, or whatever else takes line protocol. While it is away nothing is lost: it gets the rest when it is back.',
  card: 'Time-series database',
  enabled: 'Send everything that is measured',
  address: 'Address',
  addressHint: (example: string) => `Whole, with its path, such as ${example}.`,
  site: 'Name of this plant',
  siteHint:
    'Stands at every value as its site. With another name or address everything that is kept is sent again.',
  login: 'Login',
  logins: {
    none: 'None',
    basic: 'User and password',
    token: 'Token (InfluxDB 2)',
    bearer: 'Bearer token',
  } satisfies Record<TimeseriesLogin, string>,
  user: 'User',
  password: 'Password',
  token: 'Token',
  secretHint: 'It is never shown again. At another server it has to be entered anew.',
  interval: 'Send every',
  test: 'Send a test value',
  state: 'How it goes',
  off: 'Nothing is sent.',
  current: 'The database has everything that the history has written.',
  nothingYet:
    'Nothing has been sent since the start. The first values come once the history has written them.',
  behind: (age: string) => `The oldest value that it has not got is ${age} old.`,
  lastTaken: 'Last taken',
  ago: (time: string) => `${time} ago`,
  never: 'not since the start',
  lines: 'Lines since the start',
  tooOld: (count: string) => `It has let go ${count} lines that are older than what it keeps.`,
  linesRefused: {
    one: '# line was refused since the start; it is not sent again.',
    other: '# lines were refused since the start; they are not sent again.',
  },
  again: (wait: string) => `Tried again in ${wait}.`,
  answer: (text: string) => `It says: ${text}`,
  fleet: {
    card: 'Fleet page',
    switch: 'Tell a fleet page of this plant over MQTT',
    hint: (topic: string) =>
      `Power, energy of today, how many inverters answer, findings and alerts go to the topic ${topic} every few seconds, under the name above. MQTT has to be on.`,
    place: 'Where the plant stands is told only if you have set its location, and only to about a kilometre.',
    mqttOff: 'Nothing is told while MQTT is off:',
  },
  problems: {
    'unknown-name': 'The name in the address cannot be found.',
    unreachable: 'Nothing answers at this address.',
    timeout: 'The database does not answer in time.',
    certificate: 'The certificate of the database is not trusted.',
    login: 'The database wants another user, password or token.',
    'not-found': 'There is no such path or database there. Check the address.',
    redirect: 'The database sends us to another address. Enter that one.',
    refused: 'The database refuses what is sent.',
    'lines-refused':
      'The fleet page refuses what is sent. Mostly “Name of this plant” is not the id that the site has there.',
    throttled: 'The database has had too much for now.',
    fault: 'The database answers that it cannot.',
  } satisfies Record<TimeseriesProblem, string>,
  results: {
    TimeseriesAddress: 'The address begins with http:// or https:// and has no user and password in it.',
    TimeseriesSite: 'The name is missing, or has a backslash or invisible characters in it.',
    TimeseriesText: 'The text has characters in it that nobody can see.',
    TimeseriesTextLength: 'The text must not be longer than {max} bytes.',
    TimeseriesInterval: 'The interval is {min} to {max} seconds.',
    TimeseriesTaken: 'The database has taken the test value.',
    ValuesMissing: 'Something is missing.',
  } satisfies Record<TimeseriesResult | 'ValuesMissing', string>,
};
