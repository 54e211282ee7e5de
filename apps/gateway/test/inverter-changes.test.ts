import { ADD, DELETE, EDIT, string } from '@heliograph/testbed/gateway/inverter-list-words.ts';
import {
  EAST_AND_WEST,
  GARAGE,
  SOUTH_ROOF,
  startPlantGateway,
} from '@heliograph/testbed/gateway/plant-gateway.ts';
import {
  LIMIT,
  listedBy,
  liveOf,
  liveSerials,
  POWER,
  STATUSES,
  slotsOf,
} from '@heliograph/testbed/gateway/plant-words.ts';
import { openSocket } from '@heliograph/testbed/outside/socket-client.ts';
import { describe, expect, it } from 'vitest';

/**
 * What changes of the list do to everything else, at once. Source: docs/reference/original-device.md#inverter-settings.
 */

/** The plant of the default scenario, of which the gateway knows nothing yet. */
const startUnconfigured = () => startPlantGateway({ prepare: async () => undefined });

describe('an added inverter', () => {
  it('is in the live data and everywhere else at once, and is asked without a restart', async () => {
    const plant = await startUnconfigured();
    expect(await plant.live()).toEqual([]);
    expect(await plant.result(ADD, { serial: SOUTH_ROOF, name: 'New' })).toBe(4004);
    const added = await liveOf(plant, SOUTH_ROOF);
    expect(added).toMatchObject({ name: 'New', reachable: true, producing: false, limit_absolute: -1 });
    expect(Object.keys(added.channels)).toEqual(['0', '1', '2']);
    for (const path of STATUSES) expect(await plant.json(path)).toHaveProperty(SOUTH_ROOF);
    await plant.advance(4000);
    expect(await liveOf(plant, SOUTH_ROOF)).toMatchObject({ producing: true, limit_relative: 100 });
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
    expect(await slotsOf(plant)).toEqual([
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
    await plant.restart(); // its slot is the first one, which counts as little now
    expect(await liveSerials(plant)).toEqual([SOUTH_ROOF, EAST_AND_WEST, GARAGE]);
  });

  it('of an unknown family is listed and nothing else', async () => {
    const plant = await startPlantGateway();
    await plant.result(ADD, { serial: '123456789012', name: 'Other' });
    expect(await listedBy(plant)).toHaveLength(4);
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
    const before = await liveOf(plant, SOUTH_ROOF);
    const powerW = before.channels[2]?.Power?.v ?? 0;
    expect(powerW).toBeGreaterThan(0);
    expect(before.channels[2]?.Irradiation).toBeUndefined();
    const channel = [string('South left', 0), string('Right', 200)];
    await plant.result(EDIT, { id: 1, serial: SOUTH_ROOF, name: 'Süd', channel });
    const after = await liveOf(plant, SOUTH_ROOF);
    expect(after).toMatchObject({ name: 'Süd', data_age: before.data_age, producing: true });
    expect(after.channels[1]?.Irradiation).toBeUndefined();
    expect(after.channels[2]?.name).toEqual({ u: 'Right' });
    expect(after.channels[2]?.Power?.v).toBe(powerW);
    expect(after.channels[2]?.Irradiation?.v).toBeCloseTo(powerW / 2, 3);
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

  it('with another serial is another one, in the same place, of which nothing is known', async () => {
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
    expect(await liveSerials(plant)).toEqual([SOUTH_ROOF, EAST_AND_WEST]);
    const fresh = { producing: false, data_age: 10, limit_relative: 0, limit_absolute: -1, events: 0 };
    expect(await liveOf(plant, SOUTH_ROOF)).toMatchObject(fresh);
    expect(await plant.json('/api/limit/status')).toMatchObject({
      [SOUTH_ROOF]: { limit_set_status: 'Ok', max_power: 0 },
    });
    await plant.advance(5000);
    expect(await liveOf(plant, SOUTH_ROOF)).toMatchObject({ producing: true, limit_absolute: 800 });
    // The order for the former one is not sent to anybody.
    expect(plant.sentTo(GARAGE, 'ActivePowerControl')).toEqual([]);
    expect(plant.sentTo(SOUTH_ROOF, 'ActivePowerControl')).toEqual([]);
    expect(await slotsOf(plant)).toEqual([
      [0, 'A', SOUTH_ROOF],
      [1, 'B', EAST_AND_WEST],
    ]);
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
    expect(await slotsOf(plant)).toEqual(both);
    expect(await plant.live()).toMatchObject([{ serial: SOUTH_ROOF, name: 'South roof', producing: true }]);
    await plant.restart();
    expect(await slotsOf(plant)).toEqual(both);
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
    expect(await listedBy(plant)).toHaveLength(1);
  });
});
