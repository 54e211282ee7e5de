import { createServer, type Server } from 'node:net';
import { ENDPOINTS, type SourceConfig, type SourceStatus } from '@heliograph/contract';
import { SCENARIOS } from '@heliograph/simulator';
import { advanceUntil } from '@heliograph/testbed/clock.ts';
import { resultOf } from '@heliograph/testbed/gateway/plant-gateway.ts';
import { sentLiveData } from '@heliograph/testbed/gateway/sent-live-data.ts';
import {
  startTestGateway,
  type TestGateway,
  temporaryFolder,
} from '@heliograph/testbed/gateway/start-gateway.ts';
import { jsonOf, login, postData, send } from '@heliograph/testbed/outside/http-client.ts';
import { assert, describe, expect, it, onTestFinished } from 'vitest';

/** The scenario two-devices: what a newcomer sees, and what a later start finds. */

const HENHOUSE = '112174516042';
const [STABLE, BARN] = SCENARIOS['two-devices'].devices;

type Running = Pick<TestGateway, 'port'>;

async function json(gateway: Running, path: string): Promise<unknown> {
  return jsonOf(await send(gateway.port, path, { headers: login() }));
}

async function sources(gateway: Running): Promise<readonly SourceStatus[]> {
  return ((await json(gateway, ENDPOINTS.getSources.path)) as { sources: SourceStatus[] }).sources;
}

async function settings(gateway: Running): Promise<readonly SourceConfig[]> {
  return ((await json(gateway, ENDPOINTS.getSourceSettings.path)) as { sources: SourceConfig[] }).sources;
}

async function inverters(gateway: Running) {
  return sentLiveData((await send(gateway.port, ENDPOINTS.getLiveData.path)).text).inverters;
}

async function untilLive(gateway: TestGateway): Promise<void> {
  await advanceUntil(gateway.clock, async () =>
    (await sources(gateway)).every(({ state }) => state === 'live'),
  );
}

async function start(dataFolder: string): Promise<TestGateway> {
  const gateway = await startTestGateway({ scenario: 'two-devices', dataFolder });
  await untilLive(gateway);
  return gateway;
}

/** Somebody else listens at a port of this machine until the test ends. */
async function take(port: number): Promise<Server> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  onTestFinished(() => void server.close());
  return server;
}

const totalYield = async (gateway: Running) =>
  (await inverters(gateway)).find(({ serial }) => serial === HENHOUSE)?.channels[0]?.YieldTotal?.v ?? 0;

describe('the scenario two-devices', () => {
  it('shows its radio and both devices on a fresh folder', async () => {
    const gateway = await start(await temporaryFolder());
    expect(await sources(gateway)).toMatchObject([
      { id: 'radio', kind: 'radio', inverters: 3 },
      { id: 'simulated-1', name: STABLE?.hostName, generation: '2023-02', inverters: 2 },
      { id: 'simulated-2', name: BARN?.hostName, version: 'v26.3.30', inverters: 2 },
    ]);
    await advanceUntil(gateway.clock, async () =>
      (await inverters(gateway)).every(({ channels }) => (channels[0]?.Power?.v ?? 0) > 20),
    );
    const names = (await inverters(gateway)).map(({ name }) => name);
    expect(names).toEqual([
      ...['Garage', 'South roof', 'East and west roof'],
      ...['Stable', 'Henhouse', 'House', 'Barn'],
    ]);
  });

  it('finds its devices again after a start at which their ports are taken, with what they remember', async () => {
    const dataFolder = await temporaryFolder();
    const before = await start(dataFolder);
    await advanceUntil(before.clock, async () => (await totalYield(before)) > 0);
    const [wasYield, wasSettings] = [await totalYield(before), await settings(before)];
    await before.stopNow();
    for (const { port } of wasSettings) await take(port);

    const after = await start(dataFolder);
    const isSettings = await settings(after);
    expect(isSettings.map(({ id }) => id)).toEqual(wasSettings.map(({ id }) => id));
    for (const [index, { port }] of isSettings.entries()) expect(port).not.toBe(wasSettings[index]?.port);
    await advanceUntil(after.clock, async () => (await totalYield(after)) > 0);
    expect(await totalYield(after)).toBeGreaterThanOrEqual(wasYield);
    expect((await totalYield(after)) - wasYield).toBeLessThan(1);
  });

  it('uses the same ports at each start where it can', async () => {
    const dataFolder = await temporaryFolder();
    const before = await start(dataFolder);
    const was = await settings(before);
    await before.stopNow();
    expect(await settings(await start(dataFolder))).toEqual(was);
  });

  it('brings back no device that was removed, and leaves alone one that was pointed elsewhere', async () => {
    const dataFolder = await temporaryFolder();
    const before = await start(dataFolder);
    const [stable, barn] = await settings(before);
    const body = { ...stable, enabled: false, host: 'stable.invalid', port: 8123 };
    expect(resultOf(await postData(before.port, ENDPOINTS.saveSource.path, body))).toBe(1001);
    const removal = await postData(before.port, ENDPOINTS.removeSource.path, { id: barn?.id });
    assert.equal(removal.status, 200);
    await before.stopNow();
    const after = await startTestGateway({ scenario: 'two-devices', dataFolder });
    expect(await settings(after)).toMatchObject([{ id: stable?.id, host: 'stable.invalid', port: 8123 }]);
  });
});
