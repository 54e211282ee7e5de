import type { StringConfig } from '@heliograph/contract';
import { describe, expect, it } from 'vitest';
import { openDataDirectory } from '../src/platform/data-directory.ts';
import { saveSettingsFile } from '../src/settings/settings-file.ts';
import {
  EAST_AND_WEST,
  GARAGE,
  LOST_REQUESTS,
  type PlantGateway,
  SOUTH_ROOF,
  startPlantGateway,
} from './plant-gateway.ts';
import { openSocket } from './socket-client.ts';
import { createTestPlatform, startTestGateway, temporaryFolder } from './start-test-gateway.ts';

/** What changes of the list do to everything else, at once. Source: device contract, sections 1.9 to 1.11. */

const LIST = '/api/inverter/list';
const ADD = '/api/inverter/add';
const EDIT = '/api/inverter/edit';
const DELETE = '/api/inverter/del';
const LIMIT = '/api/limit/config';
const POWER = '/api/power/config';
const STATUSES = ['/api/limit/status', '/api/power/status', '/api/devinfo/status'];

interface Listed {
  readonly id: number;
  readonly name: string;
  readonly serial: string;
  readonly channel: readonly StringConfig[];
}

const list = async (plant: PlantGateway) =>
  ((await plant.json(LIST)) as { inverter: readonly Listed[] }).inverter;
const slots = async (plant: PlantGateway) =>
  (await list(plant)).map(({ id, name, serial }) => [id, name, serial]);
const liveSerials = async (plant: PlantGateway) => (await plant.live()).map(({ serial }) => serial);
const liveOne = async (plant: PlantGateway, serial: string) =>
  (await plant.live()).find((inverter) => inverter.serial === serial);

/** The plant of the default scenario, of which the gateway knows nothing yet. */
const startUnconfigured = () => startPlantGateway({ prepare: async () => undefined });

const string = (name = '', max_power = 0): StringConfig => ({ name, max_power });

describe('an added inverter', () => {
  it('is in the live data and everywhere else at once, and is asked without a restart', async () => {
    const plant = await startUnconfigured();
    expect(await plant.live()).toEqual([]);
    expect(await plant.result(ADD, { serial: SOUTH_ROOF, name: 'New' })).toBe(4004);
    const added = await liveOne(plant, SOUTH_ROOF);
    expect(added).toMatchObject({ name: 'New', reachable: true, producing: false, limit_absolute: -1 });
    expect(Object.keys(added?.channels ?? {})).toEqual(['0', '1', '2']);
    for (const path of STATUSES) expect(await plant.json(path)).toHaveProperty(SOUTH_ROOF);
    await plant.advance(4000);
    expect(await liveOne(plant, SOUTH_ROOF)).toMatchObject({ producing: true, limit_relative: 100 });
    expect(await liveSerials(plant)).toEqual([SOUTH_ROOF]);
  });

  it('is pushed to whoever watches', async () => {
    const plant = await startUnconfigured();
    const client = await openSocket(plant.port());
    await plant.advance(1000);
    await plant.result(ADD, { serial: GARAGE, name: 'New' });
    await plant.advance(1000);
    await client.settle();
    expect(JSON.parse(client.messages.at(-1) ?? '').inverters).toMatchObject([{ serial: GARAGE }]);
  });

  it('goes to the end of the live data, whatever its slot', async () => {
    const plant = await startPlantGateway();
    await plant.result(DELETE, { id: 0 });
    await plant.result(ADD, { serial: GARAGE, name: 'Back' });
    expect(await slots(plant)).toEqual([
      [0, 'Back', GARAGE],
      [1, 'South roof', SOUTH_ROOF],
      [2, 'East and west roof', EAST_AND_WEST],
    ]);
    expect(await liveSerials(plant)).toEqual([SOUTH_ROOF, EAST_AND_WEST, GARAGE]);
    expect(Object.keys((await plant.json('/api/limit/status')) as object)).toEqual([
      SOUTH_ROOF,
      EAST_AND_WEST,
      GARAGE,
    ]);
    await plant.restart(); // from here on it is the order of the slots
    expect(await liveSerials(plant)).toEqual([GARAGE, SOUTH_ROOF, EAST_AND_WEST]);
  });

  it('of an unknown family is listed and nothing else', async () => {
    const plant = await startPlantGateway();
    await plant.result(ADD, { serial: '123456789012', name: 'Other' });
    expect(await list(plant)).toHaveLength(4);
    expect(await liveSerials(plant)).toHaveLength(3);
    for (const path of STATUSES) expect(await plant.json(path)).not.toHaveProperty('123456789012');
    const order = { serial: '123456789012', limit_value: 50, limit_type: 1, restart: true };
    expect(await plant.result(LIMIT, order)).toBe(5004);
    expect(await plant.result(POWER, order)).toBe(11002);
    await plant.advance(10_000);
    expect(plant.sentTo('123456789012')).toEqual([]);
  });
});

describe('a changed inverter', () => {
  it('shows its new name and peak powers at once, and keeps its values and its place', async () => {
    const plant = await startPlantGateway();
    await plant.advance(10_000);
    const before = await liveOne(plant, SOUTH_ROOF);
    const powerW = before?.channels[2]?.Power?.v ?? 0;
    expect(powerW).toBeGreaterThan(0);
    expect(before?.channels[2]?.Irradiation).toBeUndefined();
    const channel = [string('South left', 0), string('Right', 200)];
    await plant.result(EDIT, { id: 1, serial: SOUTH_ROOF, name: 'Süd', channel });
    const after = await liveOne(plant, SOUTH_ROOF);
    expect(after).toMatchObject({ name: 'Süd', data_age: before?.data_age, producing: true });
    expect(after?.channels[1]?.Irradiation).toBeUndefined();
    expect(after?.channels[2]?.name).toEqual({ u: 'Right' });
    expect(after?.channels[2]?.Power?.v).toBe(powerW);
    expect(after?.channels[2]?.Irradiation?.v).toBeCloseTo(powerW / 2, 3);
    expect(await liveSerials(plant)).toEqual([GARAGE, SOUTH_ROOF, EAST_AND_WEST]);
  });

  it('keeps an order that is under way', async () => {
    const plant = await startPlantGateway();
    await plant.result(LIMIT, { serial: SOUTH_ROOF, limit_value: 40, limit_type: 1 });
    await plant.result(EDIT, { id: 1, serial: SOUTH_ROOF, name: 'B', channel: [string()] });
    expect(await plant.json('/api/limit/status')).toMatchObject({
      [SOUTH_ROOF]: { limit_set_status: 'Pending' },
    });
    await plant.advance(500);
    expect(plant.truthOf(SOUTH_ROOF).limitPercent).toBe(40);
  });

  it('with another serial is another one, at the end, of which nothing is known', async () => {
    const plant = await startPlantGateway({
      prepare: (settings) =>
        settings.update('inverters', () => ({
          inverter: [
            { id: 0, serial: GARAGE, name: 'A', channel: [string('East', 400)] },
            { id: 1, serial: EAST_AND_WEST, name: 'B', channel: [string()] },
          ],
        })),
    });
    await plant.advance(10_000);
    await plant.result(LIMIT, { serial: GARAGE, limit_value: 40, limit_type: 1 });
    const channel = [string('East', 400)];
    expect(await plant.result(EDIT, { id: 0, serial: SOUTH_ROOF, name: 'A', channel })).toBe(4007);
    expect(await liveSerials(plant)).toEqual([EAST_AND_WEST, SOUTH_ROOF]);
    const fresh = { producing: false, data_age: 10, limit_relative: 0, limit_absolute: -1, events: 0 };
    expect(await liveOne(plant, SOUTH_ROOF)).toMatchObject(fresh);
    expect(await plant.json('/api/limit/status')).toMatchObject({
      [SOUTH_ROOF]: { limit_set_status: 'Ok', max_power: 0 },
    });
    await plant.advance(5000);
    expect(await liveOne(plant, SOUTH_ROOF)).toMatchObject({ producing: true, limit_absolute: 800 });
    // The order for the former one is not sent to anybody.
    expect(plant.sentTo(GARAGE, 'ActivePowerControl')).toEqual([]);
    expect(plant.sentTo(SOUTH_ROOF, 'ActivePowerControl')).toEqual([]);
    expect(await slots(plant)).toEqual([
      [0, 'A', SOUTH_ROOF],
      [1, 'B', EAST_AND_WEST],
    ]);
  });
});

describe('a deleted inverter', () => {
  it('is gone everywhere, and nothing is sent to it any more', async () => {
    const plant = await startPlantGateway();
    const client = await openSocket(plant.port());
    await plant.advance(10_000);
    plant.setPresence(SOUTH_ROOF, false); // so that the order stays under way
    await plant.result(LIMIT, { serial: SOUTH_ROOF, limit_value: 40, limit_type: 1 });
    await plant.result(POWER, { serial: SOUTH_ROOF, power: false });
    await plant.result(LIMIT, { serial: GARAGE, limit_value: 30, limit_type: 1 });
    await plant.advance(500);
    const sent = plant.sentTo(SOUTH_ROOF).length;
    expect(plant.sentTo(SOUTH_ROOF, 'ActivePowerControl')).toHaveLength(1);
    expect(await plant.result(DELETE, { id: 1 })).toBe(4008);
    expect(await liveSerials(plant)).toEqual([GARAGE, EAST_AND_WEST]);
    for (const path of STATUSES) {
      expect(Object.keys((await plant.json(path)) as object)).toEqual([GARAGE, EAST_AND_WEST]);
    }
    expect((await plant.get(`/api/eventlog/status?inv=${SOUTH_ROOF}`)).text).toBe('{}');
    expect(await plant.result(POWER, { serial: SOUTH_ROOF, power: true })).toBe(11002);
    await plant.advance(1000);
    await client.settle();
    expect(JSON.parse(client.messages.at(-1) ?? '').inverters).toHaveLength(2);
    expect(plant.truthOf(GARAGE).limitPercent).toBe(30); // what waited behind is sent at once
    plant.setPresence(SOUTH_ROOF, true);
    await plant.advance(60_000);
    expect(plant.sentTo(SOUTH_ROOF)).toHaveLength(sent);
    expect(plant.truthOf(SOUTH_ROOF)).toMatchObject({ limitPercent: 100, isSwitchedOff: false });
  });

  it('comes back as a new one: without orders, and without names of its strings', async () => {
    const plant = await startPlantGateway();
    await plant.advance(10_000);
    plant.setAir(LOST_REQUESTS);
    await plant.result(LIMIT, { serial: SOUTH_ROOF, limit_value: 40, limit_type: 1 });
    await plant.advance(10_500);
    await plant.result(DELETE, { id: 1 });
    expect(await plant.result(ADD, { serial: SOUTH_ROOF, name: 'Again' })).toBe(4004);
    expect((await list(plant))[1]?.channel).toEqual([string(), string()]);
    const back = await liveOne(plant, SOUTH_ROOF);
    expect(back).toMatchObject({ reachable: true, producing: false, limit_relative: 0, events: 0 });
    expect(back?.channels[1]?.name).toEqual({ u: '' });
    expect(back?.channels[1]?.Irradiation).toBeUndefined();
    const orders = plant.sentTo(SOUTH_ROOF, 'ActivePowerControl').length;
    await plant.advance(30_000);
    expect(plant.sentTo(SOUTH_ROOF, 'ActivePowerControl')).toHaveLength(orders);
  });

  it('leaves nothing to the next one in its slot', async () => {
    const plant = await startPlantGateway();
    await plant.result(DELETE, { id: 2 });
    await plant.result(ADD, { serial: '116180400144', name: 'Next' });
    expect((await list(plant))[2]).toMatchObject({
      id: 2,
      channel: [string(), string(), string(), string()],
    });
    await plant.restart();
    expect((await list(plant))[2]).toMatchObject({
      id: 2,
      channel: [string(), string(), string(), string()],
    });
  });

  it('that was the last one leaves empty live data, and the next one is asked as soon as it is there', async () => {
    const plant = await startPlantGateway({ scenario: 'one-inverter' });
    await plant.advance(5000);
    await plant.result(DELETE, { id: 0 });
    const { inverters, total } = JSON.parse((await plant.get('/api/livedata/status')).text);
    expect([inverters, total.Power.v, total.YieldTotal.v]).toEqual([[], 0, 0]);
    for (const path of STATUSES) expect((await plant.get(path)).text).toBe('{}');
    await plant.advance(60_000);
    await plant.result(ADD, { serial: SOUTH_ROOF, name: 'Back' });
    await plant.advance(1000);
    expect(await liveOne(plant, SOUTH_ROOF)).toMatchObject({ producing: true });
  });
});

describe('two with the same serial', () => {
  async function startDouble() {
    const plant = await startPlantGateway({ scenario: 'one-inverter' });
    await plant.advance(5000);
    expect(await plant.result(ADD, { serial: SOUTH_ROOF, name: 'Second' })).toBe(4004);
    return plant;
  }

  it('are both listed, and the first counts', async () => {
    const plant = await startDouble();
    const both = [
      [0, 'South roof', SOUTH_ROOF],
      [1, 'Second', SOUTH_ROOF],
    ];
    expect(await slots(plant)).toEqual(both);
    expect(await plant.live()).toMatchObject([{ serial: SOUTH_ROOF, name: 'South roof', producing: true }]);
    await plant.restart();
    expect(await slots(plant)).toEqual(both);
    expect(await plant.live()).toMatchObject([{ serial: SOUTH_ROOF, name: 'South roof' }]);
  });

  it.each([
    [0, 'Second'],
    [1, 'South roof'],
  ])('of which slot %d is deleted keep %s, values and all', async (id, name) => {
    const plant = await startDouble();
    await plant.result(LIMIT, { serial: SOUTH_ROOF, limit_value: 40, limit_type: 1 });
    await plant.result(DELETE, { id });
    expect(await plant.live()).toMatchObject([{ serial: SOUTH_ROOF, name, producing: true }]);
    await plant.advance(1000);
    expect(plant.truthOf(SOUTH_ROOF).limitPercent).toBe(40);
    expect(await list(plant)).toHaveLength(1);
  });
});

describe('what was changed', () => {
  it('is still so after a restart', async () => {
    const plant = await startPlantGateway();
    await plant.result(DELETE, { id: 0 });
    await plant.result(EDIT, { id: 5, serial: '123456789012', name: 'X', channel: [string('one', 1)] });
    const channel = [string('Left "1"', 65_535), string('ü'.repeat(15), 1)];
    await plant.result(EDIT, { id: 1, serial: SOUTH_ROOF, name: 'Süd', channel });
    const before = (await plant.get(LIST)).text;
    await plant.restart();
    expect((await plant.get(LIST)).text).toBe(before);
    expect(await slots(plant)).toEqual([
      [1, 'Süd', SOUTH_ROOF],
      [2, 'East and west roof', EAST_AND_WEST],
      [5, 'X', '123456789012'],
    ]);
  });

  it('is not so where the disk is full, which is said, and the next change is saved', async () => {
    const disk = { isFull: false };
    const platform = createTestPlatform('warn');
    const plant = await startPlantGateway({
      platform: {
        ...platform,
        async openDataDirectory(path) {
          const directory = await openDataDirectory(path);
          return {
            ...directory,
            async write(name, bytes) {
              if (disk.isFull) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
              await directory.write(name, bytes);
            },
          };
        },
      },
    });
    await plant.advance(10_000);
    const before = await Promise.all([LIST, '/api/livedata/status'].map((path) => plant.get(path)));
    disk.isFull = true;
    for (const [path, data] of [
      [ADD, { serial: 116180400144, name: 'New' }],
      [EDIT, { id: 1, serial: SOUTH_ROOF, name: 'Other', channel: [string()] }],
      [DELETE, { id: 2 }],
    ] as const) {
      const { status, text } = await plant.post(path, data);
      expect(status).toBe(500);
      expect(JSON.parse(text)).toEqual({
        message: expect.stringMatching(/^The settings could not be saved \(.+\); nothing was changed\.$/),
        not_saved: true,
      });
    }
    // Nothing is wrong with the gateway.
    const levels = platform.logLines.flatMap(
      (line) => / (\w+) +The settings could not be saved/.exec(line)?.[1] ?? [],
    );
    expect(levels).toEqual(['warn', 'warn', 'warn']);
    expect(platform.logLines.filter((line) => / error /.test(line))).toEqual([]);
    const after = await Promise.all([LIST, '/api/livedata/status'].map((path) => plant.get(path)));
    expect(after.map(({ text }) => text)).toEqual(before.map(({ text }) => text));
    // What needs no disk goes on.
    expect(await plant.result(LIMIT, { serial: GARAGE, limit_value: 40, limit_type: 1 })).toBe(1001);
    await plant.advance(500);
    expect(plant.truthOf(GARAGE).limitPercent).toBe(40);
    disk.isFull = false;
    expect(await plant.result(ADD, { serial: 116180400144, name: 'New' })).toBe(4004);
    await plant.restart();
    expect((await slots(plant)).at(-1)).toEqual([3, 'New', '116180400144']);
  });

  it('before there were slots is read in its order', async () => {
    const dataFolder = await temporaryFolder();
    const first = await startTestGateway({ dataFolder });
    await first.stopNow();
    const serials = [EAST_AND_WEST, GARAGE];
    await saveSettingsFile(await openDataDirectory(dataFolder), 'inverters', {
      number: 2,
      body: { inverter: serials.map((serial) => ({ serial, name: 'Old', channel: [string('East', 300)] })) },
    });
    const plant = await startPlantGateway({ dataFolder });
    expect(await slots(plant)).toEqual([
      [0, 'Old', EAST_AND_WEST],
      [1, 'Old', GARAGE],
    ]);
    expect((await list(plant))[1]?.channel).toEqual([string('East', 300)]);
    await plant.result(DELETE, { id: 0 });
    await plant.restart();
    expect(await slots(plant)).toEqual([[1, 'Old', GARAGE]]);
    expect(await liveSerials(plant)).toEqual([GARAGE]);
  });
});
