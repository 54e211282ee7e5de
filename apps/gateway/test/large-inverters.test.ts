import { resultOf, startPlantGateway } from '@heliograph/testbed/gateway/plant-gateway.ts';
import { startSharedGateway, type TestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { postData } from '@heliograph/testbed/outside/http-client.ts';
import { beforeAll, describe, expect, it } from 'vitest';

/** The inverters of the scenario of this name: their serials have letters, and they can do more than 1500 W. */
const HMS_2000 = '1164a00b0fa2';
const HMT_2250 = '1382a00c4f26';

const LIMIT = '/api/limit/config';
const POWER = '/api/power/config';
const UP_TO_1500 = [5002, { max: 1500 }];
const UP_TO_2250 = [5002, { max: 2250 }];

describe('an order to a large inverter', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startSharedGateway({ scenario: 'large-inverters' });
    return gateway.dispose;
  });
  const result = async (path: string, data: object) => resultOf(await postData(gateway.port, path, data));

  it.each([
    [HMS_2000, 2000, 0, 1001],
    [HMS_2000.toUpperCase(), 1500.1, 0, 1001],
    [HMT_2250, 2250, 256, 1001],
    [HMT_2250, 2250.1, 0, UP_TO_2250],
    [HMT_2250, 0, 1, UP_TO_2250],
    // The value comes before the type, and both before the inverter.
    [HMT_2250, 2251, 9, UP_TO_2250],
    [HMT_2250, 2250, 9, 5003],
    ['1164a00b0fff', 1501, 9, UP_TO_1500],
    ['1164a00b0fff', 1500, 9, 5003],
    ['1164a00b0fff', 1500, 0, 5004],
    // Serials of the inverters of 2023 have no letters.
    ['1161a00b0fff', 1500, 0, 5001],
    ['1164a00b0fag', 1500, 0, 5001],
    ['1164a00b0fa', 1500, 0, 5001],
  ])('%s is limited to %d by type %d: %j', async (serial, limit_value, limit_type, expected) => {
    expect(await result(LIMIT, { serial, limit_value, limit_type })).toEqual(expected);
  });

  it.each([
    [HMT_2250.toUpperCase(), 1001],
    ['1164a00b0fff', 11_002],
    ['1161a00b0fff', 11_001],
  ])('%s is switched: %j', async (serial, expected) => {
    expect(await result(POWER, { serial, power: true })).toEqual(expected);
  });

  it('reaches it', async () => {
    const plant = await startPlantGateway({ scenario: 'large-inverters' });
    await plant.advance(60_000);
    expect(await plant.result(LIMIT, { serial: HMT_2250, limit_value: 1800, limit_type: 0 })).toBe(1001);
    await plant.advance(5000);
    expect(plant.truthOf(HMT_2250)).toMatchObject({ limitPercent: 80 });
    expect(await plant.json('/api/limit/status')).toMatchObject({
      [HMS_2000]: { max_power: 2000 },
      [HMT_2250]: { max_power: 2250, limit_relative: 80 },
    });
    expect(await plant.live()).toMatchObject([
      { serial: HMS_2000, reachable: true },
      { serial: HMT_2250, reachable: true, limit_absolute: 1800 },
    ]);
  });
});

describe('an inverter whose serial has letters', () => {
  it('is added, listed, changed with its six strings, and deleted', async () => {
    const plant = await startPlantGateway({ scenario: 'no-inverters' });
    const list = async () => ((await plant.json('/api/inverter/list')) as { inverter: object[] }).inverter;
    expect(await plant.result('/api/inverter/add', { serial: '1382A00C4F26', name: 'Barn' })).toBe(4004);
    expect(await plant.result('/api/inverter/add', { serial: '1161A00C4F26', name: 'House' })).toBe(4001);
    const empty = { name: '', max_power: 0 };
    expect(await list()).toMatchObject([
      {
        ...{ id: 0, name: 'Barn', serial: HMT_2250, type: 'HMT-1800, HMT-2250' },
        channel: [empty, empty, empty, empty, empty, empty],
      },
    ]);
    const channel = Array.from({ length: 6 }, (_, index) => ({ name: `S${index}`, max_power: 400 + index }));
    const edit = { id: 0, serial: HMT_2250, name: 'Barn' };
    expect(await plant.result('/api/inverter/edit', { ...edit, channel })).toBe(4007);
    expect(await plant.result('/api/inverter/edit', { ...edit, channel: [...channel, empty] })).toBe(4006);
    expect(await list()).toMatchObject([{ channel }]);

    await plant.restart();
    expect(await list()).toMatchObject([{ serial: HMT_2250, channel }]);

    // What belonged to the fifth and the sixth string is kept, and does not make the settings unreadable.
    const small = { id: 0, serial: '114182730124', name: 'Barn' };
    expect(await plant.result('/api/inverter/edit', { ...small, channel })).toBe(4006);
    expect(await plant.result('/api/inverter/edit', { ...small, channel: channel.slice(0, 2) })).toBe(4007);
    await plant.restart();
    expect(await list()).toMatchObject([{ serial: '114182730124', channel: channel.slice(0, 2) }]);
    expect(await plant.result('/api/inverter/del', { id: 0 })).toBe(4008);
    expect(await list()).toEqual([]);
  });

  it('is in the backup, and comes back with it', async () => {
    const plant = await startPlantGateway({ scenario: 'large-inverters' });
    const { inverters } = (await plant.json('/api/config/get')) as { inverters: { channel: object[] }[] };
    expect(inverters).toMatchObject([
      { serial: 0x11_64_a0_0b_0f_a2, channel: { length: 4 } },
      { serial: 0x13_82_a0_0c_4f_26, channel: { length: 6 } },
      ...Array.from({ length: 8 }, () => ({ serial: 0, channel: { length: 4 } })),
    ]);
    expect(inverters[1]?.channel.at(4)).toEqual({ name: 'Barn west 1', max_power: 430 });
  });
});
