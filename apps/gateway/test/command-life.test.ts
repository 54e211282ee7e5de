import {
  EAST_AND_WEST,
  GARAGE,
  GOOD_AIR,
  LOST_ANSWERS,
  LOST_REQUESTS,
  SOUTH_ROOF,
  startPlantGateway,
} from '@heliograph/testbed/gateway/plant-gateway.ts';
import {
  GIVEN_UP_MS,
  limitOf,
  liveOf,
  ORDER_MS,
  orderLimit,
  SETTLED_MS,
  sentLimits,
  settledPlant,
  statesDuring,
} from '@heliograph/testbed/gateway/plant-words.ts';
import { describe, expect, it } from 'vitest';

/**
 * The life of a limit order, as a client sees it. Source: docs/reference/original-device.md#orders, #poll-loop,
 * docs/reference/radio-protocol.md#exchanges and docs/reference/original-device.md#restart.
 */

/** All RF channels once, rounded up. */
const ROUND_MS = 21;

describe('a limit that is taken', () => {
  it('is pending in the very next answer, then Ok, shown at once, and obeyed', async () => {
    const plant = await settledPlant();
    expect(await limitOf(plant, SOUTH_ROOF)).toBe('Ok 100');
    const freeW = (await liveOf(plant, SOUTH_ROOF)).channels[0]?.Power?.v ?? 0;
    await orderLimit(plant, SOUTH_ROOF, 10, 257);
    expect(await limitOf(plant, SOUTH_ROOF)).toBe('Pending 100');
    expect(await limitOf(plant, GARAGE)).toBe('Ok 100');
    expect(await statesDuring(plant, SOUTH_ROOF, ORDER_MS, 10)).toEqual(['Pending 100', 'Ok 10']);
    expect(await liveOf(plant, SOUTH_ROOF)).toMatchObject({ limit_relative: 10, limit_absolute: 80 });
    expect(plant.truthOf(SOUTH_ROOF).limitPercent).toBe(10);
    await plant.advance(10_000);
    const limitedW = (await liveOf(plant, SOUTH_ROOF)).channels[0]?.Power?.v ?? 0;
    expect(freeW).toBeGreaterThan(100);
    expect(limitedW).toBeGreaterThan(60);
    expect(limitedW).toBeLessThan(81);
    expect(sentLimits(plant, SOUTH_ROOF)).toEqual([10]);
  });

  it('is told again after minutes, whatever the inverter made of it', async () => {
    const plant = await settledPlant();
    await orderLimit(plant, SOUTH_ROOF, 60);
    await plant.advance(4 * 60_000 - 1000);
    const reads = plant.sentTo(SOUTH_ROOF, 'SystemConfigPara').length;
    await plant.advance(10_000);
    expect(plant.sentTo(SOUTH_ROOF, 'SystemConfigPara')).toHaveLength(reads + 1);
    expect(await limitOf(plant, SOUTH_ROOF)).toBe('Ok 60');
  });

  it.each([
    [SOUTH_ROOF, 300, 'Ok 37.5'],
    [GARAGE, 123, 'Ok 30.70000076'], // 30.75 %, cut to steps of 0.1 % in single precision
    [GARAGE, 400, 'Ok 100'],
    [GARAGE, 1500, 'Ok 100'], // no inverter does more than it can
  ])('of %s in watts (%d) is %s', async (serial, watts, shown) => {
    const plant = await settledPlant();
    await orderLimit(plant, serial, watts, 0);
    await plant.advance(ORDER_MS);
    expect((await plant.get('/api/limit/status')).text).toContain(
      `"${serial}":{"limit_relative":${shown.slice(3)},`,
    );
    expect(plant.truthOf(serial).limitPercent).toBeCloseTo(Number(shown.slice(3)), 4);
  });

  it('of more than 100 % is one of 100 %', async () => {
    const plant = await settledPlant();
    await orderLimit(plant, SOUTH_ROOF, 20);
    await plant.advance(ORDER_MS);
    await orderLimit(plant, SOUTH_ROOF, 1500);
    await plant.advance(ORDER_MS);
    expect(await limitOf(plant, SOUTH_ROOF)).toBe('Ok 100');
    expect(plant.truthOf(SOUTH_ROOF).limitPercent).toBe(100);
  });

  it('in watts before the maximum is known is Ok but not known, until the inverter tells its model', async () => {
    const plant = await startPlantGateway({ scenario: 'one-inverter' });
    while ((await limitOf(plant, SOUTH_ROOF)) !== 'Ok 100') await plant.advance(10);
    expect(plant.sentTo(SOUTH_ROOF, 'DevInfoAll')).toEqual([]);
    plant.setAir(GOOD_AIR);
    await orderLimit(plant, SOUTH_ROOF, 300, 0);
    await plant.advance(ORDER_MS);
    expect(await limitOf(plant, SOUTH_ROOF)).toBe('Ok 0');
    expect(plant.truthOf(SOUTH_ROOF).limitPercent).toBe(37.5);
    expect(await liveOf(plant, SOUTH_ROOF)).toMatchObject({
      limit_relative: 100,
      limit_absolute: -1,
      limit_state: 'unknown',
    });
    const reads = plant.sentTo(SOUTH_ROOF, 'SystemConfigPara').length;
    expect(await statesDuring(plant, SOUTH_ROOF, SETTLED_MS, 100)).toEqual(['Ok 0', 'Ok 37.5']);
    expect(plant.sentTo(SOUTH_ROOF, 'DevInfoSimple').length).toBeGreaterThan(0);
    expect(plant.sentTo(SOUTH_ROOF, 'SystemConfigPara')).toHaveLength(reads);
    expect(await liveOf(plant, SOUTH_ROOF)).toMatchObject({ limit_absolute: 300 });
  });
});

describe('a limit that is lost on the air', () => {
  it('goes out five times in 10 s, fails, and is pending again at the next turn, for ever', async () => {
    const plant = await settledPlant();
    plant.setPresence(SOUTH_ROOF, false);
    const orderedAtMs = plant.clock.monotonicMs();
    await orderLimit(plant, SOUTH_ROOF, 40);
    await plant.advance(2000);
    expect(await limitOf(plant, SOUTH_ROOF)).toBe('Pending 100');
    await plant.advance(10); // sent again: whether the inverter has heard the first one is anybody's guess
    expect(await limitOf(plant, SOUTH_ROOF)).toBe('Pending 0');
    await plant.advance(GIVEN_UP_MS - 2020);
    expect(await limitOf(plant, SOUTH_ROOF)).toBe('Pending 0');
    const sentAfterMs = plant.sentTo(SOUTH_ROOF, 'ActivePowerControl').map(({ atMs }) => atMs - orderedAtMs);
    expect(sentAfterMs).toEqual([0, 2001, 4002, 6003, 8004]);
    await plant.advance(10);
    expect(await limitOf(plant, SOUTH_ROOF)).toBe('Failure 0');
    const states = await statesDuring(plant, SOUTH_ROOF, 40_000, 200);
    expect(states.slice(0, 5)).toEqual(['Failure 0', 'Pending 0', 'Failure 0', 'Pending 0', 'Failure 0']);
    expect(new Set(states)).toEqual(new Set(['Failure 0', 'Pending 0']));
    expect(await liveOf(plant, SOUTH_ROOF)).toMatchObject({
      reachable: false,
      limit_relative: 100,
      limit_absolute: 800,
      limit_state: 'unknown',
    });
    expect(await liveOf(plant, GARAGE)).toMatchObject({ reachable: true });
    plant.setPresence(SOUTH_ROOF, true);
    const wayBack = await statesDuring(plant, SOUTH_ROOF, 20_000, 500);
    expect(wayBack.at(-1)).toBe('Ok 40');
    expect(plant.truthOf(SOUTH_ROOF).limitPercent).toBe(40);
    expect(new Set(sentLimits(plant, SOUTH_ROOF))).toEqual(new Set([40]));
  });

  it('once is repeated after 2 s', async () => {
    const plant = await settledPlant();
    plant.setAir(LOST_REQUESTS);
    await orderLimit(plant, SOUTH_ROOF, 40);
    await plant.advance(1000);
    plant.setAir(GOOD_AIR);
    expect(await limitOf(plant, SOUTH_ROOF)).toBe('Pending 100');
    await plant.advance(1000 + ORDER_MS);
    expect(await limitOf(plant, SOUTH_ROOF)).toBe('Ok 40');
    expect(sentLimits(plant, SOUTH_ROOF)).toEqual([40, 40]);
  });

  it('on the way back is obeyed, not confirmed before the inverter is heard, and the old one is not shown', async () => {
    const plant = await settledPlant();
    plant.setAir(LOST_ANSWERS);
    await orderLimit(plant, SOUTH_ROOF, 40);
    await plant.advance(2010);
    expect(await limitOf(plant, SOUTH_ROOF)).toBe('Pending 0');
    // Each of the five is heard within one round of RF channels, and waited for from then on.
    await plant.advance(GIVEN_UP_MS - 2010 + 5 * ROUND_MS);
    expect(plant.truthOf(SOUTH_ROOF).limitPercent).toBe(40);
    expect(await limitOf(plant, SOUTH_ROOF)).toBe('Failure 0');
    plant.setAir(GOOD_AIR);
    expect(await statesDuring(plant, SOUTH_ROOF, 15_000, 100)).toEqual(['Failure 0', 'Pending 0', 'Ok 40']);
  });
});

describe('without a clock', () => {
  it('nothing is asked, but orders are sent, and repeated when they are lost', async () => {
    const plant = await startPlantGateway({ scenario: 'clock-not-set' });
    plant.setPresence(SOUTH_ROOF, false);
    await orderLimit(plant, SOUTH_ROOF, 40);
    await plant.advance(GIVEN_UP_MS);
    expect(await limitOf(plant, SOUTH_ROOF)).toBe('Failure 0');
    plant.setPresence(SOUTH_ROOF, true);
    await plant.advance(5000);
    expect(await limitOf(plant, SOUTH_ROOF)).toBe('Ok 40');
    expect(plant.truthOf(SOUTH_ROOF).limitPercent).toBe(40);
    const asked = plant.sentTo(SOUTH_ROOF).filter(({ request }) => request.kind !== 'ActivePowerControl');
    expect(asked).toEqual([]);
  });
});

describe('a limit that is replaced', () => {
  it('while it waits is never sent', async () => {
    const plant = await settledPlant();
    await orderLimit(plant, GARAGE, 90);
    await orderLimit(plant, SOUTH_ROOF, 40);
    await orderLimit(plant, EAST_AND_WEST, 80);
    await orderLimit(plant, SOUTH_ROOF, 70);
    expect(await limitOf(plant, SOUTH_ROOF)).toBe('Pending 100');
    await plant.advance(5000);
    for (const [serial, limit] of [
      [GARAGE, 90],
      [SOUTH_ROOF, 70],
      [EAST_AND_WEST, 80],
    ] as const) {
      expect(sentLimits(plant, serial)).toEqual([limit]);
      expect(await limitOf(plant, serial)).toBe(`Ok ${limit}`);
    }
  });

  it('while it is under way does not come back', async () => {
    const plant = await settledPlant();
    plant.setPresence(SOUTH_ROOF, false);
    await orderLimit(plant, SOUTH_ROOF, 40);
    await plant.advance(3000);
    await orderLimit(plant, SOUTH_ROOF, 70);
    await plant.advance(GIVEN_UP_MS);
    plant.setPresence(SOUTH_ROOF, true);
    const states = await statesDuring(plant, SOUTH_ROOF, 30_000, 250);
    expect(states.at(-1)).toBe('Ok 70');
    expect(states.filter((state) => state.includes('40'))).toEqual([]);
    expect(sentLimits(plant, SOUTH_ROOF).slice(0, 6)).toEqual([40, 40, 40, 40, 40, 70]);
    expect(sentLimits(plant, SOUTH_ROOF).slice(6)).not.toContain(40);
  });
});
