import type { EventLog, InverterConfig } from '@heliograph/contract';
import { REACHABLE_FAILURES_MAX } from '@heliograph/domain';
import { configuredInverters, SCENARIOS } from '@heliograph/simulator';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import {
  EAST_AND_WEST,
  GARAGE,
  type PlantGateway,
  type PlantGatewayOptions,
  SOUTH_ROOF,
  startPlantGateway,
} from '@heliograph/testbed/gateway/plant-gateway.ts';
import {
  GIVEN_UP_MS,
  limitOf,
  liveOf,
  ORDER_MS,
  orderLimit,
  POWER,
  powerOf,
  SETTLED_MS,
  settledPlant,
  statesDuring,
} from '@heliograph/testbed/gateway/plant-words.ts';
import { createTestPlatform } from '@heliograph/testbed/gateway/platform.ts';
import { describe, expect, it } from 'vitest';
import type { SettingsStore } from '../src/settings/settings-store.ts';

/**
 * Orders and what an inverter or the gateway forgets. Source: docs/reference/original-device.md#orders, #event-log and
 * #poll-loop.
 */

/** Of `npm run test:nightly`: the gate has no minutes for it. */
const IS_LONG = process.env.HELIOGRAPH_LONG === '1';
const PERSISTENT = 257;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

async function eventsOf(plant: PlantGateway, serial: string) {
  const logs = (await plant.json(`/api/eventlog/status?inv=${serial}`)) as Record<string, EventLog>;
  return logs[serial]?.events ?? [];
}

/** Lets time pass until something holds, and tells how long it took. */
async function timeUntil(
  plant: PlantGateway,
  holds: () => Promise<boolean>,
  atMostMs: number,
  stepMs: number,
) {
  let passedMs = 0;
  for (; !(await holds()); passedMs += stepMs) {
    expect(passedMs).toBeLessThan(atMostMs);
    plant.clock.advance(stepMs);
  }
  return passedMs;
}

describe('an inverter that restarts', () => {
  it('falls back to its persistent limit, which is not known until it has told it', async () => {
    const plant = await settledPlant();
    await orderLimit(plant, SOUTH_ROOF, 80, PERSISTENT);
    await plant.advance(ORDER_MS);
    await orderLimit(plant, SOUTH_ROOF, 30);
    await plant.advance(ORDER_MS);
    expect(await limitOf(plant, SOUTH_ROOF)).toBe('Ok 30');
    expect(await plant.result(POWER, { serial: SOUTH_ROOF, restart: true })).toBe(1001);
    expect(await powerOf(plant, SOUTH_ROOF)).toBe('Pending');
    const states = await statesDuring(plant, SOUTH_ROOF, 60_000, 250);
    expect(states).toEqual(['Ok 30', 'Ok 0', 'Ok 80']);
    expect(await powerOf(plant, SOUTH_ROOF)).toBe('Ok');
    expect(plant.truthOf(SOUTH_ROOF).limitPercent).toBe(80);
    expect(await limitOf(plant, GARAGE)).toBe('Ok 100');
  });

  it('is silent for a while, then not producing, then producing from zero, with a new event', async () => {
    const plant = await settledPlant();
    await plant.advance(10 * MINUTE_MS);
    const before = await liveOf(plant, SOUTH_ROOF);
    const yieldDay = before.channels[0]?.YieldDay?.v ?? 0;
    expect(yieldDay).toBeGreaterThan(0);
    const starts = (await eventsOf(plant, SOUTH_ROOF)).filter(({ message_id }) => message_id === 1).length;
    await plant.result(POWER, { serial: SOUTH_ROOF, restart: true });
    const live = () => liveOf(plant, SOUTH_ROOF);
    await timeUntil(plant, async () => !(await live()).producing, 60_000, 500);
    const restarted = await live();
    expect(restarted).toMatchObject({ reachable: true });
    expect(restarted.channels[0]?.YieldDay?.v).toBe(0);
    expect(restarted.channels[0]?.YieldTotal?.v).toBeGreaterThanOrEqual(
      before.channels[0]?.YieldTotal?.v ?? Number.NaN,
    );
    await timeUntil(plant, async () => (await live()).producing, 60_000, 500);
    const events = await eventsOf(plant, SOUTH_ROOF);
    expect(events.filter(({ message_id }) => message_id === 1)).toHaveLength(starts + 1);
    expect(events.at(-1)).toMatchObject({ message_id: 1 });
    expect((await live()).events).toBe(events.length);
    expect(events.length).toBeGreaterThan(before.events);
    expect(await liveOf(plant, GARAGE)).toMatchObject({ producing: true });
  });
});

describe('an inverter that is switched off', () => {
  it('stops producing, says so in its log, and goes on when it is switched on', async () => {
    const plant = await settledPlant();
    const live = () => liveOf(plant, GARAGE);
    const { events } = await live();
    await plant.result(POWER, { serial: GARAGE, power: false });
    expect(await powerOf(plant, GARAGE)).toBe('Pending');
    await plant.advance(ORDER_MS);
    expect(await powerOf(plant, GARAGE)).toBe('Ok');
    await plant.advance(8000);
    const off = await live();
    expect(off).toMatchObject({ producing: false, reachable: true, events: events + 1, limit_relative: 100 });
    expect(off.channels[0]?.Power?.v).toBe(0);
    expect((await eventsOf(plant, GARAGE)).at(-1)).toMatchObject({ message_id: 124, end_time: 0 });
    await plant.advance(10 * MINUTE_MS);
    expect((await live()).channels[0]?.YieldDay?.v).toBe(off.channels[0]?.YieldDay?.v);
    expect(await liveOf(plant, SOUTH_ROOF)).toMatchObject({ producing: true });
    await plant.result(POWER, { serial: GARAGE, power: true });
    await plant.advance(8000);
    expect(await live()).toMatchObject({ producing: true });
    const ended = (await eventsOf(plant, GARAGE)).find(({ message_id }) => message_id === 124);
    expect(ended?.end_time).toBeGreaterThan(ended?.start_time ?? Number.NaN);
  });
});

describe('an order to restart', () => {
  it('leaves the limit that was known last on the wire, in doubt until the inverter has told it', async () => {
    const plant = await settledPlant();
    await orderLimit(plant, SOUTH_ROOF, 60, PERSISTENT);
    await plant.advance(SETTLED_MS);
    await plant.result(POWER, { serial: SOUTH_ROOF, restart: true });
    const seen = new Set<string>();
    for (let second = 0; second < 120; second++) {
      await plant.advance(1000);
      const { limit_relative, limit_absolute, limit_state } = (await liveOf(plant, SOUTH_ROOF)) ?? {};
      seen.add(`${limit_relative} % ${limit_absolute} W ${limit_state}`);
    }
    expect([...seen].sort()).toEqual(['60 % 480 W known', '60 % 480 W unknown']);
  });
});

describe('a restart of the gateway', () => {
  it('forgets an order that nobody has taken, claims nothing, and reads the true limit', async () => {
    const plant = await settledPlant();
    await orderLimit(plant, GARAGE, 35, PERSISTENT);
    await plant.advance(ORDER_MS);
    plant.setPresence(SOUTH_ROOF, false);
    await orderLimit(plant, SOUTH_ROOF, 40);
    await plant.result(POWER, { serial: SOUTH_ROOF, power: false });
    await plant.advance(3000);
    expect(await limitOf(plant, SOUTH_ROOF)).toBe('Pending 0');
    await plant.restart();
    const sent = plant.sentTo(SOUTH_ROOF, 'ActivePowerControl').length;
    for (const serial of [GARAGE, SOUTH_ROOF, EAST_AND_WEST]) {
      expect([await limitOf(plant, serial), await powerOf(plant, serial)]).toEqual(['Ok 0', 'Ok']);
      expect(await liveOf(plant, serial)).toMatchObject({ limit_relative: 0, limit_absolute: -1 });
    }
    await plant.advance(SETTLED_MS);
    expect(await limitOf(plant, GARAGE)).toBe('Ok 35');
    expect(await limitOf(plant, SOUTH_ROOF)).toBe('Ok 100');
    await plant.advance(MINUTE_MS);
    expect(plant.sentTo(SOUTH_ROOF, 'ActivePowerControl')).toHaveLength(sent);
    expect(plant.truthOf(SOUTH_ROOF)).toMatchObject({ limitPercent: 100, isSwitchedOff: false });
  });

  it('does not undo what inverters have taken, also where their answer was lost', async () => {
    const plant = await settledPlant();
    await orderLimit(plant, SOUTH_ROOF, 40);
    await plant.advance(100); // taken, not yet acknowledged
    expect(await limitOf(plant, SOUTH_ROOF)).toBe('Pending 100');
    await plant.restart();
    expect(await limitOf(plant, SOUTH_ROOF)).toBe('Ok 0');
    await plant.advance(SETTLED_MS);
    expect(await limitOf(plant, SOUTH_ROOF)).toBe('Ok 40');
    expect(plant.truthOf(SOUTH_ROOF).limitPercent).toBe(40);
  });
});

/** The plant under a real sun in Germany, from this hour (UTC) of the longest day on, asked every 20 s. */
async function startUnderTheSun(hour: number, options: PlantGatewayOptions = {}): Promise<PlantGateway> {
  const inverters: readonly InverterConfig[] = configuredInverters(SCENARIOS['real-sun']);
  return startPlantGateway({
    scenario: 'real-sun',
    platform: {
      ...createTestPlatform(),
      clock: createVirtualClock(Date.UTC(2024, 5, 21, hour)),
    },
    async prepare(settings: SettingsStore) {
      await settings.update('dtu', (dtu) => ({ ...dtu, dtu_pollinterval: 20 }));
      await settings.update('inverters', () => ({
        inverter: inverters.map((inverter, id) => ({ id, ...inverter })),
      }));
    },
    ...options,
  });
}

describe('a night', () => {
  it.runIf(IS_LONG)(
    'ends a limit that is not persistent, and the persistent one counts in the morning',
    async () => {
      const plant = await startUnderTheSun(17);
      await plant.advance(5 * MINUTE_MS);
      await orderLimit(plant, SOUTH_ROOF, 70, PERSISTENT);
      await orderLimit(plant, GARAGE, 55, PERSISTENT);
      await plant.advance(MINUTE_MS);
      await orderLimit(plant, SOUTH_ROOF, 20);
      await plant.advance(MINUTE_MS);
      expect([await limitOf(plant, SOUTH_ROOF), await limitOf(plant, GARAGE)]).toEqual(['Ok 20', 'Ok 55']);
      plant.clock.advance(8 * HOUR_MS); // 1 o'clock
      expect(await liveOf(plant, SOUTH_ROOF)).toMatchObject({ reachable: false });
      const seen = new Set<string>();
      const live = () => liveOf(plant, SOUTH_ROOF);
      await timeUntil(plant, async () => (await live()).reachable, 6 * HOUR_MS, MINUTE_MS);
      for (let second = 0; second < 40; second++) {
        seen.add(await limitOf(plant, SOUTH_ROOF));
        await plant.advance(1000);
      }
      expect(seen).not.toContain('Ok 20'); // no moment in which the old one is shown of an inverter that answers
      await timeUntil(plant, async () => (await live()).producing, 2 * HOUR_MS, MINUTE_MS);
      expect([await limitOf(plant, SOUTH_ROOF), await limitOf(plant, GARAGE)]).toEqual(['Ok 70', 'Ok 55']);
      expect(plant.truthOf(SOUTH_ROOF).limitPercent).toBe(70);
    },
  );

  it.runIf(IS_LONG)(
    'does not lose an order: it fails and is pending by turns until the inverter wakes',
    async () => {
      const plant = await startUnderTheSun(22);
      await plant.advance(5 * MINUTE_MS);
      await orderLimit(plant, SOUTH_ROOF, 60, PERSISTENT);
      await plant.result(POWER, { serial: EAST_AND_WEST, power: false });
      const states = await statesDuring(plant, SOUTH_ROOF, 5 * MINUTE_MS, 5000);
      expect(new Set(states)).toEqual(new Set(['Pending 0', 'Failure 0']));
      plant.clock.advance(3 * HOUR_MS);
      expect(['Pending 0', 'Failure 0']).toContain(await limitOf(plant, SOUTH_ROOF));
      expect(plant.truthOf(SOUTH_ROOF).limitPercent).toBe(100);
      const isDone = async () => (await limitOf(plant, SOUTH_ROOF)) === 'Ok 60';
      await timeUntil(plant, isDone, 6 * HOUR_MS, MINUTE_MS);
      expect(plant.truthOf(SOUTH_ROOF).limitPercent).toBe(60);
      await plant.advance(10 * MINUTE_MS);
      expect(await powerOf(plant, EAST_AND_WEST)).toBe('Ok');
      expect(plant.truthOf(EAST_AND_WEST).isSwitchedOff).toBe(true);
    },
  );
});

describe('an inverter that never answers', () => {
  it('never has its order confirmed, and does not keep the others from theirs', async () => {
    const plant = await startPlantGateway({ scenario: 'unreachable' });
    await plant.advance(SETTLED_MS);
    await orderLimit(plant, SOUTH_ROOF, 40);
    await orderLimit(plant, GARAGE, 50);
    await plant.advance(2 * GIVEN_UP_MS);
    expect(await limitOf(plant, GARAGE)).toBe('Ok 50');
    for (let minute = 0; minute < 30; minute++) {
      await plant.advance(MINUTE_MS);
      expect(['Pending 0', 'Failure 0']).toContain(await limitOf(plant, SOUTH_ROOF));
    }
    expect(await liveOf(plant, SOUTH_ROOF)).toMatchObject({ reachable: false, producing: false });
    expect(await liveOf(plant, EAST_AND_WEST)).toMatchObject({ reachable: true, producing: true });
    expect((await liveOf(plant, GARAGE)).data_age).toBeLessThan(60);
  });

  it('counts as reachable until the third poll in a row fails', async () => {
    const plant = await settledPlant();
    plant.setPresence(SOUTH_ROOF, false);
    const polls = () => plant.sentTo(SOUTH_ROOF, 'RealTimeRunData').length / 5;
    const answered = plant.sentTo(SOUTH_ROOF, 'RealTimeRunData').length / 5;
    await timeUntil(plant, async () => !(await liveOf(plant, SOUTH_ROOF)).reachable, 60_000, 100);
    expect(polls() - answered).toBe(REACHABLE_FAILURES_MAX + 1);
  });
});

describe('a night without end', () => {
  it('leaves every order open', async () => {
    const plant = await startPlantGateway({ scenario: 'night' });
    await plant.result(POWER, { serial: GARAGE, restart: true });
    await orderLimit(plant, GARAGE, 50, PERSISTENT);
    for (let minute = 0; minute < 30; minute++) {
      await plant.advance(MINUTE_MS);
      expect(['Pending 0', 'Failure 0']).toContain(await limitOf(plant, GARAGE));
      expect(['Pending', 'Failure']).toContain(await powerOf(plant, GARAGE));
    }
    expect(await liveOf(plant, GARAGE)).toMatchObject({ reachable: false, limit_relative: 0 });
  });
});
