import { EAST_AND_WEST, GARAGE, SOUTH_ROOF } from '@heliograph/testbed/gateway/plant-gateway.ts';
import {
  GIVEN_UP_MS,
  limitOf,
  liveOf,
  ORDER_MS,
  orderLimit,
  POWER,
  powerOf,
  sentLimits,
  settledPlant,
} from '@heliograph/testbed/gateway/plant-words.ts';
import { describe, expect, it } from 'vitest';

/**
 * What several orders for one inverter come to, as a client sees it. Source: docs/reference/original-device.md#orders,
 * #poll-loop, docs/reference/radio-protocol.md#exchanges and docs/reference/original-device.md#restart.
 */

describe('switching to and fro', () => {
  it('is Ok when the last order is done, and not when an older one to do the same is', async () => {
    const plant = await settledPlant();
    await plant.result(POWER, { serial: SOUTH_ROOF, power: false });
    await plant.advance(10);
    for (const power of [true, false]) await plant.result(POWER, { serial: SOUTH_ROOF, power });
    while (plant.sentTo(SOUTH_ROOF, 'PowerControl').length < 2) {
      expect(await powerOf(plant, SOUTH_ROOF)).toBe('Pending');
      await plant.advance(10);
    }
    expect(await powerOf(plant, SOUTH_ROOF)).toBe('Pending');
    await plant.advance(ORDER_MS);
    expect(await powerOf(plant, SOUTH_ROOF)).toBe('Ok');
    expect(plant.truthOf(SOUTH_ROOF).isSwitchedOff).toBe(true);
    expect(plant.sentTo(SOUTH_ROOF, 'PowerControl').map(({ request }) => request)).toEqual(
      Array(2).fill({ kind: 'PowerControl', action: 'off' }), // the one in between is over before it was sent
    );
  });
});

describe('a flood of orders', () => {
  it('ends with the last one of each kind, and only that one is sent', async () => {
    const plant = await settledPlant();
    for (let count = 0; count < 100; count++) {
      const serial = [GARAGE, SOUTH_ROOF, EAST_AND_WEST][count % 3];
      expect(await plant.result(POWER, { serial, power: count % 2 === 0 })).toBe(1001);
    }
    for (const serial of [GARAGE, SOUTH_ROOF, EAST_AND_WEST]) {
      expect(await plant.result(POWER, { serial, power: false })).toBe(1001);
      expect(await powerOf(plant, serial)).toBe('Pending');
    }
    await plant.advance(60_000);
    expect(plant.sentTo(GARAGE, 'PowerControl').length).toBeLessThan(5);
    for (const serial of [GARAGE, SOUTH_ROOF, EAST_AND_WEST]) {
      expect(await powerOf(plant, serial)).toBe('Ok');
      expect(plant.truthOf(serial).isSwitchedOff).toBe(true);
    }
  });
});

describe('200 orders to switch a silent inverter', () => {
  it('stop neither the polls of the others nor their orders', async () => {
    const plant = await settledPlant();
    plant.setPresence(SOUTH_ROOF, false);
    for (let count = 0; count < 200; count++) {
      const order = count % 3 === 0 ? { restart: true } : { power: count % 2 === 0 };
      expect(await plant.result(POWER, { serial: SOUTH_ROOF, ...order })).toBe(1001);
      await plant.advance(5);
    }
    await orderLimit(plant, GARAGE, 40);
    expect(await limitOf(plant, GARAGE)).toBe('Pending 100');
    await plant.advance(3 * GIVEN_UP_MS + ORDER_MS); // what is under way, a restart, on or off
    expect(await limitOf(plant, GARAGE)).toBe('Ok 40');
    await plant.advance(60_000);
    for (const serial of [GARAGE, EAST_AND_WEST]) {
      expect((await liveOf(plant, serial)).data_age).toBeLessThan(60);
    }
  });
});

describe('a limit and a restart', () => {
  const restart = { serial: SOUTH_ROOF, restart: true };

  it('are done as they were ordered: the limit that follows the restart stays', async () => {
    const plant = await settledPlant();
    await orderLimit(plant, SOUTH_ROOF, 50);
    expect(await plant.result(POWER, restart)).toBe(1001);
    await orderLimit(plant, SOUTH_ROOF, 20);
    await plant.advance(60_000);
    expect([await limitOf(plant, SOUTH_ROOF), await powerOf(plant, SOUTH_ROOF)]).toEqual(['Ok 20', 'Ok']);
    expect(plant.truthOf(SOUTH_ROOF).limitPercent).toBe(20);
    expect(sentLimits(plant, SOUTH_ROOF)).not.toContain(50);
  });

  it('that both fail end with the limit that was ordered last, whichever is repeated first', async () => {
    const plant = await settledPlant();
    plant.setPresence(SOUTH_ROOF, false);
    expect(await plant.result(POWER, restart)).toBe(1001);
    await orderLimit(plant, SOUTH_ROOF, 20);
    await plant.advance(2 * GIVEN_UP_MS + ORDER_MS);
    plant.setPresence(SOUTH_ROOF, true);
    await plant.advance(120_000);
    expect([await limitOf(plant, SOUTH_ROOF), await powerOf(plant, SOUTH_ROOF)]).toEqual(['Ok 20', 'Ok']);
    expect(plant.truthOf(SOUTH_ROOF).limitPercent).toBe(20);
  });
});

describe('limit and power', () => {
  it('are pending side by side and end each for itself', async () => {
    const plant = await settledPlant();
    plant.setPresence(SOUTH_ROOF, false);
    await orderLimit(plant, SOUTH_ROOF, 40);
    await plant.result(POWER, { serial: SOUTH_ROOF, power: false });
    expect([await limitOf(plant, SOUTH_ROOF), await powerOf(plant, SOUTH_ROOF)]).toEqual([
      'Pending 100',
      'Pending',
    ]);
    await plant.advance(GIVEN_UP_MS);
    expect([await limitOf(plant, SOUTH_ROOF), await powerOf(plant, SOUTH_ROOF)]).toEqual([
      'Failure 0',
      'Pending',
    ]);
    plant.setPresence(SOUTH_ROOF, true);
    await plant.advance(20_000);
    expect([await limitOf(plant, SOUTH_ROOF), await powerOf(plant, SOUTH_ROOF)]).toEqual(['Ok 40', 'Ok']);
    expect(plant.truthOf(SOUTH_ROOF)).toMatchObject({ limitPercent: 40, isSwitchedOff: true });
  });
});
