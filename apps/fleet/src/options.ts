import { parseArgs } from 'node:util';
import { SITE_ID } from '@heliograph/fleet-contract';

/** How a fleet page is started. */
export interface FleetOptions {
  readonly host: string;
  readonly port: number;
  /** Proxies whose `x-forwarded-*` headers are believed. */
  readonly trustedProxies: readonly string[];
  readonly brokers: readonly URL[];
  readonly database: string;
  readonly timeseries: TimeseriesAddresses;
  readonly limits: SeriesLimits;
  readonly logLevel: string;
}

/** Where readings are written and asked for: one address for a single VictoriaMetrics, two for a cluster. */
export interface TimeseriesAddresses {
  /** `/write` is put behind it. */
  readonly write: URL;
  /** `/api/v1/query_range` is put behind it. */
  readonly read: URL;
}

/** What one site may have. */
export interface SeriesLimits {
  readonly inverters: number;
  readonly strings: number;
}

export type FleetCommand =
  | { readonly kind: 'help' }
  | { readonly kind: 'serve'; readonly options: FleetOptions }
  | {
      readonly kind: 'add-admin';
      readonly database: string;
      readonly name: string;
      readonly logLevel: string;
    }
  | {
      readonly kind: 'broker-users';
      readonly database: string;
      readonly file: string;
      readonly watch: boolean;
      /** The first broker's address: the fleet page's own user is in it. */
      readonly broker: URL | undefined;
      /** Of the broker's nodes by its own protocol, to give its stores bounds; none: they have none. */
      readonly stores: readonly URL[];
      readonly logLevel: string;
    };

/** Why it cannot start, as a sentence for whoever starts it. */
export class OptionsError extends Error {}

interface Flag {
  readonly flag: string;
  readonly variable: string;
  readonly fallback?: string;
  /** May stand in a file that is named by the variable and `_FILE`. */
  readonly isSecret?: boolean;
  readonly about: string;
}

const FLAGS = {
  host: {
    flag: 'host',
    variable: 'HELIOGRAPH_FLEET_HOST',
    fallback: '',
    about: 'address to listen on; none: all',
  },
  port: { flag: 'port', variable: 'HELIOGRAPH_FLEET_PORT', fallback: '8090', about: 'port to listen on' },
  broker: {
    flag: 'broker',
    variable: 'HELIOGRAPH_FLEET_BROKER',
    isSecret: true,
    about: 'mqtt://user:password@host:port; several with commas between',
  },
  database: {
    flag: 'database',
    variable: 'HELIOGRAPH_FLEET_DATABASE',
    isSecret: true,
    about: 'postgres://user:password@host:port/name',
  },
  timeseries: {
    flag: 'timeseries',
    variable: 'HELIOGRAPH_FLEET_TIMESERIES',
    isSecret: true,
    about: 'http://host:8428, a single VictoriaMetrics',
  },
  timeseriesWrite: {
    flag: 'timeseries-write',
    variable: 'HELIOGRAPH_FLEET_TIMESERIES_WRITE',
    isSecret: true,
    about: 'of a cluster: http://vminsert:8480/insert/0/influx',
  },
  timeseriesRead: {
    flag: 'timeseries-read',
    variable: 'HELIOGRAPH_FLEET_TIMESERIES_READ',
    isSecret: true,
    about: 'of a cluster: http://vmselect:8481/select/0/prometheus',
  },
  trustedProxies: {
    flag: 'trusted-proxies',
    variable: 'HELIOGRAPH_FLEET_TRUSTED_PROXIES',
    fallback: '',
    about: 'addresses or networks of proxies, with commas between',
  },
  maxInverters: {
    flag: 'max-inverters',
    variable: 'HELIOGRAPH_FLEET_MAX_INVERTERS',
    fallback: '200',
    about: 'inverters that a site may have',
  },
  maxStrings: {
    flag: 'max-strings',
    variable: 'HELIOGRAPH_FLEET_MAX_STRINGS',
    fallback: '24',
    about: 'strings that an inverter may have',
  },
  file: {
    flag: 'file',
    variable: 'HELIOGRAPH_FLEET_BROKER_USERS',
    fallback: 'broker-users.conf',
    about: 'of broker-users: the file to write',
  },
  brokerStores: {
    flag: 'broker-stores',
    variable: 'HELIOGRAPH_FLEET_BROKER_STORES',
    isSecret: true,
    about:
      'of broker-users --watch: nats://User:password@host:4222, to bound what the broker keeps; several with commas between',
  },
  logLevel: {
    flag: 'log-level',
    variable: 'HELIOGRAPH_FLEET_LOG_LEVEL',
    fallback: 'info',
    about: 'silent, error, warn or info',
  },
} as const satisfies Readonly<Record<string, Flag>>;
type FlagName = keyof typeof FLAGS;

export interface OptionsInput {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly readTextFile: (path: string) => string;
}

/** Reads what stands behind `fleet`. Flags come before variables, and a variable before a file. */
export function readCommand({ args, environment, readTextFile }: OptionsInput): FleetCommand {
  const { values, positionals } = parse(args);
  const given = (name: FlagName): string => {
    const { flag, variable, ...rest }: Flag = FLAGS[name];
    const typed = values[flag];
    if (typeof typed === 'string') return typed;
    const set = environment[variable];
    if (set !== undefined && set !== '') return set;
    const path = rest.isSecret ? environment[`${variable}_FILE`] : undefined;
    if (path === undefined || path === '') return rest.fallback ?? '';
    try {
      return readTextFile(path).trim();
    } catch {
      throw new OptionsError(`The file ${path} of ${variable}_FILE cannot be read.`);
    }
  };
  const needed = (name: FlagName): string => {
    const value = given(name);
    const { flag, variable } = FLAGS[name];
    if (value === '') throw new OptionsError(`--${flag} is missing (or ${variable}).`);
    return value;
  };
  if (values.help === true) return { kind: 'help' };
  const logLevel = oneOf(given('logLevel'), ['silent', 'error', 'warn', 'info'], '--log-level');
  const [command = 'serve', name, ...rest] = positionals;
  if (rest.length > 0) throw new OptionsError(`"${rest[0]}" is one word too many.`);
  switch (command) {
    case 'serve':
      return { kind: 'serve', options: readServeOptions(given, needed, logLevel) };
    case 'add-admin':
      if (name === undefined || !isName(name))
        throw new OptionsError('Say the name: fleet add-admin <name>.');
      return { kind: 'add-admin', database: needed('database'), name, logLevel };
    case 'broker-users':
      return {
        ...{ kind: 'broker-users', database: needed('database'), file: given('file') },
        ...{ watch: values.watch === true, logLevel },
        broker: given('broker') === '' ? undefined : brokersOf(given('broker'))[0],
        stores: storesOf(given('brokerStores')),
      };
    default:
      throw new OptionsError(`There is no "fleet ${command}"; fleet --help says what there is.`);
  }
}

const isName = (name: string) => /^\P{Cc}{1,64}$/u.test(name) && name.trim() === name;

function parse(args: readonly string[]) {
  const options: Record<string, { readonly type: 'string' | 'boolean' }> = {
    help: { type: 'boolean' },
    watch: { type: 'boolean' },
  };
  for (const { flag } of Object.values(FLAGS)) options[flag] = { type: 'string' };
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new OptionsError(error instanceof Error ? error.message : String(error));
  }
}

function readServeOptions(
  given: (name: FlagName) => string,
  needed: (name: FlagName) => string,
  logLevel: string,
): FleetOptions {
  const [write, read] = [given('timeseriesWrite'), given('timeseriesRead')];
  const single = write === '' || read === '' ? needed('timeseries') : '';
  return {
    host: given('host') === '' ? '::' : given('host'),
    port: wholeNumber(given('port'), 0, 65_535, '--port'),
    trustedProxies: listOf(given('trustedProxies')),
    brokers: brokersOf(needed('broker')),
    database: needed('database'),
    timeseries: {
      write: addressOf(write === '' ? single : write, ['http:', 'https:'], '--timeseries-write'),
      read: addressOf(read === '' ? single : read, ['http:', 'https:'], '--timeseries-read'),
    },
    limits: {
      inverters: wholeNumber(given('maxInverters'), 1, 10_000, '--max-inverters'),
      strings: wholeNumber(given('maxStrings'), 1, 100, '--max-strings'),
    },
    logLevel,
  };
}

const listOf = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

function brokersOf(text: string): URL[] {
  const brokers = listOf(text).map((one) => addressOf(one, ['mqtt:', 'mqtts:'], '--broker'));
  if (brokers.length === 0) throw new OptionsError('--broker names none.');
  return brokers;
}

function storesOf(text: string): URL[] {
  const stores = listOf(text).map((one) => addressOf(one, ['nats:'], '--broker-stores'));
  // A site of this name could be set up at the page, and then the broker would refuse the file with both.
  if (stores.some(({ username }) => username === '' || SITE_ID.test(decodeURIComponent(username))))
    throw new OptionsError('The user in --broker-stores has a capital letter, which no site has.');
  return stores;
}

/** The value is not told again: there may be a password in it. */
function addressOf(text: string, protocols: readonly string[], flag: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !protocols.includes(url.protocol) || url.hostname === '') {
    throw new OptionsError(`What is given for ${flag} is no address with ${protocols.join(' or ')}//.`);
  }
  return url;
}

function wholeNumber(text: string, min: number, max: number, flag: string): number {
  const value = Number(text);
  if (!/^\d{1,9}$/.test(text) || value < min || value > max) {
    throw new OptionsError(`${flag} is a number from ${min} to ${max}.`);
  }
  return value;
}

function oneOf(text: string, allowed: readonly string[], flag: string): string {
  if (!allowed.includes(text)) throw new OptionsError(`${flag} is ${allowed.join(', ')}.`);
  return text;
}

export const HELP = `heliograph fleet                     serves the page of many plants
heliograph fleet add-admin <name>     makes an admin, or gives one a new password, and prints it
heliograph fleet broker-users         writes the users of the broker (NATS) into a file; with --watch at each change

${Object.values(FLAGS)
  .map((flag: Flag) => {
    const fallback = flag.fallback ? ` (${flag.fallback})` : '';
    const file = flag.isSecret ? `, ${flag.variable}_FILE` : '';
    return `  --${flag.flag}\n      ${flag.about}${fallback}\n      ${flag.variable}${file}`;
  })
  .join('\n')}
`;
