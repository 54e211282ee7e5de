import type { LimitCommand } from '@heliograph/domain';
import { addressText, decodeRequest } from '@heliograph/protocol';
import {
  type AirConditions,
  configuredInverters,
  createSimulatedRadio,
  SCENARIOS,
  type Scenario,
  type SimulatedRadio,
} from '@heliograph/simulator';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { createDice } from '@heliograph/testbed/dice.ts';
import { describe, expect, it } from 'vitest';
import { createFleet, type Fleet } from '../src/fleet/fleet.ts';
import { type InverterState, isReachable } from '../src/fleet/inverter.ts';
import { knownLimitPercent } from '../src/fleet/limit-state.ts';
import type { Clock } from '../src/platform/clock.ts';
import { createDeviceClock } from '../src/platform/device-clock.ts';
import { type Air, createAir } from '../src/sources/radio/air.ts';
import { supportedInverters } from '../src/sources/radio/supported-inverters.ts';
import { isFirstWait } from './first-wait.ts';

const ORDERS = 200;
/** Hours of virtual time are calculated here, on a machine that may do other things as well. */
const TEST_TIMEOUT_MS = 30_000;
/** So many orders come with a restart before them, so many with one behind; so many wait until all is done. */
const RESTART_BEFORE_SHARE = 0.12;
const RESTART_BEHIND_SHARE = 0.12;
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
  /** Every moment at which a limit was shown that the inverter did not hold, the first wait of an order excepted. */
  readonly lies: readonly Lie[];
  /** How often a shown limit was compared with the inverter's; of these, while an order was not done. */
  readonly comparisons: () => number;
  readonly openComparisons: () => number;
  readonly advance: (ms: number) => void;
  readonly nowMs: () => number;
}

/** The air as it is, simulated inverters, and somebody who compares both after whatever happens. */
function createPlant(seed: number, world: Scenario, pollIntervalS: number): Plant {
  const scenario = { ...world, air: LOSS_OF_30_PERCENT };
  const clock = createVirtualClock();
  const lies: Lie[] = [];
  let comparisons = 0;
  let openComparisons = 0;
  const limitsSentAtMs = new Map<string, number[]>();
  const watched: Clock = {
    ...clock,
    after: (delayMs, action) =>
      clock.after(delayMs, () => {
        action();
        compare();
      }),
  };
  const radio = createSimulatedRadio({ scenario, clock: watched, seed, speed: 1 });
  const fleet = createFleet({ clock: watched, configs: supportedInverters(configuredInverters(scenario)) });
  const air = createAir({
    radio: { ...radio, exchange: watchedExchange },
    fleet,
    clock: watched,
    deviceClock: createDeviceClock({ clock: watched, startSet: true }),
    dtu: { dtu_serial: '199980112345', dtu_pollinterval: pollIntervalS, dtu_palevel: 0 },
    log: () => {},
  });

  function watchedExchange(...[request, onSent]: Parameters<SimulatedRadio['exchange']>): void {
    const decoded = decodeRequest(request.bytes);
    if (decoded?.request.kind === 'ActivePowerControl') {
      const before = limitsSentAtMs.get(decoded.inverter) ?? [];
      limitsSentAtMs.set(decoded.inverter, [...before.slice(-1), clock.monotonicMs()]);
    }
    radio.exchange(request, onSent);
  }

  function compare(): void {
    const nowMs = clock.monotonicMs();
    // What is out of reach is shown as such, with what was last known.
    for (const { serial, limit } of fleet.inverters().filter(isReachable)) {
      const shown = knownLimitPercent(limit);
      const sentAtMs = limitsSentAtMs.get(addressText(serial)) ?? [];
      if (shown === 0 || isFirstWait(sentAtMs, nowMs)) continue;
      comparisons += 1;
      if (limit.commandState !== 'Ok') openComparisons += 1;
      const held = heldBy(radio, serial);
      if (Math.abs(shown - held) > STEP_PERCENT + 1e-3) {
        lies.push({ atMs: nowMs, serial, shown, held });
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
    openComparisons: () => openComparisons,
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

const MAX_POWERS_W = [400, 800, 1500];

type Client = ReturnType<typeof createClient>;

/** Orders limits, and restarts before and behind some of them; gives how often each kind of end was checked. */
function orderAll(plant: Plant, clients: readonly Client[], dice: () => number) {
  const ends = { limit: 0, restart: 0, none: 0 };
  const restartSometimes = (share: number, client: Client) => {
    if (dice() >= share) return;
    client.restart();
    if (dice() < 0.5) plant.advance(dice() * IMPATIENCE_MS);
  };
  for (let count = 0; count < ORDERS; count++) {
    const client = clients[Math.floor(dice() * clients.length)];
    if (client === undefined) throw new Error('no inverter');
    restartSometimes(RESTART_BEFORE_SHARE, client);
    client.limit(anyLimit(dice));
    if (dice() < 0.3) plant.advance(dice() * IMPATIENCE_MS);
    restartSometimes(RESTART_BEHIND_SHARE, client);
    if (dice() < PATIENT_SHARE) {
      waitUntilDone(plant, [client.serial]);
      ends[client.check()] += 1;
    } else {
      plant.advance(dice() * IMPATIENCE_MS);
    }
  }
  return ends;
}

/** What was asked of one inverter last. */
interface Asked {
  limit?: LimitCommand;
  /** What became of that limit when a restart was ordered after it; undefined: none was. */
  restartFound?: 'taken' | 'open';
}

/** Orders limits and restarts of one inverter, and knows what it has to hold when all of it is done. */
function createClient(plant: Plant, serial: string, maxPowerW: number) {
  const { air, fleet, radio } = plant;
  let asked: Asked = {};

  return {
    serial,
    limit(order: LimitCommand) {
      asked = { limit: order };
      air.setLimit(serial, order);
      expect(fleet.find(serial)?.limit.commandState).toBe('Pending');
    },
    restart() {
      const isTaken = fleet.find(serial)?.limit.commandState === 'Ok';
      asked = { ...asked, restartFound: asked.restartFound ?? (isTaken ? 'taken' : 'open') };
      air.setPower(serial, 'restart');
    },
    /** Checks what the inverter holds; nothing of it may be under way. Gives what kind of end it was. */
    check(): 'limit' | 'restart' | 'none' {
      const { limit, restartFound } = asked;
      if (limit === undefined) return 'none';
      const held = heldBy(radio, serial);
      const persistent = radio.inspect(serial)?.persistentLimitPercent ?? Number.NaN;
      const meantHere = meant(limit, maxPowerW);
      const isAsMeant = Math.abs(held - meantHere) < STEP_PERCENT + 1e-3;
      const where = `${serial} holds ${held} at ${plant.nowMs()}, asked ${JSON.stringify(asked)}`;
      if (restartFound === undefined || limit.isPersistent) {
        expect(isAsMeant, where).toBe(true);
        return restartFound === undefined ? 'limit' : 'restart';
      }
      // The restart has wiped it; one that was not taken yet may have come to its turn after the restart.
      expect(held === persistent || (restartFound === 'open' && isAsMeant), where).toBe(true);
      return 'restart';
    },
  };
}

describe.each([1, 2, 3, 4, 5, 6])('with three of ten packets lost, both ways (seed %d)', (seed) => {
  it(
    'of 200 orders the last one counts in the end, and no limit is shown that the inverter does not hold',
    () => {
      const plant = createPlant(seed, SCENARIOS['three-inverters'], 1);
      const { air, fleet, radio, serials } = plant;
      const dice = createDice(seed);
      const clients = serials.map((serial, index) => createClient(plant, serial, MAX_POWERS_W[index] ?? 0));
      air.start();
      plant.advance(60_000);
      const ends = orderAll(plant, clients, dice);
      waitUntilDone(plant, serials);
      for (const client of clients) client.check();
      plant.advance(REREAD_MS);
      waitUntilDone(plant, serials);
      for (const client of clients) client.check();
      for (const { serial, limit } of fleet.inverters()) {
        expect(limit.source).toBe('told');
        expect(knownLimitPercent(limit)).toBeCloseTo(heldBy(radio, serial), 4);
      }
      expect(plant.lies).toEqual([]);
      expect(plant.comparisons()).toBeGreaterThan(10_000);
      expect(plant.openComparisons()).toBeGreaterThan(100);
      expect(ends.limit).toBeGreaterThan(50);
      expect(ends.restart).toBeGreaterThan(3);
    },
    TEST_TIMEOUT_MS,
  );
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
