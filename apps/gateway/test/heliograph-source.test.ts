import { API_GENERATIONS, type ApiGenerations } from '@heliograph/contract';
import {
  EAST_AND_WEST,
  GARAGE,
  type PlantGateway,
  SOUTH_ROOF,
  startPlantGateway,
} from '@heliograph/testbed/gateway/plant-gateway.ts';
import { createTestPlatform } from '@heliograph/testbed/gateway/platform.ts';
import { DEVICE_PASSWORD, startServedDevice } from '@heliograph/testbed/gateway/served-device.ts';
import { describe, expect, it } from 'vitest';

const configOf = (name: string, port: number, password: string) => ({
  ...{ id: '', name, enabled: true, https: false, host: '127.0.0.1', port, path: '' },
  ...{ user: 'admin', password },
});

/** A Heliograph behind a Heliograph: it speaks the API of both generations, or of one of them. */
async function start(generations: ApiGenerations, behind: 'radio' | 'device' = 'radio') {
  const platform = createTestPlatform();
  const barn = await startPlantGateway({
    platform,
    ...(behind === 'device' && { scenario: 'no-inverters' }),
  });
  const shed = await startServedDevice({ clock: platform.clock });
  if (behind === 'device') {
    await platform.clock.advanceAsync(16_000); // the device has read its inverters
    const device = configOf('Shed', shed.port, DEVICE_PASSWORD);
    expect(await barn.result('/api/heliograph/source', device)).toBe(1001);
  }
  const network = Object(await barn.json('/api/network/config'));
  expect(await barn.result('/api/network/config', { ...network, api_generations: generations })).toBe(1001);
  const house = await startPlantGateway({ platform, scenario: 'no-inverters' });
  /** Lets time pass for both, in steps in which what is asked is answered. */
  async function pass(seconds: number): Promise<void> {
    for (let step = 0; step < seconds * 2; step += 1) {
      await platform.clock.advanceAsync(500);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
  await pass(60); // the inverters of the barn have told everything
  const config = configOf('Barn', barn.port(), 'openDTU42');
  const trial = JSON.parse((await house.post('/api/heliograph/source', config)).text);
  await pass(20);
  return { barn, house, shed: shed.device, pass, trial };
}

const sourceOf = async (house: PlantGateway) =>
  Object(await house.json('/api/heliograph/sources')).sources[1];

describe.each(API_GENERATIONS)('a Heliograph that speaks %s', (generations) => {
  it('is a source of another one: its inverters are live there, and take orders from there', async () => {
    const { barn, house, pass, trial } = await start(generations);
    expect(trial).toMatchObject({
      ...{ code: 1001, source_problem: '', source_inverters: 3, source_password_right: true },
      source_facts: { kind: 'heliograph' },
    });
    expect(await sourceOf(house)).toMatchObject({ state: 'live', inverters: 3, password_right: true });
    const live = await house.live();
    expect(live.map(({ serial }) => serial).toSorted()).toEqual([GARAGE, SOUTH_ROOF, EAST_AND_WEST]);
    for (const { serial, reachable, data_age: ageS } of live) {
      expect([serial, reachable]).toEqual([serial, true]);
      expect(ageS).toBeLessThan(30);
    }
    for (const [type, value] of [
      [1, 40],
      [257, 60],
      [3, 70],
    ]) {
      const order = { serial: SOUTH_ROOF, limit_type: type, limit_value: value };
      expect(await house.result('/api/limit/config', order)).toBe(1001);
      await pass(20);
      expect(barn.truthOf(SOUTH_ROOF)).toMatchObject({ limitPercent: value });
    }
    const { orders } = Object(await house.json(`/api/orders?inv=${SOUTH_ROOF}`));
    expect(orders[0].state).toBe('measured');
    expect(await house.result('/api/power/config', { serial: GARAGE, power: false })).toBe(1001);
    await pass(20);
    expect(barn.truthOf(GARAGE).isSwitchedOff).toBe(true);
  });

  it('brings the inverters of its own devices all the time, though its list has none of them', async () => {
    const { house, pass } = await start(generations, 'device');
    const counts = new Set<number>();
    for (let step = 0; step < 75; step += 1) {
      await pass(1);
      counts.add((await house.live()).length);
    }
    expect([...counts]).toEqual([3]);
    // It has inverters, and none on its own radio, whose interval would be that of nobody.
    expect(Object(await sourceOf(house)).poll_interval).toBeUndefined();
  });

  it('tells all that it knows of the inverters of its devices, and takes names and orders for them', async () => {
    const { barn, house, shed, pass, trial } = await start(generations, 'device');
    expect(trial).toMatchObject({ code: 1001, source_inverters: 3 });
    await pass(61); // what does not come by itself is read once a minute

    const asked = ['devinfo', 'eventlog', 'limit', ...(generations === '2023' ? [] : ['gridprofile'])];
    const factsOf = (gateway: PlantGateway) =>
      Promise.all(asked.map((name) => gateway.json(`/api/${name}/status?inv=${SOUTH_ROOF}`)));
    // Here programs find both generations, and there what its owner has chosen.
    const generationsOf = Object(await house.json('/api/network/config'));
    const alike = { ...generationsOf, api_generations: generations };
    expect(await house.result('/api/network/config', alike)).toBe(1001);
    const told = await factsOf(house);
    expect(told).toEqual(await factsOf(barn));
    expect(JSON.stringify(told)).toMatch(/"valid_data":true.*"message_id".*"max_power":800/);
    expect(await house.result('/api/network/config', generationsOf)).toBe(1001);

    const list = async (gateway: PlantGateway) => {
      const [, { id }] = Object(await gateway.json('/api/heliograph/sources')).sources;
      const { inverters } = Object(await gateway.json(`/api/heliograph/source-inverters?source=${id}`));
      return { id, entry: inverters.find(({ serial }: { serial: string }) => serial === SOUTH_ROOF) };
    };
    const here = await list(house);
    expect(here.entry.type).toContain('HM-800');
    const liveHere = async () => (await house.live()).find(({ serial }) => serial === SOUTH_ROOF);
    expect(await liveHere()).toMatchObject({ limit_absolute: 800, name: here.entry.device_name });
    expect((await liveHere())?.events).toBeGreaterThan(0);

    const rename = (name: string, strings: readonly string[]) =>
      house.result('/api/heliograph/source-inverter', {
        ...{ source: here.id, serial: SOUTH_ROOF, name, on_device: true },
        channel: strings.map((string) => ({ name: string, max_power: 0 })),
      });
    expect(await rename('Ridge', ['', 'Right'])).toBe(4007);
    expect(await rename('', ['Left', ''])).toBe(4007); // what is left empty stays as it was there
    await pass(5);
    expect(await liveHere()).toMatchObject({ name: 'Ridge' });
    const { entry } = await list(barn);
    expect(entry).toMatchObject({ name: 'Ridge', device_name: here.entry.device_name });
    expect(entry.channel.map(({ name }: { name: string }) => name)).toEqual(['Left', 'Right']);

    const order = async (value: number) => {
      const body = { serial: SOUTH_ROOF, limit_type: 1, limit_value: value };
      expect(await house.result('/api/limit/config', body)).toBe(1001);
    };
    const lastStepAt = async (gateway: PlantGateway) =>
      Object(await gateway.json(`/api/orders?inv=${SOUTH_ROOF}`)).orders[0].steps.at(-1);
    await order(70);
    await pass(20);
    expect(shed.inspect(SOUTH_ROOF)).toMatchObject({ limitPercent: 70 });
    expect(await lastStepAt(house)).toMatchObject({ state: 'measured', limit_relative: 70 });

    shed.changePassword('another one entirely');
    await order(60);
    await pass(8);
    expect(await lastStepAt(barn)).toMatchObject({ state: 'refused', reason: 'device-login' });
    expect(await lastStepAt(house)).toMatchObject({ state: 'refused', reason: 'upstream-login' });
    expect(await house.json(`/api/limit/status?inv=${SOUTH_ROOF}`)).toMatchObject({
      [SOUTH_ROOF]: { limit_set_status: 'Failure' },
    });
    // The password of the other gateway itself is as right as before.
    expect(await sourceOf(house)).toMatchObject({ password_right: true });
  });
});
