import {
  type AirConditions,
  configuredInverters,
  createSimulatedRadio,
  SCENARIOS,
  type Scenario,
  type SimulatedRadio,
} from '@heliograph/simulator';
import { describe, expect, it } from 'vitest';
import { type Air, createAir } from '../src/air/air.ts';
import { createFleet, type Fleet } from '../src/fleet/fleet.ts';
import { type InverterState, isReachable } from '../src/fleet/inverter.ts';
import { knownLimitPercent, type LimitCommand } from '../src/fleet/limit-state.ts';
import type { Clock } from '../src/platform/clock.ts';
import { createDeviceClock } from '../src/platform/device-clock.ts';
import { createVirtualClock } from './virtual-clock.ts';

const ORDERS = 200;
/** One order of so many is a restart, one of so many waits for the one before. */
const RESTART_SHARE = 0.08;
const PATIENT_SHARE = 0.6;
const IMPATIENCE_MS = 4000;
/** Nobody has to wait longer for an order, five lost transmissions and the turns of the others included. */
const PATIENCE_MS = 15 * 60_000;
const HOUR_MS = 3_600_000;
const STEP_MS = 100;
/** In this time every limit is read again. */
const REREAD_MS = 10 * 60_000;
/** Limits in watts are calculated in single precision, which is one step off for a few of them. */
const STEP_PERCENT = 0.1;

const LOSS_OF_30_PERCENT: AirConditions = {
  requestLoss: 0.3,
  answerLoss: 0.3,
  duplication: 0.1,
  corruption: 0.03,
  jitterMs: 15,
  rfChannelLoss: {},
};

/** A small repeatable source of numbers in [0, 1). */
function createDice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

interface Lie {
  readonly atMs: number;
  readonly serial: string;
  readonly shown: number;
  readonly held: number;
}

interface Plant {
  readonly air: Air;
  readonly fleet: Fleet;
  readonly radio: SimulatedRadio;
  readonly serials: readonly string[];
  /** Every moment at which a confirmed limit was shown that the inverter did not hold. */
  readonly lies: readonly Lie[];
  /** How often a confirmed limit was compared with the inverter's. */
  readonly comparisons: () => number;
  readonly advance: (ms: number) => void;
  readonly nowMs: () => number;
}

/** The air as it is, simulated inverters, and somebody who compares both after whatever happens. */
function createPlant(seed: number, world: Scenario, pollIntervalS: number): Plant {
  const scenario = { ...world, air: LOSS_OF_30_PERCENT };
  const clock = createVirtualClock();
  const lies: Lie[] = [];
  let comparisons = 0;
  const watched: Clock = {
    ...clock,
    after: (delayMs, action) =>
      clock.after(delayMs, () => {
        action();
        compare();
      }),
  };
  const radio = createSimulatedRadio({ scenario, clock: watched, seed, speed: 1 });
  const fleet = createFleet({ clock: watched, configs: configuredInverters(scenario) });
  const air = createAir({
    radio,
    fleet,
    clock: watched,
    deviceClock: createDeviceClock({ clock: watched, startSet: true, timezoneRule: 'UTC0' }),
    dtu: { dtu_serial: '199980112345', dtu_pollinterval: pollIntervalS, dtu_palevel: 0 },
    log: () => {},
  });

  function compare(): void {
    for (const inverter of fleet.inverters()) {
      const { serial, limit } = inverter;
      const shown = knownLimitPercent(limit);
      // What is out of reach is shown as such, with what was last known.
      if (limit.commandState !== 'Ok' || shown === 0 || !isReachable(inverter)) continue;
      comparisons += 1;
      const held = heldBy(radio, serial);
      if (Math.abs(shown - held) > STEP_PERCENT + 1e-3) {
        lies.push({ atMs: clock.monotonicMs(), serial, shown, held });
      }
    }
  }

  return {
    air,
    fleet,
    radio,
    serials: scenario.inverters.map(({ serial }) => serial),
    lies,
    comparisons: () => comparisons,
    advance: (ms) => clock.advance(ms),
    nowMs: () => clock.monotonicMs(),
  };
}

function heldBy(radio: SimulatedRadio, serial: string): number {
  return radio.inspect(serial)?.limitPercent ?? Number.NaN;
}

const isDone = ({ limit, power }: InverterState) =>
  limit.commandState === 'Ok' && power.commandState === 'Ok' && knownLimitPercent(limit) !== 0;

/** Lets time pass until `inverters` have nothing under way and know their limit. */
function waitUntilDone(plant: Plant, serials: readonly string[]): void {
  const endMs = plant.nowMs() + PATIENCE_MS;
  const areDone = () =>
    plant.fleet.inverters().every((inverter) => !serials.includes(inverter.serial) || isDone(inverter));
  while (!areDone() && plant.nowMs() < endMs) plant.advance(STEP_MS);
  expect(areDone(), `at ${plant.nowMs()} ms`).toBe(true);
}

function anyLimit(dice: () => number): LimitCommand {
  const isRelative = dice() < 0.5;
  const value = isRelative ? 1 + Math.floor(dice() * 100) : 10 + Math.floor(dice() * 1490);
  return { value, isRelative, isPersistent: dice() < 0.4 };
}

/** What an inverter makes of an order. */
function meant({ value, isRelative }: LimitCommand, maxPowerW: number): number {
  return Math.min(100, isRelative ? value : (value / maxPowerW) * 100);
}

/** Orders a limit and waits for it or not; whether what the inverter made of it was checked. */
function orderLimit(plant: Plant, serial: string, maxPowerW: number, dice: () => number): boolean {
  const { air, fleet, radio } = plant;
  const wasDone = fleet.inverters().some((inverter) => inverter.serial === serial && isDone(inverter));
  const order = anyLimit(dice);
  air.setLimit(serial, order);
  expect(fleet.find(serial)?.limit.commandState).toBe('Pending');
  if (dice() >= PATIENT_SHARE) {
    plant.advance(dice() * IMPATIENCE_MS);
    return false;
  }
  waitUntilDone(plant, [serial]);
  // Where nothing else was under way it must hold what was meant, and not only what is shown.
  if (!wasDone) return false;
  const difference = heldBy(radio, serial) - meant(order, maxPowerW);
  expect(Math.abs(difference)).toBeLessThan(STEP_PERCENT + 1e-3);
  return true;
}

const MAX_POWERS_W = [400, 800, 1500];

describe.each([1, 2, 3])('with 30 %% of all packets lost, both ways (seed %d)', (seed) => {
  it('200 orders end as the inverters hold them, and nothing else was ever shown as confirmed', () => {
    const plant = createPlant(seed, SCENARIOS['three-inverters'], 1);
    const { air, fleet, radio, serials } = plant;
    const dice = createDice(seed);
    let restarts = 0;
    let checked = 0;
    air.start();
    plant.advance(60_000);
    for (let count = 0; count < ORDERS; count++) {
      const index = Math.floor(dice() * serials.length);
      const serial = serials[index] ?? '';
      if (dice() < RESTART_SHARE) {
        restarts += 1;
        air.setPower(serial, 'restart');
        plant.advance(dice() * IMPATIENCE_MS);
      }
      if (orderLimit(plant, serial, MAX_POWERS_W[index] ?? 0, dice)) checked += 1;
    }
    waitUntilDone(plant, serials);
    plant.advance(REREAD_MS);
    waitUntilDone(plant, serials);
    for (const { serial, limit } of fleet.inverters()) {
      expect(limit.source).toBe('told');
      expect(knownLimitPercent(limit)).toBeCloseTo(heldBy(radio, serial), 4);
    }
    expect(plant.lies).toEqual([]);
    expect(plant.comparisons()).toBeGreaterThan(10_000);
    expect(restarts).toBeGreaterThan(5);
    expect(checked).toBeGreaterThan(50);
  });
});

describe('a night with 30 % of all packets lost', () => {
  it('ends limits that are not persistent, and nobody is shown the old one after the first answer', () => {
    const plant = createPlant(7, SCENARIOS['real-sun'], 20);
    const { air, fleet, serials } = plant;
    air.start();
    plant.advance(10 * 60_000);
    for (const [index, serial] of serials.entries()) {
      air.setLimit(serial, { value: 70, isRelative: true, isPersistent: true });
      waitUntilDone(plant, [serial]);
      air.setLimit(serial, { value: 20 + index, isRelative: true, isPersistent: false });
      waitUntilDone(plant, [serial]);
    }
    const shown = () => fleet.inverters().map(({ limit }) => knownLimitPercent(limit));
    expect(shown()).toEqual([20, 21, 22]);
    plant.advance(14 * HOUR_MS);
    expect(fleet.inverters().map(isReachable)).toEqual([false, false, false]);
    plant.advance(10 * HOUR_MS);
    expect(fleet.inverters().map(isReachable)).toEqual([true, true, true]);
    waitUntilDone(plant, serials);
    expect(shown()).toEqual([70, 70, 70]);
    expect(plant.lies).toEqual([]);
  });
});
