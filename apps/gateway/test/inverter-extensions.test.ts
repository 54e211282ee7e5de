import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AirConditions } from '@heliograph/simulator';
import {
  EAST_AND_WEST,
  GARAGE,
  GOOD_AIR,
  LOST_REQUESTS,
  SOUTH_ROOF,
  startPlantGateway,
} from '@heliograph/testbed/gateway/plant-gateway.ts';
import { temporaryFolder } from '@heliograph/testbed/gateway/start-gateway.ts';
import { describe, expect, it } from 'vitest';

const POWER = '/api/power/config';
const MINUTE_MS = 60_000;
const inverterOf = async (plant: Awaited<ReturnType<typeof startPlantGateway>>, serial: string) =>
  (await plant.live()).find((inverter) => inverter.serial === serial);

describe('an inverter that is switched off', () => {
  it('is told to be so from its confirmation on, until it is switched on or restarted', async () => {
    const plant = await startPlantGateway();
    plant.setAir(GOOD_AIR);
    const isOff = async (serial = GARAGE) => (await inverterOf(plant, serial))?.switched_off;
    await plant.advance(MINUTE_MS);
    for (const [order, expected] of [
      [{ power: false }, true],
      [{ power: true }, undefined],
      [{ power: false }, true],
      [{ restart: true }, undefined],
    ] as const) {
      await plant.result(POWER, { serial: GARAGE, ...order });
      await plant.advance(2 * MINUTE_MS);
      expect(await isOff(), JSON.stringify(order)).toBe(expected);
    }
    expect(await isOff(SOUTH_ROOF)).toBeUndefined();
  });

  it('is not told to be so before it has confirmed it, and still is while an order to switch it on is lost', async () => {
    const plant = await startPlantGateway();
    plant.setAir(LOST_REQUESTS);
    await plant.result(POWER, { serial: GARAGE, power: false });
    await plant.advance(MINUTE_MS);
    expect((await inverterOf(plant, GARAGE))?.switched_off).toBeUndefined();
    plant.setAir(GOOD_AIR);
    await plant.advance(MINUTE_MS);
    expect((await inverterOf(plant, GARAGE))?.switched_off).toBe(true);
    plant.setAir(LOST_REQUESTS);
    await plant.result(POWER, { serial: GARAGE, power: true });
    await plant.advance(MINUTE_MS);
    expect((await inverterOf(plant, GARAGE))?.switched_off).toBe(true);
  });
});

describe('an inverter that has taken the order to switch off', () => {
  it('is not told to be off as long as its last reading produces', async () => {
    const plant = await startPlantGateway();
    plant.setAir(GOOD_AIR);
    await plant.advance(MINUTE_MS);
    await plant.result(POWER, { serial: GARAGE, power: false });
    const seen = new Set<string>();
    for (let step = 0; step < 200; step += 1) {
      await plant.advance(100);
      const garage = await inverterOf(plant, GARAGE);
      seen.add(`${garage?.producing ? 'producing' : 'still'}${garage?.switched_off ? ', off' : ''}`);
    }
    expect([...seen]).toEqual(['producing', 'still, off']);
  });
});

describe('an inverter that was switched off before the gateway started', () => {
  it('is still told to be so, before and after it has answered, until it is switched on', async () => {
    const plant = await startPlantGateway();
    plant.setAir(GOOD_AIR);
    await plant.result(POWER, { serial: GARAGE, power: false });
    await plant.advance(5 * MINUTE_MS);
    await plant.restart();
    const offs = async () => (await plant.live()).map(({ switched_off }) => switched_off);
    plant.setAir(GOOD_AIR);
    expect(await offs()).toEqual([true, undefined, undefined]);
    await plant.advance(5 * MINUTE_MS);
    expect(await inverterOf(plant, GARAGE)).toMatchObject({ switched_off: true, answering: true });
    await plant.result(POWER, { serial: GARAGE, power: true });
    await plant.advance(MINUTE_MS);
    expect(await offs()).toEqual([undefined, undefined, undefined]);
  });

  it('is not, once it produces: somebody has switched it on meanwhile', async () => {
    const dataFolder = await temporaryFolder();
    const memory = { inverters: {}, spans: [], switchedOff: { [GARAGE]: 1_600_000_000_000 } };
    await writeFile(join(dataFolder, 'yields.json'), JSON.stringify(memory));
    const plant = await startPlantGateway({ dataFolder });
    expect((await inverterOf(plant, GARAGE))?.switched_off).toBe(true);
    plant.setAir(GOOD_AIR);
    await plant.advance(10_000);
    const garage = await inverterOf(plant, GARAGE);
    expect([garage?.switched_off, garage?.producing]).toEqual([undefined, true]);
  });
});

describe('an inverter that was never heard', () => {
  it('tells since when it is waited for: since it was added, and not since the start', async () => {
    const plant = await startPlantGateway();
    plant.setAir(LOST_REQUESTS);
    await plant.advance(10 * MINUTE_MS);
    expect((await inverterOf(plant, GARAGE))?.added_age).toBe(600);
    await plant.result('/api/inverter/add', { serial: '114182730999', name: 'New' });
    await plant.advance(5000);
    expect(await inverterOf(plant, '114182730999')).toMatchObject({ data_age: 605, added_age: 5 });
    plant.setAir(GOOD_AIR);
    await plant.advance(MINUTE_MS);
    expect((await inverterOf(plant, GARAGE))?.added_age).toBeUndefined();
  });
});

describe('how well an inverter is heard', () => {
  const withLoss = (loss: number): AirConditions => ({ ...GOOD_AIR, requestLoss: loss, answerLoss: loss });

  async function qualityWith(air: AirConditions): Promise<readonly (number | undefined)[]> {
    const plant = await startPlantGateway();
    plant.setAir(air);
    await plant.advance(10 * MINUTE_MS);
    return (await plant.live()).map(({ radio_quality }) => radio_quality);
  }

  it('is perfect where nothing is lost, and worse with every loss', async () => {
    expect(await qualityWith(GOOD_AIR)).toEqual([100, 100, 100]);
    const bad = await qualityWith(withLoss(0.3));
    const fair = await qualityWith(withLoss(0.05));
    for (const quality of bad) expect(quality).toBeLessThan(50);
    for (const quality of fair) expect(quality).toBeGreaterThan(60);
    expect(fair).not.toContain(100);
  });

  it('is not told of one that does not answer at all, and begins anew when it answers again', async () => {
    const plant = await startPlantGateway();
    plant.setAir(GOOD_AIR);
    await plant.advance(5 * MINUTE_MS);
    plant.setPresence(EAST_AND_WEST, false);
    await plant.advance(5 * MINUTE_MS);
    expect(await inverterOf(plant, EAST_AND_WEST)).toMatchObject({ reachable: false });
    expect((await inverterOf(plant, EAST_AND_WEST))?.radio_quality).toBeUndefined();
    plant.setPresence(EAST_AND_WEST, true);
    await plant.advance(5 * MINUTE_MS);
    expect((await inverterOf(plant, EAST_AND_WEST))?.radio_quality).toBe(100);
  });

  it('does not get worse when it falls silent, and is not held against one that was told to restart', async () => {
    const plant = await startPlantGateway();
    plant.setAir(GOOD_AIR);
    await plant.advance(5 * MINUTE_MS);
    const qualities = new Set<number | undefined>();
    async function watch(seconds: number): Promise<void> {
      for (let second = 0; second < seconds; second += 1) {
        await plant.advance(1000);
        qualities.add((await inverterOf(plant, EAST_AND_WEST))?.radio_quality);
      }
    }
    await plant.result(POWER, { serial: EAST_AND_WEST, restart: true });
    await watch(120);
    expect(await inverterOf(plant, EAST_AND_WEST)).toMatchObject({ reachable: true, answering: true });
    plant.setPresence(EAST_AND_WEST, false);
    await watch(60);
    expect(await inverterOf(plant, EAST_AND_WEST)).toMatchObject({ reachable: false });
    expect([...qualities].filter((quality) => quality !== undefined)).toEqual([100]);
  });

  it('is worse once it answers again, where answers were missed in between', async () => {
    const plant = await startPlantGateway();
    plant.setAir(GOOD_AIR);
    await plant.advance(5 * MINUTE_MS);
    plant.setPresence(EAST_AND_WEST, false);
    const missed = async () => (await inverterOf(plant, EAST_AND_WEST))?.data_age ?? 0;
    while ((await missed()) < 8) await plant.advance(1000);
    expect(await inverterOf(plant, EAST_AND_WEST)).toMatchObject({ reachable: true, radio_quality: 100 });
    plant.setPresence(EAST_AND_WEST, true);
    await plant.advance(30_000);
    expect((await inverterOf(plant, EAST_AND_WEST))?.radio_quality).toBeLessThan(90);
  });
});
