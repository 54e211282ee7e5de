import type { RuleSettings } from '@heliograph/contract';
import { orderState } from '@heliograph/domain';
import { configuredInverters, createSimulatedRadio, SCENARIOS } from '@heliograph/simulator';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { createDice } from '@heliograph/testbed/dice.ts';
import { createCrashDisk } from '@heliograph/testbed/disk/crash-disk.ts';
import { describe, it } from 'vitest';
import { createFleet } from '../../apps/gateway/src/fleet/fleet.ts';
import { openOrderBook } from '../../apps/gateway/src/fleet/order-book.ts';
import { openLimitControl } from '../../apps/gateway/src/limits/limit-control.ts';
import type { MeterReading } from '../../apps/gateway/src/limits/rule/decide.ts';
import { openRuleControl } from '../../apps/gateway/src/limits/rule-control.ts';
import { createDeviceClock } from '../../apps/gateway/src/platform/device-clock.ts';
import { createLog } from '../../apps/gateway/src/platform/log.ts';
import { createAir } from '../../apps/gateway/src/sources/radio/air.ts';
import { supportedInverters } from '../../apps/gateway/src/sources/radio/supported-inverters.ts';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';

/** F49: gateway and machine die for good, under a real sun. */

const row = openRow('F49');
const SAFE_W = 150;
/** Inverters keep limits in steps. */
const STEP_W = 2;
const MAX_POWERS_W = [400, 800, 1500];
/** A watt of the smallest inverter. */
const STEP_PERCENT = 0.25;
/** Each gives as large a part of what it is built for as the others. */
const SAFE_PERCENT = 5.56;
const LOAD_W = 900;
const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
/** By then it is dark at the site, whatever the season of the test: a summer day, in UTC. */
const EVENING_MINUTES = 21 * 60;
const RULE: RuleSettings = {
  ...{ armed: true, target: 'plant', meter_power: 20 },
  ...{ hysteresis: 20, margin: 50, safe_power: SAFE_W },
};

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** A house whose inverters follow its meter; `die` ends all of it but the inverters. */
async function openHouse(seed: number, startMs: number) {
  const scenario = { ...SCENARIOS['three-inverters'], sun: 'real' as const };
  const clock = createVirtualClock(startMs);
  const log = createLog({ level: 'warn', writeLine: () => undefined });
  const directory = createCrashDisk();
  const radio = createSimulatedRadio({ scenario, clock, seed, speed: 1 });
  const fleet = createFleet({ clock, configs: supportedInverters(configuredInverters(scenario)) });
  const deviceClock = createDeviceClock({ clock, startSet: true });
  const air = createAir({
    ...{ radio, fleet, clock, deviceClock, log: () => undefined },
    dtu: { dtu_serial: '199980112345', dtu_pollinterval: 1, dtu_palevel: 0 },
    onOrderStep: (serial, number, step) => book.follow(serial, number, step),
  });
  const book = await openOrderBook({
    ...{ fleet, clock, deviceClock, directory, log, isNight: () => false },
    send: (serial, action) =>
      action.kind === 'limit' ? air.setLimit(serial, action.command) : air.setPower(serial, action.command),
  });
  const groups: [] = [];
  const control = await openLimitControl({
    ...{ fleet, book, clock, deviceClock, directory, log },
    settings: () => ({ groups, schedule: [] }),
    sunOf: () => undefined,
  });
  const serials = scenario.inverters.map(({ serial }) => serial);
  const truths = () => serials.flatMap((serial) => radio.inspect(serial) ?? []);
  const powerW = () => sum(truths().map((truth) => truth.powerW));
  let reading: MeterReading | undefined;
  const rule = await openRuleControl({
    ...{ fleet, clock, deviceClock, directory, log, limits: control, groups: () => groups, rule: () => RULE },
    meter: { reading: () => reading, onReading: () => () => undefined, problem: () => undefined },
  });
  air.start();
  return {
    truths,
    powerW,
    async live(seconds: number) {
      for (let second = 0; second < seconds; second += 1) {
        await clock.advanceAsync(1000);
        reading = { powerW: LOAD_W - powerW(), atMs: clock.monotonicMs(), previousW: reading?.powerW };
      }
    },
    /** How the time line says that it stands with the permanent limits of arming. */
    armingStates: () =>
      book
        .all()
        .filter(({ origin }) => origin.by === 'arming')
        .map(orderState),
    /** Goes on without a gateway. */
    pass: (minutes: number) => clock.advance(minutes * MINUTE_MS),
    async die() {
      await Promise.all([rule.close(), control.close(), book.close()]);
      air.stop();
    },
  };
}

/** What comes after the death of a machine around noon. */
async function afterDeath(seed: number) {
  const dice = createDice(seed);
  const startMinutes = 8 * 60 + Math.floor(dice() * 240); // UTC, of a day in June
  const house = await openHouse(seed, Date.UTC(2024, 5, 1 + Math.floor(dice() * 29), 0, startMinutes));
  await house.live(300);
  const undone = house
    .armingStates()
    .filter((state) => state !== 'measured' && state !== 'unmeasured').length;
  await house.die();
  const atDeathW = house.powerW();
  const limitW = sum(
    house.truths().map(({ limitPercent }, index) => (limitPercent / 100) * (MAX_POWERS_W[index] ?? 0)),
  );
  let aboveLimitW = 0;
  let nextDayW = 0;
  for (let minute = startMinutes + 5; minute < 2 * DAY_MINUTES; minute += 1) {
    house.pass(1);
    const powerW = house.powerW();
    if (minute < EVENING_MINUTES) aboveLimitW = Math.max(aboveLimitW, powerW - limitW);
    else nextDayW = Math.max(nextDayW, powerW);
  }
  const isOther = (percent: number) => Math.abs(percent - SAFE_PERCENT) > STEP_PERCENT;
  const others = house
    .truths()
    .filter(
      ({ limitPercent, persistentLimitPercent }) => isOther(limitPercent) || isOther(persistentLimitPercent),
    );
  return { atDeathW, aboveLimitW, nextDayW, undone, others: others.length };
}

const MOST = {
  what: 'fed in from the next morning on, the most',
  unit: 'W',
  goal: { atMost: SAFE_W + STEP_W },
} as const;

describe('a machine that dies with its gateway', { timeout: 600_000 }, () => {
  it('leaves inverters that wake up the next morning with what is safe', async () => {
    const houses = [];
    for (let number = 0; number < row.scale(1, 20); number += 1) {
      houses.push(await afterDeath(row.seed + number));
    }
    row.figure({
      what: 'fed in when it died, the least',
      value: Math.round(Math.min(...houses.map(({ atDeathW }) => atDeathW))),
      unit: 'W',
      goal: { atLeast: 1.2 * SAFE_W },
    });
    row.figure({
      what: 'more than the last limits until the evening, the most',
      value: Math.max(0, Math.round(Math.max(...houses.map(({ aboveLimitW }) => aboveLimitW)))),
      unit: 'W',
      goal: { atMost: STEP_W },
    });
    row.figure({ ...MOST, value: Math.round(Math.max(...houses.map(({ nextDayW }) => nextDayW))) });
    row.figure({
      what: 'the same in the house that fed in least',
      value: Math.round(Math.min(...houses.map(({ nextDayW }) => nextDayW))),
      unit: 'W',
      goal: { atLeast: SAFE_W / 2 },
    });
    row.figure({
      what: 'permanent limits of arming that the time line shows neither as done nor as accepted',
      value: sum(houses.map(({ undone }) => undone)),
      goal: { exactly: 0 },
    });
    row.figure({
      what: 'inverters that woke up with another limit',
      value: sum(houses.map(({ others }) => others)),
      goal: { exactly: 0 },
    });
  });

  it('would leave them without a limit', async () => {
    const { nextDayW } = await without(['safePermanent'], () => afterDeath(row.seed));
    row.counterProof({ ...MOST, without: SEAMS.safePermanent, value: Math.round(nextDayW) });
  });
});
