import { describe, expect, it } from 'vitest';
import { readCommandLine } from './command-line.ts';
import { helpText } from './flags.ts';

const scenarios = { day: 'It is day.', night: 'It is night.' };

const FILES: Readonly<Record<string, string>> = { '/password': 'out of a file\n', '/empty': '\n' };

function readTextFile(path: string): string {
  const text = FILES[path];
  if (text === undefined) throw Object.assign(new Error(path), { code: 'EACCES' });
  return text;
}

const read = (args: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
  readCommandLine({
    ...{ args, environment, readTextFile, scenarios, defaultScenario: 'day' as const },
    realPath: (path) => path.replace(/\/link\b/, '/d'),
  });

function readPassword(args: readonly string[], environment?: Readonly<Record<string, string>>) {
  const commandLine = read(args, environment);
  return commandLine === 'help' ? undefined : commandLine.firstPassword?.reveal();
}

describe('the command line', () => {
  it('has a default for everything', () => {
    expect(read([])).toEqual({
      port: 8080,
      host: undefined,
      allowedHosts: [],
      basePath: '/',
      tls: undefined,
      dataFolder: 'data/day',
      scenario: 'day',
      speed: 1,
      seed: 1,
      firstPassword: undefined,
      resetsPassword: false,
      updateRepository: '',
      logLevel: 'info',
      chip: undefined,
      testsItself: false,
      ignored: [],
    });
  });

  it('reads every flag', () => {
    const flags =
      '--port 0 --host 10.0.0.1 --base-path /dtu/ --tls-cert /c --tls-key /k --data /d --backup /b --scenario night --speed 2.5 --seed 4294967295 --log-level warn --update-repository o/n';
    expect(read(flags.split(' '))).toMatchObject({
      port: 0,
      host: '10.0.0.1',
      basePath: '/dtu/',
      tls: { certFile: '/c', keyFile: '/k' },
      dataFolder: '/d',
      backupFolder: '/b',
      scenario: 'night',
      speed: 2.5,
      seed: 4_294_967_295,
      logLevel: 'warn',
      updateRepository: 'o/n',
    });
    expect(readPassword(['--first-password', 'geheim geheim'])).toBe('geheim geheim');
    expect(readPassword(['--first-password=-starts-with-a-dash'])).toBe('-starts-with-a-dash');
  });

  it('takes a chip with its device and pins, and a folder of its own', () => {
    expect(read(['--radio', 'nrf24'])).toMatchObject({
      chip: { spi: undefined, ce: undefined, irq: undefined },
      dataFolder: 'data/nrf24',
      testsItself: false,
    });
    const flags = '--radio nrf24 --spi /dev/spidev1.0 --ce-pin 22 --irq-pin /dev/gpiochip4:17 --self-test';
    expect(read(flags.split(' '))).toMatchObject({
      chip: {
        spi: '/dev/spidev1.0',
        ce: { device: undefined, line: 22 },
        irq: { device: '/dev/gpiochip4', line: 17 },
      },
      testsItself: true,
    });
    expect(read([], { HELIOGRAPH_RADIO: 'nrf24', HELIOGRAPH_CE_PIN: '5' })).toMatchObject({
      chip: { ce: { line: 5 } },
    });
  });

  it.each([
    [['--radio', 'cmt'], '--radio must be one of simulated, nrf24, not "cmt".'],
    [['--ce-pin', '25'], '--ce-pin is for a chip, which needs --radio nrf24.'],
    [['--radio', 'nrf24', '--irq-pin', 'GPIO24'], '--irq-pin must be a pin such as 25 or'],
    [['--radio', 'nrf24', '--spi', 'spidev0.0'], '--spi must be a device such as /dev/spidev0.0'],
    [['--self-test'], '--self-test needs --radio nrf24.'],
    [['--radio', 'nrf24', '--scenario', 'night'], '--scenario is for the simulated radio'],
    [['--radio', 'nrf24', '--speed', '10'], '--speed is for the simulated radio'],
    [['--radio', 'nrf24', '--seed', '1'], '--seed is for the simulated radio'],
    [
      ['--radio', 'nrf24', '--ce-pin', '25', '--irq-pin', '25'],
      '--ce-pin and --irq-pin must be two pins: each has a wire of its own.',
    ],
  ])('refuses what makes no sense of a chip: %j', (args, sentence) => {
    expect(() => read(args)).toThrow(sentence);
  });

  it.each(['scenario', 'speed', 'seed'])(
    'starts with a chip where a variable of a simulation is left over, and says which: %s',
    (flag) => {
      const name = `HELIOGRAPH_${flag.toUpperCase()}`;
      const withChip = { HELIOGRAPH_RADIO: 'nrf24', [name]: 'no such one' };
      expect(read([], withChip)).toMatchObject({ ignored: [name], scenario: 'day', speed: 1, seed: 1 });
      expect(() => read([`--${flag}`, '2'], withChip)).toThrow(`--${flag} is for the simulated radio`);
      expect(() => read([], { [name]: 'no such one' })).toThrow(name);
    },
  );

  it('resets the password where it is asked to by the flag, and by no variable', () => {
    expect(read(['--reset-password', '--port', '1'])).toMatchObject({ port: 1, resetsPassword: true });
    expect(read([], { HELIOGRAPH_RESET_PASSWORD: '1' })).toMatchObject({ resetsPassword: false });
  });

  it('reads every variable, and lets a flag win', () => {
    const variables = {
      HELIOGRAPH_PORT: '1',
      HELIOGRAPH_HOST: 'pv',
      HELIOGRAPH_ALLOWED_HOSTS: 'pv.example.org, Sun',
      HELIOGRAPH_BASE_PATH: '/sun/roof.1',
      HELIOGRAPH_TLS_CERT: 'cert.pem',
      HELIOGRAPH_TLS_KEY: 'key.pem',
      HELIOGRAPH_DATA: 'd',
      HELIOGRAPH_SCENARIO: 'night',
      HELIOGRAPH_SPEED: '.5',
      HELIOGRAPH_SEED: '0',
      HELIOGRAPH_FIRST_PASSWORD: 'geheim geheim',
      HELIOGRAPH_UPDATE_REPOSITORY: 'some-one/some.thing',
      HELIOGRAPH_LOG_LEVEL: 'silent',
    };
    expect(read([], variables)).toMatchObject({
      port: 1,
      host: 'pv',
      allowedHosts: ['pv.example.org', 'Sun'],
      basePath: '/sun/roof.1/',
      tls: { certFile: 'cert.pem', keyFile: 'key.pem' },
      dataFolder: 'd',
      scenario: 'night',
      speed: 0.5,
      seed: 0,
      logLevel: 'silent',
      updateRepository: 'some-one/some.thing',
    });
    expect(readPassword([], variables)).toBe('geheim geheim');
    expect(read(['--port', '2'], variables)).toMatchObject({ port: 2, seed: 0 });
    expect(read(['--port', '2', '--port', '3'])).toMatchObject({ port: 3 });
  });

  it('reads the password from a file that a variable names, without the line break of editors', () => {
    const variables = { HELIOGRAPH_FIRST_PASSWORD_FILE: '/password' };
    expect(readPassword([], variables)).toBe('out of a file');
    expect(readPassword([], { ...variables, HELIOGRAPH_FIRST_PASSWORD: 'said at once' })).toBe(
      'said at once',
    );
    expect(readPassword([], { HELIOGRAPH_FIRST_PASSWORD_FILE: '' })).toBeUndefined();
    expect(() => read([], { HELIOGRAPH_FIRST_PASSWORD_FILE: '/empty' })).toThrow('needs a value');
    expect(() => read([], { HELIOGRAPH_FIRST_PASSWORD_FILE: '/gone' })).toThrow(
      'The file of HELIOGRAPH_FIRST_PASSWORD_FILE cannot be read (permission denied).',
    );
  });

  it('takes an empty variable as none', () => {
    expect(read([], { HELIOGRAPH_PORT: '', HELIOGRAPH_HOST: '' })).toMatchObject({
      port: 8080,
      host: undefined,
    });
  });

  it('keeps the data of each scenario apart', () => {
    expect(read(['--scenario', 'night'])).toMatchObject({ dataFolder: 'data/night' });
  });

  it.each([
    [['--port', '65536'], '--port must be a whole number from 0 to 65535, not "65536".'],
    [['--port', '-1'], '--port must be a whole number'],
    [['--port=8080x'], '--port must be a whole number'],
    [['--port', '1e3'], '--port must be a whole number'],
    [['--port='], '--port needs a value'],
    [['--port'], '--port needs a value'],
    [['--seed', '4294967296'], '--seed must be a whole number from 0 to 4294967295'],
    [['--seed', '1.5'], '--seed must be'],
    [['--speed', '0'], '--speed must be a number above 0'],
    [['--speed', 'NaN'], '--speed must be'],
    [['--speed', '100001'], '--speed must be'],
    [['--scenario', 'Day'], '--scenario must be one of day, night, not "Day".'],
    [['--scenario', 'toString'], '--scenario must be one of'],
    [
      ['--log-level', 'loud'],
      '--log-level must be one of silent, error, warn, info, debug, trace, not "loud".',
    ],
    [
      ['--allowed-hosts', 'a,http://b'],
      '--allowed-hosts must be host names separated by commas; "http://b" is not one.',
    ],
    [['--allowed-hosts', 'a,'], '"" is not one'],
    [['--base-path', 'dtu'], '--base-path must be a path such as /dtu/'],
    [['--base-path', '/a//b/'], '--base-path must be'],
    [['--base-path', '/a/../b/'], '--base-path must be'],
    [['--base-path', '/api/'], '--base-path must be'],
    [['--base-path', `/${'a'.repeat(64)}/`], '--base-path must be'],
    [['--tls-cert', 'c'], 'both --tls-cert and --tls-key'],
    [['--tls-key', 'k'], 'both --tls-cert and --tls-key'],
    [['--data', 'd', '--backup', './d/'], '--backup must be another folder than that of the data, d,'],
    [['--data', '/d', '--backup', '/link'], '--backup must be another folder than that of the data, /d,'],
    [['--data', '/d', '--backup', '/link/copies'], 'the data, /d, and not lie in it.'],
    [['--data', '/link', '--backup', '/d'], '--backup must be another folder than that of the data, /link,'],
    [['--update-repository', 'name'], '--update-repository must be owner/name, not "name".'],
    [['--update-repository', 'https://a/b'], '--update-repository must be owner/name'],
    [['--frob', '1'], 'There is no flag --frob'],
    [['-p', '1'], 'There is no flag -p'],
    [['start'], '"start" is not a flag'],
  ])('refuses %j', (args, sentence) => {
    expect(() => read(args)).toThrow(sentence);
  });

  it('asks for help in several ways', () => {
    expect(read(['--help=1'])).toBe('help');
    expect(read(['--help'])).toBe('help');
    expect(read(['-h', '--port', '1'])).toBe('help');
    const text = helpText(scenarios, 'day');
    expect(text).toContain('--log-level <level>');
    for (const line of text.split('\n').filter((each) => each.startsWith('  --')))
      expect(line).toMatch(/^ {2}--[a-z-]+( <[^>]+>)? +[a-z]/);
    expect(text).toContain('It is day. (default)');
  });
});
