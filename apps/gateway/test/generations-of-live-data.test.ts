import { type ApiGenerations, PAGE_HEADER, readLiveData } from '@heliograph/contract';
import {
  EAST_AND_WEST,
  GARAGE,
  GOOD_AIR,
  LOST_ANSWERS,
  LOST_REQUESTS,
  type PlantGateway,
  SOUTH_ROOF,
  startPlantGateway,
} from '@heliograph/testbed/gateway/plant-gateway.ts';
import { send } from '@heliograph/testbed/outside/http-client.ts';
import { openSocket } from '@heliograph/testbed/outside/socket-client.ts';
import { describe, expect, it } from 'vitest';

/** What programs of each time find in live data. Source: docs/decisions/0044-both-generations-at-once.md. */

const LIVE = '/api/livedata/status';
/** Of each inverter in release 0.1.0, and what only we tell beside it. */
const OF_2023 = [
  ...['serial', 'name', 'data_age', 'reachable', 'producing', 'limit_relative', 'limit_absolute', 'events'],
  ...['0', '1', 'radio_quality', 'limit_state', 'answering', 'yield_day_counts'],
];
const OF_TODAY = ['order', 'poll_enabled', 'data_age_ms', 'radio_stats'];

type Told = Readonly<Record<string, unknown>>;

async function speaking(generations: ApiGenerations): Promise<PlantGateway> {
  const plant = await startPlantGateway();
  const network = Object(await plant.json('/api/network/config'));
  expect(await plant.result('/api/network/config', { ...network, api_generations: generations })).toBe(1001);
  plant.setAir(GOOD_AIR);
  await plant.advance(10_000);
  return plant;
}

const inverters = async (plant: PlantGateway, query = ''): Promise<readonly Told[]> =>
  Object(await plant.json(LIVE + query)).inverters;
const keysOf = (told: Told | undefined) => Object.keys(told ?? {}).sort();

describe('live data for programs of both times', () => {
  it('have the channels of 2023, and beside them what is told today, but no group that would say otherwise', async () => {
    const [garage, south, east] = await inverters(await speaking('both'));
    expect(keysOf(garage)).toEqual([...OF_2023, ...OF_TODAY].sort());
    expect([garage, south, east].map((told) => [told?.serial, told?.order, told?.poll_enabled])).toEqual([
      [GARAGE, 0, true],
      [SOUTH_ROOF, 1, true],
      [EAST_AND_WEST, 2, true],
    ]);
    const age = Number(garage?.data_age_ms);
    expect(Math.floor(age / 1000)).toBe(garage?.data_age);
  });

  it('tell one inverter as today, where it is asked for', async () => {
    const plant = await speaking('both');
    const [garage, ...others] = await inverters(plant, `?inv=${GARAGE}`);
    expect(others).toEqual([]);
    expect(keysOf(garage)).toEqual(
      [...OF_2023.filter((key) => !/\d/.test(key)), ...OF_TODAY, 'AC', 'DC', 'INV'].sort(),
    );
    const [listed] = await inverters(plant);
    const groups = Object(garage);
    const channels = Object(listed);
    expect(groups.AC['0'].Power).toEqual(channels['0'].Power);
    expect(groups.INV['0'].YieldDay).toEqual(channels['0'].YieldDay);
    expect(groups.DC['0'].Voltage).toEqual(channels['1'].Voltage);
    expect(await inverters(plant, '?inv=116199999999')).toEqual([]);
  });

  it('are found below the path, too', async () => {
    const plant = await speaking('both');
    expect(await inverters(plant, '/inverters')).toEqual(await inverters(plant));
  });
});

describe('live data as in 2023', () => {
  it('have nothing of today, in the list and of one inverter', async () => {
    const plant = await speaking('2023');
    expect(keysOf((await inverters(plant))[0])).toEqual([...OF_2023].sort());
    const [garage, ...others] = await inverters(plant, `?inv=${GARAGE}`);
    expect(others).toEqual([]);
    expect(keysOf(garage)).toEqual([...OF_2023].sort());
    expect(await inverters(plant, '?inv=116199999999')).toEqual([]);
  });

  it('are there from the moment of the choice on', async () => {
    const plant = await speaking('both');
    const first = (await inverters(plant))[0];
    expect(keysOf(first)).toContain('order');
    await plant.result('/api/network/config', {
      ...Object(await plant.json('/api/network/config')),
      api_generations: '2023',
    });
    expect(keysOf((await inverters(plant))[0])).not.toContain('order');
  });
});

describe('live data as of today', () => {
  it('list the inverters without their measurements, and tell one where it is asked for', async () => {
    const plant = await speaking('newest');
    const listed = await inverters(plant);
    expect(listed.map(({ serial }) => serial)).toEqual([GARAGE, SOUTH_ROOF, EAST_AND_WEST]);
    const common = OF_2023.filter((key) => !/\d|events/.test(key));
    for (const told of listed) expect(keysOf(told)).toEqual([...common, ...OF_TODAY].sort());
    const [garage] = await inverters(plant, `?inv=${GARAGE}`);
    expect(keysOf(garage)).toEqual([...common, ...OF_TODAY, 'AC', 'DC', 'INV', 'events'].sort());
    const document = Object(await plant.json(LIVE));
    expect([document.total.YieldTotal.d, document.hints.pin_mapping_issue]).toEqual([3, false]);
  });

  it('are for our own pages as ever, with a word of which socket to take', async () => {
    const plant = await speaking('newest');
    const headers = { [PAGE_HEADER.name]: PAGE_HEADER.value };
    const { text } = await send(plant.port(), LIVE, { headers });
    const live = readLiveData(JSON.parse(text));
    expect(live?.inverters.map(({ strings }) => strings.length)).toEqual([1, 2, 4]);
    expect(live?.plant.isLean).toBe(true);
  });

  it('come over the socket one inverter at a time, when it was heard and every ten seconds', async () => {
    const plant = await speaking('newest');
    const client = await openSocket(plant.port());
    const told = async (ms: number) => {
      const before = client.messages.length;
      await plant.advance(ms);
      await client.settle();
      return client.messages.slice(before).map((text) => JSON.parse(text));
    };
    const first = await told(0);
    expect(
      first.map(({ inverters: [one, ...others] }) => [one.serial, one.INV['0'].YieldDay.u, others]),
    ).toEqual([GARAGE, SOUTH_ROOF, EAST_AND_WEST].map((serial) => [serial, 'Wh', []]));
    expect(first.map(({ total, plant }) => [total.Power.v, plant.lean])).toEqual(
      Array(3).fill([expect.any(Number), true]),
    );
    // Each inverter is asked every third second.
    const later = await told(9000);
    expect(later.length).toBeLessThanOrEqual(10);
    expect(new Set(later.map(({ inverters: [one] }) => one.serial)).size).toBe(3);
    plant.setAir(LOST_REQUESTS);
    await told(30_000);
    const silent = await told(20_000);
    expect(silent.length).toBeGreaterThanOrEqual(6);
    expect(silent.length).toBeLessThanOrEqual(9);
  });
});

describe('the radio statistics', () => {
  const statsOf = async (plant: PlantGateway) => Object(Object((await inverters(plant))[0]).radio_stats);

  it('count what was asked, what came and what did not', async () => {
    const plant = await startPlantGateway();
    expect(await statsOf(plant)).toEqual({
      ...{ tx_request: 0, tx_re_request: 0, rx_success: 0 },
      ...{ rx_fail_nothing: 0, rx_fail_partial: 0, rx_fail_corrupt: 0, rssi: -127 },
    });
    plant.setAir(GOOD_AIR);
    await plant.advance(60_000);
    const good = await statsOf(plant);
    expect(good.tx_request).toBeGreaterThan(5);
    expect(good).toEqual({
      ...{ tx_request: good.tx_request, tx_re_request: 0, rx_success: good.tx_request },
      ...{ rx_fail_nothing: 0, rx_fail_partial: 0, rx_fail_corrupt: 0, rssi: -80 },
    });
    for (const air of [LOST_REQUESTS, LOST_ANSWERS]) {
      const before = await statsOf(plant);
      plant.setAir(air);
      await plant.advance(60_000);
      const after = await statsOf(plant);
      const silences = after.rx_fail_nothing - before.rx_fail_nothing;
      expect(silences).toBeGreaterThan(1);
      expect(after.tx_request - before.tx_request).toBe(silences + after.rx_success - before.rx_success);
      expect(after.rx_success - before.rx_success).toBeLessThanOrEqual(1); // one was on its way
    }
  });

  it('count the parts of answers that are asked for again, and those that stay away', async () => {
    const plant = await startPlantGateway();
    plant.setAir({ ...GOOD_AIR, answerLoss: 0.7 });
    await plant.advance(600_000);
    const { tx_request, tx_re_request, rx_success, ...failures } = await statsOf(plant);
    const { rx_fail_nothing, rx_fail_partial, rx_fail_corrupt } = failures;
    expect(Math.min(tx_re_request, rx_success, rx_fail_partial)).toBeGreaterThan(0);
    expect(rx_success + rx_fail_nothing + rx_fail_partial + rx_fail_corrupt).toBe(tx_request);
  });
});

it('answers a program that asks without a login, where anybody may read', async () => {
  const plant = await speaking('both');
  const { status, text } = await send(plant.port(), `${LIVE}?inv=${GARAGE}`);
  expect([status, JSON.parse(text).inverters[0].serial]).toEqual([200, GARAGE]);
});
