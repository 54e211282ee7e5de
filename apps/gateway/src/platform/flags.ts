import { LOG_LEVELS } from './log.ts';

interface Flag {
  /** How the value is called in the help text. */
  readonly value: string;
  readonly help: string;
  readonly fallback?: string;
  /** Its value can lie in a file, which a variable with `_FILE` behind its name names. */
  readonly isSecret?: true;
}

/** Every flag of the command line. */
export const FLAGS = {
  port: { value: 'number', help: 'port to listen on, 0 for any free one', fallback: '8080' },
  host: { value: 'name', help: 'address or name to listen on (default: all addresses of this machine)' },
  'allowed-hosts': {
    value: 'names',
    help: "other names the gateway is reached by, separated by commas (default: the machine's own names)",
  },
  'base-path': {
    value: 'path',
    help: 'path under which its pages are found, such as /dtu/ behind a reverse proxy',
    fallback: '/',
  },
  'tls-cert': { value: 'file', help: 'certificate chain (PEM) for HTTPS; needs --tls-key' },
  'tls-key': { value: 'file', help: 'private key (PEM) of that certificate' },
  data: {
    value: 'folder',
    help: 'folder for the settings, one for each gateway (default: data/<scenario>, or data/nrf24)',
  },
  backup: {
    value: 'folder',
    help: 'folder to which settings and history are copied every night (default: none)',
  },
  scenario: { value: 'name', help: 'which simulated plant to run, see below' },
  radio: {
    value: 'kind',
    help: 'simulated, or nrf24: a chip at the pins of this machine',
    fallback: 'simulated',
  },
  spi: {
    value: 'device',
    help: 'device of SPI at which the chip is (default: /dev/spidev0.0, or as the profile of pins says)',
  },
  'ce-pin': {
    value: 'pin',
    help: 'pin of CE, as 25 for GPIO 25 or /dev/gpiochip0:25 (default: 25, or as the profile says)',
  },
  'irq-pin': { value: 'pin', help: 'pin of IRQ, likewise (default: 24, or as the profile says)' },
  speed: {
    value: 'factor',
    help: 'speed of the simulated sun and clock, 1 is real time',
    fallback: '1',
  },
  seed: { value: 'number', help: 'seed of everything random in the simulation', fallback: '1' },
  'first-password': {
    value: 'text',
    help: 'admin password for a new data folder, or if a damaged one has lost it; 8 to 64 bytes (better set by its variable)',
    isSecret: true,
  },
  'update-repository': {
    value: 'owner/name',
    help: 'repository at github.com in which the system page looks for newer versions (default: none)',
  },
  'log-level': { value: 'level', help: LOG_LEVELS.join(', '), fallback: 'info' },
} as const satisfies Readonly<Record<string, Flag>>;
export type FlagName = keyof typeof FLAGS;
/** No variable stands for these: what is done once must not be done again at each start. */
export const FLAGS_WITHOUT_VALUE: readonly string[] = ['help', 'reset-password', 'self-test'];
export const FLAG_NAMES = Object.keys(FLAGS) as readonly FlagName[];

/** The environment variable of a flag, e.g. `HELIOGRAPH_LOG_LEVEL`. */
export const variableOf = (flag: FlagName) => `HELIOGRAPH_${flag.toUpperCase().replaceAll('-', '_')}`;

/** Of a secret: the variable that names a file with it, as containers and services hand secrets in. */
export const fileVariableOf = (flag: FlagName) => `${variableOf(flag)}_FILE`;

export function isSecretFlag(flag: FlagName): boolean {
  const { isSecret }: Flag = FLAGS[flag];
  return isSecret === true;
}

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
    helpLine('--reset-password', 'give the admin a new password, which is shown here, and start'),
    helpLine('--self-test', 'with --radio nrf24: look at chip and wires, say what is wrong, and end'),
    helpLine('--help', 'show this text'),
    '',
    `Each flag with a value can also be set by a variable: ${variableOf('port')}, ${variableOf('log-level')} and so on; the flag wins.`,
    `The first password can also be read from the file that ${fileVariableOf('first-password')} names.`,
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
