import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { ENDPOINTS } from '@heliograph/contract';
import { advanceUntil } from '@heliograph/testbed/clock.ts';
import { fileOf } from '@heliograph/testbed/disk/settings-on-disk.ts';
import { restarted } from '@heliograph/testbed/gateway/config-calls.ts';
import { CHEAP_HASH, createTestPlatform } from '@heliograph/testbed/gateway/platform.ts';
import { sentLiveData } from '@heliograph/testbed/gateway/sent-live-data.ts';
import {
  startTestGateway,
  type TestGateway,
  temporaryFolder,
} from '@heliograph/testbed/gateway/start-gateway.ts';
import { firstTestSettings } from '@heliograph/testbed/gateway/test-settings.ts';
import { login, postData, send } from '@heliograph/testbed/outside/http-client.ts';
import { openSocket } from '@heliograph/testbed/outside/socket-client.ts';
import { describe, expect, it } from 'vitest';
import { createGateway, SCENARIO_TITLES, type ScenarioName } from '../src/gateway.ts';
import { systemClock } from '../src/platform/clock.ts';
import { hostProcessTable } from '../src/platform/process-table.ts';
import { Secret } from '../src/platform/secret.ts';
import { liveHints } from '../src/system/live-hints.ts';

/** Of `npm run test:nightly`: the gate has no minutes for it. */
const IS_LONG = process.env.HELIOGRAPH_LONG === '1';

const DTU = { dtu_serial: '199980123456', dtu_pollinterval: 7, dtu_palevel: 0 };

async function liveData({ port }: TestGateway) {
  const { text } = await send(port, '/api/livedata/status');
  return sentLiveData(text);
}

describe('a fresh gateway', () => {
  it('shows three inverters of one, two and four strings with values within 5 s', async () => {
    const gateway = await startTestGateway();
    const before = await liveData(gateway);
    expect(before.inverters.map(({ channels }) => Object.keys(channels).length)).toEqual([2, 3, 5]);
    expect(before.total.Power.v).toBe(0);
    await gateway.clock.advanceAsync(4000);
    const { inverters, total } = await liveData(gateway);
    for (const { channels, producing, reachable } of inverters) {
      expect(channels[0]?.Power?.v).toBeGreaterThan(0);
      expect([producing, reachable]).toEqual([true, true]);
    }
    expect(total.Power.v).toBeGreaterThan(100);
    await gateway.clock.advanceAsync(30_000);
    expect((await liveData(gateway)).total.Power.v).not.toBe(total.Power.v);
  });

  it('tells the same story for the same seed and the same clock', async () => {
    const stories: string[] = [];
    for (const seed of [5, 5, 6]) {
      const gateway = await startTestGateway({ seed });
      await gateway.clock.advanceAsync(20_000);
      stories.push((await send(gateway.port, '/api/livedata/status')).text);
    }
    expect(stories[0]).toBe(stories[1]);
    expect(stories[0]).not.toBe(stories[2]);
  });

  it('shows its age before anything was heard', async () => {
    const gateway = await startTestGateway({ scenario: 'clock-not-set' });
    await gateway.clock.advanceAsync(42_500);
    expect((await liveData(gateway)).inverters.map(({ data_age }) => data_age)).toEqual([42, 42, 42]);
  });

  it('takes the first password it is given', async () => {
    const gateway = await startTestGateway({ firstPassword: new Secret('my own words') });
    expect(gateway.defaultPassword).toBeUndefined();
    expect((await liveData(gateway)).hints.default_password).toBe(false);
    const path = '/api/security/authenticate';
    expect((await send(gateway.port, path, { headers: login('my own words') })).status).toBe(200);
    expect((await send(gateway.port, path, { headers: login() })).status).toBe(401);
  });

  it.each(['short', 'x'.repeat(65), 'ü'.repeat(33)])('refuses %j as first password', async (password) => {
    const started = startTestGateway({ firstPassword: new Secret(password) });
    await expect(started).rejects.toThrow('The first password must be 8 to 64 bytes long');
  });
});

describe('hints and inverters', () => {
  const expected: Readonly<Record<ScenarioName, { count: number; clock?: true; radio?: true }>> = {
    'three-inverters': { count: 3 },
    'one-inverter': { count: 1 },
    'ten-inverters': { count: 10 },
    'large-inverters': { count: 2 },
    'weak-signal': { count: 3 },
    night: { count: 3 },
    unreachable: { count: 3 },
    'real-sun': { count: 3 },
    'dead-string': { count: 3 },
    'weak-string': { count: 2 },
    'clock-not-set': { count: 3, clock: true },
    captured: { count: 3 },
    'radio-problem': { count: 3, radio: true },
    chip: { count: 3 },
    'no-inverters': { count: 0 },
    'two-devices': { count: 7 },
    farm: { count: 200 },
  };

  // The farm starts twenty devices.
  const timeout = 90_000;
  it.each((Object.keys(SCENARIO_TITLES) as ScenarioName[]).filter((name) => name !== 'farm' || IS_LONG))(
    'of the scenario %s',
    { timeout },
    async (scenario) => {
      const gateway = await startTestGateway({ scenario });
      await gateway.clock.advanceAsync(60_000);
      const { count, clock = false, radio = false } = expected[scenario];
      // Those of devices come over the network.
      await advanceUntil(gateway.clock, async () => (await liveData(gateway)).inverters.length >= count);
      const { hints, inverters } = await liveData(gateway);
      expect(hints).toEqual({ time_sync: clock, radio_problem: radio, default_password: true });
      if (scenario !== 'captured') expect(inverters).toHaveLength(count);
      else expect(inverters.length).toBeGreaterThan(0);
    },
  );

  it.each([
    [true, true, false],
    [true, false, true],
    [false, true, true],
    [false, false, true],
  ])('of a chip that answers: %s, and is the "+" variant: %s', (connected, plusVariant, problem) => {
    const facts = { radio: { connected, plusVariant }, isClockSet: true, hasDefaultPassword: false };
    const storageProblem = undefined;
    expect(liveHints({ ...facts, storageProblem })).toEqual({
      time_sync: false,
      radio_problem: problem,
      default_password: false,
    });
  });

  it('ten inverters all have values after one round', async () => {
    const gateway = await startTestGateway({ scenario: 'ten-inverters' });
    await gateway.clock.advanceAsync(12_000);
    const { inverters } = await liveData(gateway);
    for (const { channels, name } of inverters) expect(channels[0]?.Power?.v, name).toBeGreaterThan(0);
  });
});

describe('a second start', () => {
  it('finds the settings of the first', async () => {
    const dataFolder = await temporaryFolder();
    const first = await startTestGateway({ dataFolder, firstPassword: new Secret('my own words') });
    expect(first.isPasswordNew).toBe(true);
    await first.gateway.stop();
    const second = await startTestGateway({ dataFolder, firstPassword: new Secret('other words') });
    expect(second.isPasswordNew).toBe(false);
    const headers = login('my own words');
    expect((await send(second.port, '/api/security/authenticate', { headers })).status).toBe(200);
  });

  it('lets an owner who is locked out in by a new password, which counts until it is changed', async () => {
    const dataFolder = await temporaryFolder();
    const first = await startTestGateway({ dataFolder, firstPassword: new Secret('forgotten 42') });
    await first.gateway.stop();
    const gateway = await startTestGateway({ dataFolder, newPassword: new Secret('abcd-efgh-2345') });
    const statusOf = async (password: string) =>
      (await send(gateway.port, '/api/security/authenticate', { headers: login(password) })).status;
    expect([await statusOf('forgotten 42'), await statusOf('abcd-efgh-2345')]).toEqual([401, 200]);
    const headers = login('abcd-efgh-2345');
    const noted = JSON.parse((await send(gateway.port, '/api/heliograph/access-log', { headers })).text);
    expect(noted.entries).toMatchObject([{ kind: 'done', user: 'admin', what: 'start#password' }]);
    const chosen = { password: 'chosen by me', allow_readonly: true };
    await postData(gateway.port, '/api/security/config', chosen, login('abcd-efgh-2345'));
    await postData(gateway.port, '/api/maintenance/reboot', { reboot: true }, login('chosen by me'));
    await restarted(gateway, 'chosen by me');
    expect([await statusOf('abcd-efgh-2345'), await statusOf('chosen by me')]).toEqual([401, 200]);
  });

  it('after one of release 0.1.0 that was cut short does not claim that its password counts', async () => {
    const dataFolder = await temporaryFolder();
    const first = firstTestSettings({ firstPassword: new Secret('my own words') });
    await writeFile(join(dataFolder, 'security.json'), fileOf(1, await first.security()));
    const second = await startTestGateway({ dataFolder, firstPassword: new Secret('other words') });
    expect(second).toMatchObject({ isPasswordNew: false, defaultPassword: undefined });
  });

  it('with a scenario of other inverters says so, and runs', async () => {
    const dataFolder = await temporaryFolder();
    const warned = (lines: readonly string[]) =>
      lines.some((line) => line.includes('are not those of the scenario'));
    const first = await startTestGateway({ dataFolder });
    expect(warned(first.logLines)).toBe(false);
    await first.gateway.stop();
    const second = await startTestGateway({ dataFolder, scenario: 'captured' });
    expect(warned(second.logLines)).toBe(true);
    expect((await send(second.port, '/api/livedata/status')).status).toBe(200);
  });

  it('on a folder in use is refused, and the first goes on', async () => {
    const dataFolder = await temporaryFolder();
    const first = await startTestGateway({ dataFolder });
    await expect(startTestGateway({ dataFolder })).rejects.toThrow(
      `Another gateway already uses the data folder ${dataFolder}`,
    );
    expect((await send(first.port, '/api/livedata/status')).status).toBe(200);
  });

  it('is refused also after saves and a restart of the first', async () => {
    const dataFolder = await temporaryFolder();
    const first = await startTestGateway({ dataFolder });
    const refused = () =>
      expect(startTestGateway({ dataFolder })).rejects.toThrow('already uses the data folder');
    await postData(first.port, ENDPOINTS.setDtuConfig.path, DTU);
    await refused();
    await postData(first.port, ENDPOINTS.reboot.path, { reboot: true });
    await restarted(first);
    await refused();
    await postData(first.port, ENDPOINTS.setDtuConfig.path, { ...DTU, dtu_pollinterval: 8 });
    await refused();
    await first.stopNow();
    expect((await startTestGateway({ dataFolder })).isPasswordNew).toBe(false);
  });

  it('is refused while release 0.1.0 runs there, and only then', async () => {
    const dataFolder = await temporaryFolder();
    const identity = hostProcessTable.identityOf(process.pid);
    const lock = join(dataFolder, 'gateway.lock');
    await writeFile(lock, JSON.stringify({ pid: process.pid, identity }));
    await expect(startTestGateway({ dataFolder })).rejects.toThrow(
      `Another gateway (process ${process.pid}) already uses the data folder ${dataFolder}`,
    );
    await writeFile(lock, JSON.stringify({ pid: process.pid, identity: `earlier/${identity}` }));
    await startTestGateway({ dataFolder }); // same pid, another process
  });

  it('with damaged settings is in recovery mode, and says in one sentence which file it is', async () => {
    const dataFolder = await temporaryFolder();
    const first = await startTestGateway({ dataFolder });
    await first.gateway.stop();
    const file = join(dataFolder, 'settings.db');
    const good = await readFile(file);
    for (const name of [file, `${file}.good`]) await writeFile(name, good.subarray(0, 100));
    const second = await startTestGateway({ dataFolder });
    expect(second).toMatchObject({
      recovery: { lostFiles: [{ fileName: 'settings.db', isMissing: false }] },
      defaultPassword: undefined,
    });
    const sentence = `The settings file settings.db in ${dataFolder} cannot be used (`;
    expect(second.logLines.some((line) => line.includes(sentence))).toBe(true);
    await expect(startTestGateway({ dataFolder })).rejects.toThrow('already uses the data folder');
    await second.stopNow();
    expect(await readFile(file)).toEqual(good.subarray(0, 100));
    await writeFile(file, good);
    expect((await startTestGateway({ dataFolder })).defaultPassword).toBe('openDTU42'); // the lock was freed
  });

  it('on a port in use is refused in one sentence', async () => {
    const { port } = await startTestGateway();
    await expect(startTestGateway({ port })).rejects.toThrow(
      `Port ${port} is already in use; choose another one with --port.`,
    );
  });

  it('in the same process has nothing of the first', async () => {
    const dataFolder = await temporaryFolder();
    const platform = createTestPlatform();
    const options = {
      port: 0,
      host: '127.0.0.1',
      dataFolder,
      webFolder: '/nowhere',
      scenario: 'one-inverter',
      speed: 1,
      seed: 1,
      firstPassword: undefined,
      hashCost: CHEAP_HASH,
    } as const;
    const gateway = createGateway(platform, options);
    await gateway.start();
    await platform.clock.advanceAsync(60_000);
    await gateway.stop();
    const { port } = await gateway.start();
    const { text } = await send(port, '/api/livedata/status');
    expect(JSON.parse(text).inverters[0]).toMatchObject({ data_age: 0, producing: false });
    await gateway.stop();
  });
});

describe('a stop', () => {
  it('takes less than 2 s with clients of every kind, and closes sockets with 1012', async () => {
    const platform = { ...createTestPlatform(), clock: systemClock };
    const gateway = createGateway(platform, {
      port: 0,
      host: '127.0.0.1',
      dataFolder: await temporaryFolder(),
      webFolder: '/nowhere',
      scenario: 'one-inverter',
      speed: 1,
      seed: 1,
      firstPassword: undefined,
      hashCost: CHEAP_HASH,
    });
    const { port } = await gateway.start();
    const sockets = await Promise.all([openSocket(port), openSocket(port)]);
    const stalled = await openSocket(port);
    stalled.socket.pause(); // does not answer the closing handshake
    const silent = await halfARequest(port);
    const startedAtMs = performance.now();
    await gateway.stop();
    expect(performance.now() - startedAtMs).toBeLessThan(2000);
    expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([1012, 1012]);
    await expect(send(port, '/')).rejects.toThrow('ECONNREFUSED');
    await silent.closed;
    stalled.socket.terminate();
  });

  it('frees the folder, and asking twice is fine', async () => {
    const dataFolder = await temporaryFolder();
    const { gateway } = await startTestGateway({ dataFolder });
    await Promise.all([gateway.stop(), gateway.stop()]);
    await startTestGateway({ dataFolder });
  });
});

/** A connection that begins a request and says no more. */
function halfARequest(port: number): Promise<{ closed: Promise<void> }> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n');
      resolve({ closed: new Promise((done) => socket.on('close', () => done())) });
    });
    socket.on('error', () => undefined);
  });
}
