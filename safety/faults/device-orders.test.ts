import { type Order, setLimit, setPower } from '@heliograph/contract';
import { FIRMWARES, type FirmwareName, NO_FAULTS, SCENARIOS } from '@heliograph/simulator';
import { createDice } from '@heliograph/testbed/dice.ts';
import { jsonOf, postData } from '@heliograph/testbed/outside/http-client.ts';
import { describe, expect, it } from 'vitest';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';
import { type FailingDevice, startFailingDevice } from '../tools/network/failing-device.ts';

/** F30: orders through a device that carries them out and loses a third of its answers. */

const row = openRow('F30');
const ORDERS = row.scale(30, 200);
const VERSIONS = row.isNightly ? (Object.keys(FIRMWARES) as FirmwareName[]) : (['v24.2.12'] as const);
/** A third of the answers, and some of the orders themselves. */
const LOST = 1 / 3;
const LOST_ORDERS = 1 / 7;
const SERIALS = SCENARIOS['three-inverters'].inverters.map(({ serial }) => serial);
const MAX_POWER_W = [400, 800, 1500];
/** An inverter takes an order within seconds, and its device looks at its limit again every few minutes. */
const SETTLED_MS = row.scale(30_000, 300_000);
const TOLERANCE_PERCENT = 0.15;
const BADLY = { what: 'orders that did not end, or ended badly', goal: { exactly: 0 } } as const;
/** Orders in which one was sent again behind the one that had replaced it. */
const ORDER_UNDONE_SEED = 1_187_514_352;
const UNTRUE = { what: 'inverters that have something else than the last order asked for' } as const;

interface Wanted {
  readonly percent: number;
  readonly isOff: boolean;
}

interface Outcome {
  readonly orders: readonly Order[];
  /** Inverters that do not do what they were asked for last, */
  readonly untrue: number;
  /** and those of which the gateway tells something else than is so. */
  readonly mistold: number;
}

/** A limit, or a switching; what the inverter is to do when it has both of the last. */
function order(
  index: number,
  dice: () => number,
): { readonly path: string; readonly body: object; readonly wanted: Partial<Wanted> } {
  const serial = SERIALS[index] ?? '';
  if (dice() < 0.4) {
    const isOff = dice() < 0.5;
    return { path: setPower.path, body: { serial, power: !isOff }, wanted: { isOff } };
  }
  const percent = 5 + Math.floor(dice() * 95);
  const isRelative = dice() < 0.5;
  const watts = Math.round((percent * (MAX_POWER_W[index] ?? 0)) / 100);
  const limit_type = (isRelative ? 1 : 0) + (dice() < 0.3 ? 256 : 0);
  const body = { serial, limit_value: isRelative ? percent : watts, limit_type };
  return {
    path: setLimit.path,
    body,
    wanted: { percent: isRelative ? percent : (100 * watts) / (MAX_POWER_W[index] ?? 1) },
  };
}

async function run(firmware: FirmwareName, count: number, seed = row.seed): Promise<Outcome> {
  const roof = await startFailingDevice(firmware, seed);
  const dice = createDice(seed);
  await roof.pass(10_000);
  roof.device.setFaults({ lostOrderAnswers: LOST, lostOrderRequests: LOST_ORDERS });
  const wanted: Wanted[] = SERIALS.map(() => ({ percent: 100, isOff: false }));
  for (let number = 0; number < count; number++) {
    const index = Math.floor(dice() * SERIALS.length);
    const { path, body, wanted: next } = order(index, dice);
    const answer = jsonOf(await postData(roof.port, path, body));
    expect(answer).toMatchObject({ type: 'success' });
    wanted[index] = { ...(wanted[index] ?? { percent: 100, isOff: false }), ...next };
    await roof.pass(250 * Math.floor(dice() * 24));
  }
  await roof.pass(SETTLED_MS);
  roof.device.setFaults(NO_FAULTS);
  return { orders: await roof.orders(), ...(await judged(roof, wanted)) };
}

async function judged(roof: FailingDevice, wanted: readonly Wanted[]) {
  const { inverters } = await roof.live();
  const truths = SERIALS.map((serial) => roof.device.inspect(serial));
  const isSame = (a = Number.NaN, b = Number.NaN) => Math.abs(a - b) <= TOLERANCE_PERCENT;
  const untrue = truths.filter(
    (truth, index) =>
      !isSame(truth?.limitPercent, wanted[index]?.percent) || truth?.isSwitchedOff !== wanted[index]?.isOff,
  );
  const mistold = truths.filter((truth, index) => {
    const told = inverters.find(({ serial }) => serial === SERIALS[index]);
    return (
      !isSame(told?.limit_relative, truth?.limitPercent) ||
      (told?.switched_off ?? false) !== truth?.isSwitchedOff
    );
  });
  return { untrue: untrue.length, mistold: mistold.length };
}

/** A permanent limit that was taken stays under a newer one that is not, where nothing shows it any more. */
const isKeptUnder = ({ state, persistent, serial }: Order, newer: readonly Order[]) =>
  state === 'unmeasured' &&
  persistent === true &&
  newer.some((one) => one.serial === serial && one.persistent === false);

/** The newest order comes first. */
const endedBadly = ({ orders }: Pick<Outcome, 'orders'>) =>
  orders.filter(
    (order, index) =>
      !['measured', 'replaced'].includes(order.state) && !isKeptUnder(order, orders.slice(0, index)),
  ).length;

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe('orders through a device that loses answers', { timeout: row.scale(60_000, 600_000) }, () => {
  it('end in what the inverters really have, whatever its version', async () => {
    const outcomes: Outcome[] = [];
    for (const firmware of VERSIONS) outcomes.push(await run(firmware, ORDERS));
    const total = (count: (outcome: Outcome) => number) => sum(outcomes.map(count));
    row.figure({ ...UNTRUE, value: total(({ untrue }) => untrue), goal: { exactly: 0 } });
    const told = 'inverters of which the gateway tells something else than is so';
    row.figure({ what: told, value: total(({ mistold }) => mistold), goal: { exactly: 0 } });
    const all = VERSIONS.length * ORDERS;
    row.figure({
      what: 'orders with a time line',
      value: total(({ orders }) => orders.length),
      goal: { exactly: all },
    });
    row.figure({ ...BADLY, value: total(endedBadly) });
    const isDoubted = ({ steps }: Order) => steps.some(({ state }) => state === 'unanswered');
    row.figure({
      what: 'orders whose time line tells of a lost answer',
      value: total(({ orders }) => orders.filter(isDoubted).length),
      goal: { atLeast: Math.floor(all * LOST * 0.5) },
    });
  });

  it('is not undone by the one before, which was to be sent again', async () => {
    const outcome = await run('v24.2.12', 60, ORDER_UNDONE_SEED);
    row.figure({ ...BADLY, what: `seed ${ORDER_UNDONE_SEED}: ${BADLY.what}`, value: endedBadly(outcome) });
  });

  it('would end in something else if none were sent again', async () => {
    const value = await without(['lostOrders'], async () => endedBadly(await run('v24.2.12', ORDERS)));
    row.counterProof({ ...BADLY, without: SEAMS.lostOrders, value });
  });
});
