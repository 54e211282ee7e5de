import { resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';
import {
  FLAG_NAMES,
  FLAGS,
  FLAGS_WITHOUT_VALUE,
  type FlagName,
  fileVariableOf,
  isSecretFlag,
  variableOf,
} from './flags.ts';
import { LOG_LEVELS, type LogLevel } from './log.ts';
import { Secret } from './secret.ts';
import { StartError, systemErrorReason } from './start-error.ts';

/** Where the certificate chain and its private key lie, both as PEM. */
export interface TlsFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/** What the gateway was asked to do, from its flags and environment variables. */
export interface CommandLine<Scenario extends string> {
  readonly port: number;
  /** Undefined for all addresses of this machine. */
  readonly host: string | undefined;
  /** Names beside the machine's own that the gateway answers to. */
  readonly allowedHosts: readonly string[];
  /** Where its pages begin, with a slash at both ends: `/`, or `/dtu/` behind a proxy that has other pages too. */
  readonly basePath: string;
  /** PEM files; undefined: plain HTTP. */
  readonly tls: TlsFiles | undefined;
  readonly dataFolder: string;
  /** Where a copy of everything goes every night; undefined: nowhere. */
  readonly backupFolder: string | undefined;
  readonly scenario: Scenario;
  /** The radio is a chip at the pins of this machine; undefined: a simulated one. */
  readonly chip: ChipFlags | undefined;
  /** Only looks at the chip. */
  readonly testsItself: boolean;
  readonly speed: number;
  readonly seed: number;
  /** Variables that count for nothing beside the others, by their names: what they ask for is of a simulation, and there is none. */
  readonly ignored: readonly string[];
  readonly firstPassword: Secret | undefined;
  /** The admin gets a new password, which is shown where the gateway was started. */
  readonly resetsPassword: boolean;
  readonly logLevel: LogLevel;
  /** `owner/name`; empty: nobody is asked for newer versions. */
  readonly updateRepository: string;
}

/** A pin by its number, of the GPIO device with the pins of the header where none is named. */
interface PinFlag {
  readonly device: string | undefined;
  readonly line: number;
}

/** Where the chip is; what is undefined is as the profile of pins says. */
export interface ChipFlags {
  readonly spi: string | undefined;
  readonly ce: PinFlag | undefined;
  readonly irq: PinFlag | undefined;
}

const PORT_MAX = 65_535;
const SPEED_MAX = 100_000;
const SEED_MAX = 2 ** 32 - 1;

export interface CommandLineInput<Scenario extends string> {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The text of a file that holds a secret; throws when it cannot be read. */
  readonly readTextFile: (path: string) => string;
  /** Where a path leads, whatever links are in it. */
  readonly realPath: (path: string) => string;
  /** One sentence about each scenario, by name. */
  readonly scenarios: Readonly<Record<Scenario, string>>;
  readonly defaultScenario: Scenario;
}

/** Reads flags and variables; a flag wins over its variable. Throws a `StartError` that names what is wrong. */
export function readCommandLine<Scenario extends string>(
  input: CommandLineInput<Scenario>,
): CommandLine<Scenario> | 'help' {
  const { scenarios, defaultScenario } = input;
  const { values: given, wantsHelp, resetsPassword, testsItself } = readValues(input);
  if (wantsHelp) return 'help';
  const { values, ignored } = withoutSimulation(given);
  const scenario = oneOf(values, 'scenario', Object.keys(scenarios) as Scenario[], defaultScenario);
  const firstPassword = values['first-password']?.text;
  const chip = chipFlags(values);
  if (testsItself && chip === undefined) throw new StartError('--self-test needs --radio nrf24.');
  const dataFolder = values.data?.text ?? `data/${chip === undefined ? scenario : 'nrf24'}`;
  return {
    port: wholeNumber(values, 'port', PORT_MAX),
    host: values.host?.text,
    allowedHosts: hostNames(values),
    basePath: basePath(values),
    tls: tlsFiles(values),
    dataFolder,
    backupFolder: backupFolder(values, dataFolder, input.realPath),
    scenario,
    chip,
    testsItself,
    speed: positiveNumber(values, 'speed', SPEED_MAX),
    seed: wholeNumber(values, 'seed', SEED_MAX),
    ignored,
    firstPassword: firstPassword === undefined ? undefined : new Secret(firstPassword),
    resetsPassword,
    updateRepository: repository(values),
    logLevel: oneOf(values, 'log-level', LOG_LEVELS, FLAGS['log-level'].fallback),
  };
}

/** A value and how its giver called it. */
interface Given {
  readonly text: string;
  readonly name: string;
  readonly isVariable?: true;
}

type Values = { readonly [F in FlagName]?: Given };

type ValuesInput = Pick<CommandLineInput<string>, 'args' | 'environment' | 'readTextFile'>;

function readValues(input: ValuesInput): {
  values: Values;
  wantsHelp: boolean;
  resetsPassword: boolean;
  testsItself: boolean;
} {
  const flags = parseFlags(input.args);
  const values: { [F in FlagName]?: Given } = {};
  for (const flag of FLAG_NAMES) {
    const variable = variableOf(flag);
    const ofFlag = flags[flag];
    const ofVariable = input.environment[variable];
    if (typeof ofFlag === 'string') values[flag] = given(ofFlag, `--${flag}`);
    else if (ofVariable !== undefined && ofVariable !== '')
      values[flag] = { ...given(ofVariable, variable), isVariable: true };
    else if (isSecretFlag(flag)) Object.assign(values, secretFromFile(flag, input));
  }
  const resetsPassword = flags['reset-password'] !== undefined;
  const testsItself = flags['self-test'] !== undefined;
  return { values, wantsHelp: flags.help !== undefined, resetsPassword, testsItself };
}

/** A line break at the end is the editor's, not the secret's. */
function secretFromFile(flag: FlagName, { environment, readTextFile }: ValuesInput): Values {
  const variable = fileVariableOf(flag);
  const path = environment[variable];
  if (path === undefined || path === '') return {};
  try {
    return { [flag]: given(readTextFile(path).replace(/\r?\n$/, ''), `the file of ${variable}`) };
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The file of ${variable} cannot be read (${systemErrorReason(error)}).`);
  }
}

function given(text: string, name: string): Given {
  if (text === '') throw new StartError(`${name} needs a value; see --help.`);
  return { text, name };
}

function parseFlags(args: readonly string[]): Readonly<Record<string, unknown>> {
  const options = Object.fromEntries(FLAG_NAMES.map((flag) => [flag, { type: 'string' } as const]));
  const parsed = parseArgs({
    args: [...args],
    options: {
      ...options,
      help: { type: 'boolean', short: 'h' },
      'reset-password': { type: 'boolean' },
      'self-test': { type: 'boolean' },
    },
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  for (const token of parsed.tokens) {
    if (token.kind === 'positional') {
      throw new StartError(`"${token.value}" is not a flag; see --help for all flags.`);
    }
    if (token.kind !== 'option' || FLAGS_WITHOUT_VALUE.includes(token.name)) continue;
    if (!Object.hasOwn(FLAGS, token.name)) {
      throw new StartError(`There is no flag ${token.rawName}; see --help for all flags.`);
    }
    if (token.value === undefined) throw new StartError(`--${token.name} needs a value; see --help.`);
  }
  return parsed.values;
}

const RADIOS = ['simulated', 'nrf24'] as const;
const OF_SIMULATION = ['scenario', 'speed', 'seed'] as const;

/**
 * Beside a chip nothing is simulated. Who types such a flag is told so; a variable may have been there for long, and must not keep a
 * service from starting.
 */
function withoutSimulation(given: Values): { values: Values; ignored: readonly string[] } {
  if (given.radio?.text !== 'nrf24') return { values: given, ignored: [] };
  const values: { [F in FlagName]?: Given } = { ...given };
  const ignored: string[] = [];
  for (const flag of OF_SIMULATION) {
    const entry = values[flag];
    if (entry === undefined) continue;
    if (!entry.isVariable)
      throw new StartError(`${entry.name} is for the simulated radio, and --radio nrf24 is not that.`);
    ignored.push(entry.name);
    delete values[flag];
  }
  return { values, ignored };
}

const SPI_DEVICE = /^\/dev\/[\w.-]+$/;
const PIN = /^(?:(\/dev\/[\w.-]+):)?(\d{1,3})$/;

function chipFlags(values: Values): ChipFlags | undefined {
  const kind = oneOf(values, 'radio', RADIOS, 'simulated');
  const { spi, 'ce-pin': ce, 'irq-pin': irq } = values;
  const needless = spi ?? ce ?? irq;
  if (kind === 'simulated' && needless !== undefined) {
    throw new StartError(`${needless.name} is for a chip, which needs --radio nrf24.`);
  }
  if (kind === 'simulated') return undefined;
  if (spi !== undefined && !SPI_DEVICE.test(spi.text)) {
    throw new StartError(`${spi.name} must be a device such as /dev/spidev0.0, not "${spi.text}".`);
  }
  const pins = { ce: pinFlag(ce), irq: pinFlag(irq) };
  if (pins.ce?.line === pins.irq?.line && pins.ce?.device === pins.irq?.device && pins.ce !== undefined) {
    throw new StartError('--ce-pin and --irq-pin must be two pins: each has a wire of its own.');
  }
  return { spi: spi?.text, ...pins };
}

function pinFlag(entry: Given | undefined): PinFlag | undefined {
  if (entry === undefined) return undefined;
  const [, device, line] = PIN.exec(entry.text) ?? [];
  if (line !== undefined) return { device, line: Number(line) };
  throw new StartError(`${entry.name} must be a pin such as 25 or /dev/gpiochip0:25, not "${entry.text}".`);
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
  throw new StartError(`${entry.name} must be host names separated by commas; "${wrong}" is not one.`);
}

const BASE_PATH = /^\/(?:[\w-]+(?:\.[\w-]+)*\/)*$/;
const BASE_PATH_MAX = 64;

function basePath(values: Values): string {
  const { text, name } = values['base-path'] ?? { text: FLAGS['base-path'].fallback, name: '' };
  const path = text.endsWith('/') ? text : `${text}/`;
  if (BASE_PATH.test(path) && path.length <= BASE_PATH_MAX && !OWN_PATH.test(path)) return path;
  throw new StartError(
    `${name} must be a path such as /dtu/, of letters, digits, dots and dashes, not "${text}".`,
  );
}

/** What our own paths begin with would be taken for a part of them. */
const OWN_PATH = /^\/(?:api|assets|livedata|console|healthz|readyz)\//;

/** What lies in the data folder would be lost with it. */
function backupFolder(
  { backup }: Values,
  dataFolder: string,
  realPath: CommandLineInput<string>['realPath'],
): string | undefined {
  if (backup === undefined) return undefined;
  const [folder, data] = [backup.text, dataFolder].map((path) => realPath(resolve(path))) as [string, string];
  const isInside = folder === data || folder.startsWith(data.endsWith(sep) ? data : data + sep);
  if (!isInside) return backup.text;
  throw new StartError(
    `${backup.name} must be another folder than that of the data, ${dataFolder}, and not lie in it.`,
  );
}

function tlsFiles(values: Values): TlsFiles | undefined {
  const cert = values['tls-cert'];
  const key = values['tls-key'];
  if (cert === undefined && key === undefined) return undefined;
  if (cert !== undefined && key !== undefined) return { certFile: cert.text, keyFile: key.text };
  throw new StartError('HTTPS needs both --tls-cert and --tls-key.');
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
  flag: 'scenario' | 'log-level' | 'radio',
  words: readonly Word[],
  fallback: Word,
): Word {
  const entry = values[flag];
  if (entry === undefined) return fallback;
  const word = words.find((candidate) => candidate === entry.text);
  if (word !== undefined) return word;
  throw new StartError(`${entry.name} must be one of ${words.join(', ')}, not "${entry.text}".`);
}
