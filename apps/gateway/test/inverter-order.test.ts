import {
  EAST_AND_WEST,
  GARAGE,
  type PlantGateway,
  SOUTH_ROOF,
  startPlantGateway,
} from '@heliograph/testbed/gateway/plant-gateway.ts';
import { login, send } from '@heliograph/testbed/outside/http-client.ts';
import { openSocket } from '@heliograph/testbed/outside/socket-client.ts';
import { describe, expect, it } from 'vitest';

/** The order of inverters. Source: docs/reference/api-generations.md#settings. */

const ORDER = '/api/inverter/order';

interface Listed {
  readonly id: number;
  readonly order: number;
}

const places = async (plant: PlantGateway) => {
  const { inverter } = (await plant.json('/api/inverter/list')) as { inverter: readonly Listed[] };
  return inverter.map(({ id, order }) => [id, order]);
};
const liveSerials = async (plant: PlantGateway) => (await plant.live()).map(({ serial }) => serial);

describe('the order of inverters', () => {
  it('is that of the slots until somebody chooses one', async () => {
    const plant = await startPlantGateway();
    expect(await places(plant)).toEqual([
      [0, 0],
      [1, 1],
      [2, 2],
    ]);
    expect(await liveSerials(plant)).toEqual([GARAGE, SOUTH_ROOF, EAST_AND_WEST]);
  });

  it('counts for lists and pages at once, and after a restart; slots stay as they are', async () => {
    const plant = await startPlantGateway();
    const client = await openSocket(plant.port());
    await plant.advance(1000);
    const values = (await plant.live()).find(({ serial }) => serial === GARAGE)?.channels[0]?.Power?.v;
    expect(await plant.result(ORDER, { order: [2, 0, 1] })).toBe(4009);
    await plant.advance(1000);
    await client.settle();
    const { inverters } = JSON.parse(client.messages.at(-1) ?? '');
    const wanted = [EAST_AND_WEST, GARAGE, SOUTH_ROOF];
    expect(inverters.map(({ serial }: { serial: string }) => serial)).toEqual(wanted);
    expect(inverters.map(({ order }: { order: number }) => order)).toEqual([0, 1, 2]);
    expect(Object.keys((await plant.json('/api/limit/status')) as object)).toEqual(wanted);
    expect((await plant.live())[1]?.channels[0]?.Power?.v).toBe(values);
    await plant.restart();
    expect(await liveSerials(plant)).toEqual(wanted);
    expect(await places(plant)).toEqual([
      [0, 1],
      [1, 2],
      [2, 0],
    ]);
  });

  it.each([
    ['some', [2], [EAST_AND_WEST, GARAGE, SOUTH_ROOF]],
    ['none', [], [GARAGE, SOUTH_ROOF, EAST_AND_WEST]],
    ['some twice', [1, 1, 0, 1], [SOUTH_ROOF, GARAGE, EAST_AND_WEST]],
    ['others too', [7, 2, -1, 'x', null, 99, 0], [EAST_AND_WEST, GARAGE, SOUTH_ROOF]],
    ['them as texts', ['1', '2', '0'], [SOUTH_ROOF, EAST_AND_WEST, GARAGE]],
  ])('that names %s has the others behind', async (_, order, serials) => {
    const plant = await startPlantGateway();
    expect(await plant.result(ORDER, { order })).toBe(4009);
    expect(await liveSerials(plant)).toEqual(serials);
  });

  it('keeps the place of an inverter that is changed, and forgets that of one that is deleted', async () => {
    const plant = await startPlantGateway();
    await plant.result(ORDER, { order: [2, 0, 1] });
    const channel = [{ name: '', max_power: 0 }];
    await plant.result('/api/inverter/edit', { id: 0, serial: GARAGE, name: 'Shed', channel });
    expect(await liveSerials(plant)).toEqual([EAST_AND_WEST, GARAGE, SOUTH_ROOF]);
    await plant.result('/api/inverter/del', { id: 2 });
    await plant.result('/api/inverter/add', { serial: EAST_AND_WEST, name: 'Back' });
    expect(await liveSerials(plant)).toEqual([GARAGE, SOUTH_ROOF, EAST_AND_WEST]);
  });
});

describe('the radio statistics of an inverter', () => {
  it('are counted from 0 again, those of the others go on', async () => {
    const plant = await startPlantGateway();
    await plant.advance(20_000);
    const requests = async () =>
      (await plant.live()).map(({ radio_stats }) => Number(radio_stats?.tx_request));
    const before = await requests();
    expect(Math.min(...before)).toBeGreaterThan(5);
    expect(await plant.json(`/api/inverter/stats_reset?inv=${SOUTH_ROOF}`)).toMatchObject({ code: 4010 });
    const [garage = 0, south = 99, east = 0] = await requests();
    expect([garage, east]).toEqual([before[0], before[2]]);
    expect(south).toBeLessThan(2);
  });

  it('are not touched by HEAD, nor by whoever is not the admin, nor by a foreign page', async () => {
    const plant = await startPlantGateway();
    await plant.advance(20_000);
    const path = `/api/inverter/stats_reset?inv=${SOUTH_ROOF}`;
    const requests = async () =>
      (await plant.live()).find(({ serial }) => serial === SOUTH_ROOF)?.radio_stats?.tx_request;
    const before = await requests();
    const asked = [
      await send(plant.port(), path, { method: 'HEAD', headers: login() }),
      await send(plant.port(), path),
      await send(plant.port(), path, { headers: { ...login(), origin: 'http://elsewhere.test' } }),
      await send(plant.port(), path, { headers: { ...login(), 'sec-fetch-site': 'cross-site' } }),
    ];
    expect(asked.map(({ status }) => status)).toEqual([200, 401, 403, 403]);
    expect(await requests()).toBe(before);
  });

  it('of an inverter that is not there are no problem', async () => {
    const plant = await startPlantGateway();
    expect(await plant.json('/api/inverter/stats_reset?inv=1')).toMatchObject({ code: 4010 });
  });
});
