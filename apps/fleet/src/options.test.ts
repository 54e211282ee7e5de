import { describe, expect, it } from 'vitest';
import { HELP, OptionsError, readCommand } from './options.ts';

const ENVIRONMENT = {
  HELIOGRAPH_FLEET_BROKER: 'mqtt://fleet:pw@one:1883, mqtt://fleet:pw@two:1883',
  HELIOGRAPH_FLEET_DATABASE: 'postgres://fleet:pw@db/fleet',
  HELIOGRAPH_FLEET_TIMESERIES: 'http://vm:8428',
};
const read = (args: string[], environment: Record<string, string> = ENVIRONMENT) =>
  readCommand({
    ...{ args, environment },
    readTextFile: (path) => {
      if (path !== '/run/secrets/database') throw new Error('ENOENT');
      return 'postgres://from-a-file/fleet\n';
    },
  });
function serving(args: string[], environment?: Record<string, string>) {
  const command = read(args, environment);
  if (command.kind !== 'serve') throw new Error(command.kind);
  return command.options;
}

describe('the command line of a fleet page', () => {
  it('serves with what the environment has', () => {
    const options = serving([]);
    expect(options.brokers.map(({ host }) => host)).toEqual(['one:1883', 'two:1883']);
    expect(options).toMatchObject({
      port: 8090,
      limits: { inverters: 200, strings: 24 },
      trustedProxies: [],
    });
    expect([options.timeseries.write.href, options.timeseries.read.href]).toEqual([
      ...['http://vm:8428/', 'http://vm:8428/'],
    ]);
  });

  it('takes flags before variables, and variables before files', () => {
    expect(serving(['--port', '9000'], { ...ENVIRONMENT, HELIOGRAPH_FLEET_PORT: '9001' }).port).toBe(9000);
    const { HELIOGRAPH_FLEET_DATABASE: _, ...rest } = ENVIRONMENT;
    const file = { HELIOGRAPH_FLEET_DATABASE_FILE: '/run/secrets/database' };
    expect(serving([], { ...rest, ...file }).database).toBe('postgres://from-a-file/fleet');
    expect(serving([], { ...ENVIRONMENT, ...file }).database).toBe(ENVIRONMENT.HELIOGRAPH_FLEET_DATABASE);
    expect(() => read([], { ...rest, HELIOGRAPH_FLEET_DATABASE_FILE: '/gone' })).toThrow(/cannot be read/);
  });

  it('knows the two addresses of a cluster', () => {
    const { HELIOGRAPH_FLEET_TIMESERIES: _, ...rest } = ENVIRONMENT;
    const { timeseries } = serving([], {
      ...rest,
      HELIOGRAPH_FLEET_TIMESERIES_WRITE: 'http://vminsert:8480/insert/0/influx',
      HELIOGRAPH_FLEET_TIMESERIES_READ: 'http://vmselect:8481/select/0/prometheus',
    });
    expect(timeseries.write.pathname).toBe('/insert/0/influx');
    expect(timeseries.read.pathname).toBe('/select/0/prometheus');
  });

  it('has its other commands', () => {
    expect(read(['add-admin', 'anna'])).toMatchObject({ kind: 'add-admin', name: 'anna' });
    expect(read(['broker-users', '--watch', '--file', 'x.conf'])).toMatchObject({
      ...{ kind: 'broker-users', watch: true, file: 'x.conf' },
    });
    const stores = ['--broker-stores', 'nats://Stores:pw@one:4222, nats://Stores:pw@two:4222'];
    expect(read(['broker-users', ...stores])).toMatchObject({
      stores: [{ host: 'one:4222' }, { host: 'two:4222' }],
    });
    expect(read(['broker-users'])).toMatchObject({ stores: [] });
    expect(read(['--help'])).toEqual({ kind: 'help' });
    for (const variable of Object.keys(ENVIRONMENT)) expect(HELP).toContain(variable);
  });

  it.each([
    [['--port', '70000'], /--port is a number/],
    [['--nonsense'], /nonsense/],
    [['add-admin'], /Say the name/],
    [['add-admin', ' '], /Say the name/],
    [['dance'], /no "fleet dance"/],
    [['add-admin', 'anna', 'berta'], /"berta" is one word too many/],
    [['--broker', 'http://pw-of-somebody@x'], /no address with mqtt:/],
    [['broker-users', '--broker-stores', 'nats://stores:pw@one:4222'], /has a capital letter/],
    [['broker-users', '--broker-stores', 'nats://one:4222'], /has a capital letter/],
    [['broker-users', '--broker-stores', 'mqtt://Stores:pw@one'], /no address with nats:/],
    [['--log-level', 'loud'], /--log-level is/],
  ])('refuses %j in one sentence', (args, sentence) => {
    expect(() => read(args)).toThrow(OptionsError);
    expect(() => read(args)).toThrow(sentence);
  });

  it('tells no password that stands where it cannot be read', () => {
    const told = [
      ['--broker', 'http://fleet:secret@x'],
      ['--timeseries', 'mqtt://x:secret@y'],
    ].map((args) => {
      try {
        return read(args).kind;
      } catch (error) {
        return String(error);
      }
    });
    expect(told).toEqual([
      expect.stringMatching(/--broker is no/),
      expect.stringMatching(/--timeseries-write is no/),
    ]);
    expect(told.join('')).not.toContain('secret');
    expect(() => read([], { HELIOGRAPH_FLEET_TIMESERIES: 'http://vm' })).toThrow(
      '--broker is missing (or HELIOGRAPH_FLEET_BROKER).',
    );
  });
});
