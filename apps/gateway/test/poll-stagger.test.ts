import { SOURCE_DOCUMENTS, type SourceConfig } from '@heliograph/contract';
import { type PlantGateway, startPlantGateway } from '@heliograph/testbed/gateway/plant-gateway.ts';
import { createTestPlatform } from '@heliograph/testbed/gateway/platform.ts';
import {
  DEVICE_PASSWORD,
  startServedDevice,
  type TestDevice,
} from '@heliograph/testbed/gateway/served-device.ts';
import { eventually } from '@heliograph/testbed/outside/eventually.ts';
import { describe, expect, it } from 'vitest';

/** The poll intervals of devices that are on the air together. */

const SWITCH = '/api/heliograph/source-polling';

async function sourcesOf(gateway: PlantGateway) {
  return Object(await gateway.json('/api/heliograph/sources')).sources;
}

async function add(gateway: PlantGateway, { port }: TestDevice): Promise<void> {
  const config: SourceConfig = {
    ...{ id: '', name: '', enabled: true, https: false, host: '127.0.0.1', port, path: '' },
    ...{ user: 'admin', password: DEVICE_PASSWORD },
  };
  expect(await gateway.result('/api/heliograph/source', config)).toBe(1001);
}

/** Lets time pass in steps, in which the devices answer. */
async function pass(gateway: PlantGateway, seconds: number): Promise<void> {
  for (let step = 0; step < seconds * 2; step += 1) {
    await gateway.advance(500);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** A gateway without inverters of its own, and devices of each age that poll every 5 s with the same kind of radio. */
async function start() {
  const platform = createTestPlatform();
  const gateway = await startPlantGateway({ scenario: 'no-inverters', platform });
  const old = await startServedDevice({ clock: gateway.clock, firmware: '2023-02', chipId: '00000A' });
  const middle = await startServedDevice({ clock: gateway.clock, firmware: 'v23.4.4', chipId: '00000B' });
  const young = await startServedDevice({ clock: gateway.clock });
  const all = [old, middle, young];
  await gateway.advance(16_000); // the devices have read their inverters
  for (const served of all) await add(gateway, served);
  await eventually(async () => {
    for (const source of (await sourcesOf(gateway)).slice(1)) {
      expect(source).toMatchObject({ state: 'live', poll_interval: 5, nrf: true });
    }
  });
  const intervals = () => all.map(({ device }) => device.settings('dtu').dtu_pollinterval);
  return { gateway, all, intervals, platform };
}

const documentsOf = ({ device }: TestDevice) =>
  Object.fromEntries(SOURCE_DOCUMENTS.map((document) => [document, device.settings(document)]));

describe('poll intervals of devices on the air together', () => {
  it('stay as they are unless their owner wants the gateway to keep them apart', async () => {
    const { gateway, intervals } = await start();
    await pass(gateway, 40);
    expect(intervals()).toEqual([5, 5, 5]);
    const settings = Object(await gateway.json('/api/heliograph/source-settings'));
    expect(settings.stagger_polls).toBe(false);
  });

  it('are kept apart on the devices, of whatever age, and nothing else changes there', async () => {
    const { gateway, all, intervals, platform } = await start();
    for (const { device } of all) device.plantKeys('dtu', { planted: 'stays' });
    const before = all.map(documentsOf);
    expect(await gateway.result(SWITCH, { stagger_polls: true })).toBe(1001);
    await pass(gateway, 20);
    await eventually(() => expect(intervals()).toEqual([5, 6, 7]));
    for (const [index, served] of all.entries()) {
      const dtu = { ...before[index]?.dtu, dtu_pollinterval: 5 + index };
      expect(documentsOf(served)).toEqual({ ...before[index], dtu });
    }
    await pass(gateway, 3);
    const shown = (await sourcesOf(gateway)).slice(1);
    expect(shown.map((source: object) => Object(source).poll_interval)).toEqual([5, 6, 7]);
    expect(shown.map((source: object) => Object(source).poll_interval_before)).toEqual([undefined, 5, 5]);
    const log = platform.logLines.filter((line) => line.includes('apart from its neighbours'));
    expect(log).toHaveLength(2);
    await pass(gateway, 120);
    expect(intervals()).toEqual([5, 6, 7]);
  });

  it('stay where the gateway has put them when that is switched off, and after a restart', async () => {
    const { gateway, intervals } = await start();
    await gateway.result(SWITCH, { stagger_polls: true });
    await pass(gateway, 20);
    await eventually(() => expect(intervals()).toEqual([5, 6, 7]));
    await gateway.restart();
    const settings = Object(await gateway.json('/api/heliograph/source-settings'));
    expect(settings.stagger_polls).toBe(true);
    await gateway.result(SWITCH, { stagger_polls: false });
    await pass(gateway, 20);
    expect(intervals()).toEqual([5, 6, 7]);
  });
});
