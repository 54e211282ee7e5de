import { parseArgs } from 'node:util';
import { LOG_LEVELS, type LogLevel } from './log.ts';
import { Secret } from './secret.ts';
import { StartError } from './start-error.ts';

/** What the gateway was asked to do, from its flags and environment variables. */
export interface CommandLine<Scenario extends string> {
  readonly port: number;
  /** Undefined for all addresses of this machine. */
  readonly host: string | undefined;
  /** Names beside the machine's own that the gateway answers to. */
  readonly allowedHosts: readonly string[];
  readonly dataFolder: string;
  readonly scenario: Scenario;
  readonly speed: number;
  readonly seed: number;
  readonly firstPassword: Secret | undefined;
  readonly logLevel: LogLevel;
  /** `owner/name`; empty: nobody is asked for newer versions. */
  readonly updateRepository: string;
}

interface Flag {
  /** How the value is called in the help text. */
  readonly value: string;
  readonly help: string;
  readonly fallback?: string;
}

const FLAGS = {
  port: { value: 'number', help: 'port to listen on, 0 for any free one', fallback: '8080' },
  host: { value: 'name', help: 'address or name to listen on (default: all addresses of this machine)' },
  'allowed-hosts': {
    value: 'names',
    help: "further names it is reached by, separated by commas (default: the machine's own names)",
  },
  data: {
    value: 'folder',
    help: 'where settings are kept, one folder for each gateway (default: data/<scenario>)',
  },
  scenario: { value: 'name', help: 'which simulated plant to run, see below' },
  speed: {
    value: 'factor',
    help: 'how much faster than real the simulated sun runs',
    fallback: '1',
  },
  seed: { value: 'number', help: 'start of everything random in the simulation', fallback: '1' },
  'first-password': {
    value: 'text',
    help: "the admin's password on a fresh data folder, and where a damaged one lost it; 8 to 64 bytes (better set by its variable)",
  },
  'update-repository': {
    value: 'owner/name',
    help: 'where the system page looks for newer versions at github.com (default: it does not look)',
  },
  'log-level': { value: 'level', help: LOG_LEVELS.join(', '), fallback: 'info' },
} as const satisfies Readonly<Record<string, Flag>>;
type FlagName = keyof typeof FLAGS;
const FLAG_NAMES = Object.keys(FLAGS) as readonly FlagName[];

/** The environment variable of a flag, e.g. `HELIOGRAPH_LOG_LEVEL`. */
const variableOf = (flag: FlagName) => `HELIOGRAPH_${flag.toUpperCase().replaceAll('-', '_')}`;

const PORT_MAX = 65_535;
const SPEED_MAX = 100_000;
const SEED_MAX = 2 ** 32 - 1;

export interface CommandLineInput<Scenario extends string> {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** One sentence about each scenario, by name. */
  readonly scenarios: Readonly<Record<Scenario, string>>;
  readonly defaultScenario: Scenario;
}

/** Reads flags and variables; a flag wins over its variable. Throws a `StartError` that names what is wrong. */
export function readCommandLine<Scenario extends string>(
  input: CommandLineInput<Scenario>,
): CommandLine<Scenario> | 'help' {
  const { scenarios, defaultScenario } = input;
  const { values, wantsHelp } = readValues(input);
  if (wantsHelp) return 'help';
  const scenario = oneOf(values, 'scenario', Object.keys(scenarios) as Scenario[], defaultScenario);
  const firstPassword = values['first-password']?.text;
  return {
    port: wholeNumber(values, 'port', PORT_MAX),
    host: values.host?.text,
    allowedHosts: hostNames(values),
    dataFolder: values.data?.text ?? `data/${scenario}`,
    scenario,
    speed: positiveNumber(values, 'speed', SPEED_MAX),
    seed: wholeNumber(values, 'seed', SEED_MAX),
    firstPassword: firstPassword === undefined ? undefined : new Secret(firstPassword),
    updateRepository: repository(values),
    logLevel: oneOf(values, 'log-level', LOG_LEVELS, FLAGS['log-level'].fallback),
  };
}

/** A value and how its giver called it. */
interface Given {
  readonly text: string;
  readonly name: string;
}

type Values = { readonly [F in FlagName]?: Given };

function readValues(input: Pick<CommandLineInput<string>, 'args' | 'environment'>): {
  values: Values;
  wantsHelp: boolean;
} {
  const flags = parseFlags(input.args);
  const values: { [F in FlagName]?: Given } = {};
  for (const flag of FLAG_NAMES) {
    const variable = variableOf(flag);
    const ofFlag = flags[flag];
    const ofVariable = input.environment[variable];
    if (typeof ofFlag === 'string') values[flag] = given(ofFlag, `--${flag}`);
    else if (ofVariable !== undefined && ofVariable !== '') values[flag] = given(ofVariable, variable);
  }
  return { values, wantsHelp: flags.help !== undefined };
}

function given(text: string, name: string): Given {
  if (text === '') throw new StartError(`${name} needs a value; see --help.`);
  return { text, name };
}

function parseFlags(args: readonly string[]): Readonly<Record<string, unknown>> {
  const options = Object.fromEntries(FLAG_NAMES.map((flag) => [flag, { type: 'string' } as const]));
  const parsed = parseArgs({
    args: [...args],
    options: { ...options, help: { type: 'boolean', short: 'h' } },
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  for (const token of parsed.tokens) {
    if (token.kind === 'positional') {
      throw new StartError(`"${token.value}" is no flag; see --help for all flags.`);
    }
    if (token.kind !== 'option' || token.name === 'help') continue;
    if (!Object.hasOwn(FLAGS, token.name)) {
      throw new StartError(`There is no flag ${token.rawName}; see --help for all flags.`);
    }
    if (token.value === undefined) throw new StartError(`--${token.name} needs a value; see --help.`);
  }
  return parsed.values;
}

function wholeNumber(values: Values, flag: 'port' | 'seed', max: number): number {
  const { text, name } = values[flag] ?? { text: FLAGS[flag].fallback, name: flag };
  if (/^\d{1,10}$/.test(text) && Number(text) <= max) return Number(text);
  throw new StartError(`${name} must be a whole number from 0 to ${max}, not "${text}".`);
}

const HOST_NAME = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/i;

function hostNames(values: Values): readonly string[] {
  const entry = values['allowed-hosts'];
  if (entry === undefined) return [];
  const names = entry.text.split(',').map((name) => name.trim());
  const wrong = names.find((name) => !HOST_NAME.test(name));
  if (wrong === undefined) return names;
  throw new StartError(`${entry.name} must be host names separated by commas; "${wrong}" is none.`);
}

/** As the contract has it, which the outside world does not know. */
const REPOSITORY = /^[a-z\d][a-z\d-]{0,38}\/(?!\.{1,2}$)[\w.-]{1,100}$/i;

function repository(values: Values): string {
  const entry = values['update-repository'];
  if (entry === undefined || REPOSITORY.test(entry.text)) return entry?.text ?? '';
  throw new StartError(`${entry.name} must be owner/name, not "${entry.text}".`);
}

function positiveNumber(values: Values, flag: 'speed', max: number): number {
  const { text, name } = values[flag] ?? { text: FLAGS[flag].fallback, name: flag };
  const number = Number(text);
  if (/^\d*\.?\d+$/.test(text) && number > 0 && number <= max) return number;
  throw new StartError(`${name} must be a number above 0 and up to ${max}, not "${text}".`);
}

function oneOf<Word extends string>(
  values: Values,
  flag: 'scenario' | 'log-level',
  words: readonly Word[],
  fallback: Word,
): Word {
  const entry = values[flag];
  if (entry === undefined) return fallback;
  const word = words.find((candidate) => candidate === entry.text);
  if (word !== undefined) return word;
  throw new StartError(`${entry.name} must be one of ${words.join(', ')}, not "${entry.text}".`);
}

/** The text of --help. */
export function helpText(scenarios: Readonly<Record<string, string>>, defaultScenario: string): string {
  const flags = FLAG_NAMES.map((flag) => {
    const { value, help, fallback }: Flag = FLAGS[flag];
    const suffix = fallback === undefined ? '' : ` (default: ${fallback})`;
    return helpLine(`--${flag} <${value}>`, help + suffix);
  });
  const names = Object.entries(scenarios).map(([name, title]) =>
    helpLine(name, title + (name === defaultScenario ? ' (default)' : '')),
  );
  return [
    'Heliograph, a gateway for solar micro-inverters.',
    '',
    'Flags:',
    ...flags,
    helpLine('--help', 'show this text'),
    '',
    `Each flag has a variable: ${variableOf('port')}, ${variableOf('log-level')} and so on; the flag wins.`,
    '',
    'Scenarios:',
    ...names,
    '',
  ].join('\n');
}

/** What is too wide for the first column has a space behind it. */
function helpLine(name: string, help: string): string {
  return `  ${name.padEnd(25)} ${help}`;
}
