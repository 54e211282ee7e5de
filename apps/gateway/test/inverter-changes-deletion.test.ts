import { ADD, DELETE, string } from '@heliograph/testbed/gateway/inverter-list-words.ts';
import {
  EAST_AND_WEST,
  GARAGE,
  LOST_REQUESTS,
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
} from '@heliograph/testbed/gateway/plant-words.ts';
import { openSocket } from '@heliograph/testbed/outside/socket-client.ts';
import { describe, expect, it } from 'vitest';

/**
 * What a deletion from the list does to everything else, at once. Source:
 * docs/reference/original-device.md#inverter-settings.
 */

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
    expect((await listedBy(plant))[1]?.channel).toMatchObject([string(), string()]);
    const back = await liveOf(plant, SOUTH_ROOF);
    expect(back).toMatchObject({ reachable: true, producing: false, limit_relative: 0, events: 0 });
    expect(back.channels[1]?.name).toEqual({ u: '' });
    expect(back.channels[1]?.Irradiation).toBeUndefined();
    const orders = plant.sentTo(SOUTH_ROOF, 'ActivePowerControl').length;
    await plant.advance(30_000);
    expect(plant.sentTo(SOUTH_ROOF, 'ActivePowerControl')).toHaveLength(orders);
  });

  it('leaves nothing to the next one in its slot', async () => {
    const plant = await startPlantGateway();
    await plant.result(DELETE, { id: 2 });
    await plant.result(ADD, { serial: '116180400144', name: 'Next' });
    expect((await listedBy(plant))[2]).toMatchObject({
      id: 2,
      channel: [string(), string(), string(), string()],
    });
    await plant.restart();
    expect((await listedBy(plant))[2]).toMatchObject({
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
    expect(await liveOf(plant, SOUTH_ROOF)).toMatchObject({ producing: true });
  });
});
