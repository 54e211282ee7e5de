import type { InverterLimitState, LimitSettings } from '@heliograph/contract';
import { isOpenOrder, type LimitCommand, type Order, orderState } from '@heliograph/domain';
import { configuredInverters, createSimulatedRadio, SCENARIOS } from '@heliograph/simulator';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { createDice } from '@heliograph/testbed/dice.ts';
import { createCrashDisk } from '@heliograph/testbed/disk/crash-disk.ts';
import { describe, it } from 'vitest';
import { createFleet } from '../../apps/gateway/src/fleet/fleet.ts';
import { knownLimitPercent } from '../../apps/gateway/src/fleet/limit-state.ts';
import { openOrderBook } from '../../apps/gateway/src/fleet/order-book.ts';
import { openLimitControl } from '../../apps/gateway/src/limits/limit-control.ts';
import { createDeviceClock } from '../../apps/gateway/src/platform/device-clock.ts';
import { createLog } from '../../apps/gateway/src/platform/log.ts';
import { createAir } from '../../apps/gateway/src/sources/radio/air.ts';
import { supportedInverters } from '../../apps/gateway/src/sources/radio/supported-inverters.ts';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';

/** F38: 1,000 orders of everybody who may give some, while three of ten packets are lost both ways. */

const row = openRow('F38');
const TIMEOUT = { timeout: 300_000 };
const MAX_POWERS_W: Readonly<Record<number, number>> = { 0: 400, 1: 800, 2: 1500 };
const STEP_PERCENT = 0.11;
/** Nobody has to wait longer for an order, lost transmissions and the turns of the others included. */
const SETTLED_MS = 20 * 60_000;
const NONE = { exactly: 0 } as const;

const LOSS = {
  requestLoss: 0.3,
  answerLoss: 0.3,
  duplication: 0.1,
  corruption: 0.03,
  jitterMs: 15,
  rfChannelLoss: {},
};
const RANKS = ['fail-safe', 'person', 'schedule', 'rule', 'program', 'modbus'];

/** What somebody wants of an inverter, as a referee keeps it who knows nothing of how the gateway decides. */
interface Wish {
  readonly owner: string;
  readonly target: string;
  readonly watts: number;
  readonly number: number;
  /** An order as programs give them: it holds nothing where nobody else does. */
  readonly isPlain: boolean;
}

async function createPlant(seed: number) {
  const scenario = { ...SCENARIOS['three-inverters'], air: LOSS };
  const clock = createVirtualClock();
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
  let settings: LimitSettings = { groups: [], schedule: [] };
  const control = await openLimitControl({
    ...{ fleet, book, clock, deviceClock, directory, log },
    settings: () => settings,
    sunOf: () => undefined,
  });
  const orders: Order[] = [];
  /** Moments at which two orders for one inverter were on the air. */
  let doubles = 0;
  const open = new Map<string, Map<string, Order>>();
  book.onOrder((order) => {
    orders.push(order);
    const those = open.get(order.serial) ?? new Map<string, Order>();
    open.set(order.serial, those);
    const state = orderState(order);
    if (order.action.kind === 'limit' && (state === 'sent' || state === 'unanswered'))
      those.set(order.id, order);
    else those.delete(order.id);
    if (those.size > 1) doubles += 1;
  });
  air.start();
  await clock.advanceAsync(60_000);
  return {
    ...{ clock, fleet, radio, book, control, orders, doubles: () => doubles },
    serials: scenario.inverters.map(({ serial }) => serial),
    set: (next: Partial<LimitSettings>) => {
      settings = { ...settings, ...next };
    },
  };
}

type Plant = Awaited<ReturnType<typeof createPlant>>;

/** Gives orders as they come to everybody's mind, and has a referee say what should come of them. */
async function orderAll(plant: Plant, count: number, dice: () => number) {
  const { control, serials, clock } = plant;
  let wishes: readonly Wish[] = [];
  let number = 0;
  let isScheduled = false;
  /** Permanent limits that were asked for; a newer order may have taken the place of each before it was sent. */
  const permanent: { readonly serial: string; readonly watts: number }[] = [];
  const refused = { rightly: 0, wrongly: 0, missed: 0 };
  const pick = <T>(list: readonly T[]): T => list[Math.floor(dice() * list.length)] as T;
  const wish = (owner: string, target: string, watts: number, isPlain = false) => {
    number += 1;
    wishes = [
      ...wishes.filter((one) => one.owner !== owner || one.target !== target),
      { owner, target, watts, number, isPlain },
    ];
  };
  const drop = (owner: string, target?: string) => {
    wishes = wishes.filter((one) => one.owner !== owner || (target !== undefined && one.target !== target));
  };
  const isArmed = () => isScheduled || wishes.some(({ owner }) => owner === 'rule' || owner === 'fail-safe');
  /** The one with the last word first. */
  const holdersOf = (serial: string) =>
    wishes
      .filter(({ target }) => target === serial || target === 'plant')
      .toSorted((one, other) => {
        const rank = isArmed() ? RANKS.indexOf(one.owner) - RANKS.indexOf(other.owner) : 0;
        return rank || other.number - one.number;
      });
  const holderOf = (serial: string) => holdersOf(serial)[0];

  async function person(): Promise<void> {
    const target = pick([...serials, 'plant']);
    if (dice() < 0.3) {
      const released = await control.release(target);
      if (released) drop('person', target);
      return;
    }
    const watts = 20 + Math.floor(dice() * 1200);
    await control.claim({ target, watts, ends: 'changed', seconds: 0 }, { way: 'http', by: 'admin' });
    if (target === 'plant') drop('person');
    wish('person', target, watts);
  }

  /** The order itself; gives whether it was refused. */
  function give(serial: string, command: LimitCommand, owner: 'person' | 'program'): boolean {
    const program = pick([{ way: 'http', by: 'api' } as const, { way: 'mqtt', by: 'mqtt' } as const]);
    const origin = owner === 'person' ? ({ way: 'http', by: 'admin' } as const) : program;
    const placed = control.place(serial, { kind: 'limit', command }, origin);
    return placed !== undefined && orderState(placed) === 'refused';
  }

  function plainOrder(owner: 'person' | 'program'): void {
    const serial = pick(serials);
    const isPersistent = owner === 'person' && dice() < 0.2;
    const maxW = MAX_POWERS_W[serials.indexOf(serial)] ?? 0;
    const watts = 20 + Math.floor(dice() * (maxW - 20));
    const holder = holderOf(serial);
    const isBelow = isArmed() && holder !== undefined && RANKS.indexOf(owner) > RANKS.indexOf(holder.owner);
    if (give(serial, { value: watts, isRelative: false, isPersistent }, owner)) {
      refused[isBelow ? 'rightly' : 'wrongly'] += 1;
      return;
    }
    if (isBelow) refused.missed += 1;
    if (isPersistent) permanent.push({ serial, watts });
    wish(owner, serial, watts, true);
  }

  function own(owner: 'rule' | 'modbus' | 'fail-safe'): void {
    drop(owner);
    const isOn = dice() < (owner === 'fail-safe' ? 0.3 : 0.7);
    const watts = 50 + Math.floor(dice() * 2000);
    const target = pick([...serials, 'plant']);
    control.hold(owner, isOn ? [{ target, watts }] : []);
    if (isOn) wish(owner, target, watts);
  }

  async function schedule(): Promise<void> {
    drop('schedule');
    isScheduled = dice() < 0.6;
    const watts = 50 + Math.floor(dice() * 2000);
    const times = { from: 'clock', from_minutes: 0, to: 'clock', to_minutes: 0 } as const;
    plant.set({ schedule: [{ enabled: isScheduled, target: 'plant', watts, days: 127, ...times }] });
    await clock.advanceAsync(1100);
    if (isScheduled) wish('schedule', 'plant', watts);
  }

  /** Where nobody has the say, an order that was given holds nothing afterwards. */
  function forgetPlain(): void {
    if (isArmed()) return;
    const isHeld = (serial: string) =>
      wishes.some(({ isPlain, target }) => !isPlain && (target === serial || target === 'plant'));
    wishes = wishes.filter(({ isPlain, target }) => !isPlain || isHeld(target));
  }

  async function any(turn: number): Promise<void> {
    if (turn < 0.2) await person();
    else if (turn < 0.35) plainOrder('person');
    else if (turn < 0.6) plainOrder('program');
    else if (turn < 0.75) own('rule');
    else if (turn < 0.85) own('modbus');
    else if (turn < 0.92) own('fail-safe');
    else await schedule();
  }

  for (let given = 0; given < count; given += 1) {
    await any(dice());
    forgetPlain();
    await clock.advanceAsync(dice() < 0.5 ? 200 : dice() * 6000);
  }
  return { permanent, refused, holdersOf };
}

type Asked = Awaited<ReturnType<typeof orderAll>>;

const differ = (one: number, other: number) => Math.abs(one - other) > STEP_PERCENT;

/** What is not as it should be once everything has settled, in how many inverters. */
function judge(plant: Plant, { holdersOf, permanent }: Asked) {
  const inverters = plant.serials.map((serial, index) => {
    const maxW = MAX_POWERS_W[index] ?? 0;
    const truth = plant.radio.inspect(serial);
    const state = plant.control.state().inverters.find((one) => one.serial === serial);
    const heldPercent = truth?.limitPercent ?? Number.NaN;
    const wantedPercent =
      state?.watts === undefined ? heldPercent : Math.min(100, (state.watts / maxW) * 100);
    const limit = plant.fleet.find(serial)?.limit;
    const permanentPercents = [
      100,
      ...permanent.filter((one) => one.serial === serial).map(({ watts }) => (watts / maxW) * 100),
    ];
    const keptPercent = truth?.persistentLimitPercent ?? Number.NaN;
    return {
      holders: state?.holder !== undefined && !isRightHolder(state, holdersOf(serial)),
      limits: differ(heldPercent, wantedPercent),
      shown: limit === undefined || differ(knownLimitPercent(limit), heldPercent),
      timeLines: !endsWell(plant.book.all().filter((order) => order.serial === serial)),
      permanents: permanentPercents.every((percent) => differ(keptPercent, percent)),
    };
  });
  const countOf = (what: keyof (typeof inverters)[number]) => inverters.filter((one) => one[what]).length;
  return {
    holders: countOf('holders'),
    limits: countOf('limits'),
    shown: countOf('shown'),
    timeLines: countOf('timeLines'),
    permanents: countOf('permanents'),
  };
}

/** What is safe only ever takes away: where it lets an inverter do more than who comes next wants of it, that one holds it. */
function isRightHolder({ holder, watts = 0 }: InverterLimitState, wishes: readonly Wish[]): boolean {
  const [first, second] = wishes;
  if (holder?.owner === first?.owner) return true;
  return first?.owner === 'fail-safe' && holder?.owner === second?.owner && watts <= first.watts;
}

/** The newest order that was not refused is done, and no older one is open. Newest first. */
function endsWell(orders: readonly Order[]): boolean {
  const [last, ...older] = orders.filter((order) => orderState(order) !== 'refused');
  const isDone = last !== undefined && ['measured', 'acknowledged', 'unmeasured'].includes(orderState(last));
  return isDone && !older.some(isOpenOrder);
}

async function run(seed: number, count: number) {
  const plant = await createPlant(seed);
  const asked = await orderAll(plant, count, createDice(seed));
  await plant.clock.advanceAsync(SETTLED_MS);
  const permanentByOthers = plant.orders.filter(
    ({ action, origin }) => action.kind === 'limit' && action.command.isPersistent && origin.by !== 'admin',
  ).length;
  return { ...judge(plant, asked), ...asked.refused, doubles: plant.doubles(), permanentByOthers };
}

const CAP_W = 800;

/** What somebody wants of the inverters of a cap changes again and again: moments in which they may do more than the cap together. */
async function shiftShares(seed: number, count: number): Promise<number> {
  const plant = await createPlant(seed);
  const { clock, control, serials, radio } = plant;
  const dice = createDice(seed);
  const members = serials.map((serial) => ({ serial, min_power: 0, max_power: 0 }));
  plant.set({ groups: [{ id: 'roof', name: 'Roof', cap: CAP_W, members }] });
  await clock.advanceAsync(SETTLED_MS);
  const allowedW = () =>
    serials.reduce((sum, serial, index) => {
      const percent = radio.inspect(serial)?.limitPercent ?? Number.NaN;
      return sum + (percent / 100) * (MAX_POWERS_W[index] ?? Number.NaN);
    }, 0);
  let above = 0;
  for (let change = 0; change < count; change += 1) {
    const target = serials[Math.floor(dice() * serials.length)] ?? 'plant';
    const watts = 20 + Math.floor(dice() * CAP_W);
    await control.claim({ target, watts, ends: 'after', seconds: 60 }, { way: 'http', by: 'admin' });
    for (let moment = 0; moment < 100; moment += 1) {
      await clock.advanceAsync(300);
      // Inverters keep a limit in tenths of a percent.
      if (!(allowedW() <= CAP_W + 3)) above += 1;
    }
  }
  control.close();
  return above;
}

describe('orders of everybody who may give some', TIMEOUT, () => {
  it('never let the inverters of a cap do more than that together, not for a moment', async () => {
    const what = 'moments in which inverters might have done more than their cap';
    row.figure({ what, value: await shiftShares(row.seed, row.scale(15, 300)), goal: NONE });
    if (!row.isNightly) return;
    const value = await without(['loweringFirst'], () => shiftShares(row.seed, 30));
    row.counterProof({ what, without: SEAMS.loweringFirst, value, goal: NONE });
  });

  it('end as they should: the last word counts, and the time line, the shown limit and the inverter agree', async () => {
    const count = row.scale(1000, 10_000);
    const found = await run(row.seed, count);
    const figure = (what: string, value: number) => row.figure({ what, value, goal: NONE });
    figure('inverters with another holder than by rank', found.holders);
    figure('inverters that hold another limit', found.limits);
    figure('inverters shown with another limit', found.shown);
    figure('inverters whose time line ends otherwise', found.timeLines);
    figure('moments with two orders on the air for one inverter', found.doubles);
    figure('orders refused although nobody of a higher rank held the limit', found.wrongly);
    figure('orders taken although somebody of a higher rank held the limit', found.missed);
    figure('permanent limits that nobody asked for', found.permanents + found.permanentByOthers);
    row.figure({
      what: 'orders refused because of their rank',
      value: found.rightly,
      goal: { atLeast: count / 50 },
    });
  });

  it('would be taken whoever gives them', async () => {
    const { missed } = await without(['limitRanks'], () => run(row.seed, 200));
    row.counterProof({
      without: SEAMS.limitRanks,
      what: 'orders taken although somebody of a higher rank held the limit',
      value: missed,
      goal: NONE,
    });
  });
});
