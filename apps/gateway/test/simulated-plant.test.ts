import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTestPlatform, type TestPlatform } from '@heliograph/testbed/gateway/platform.ts';
import {
  startTestGateway,
  type TestGateway,
  temporaryFolder,
} from '@heliograph/testbed/gateway/start-gateway.ts';
import { login, send } from '@heliograph/testbed/outside/http-client.ts';
import { describe, expect, it } from 'vitest';

const SERIAL = '114182730124';
const MINUTE_MS = 60_000;
const PERSISTENT_PERCENT = 257;

/** Everything is asked within a few rounds of three inverters. */
const ROUNDS_MS = 15_000;

async function json(gateway: TestGateway, path: string) {
  return JSON.parse((await send(gateway.port, path)).text);
}

async function yieldTotal(gateway: TestGateway): Promise<number> {
  return (await json(gateway, '/api/livedata/status')).total.YieldTotal.v;
}

async function limitOf(gateway: TestGateway) {
  return (await json(gateway, '/api/limit/status'))[SERIAL];
}

async function postLimit(gateway: TestGateway, percent: number, type: number): Promise<void> {
  const order = { serial: SERIAL, limit_value: percent, limit_type: type };
  const { text } = await send(gateway.port, '/api/limit/config', {
    method: 'POST',
    headers: { ...login(), 'content-type': 'application/x-www-form-urlencoded' },
    body: `data=${encodeURIComponent(JSON.stringify(order))}`,
  });
  expect(JSON.parse(text)).toMatchObject({ type: 'success' });
  await gateway.clock.advanceAsync(1000);
}

/** A gateway that was at work for half an hour, with a persistent limit, and its stop. */
async function workAndStop(dataFolder: string, platform: TestPlatform) {
  const gateway = await startTestGateway({ dataFolder, platform });
  await gateway.clock.advanceAsync(ROUNDS_MS);
  await postLimit(gateway, 40, PERSISTENT_PERCENT);
  expect(await limitOf(gateway)).toMatchObject({ limit_relative: 40, limit_set_status: 'Ok' });
  await gateway.clock.advanceAsync(30 * MINUTE_MS);
  const total = await yieldTotal(gateway);
  await gateway.gateway.stop();
  return total;
}

describe('a restart of the gateway', () => {
  it('leaves the inverters their persistent limit, and their total yield does not fall', async () => {
    const dataFolder = await temporaryFolder();
    const platform = createTestPlatform();
    const before = await workAndStop(dataFolder, platform);
    const after = await startTestGateway({ dataFolder, platform });
    await platform.clock.advanceAsync(ROUNDS_MS);
    expect(await limitOf(after)).toMatchObject({ limit_relative: 40, limit_set_status: 'Ok' });
    const total = await yieldTotal(after);
    expect(total).toBeGreaterThanOrEqual(before);
    expect(total - before).toBeLessThan(0.1);
    expect(platform.logLines.filter((line) => line.includes('simulation.json'))).toEqual([]);
  });

  it.each(['', '{"version":1', '{"version":1,"inverters":[7]}', 'null', '"text"'])(
    'with the damaged memory %j begins with fresh inverters, and mends it',
    async (content) => {
      const dataFolder = await temporaryFolder();
      const platform = createTestPlatform();
      await workAndStop(dataFolder, platform);
      const file = join(dataFolder, 'simulation.json');
      await writeFile(file, content);
      const after = await startTestGateway({ dataFolder, platform });
      await platform.clock.advanceAsync(ROUNDS_MS);
      expect(await limitOf(after)).toMatchObject({ limit_relative: 100 });
      await after.gateway.stop();
      expect(Object.keys(JSON.parse(await readFile(file, 'utf8')).inverters)).toContain(SERIAL);
    },
  );

  it('without the memory is no error: it is no setting', async () => {
    const dataFolder = await temporaryFolder();
    const platform = createTestPlatform();
    await workAndStop(dataFolder, platform);
    await rm(join(dataFolder, 'simulation.json'));
    const after = await startTestGateway({ dataFolder, platform });
    await platform.clock.advanceAsync(ROUNDS_MS);
    expect(await limitOf(after)).toMatchObject({ limit_relative: 100 });
  });
});
