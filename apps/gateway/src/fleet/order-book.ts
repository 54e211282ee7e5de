import {
  isOpenOrder,
  type LimitCommand,
  ORDER_WAYS,
  type Order,
  type OrderAction,
  type OrderOrigin,
  type OrderRefusal,
  type OrderStep,
  orderState,
} from '@heliograph/domain';
import type { Clock } from '../platform/clock.ts';
import type { DataDirectory } from '../platform/data-directory.ts';
import type { DeviceClock } from '../platform/device-clock.ts';
import type { Log } from '../platform/log.ts';
import { openMemoryFile } from '../platform/memory-file.ts';
import { maxPowerOf } from './device-info.ts';
import type { Fleet } from './fleet.ts';
import type { InverterState } from './inverter.ts';
import { type OrderObstacle, orderObstacle } from './treatment.ts';

/** Takes orders, whoever gives them, and knows what became of each. */
export interface Orders {
  /** Undefined when there is no such inverter. */
  place(serial: string, action: OrderAction, origin: OrderOrigin): Order | undefined;
  /** Why an inverter is to take no orders now, as its owner wants it; ask before `place`. */
  obstacle(serial: string): OrderObstacle | undefined;
  /** The newest first; of ended ones only the last few hundred. */
  all(): readonly Order[];
  /** Those that are not over, or only just: the newest hundred. */
  current(): readonly Order[];
}

/** What whoever carries out an order has to say of it. */
export type CarriedStep = 'sent' | 'unanswered' | 'acknowledged' | 'refused' | 'replaced';

/** The orders over restarts of the gateway, in a file of the data folder. */
export interface OrderBook extends Orders {
  /** Keeps an order that nobody is to carry out, because somebody of a higher rank holds the limit. */
  refuse(serial: string, action: OrderAction, origin: OrderOrigin): Order | undefined;
  /** Keeps an order for which an inverter that does not answer is waited for; whoever does so gives it later with `place`. */
  postpone(serial: string, action: OrderAction, origin: OrderOrigin): Order | undefined;
  /** What became of such an order where it was not given after all: nobody wants it any more, or the inverter does so already. */
  endWaiting(id: string, became: 'not-wanted' | 'measured'): void;
  /** Calls `listener` with each order that is new or has a new step; returns the function that ends it. */
  onOrder(listener: (order: Order) => void): () => void;
  /** What whoever carries orders out has to say of one, by the number that it gave to it. */
  follow(serial: string, orderNumber: number, step: CarriedStep, refusal?: OrderRefusal): void;
  /** Removes the file; what comes later is not written. */
  forget(): Promise<void>;
  /** Writes what is new; resolves when that was tried. Whoever keeps orders elsewhere, too, waits for it and never knows more. */
  save(): Promise<void>;
  /** Writes what is new and ends. */
  close(): Promise<void>;
}

export interface OrderBookOptions {
  readonly fleet: Fleet;
  readonly clock: Clock;
  readonly deviceClock: Pick<DeviceClock, 'unixMs'>;
  readonly directory: DataDirectory;
  readonly log: Log;
  /** The sun is down, as far as anybody knows. */
  readonly isNight: () => boolean;
  /** Has an order carried out and gives the number by which `follow` speaks of it; undefined: there is no such inverter. */
  readonly send: (serial: string, action: OrderAction) => number | undefined;
}

/** An order of this run, and what it is judged by. Times are on the monotonic clock. */
interface Followed {
  readonly order: Order;
  readonly orderNumber: number;
  /** When the inverter took it; undefined: not yet. */
  readonly takenAtMs: number | undefined;
  /** What the inverter was known to do when it took it. */
  readonly powerBeforeW: number;
  readonly yieldTodayBeforeWh: number;
  /** It did not answer at least once since. */
  readonly wasSilent: boolean;
}

const ORDERS_MAX = 300;
/** The number of an order that is given to nobody. */
const NEVER_SENT = 0;
const CURRENT_MAX = 100;
/** So long the end of an order is news. */
const NEWS_FOR_MS = 60_000;
/** What comes at the same time is written at once, and so soon that a process which is killed has lost hardly anything. */
const WRITE_SOON_MS = 250;
/** A memory card does not like more writes than this, however many orders a program gives. */
const WRITE_INTERVAL_MS = 60_000;
/** So many writes may come soon, as those of somebody at a page; one more for each interval that has passed. */
const SOON_WRITES_MAX = 40;

/**
 * Orders that an earlier run left open are over: nobody sends them any more. One that the inverter has taken was carried out; only what
 * it was to be measured by is gone.
 */
export async function openOrderBook(options: OrderBookOptions): Promise<OrderBook> {
  const { fleet, clock, deviceClock, directory, log, send } = options;
  const file = await openMemoryFile({
    directory,
    log,
    name: 'orders.json',
    isDurable: true,
    read: readOrders,
    subject: 'What became of orders',
    whenLost: 'orders from before are not shown',
  });
  const step = <Step extends OrderStep['step']>(name: Step) => ({ step: name, atMs: deviceClock.unixMs() });
  const endOf = (order: Order): OrderStep =>
    orderState(order) === 'acknowledged'
      ? step('unmeasured')
      : { ...step('expired'), reason: 'gateway-restarted' };
  const remembered = (file.remembered ?? []).map((order) =>
    isOpenOrder(order) ? { ...order, steps: [...order.steps, endOf(order)] } : order,
  );
  const run = runOf(remembered, Math.floor(deviceClock.unixMs() / 1000));
  /** In the order in which they were given. */
  let followed: readonly Followed[] = [];
  let count = 0;
  let cancelWrite: (() => void) | undefined;
  let writesAtMs = Number.POSITIVE_INFINITY;
  /** Whoever orders without end must not use up what is kept for people. */
  const budgets = { person: createWriteBudget(clock), program: createWriteBudget(clock) };
  const listeners = new Set<(order: Order) => void>();

  function tell(order: Order): void {
    for (const listener of [...listeners]) listener(order);
  }

  /** Of those that are over the oldest ones go first: of the others something may still become. */
  function all(): readonly Order[] {
    return newest([...remembered, ...followed.map(({ order }) => order)], (order) => order).reverse();
  }

  function current(): readonly Order[] {
    const nowMs = deviceClock.unixMs();
    const isCurrent = (order: Order) =>
      isOpenOrder(order) || Math.abs(nowMs - (order.steps.at(-1)?.atMs ?? 0)) < NEWS_FOR_MS;
    return all().filter(isCurrent).slice(0, CURRENT_MAX);
  }

  function change(isMeant: (known: Followed) => boolean, next: (known: Followed) => Followed): void {
    const before = followed;
    followed = followed.map((known) => (isOpenOrder(known.order) && isMeant(known) ? next(known) : known));
    const changed = followed.filter((known, index) => known !== before[index]);
    if (changed.length > 0) writeSoon(changed.map(({ order }) => order.origin));
    for (const [index, { order }] of followed.entries()) if (order !== before[index]?.order) tell(order);
  }

  function place(serialText: string, action: OrderAction, origin: OrderOrigin): Order | undefined {
    const serial = fleet.find(serialText)?.serial;
    const orderNumber = serial === undefined ? undefined : send(serial, action);
    if (serial === undefined || orderNumber === undefined) return undefined;
    change(
      ({ order }) => order.serial === serial && isReplacedBy(order.action, action),
      (known) => withStep(known, step(isKeptUnder(known.order, action) ? 'unmeasured' : 'replaced')),
    );
    return keep({ serial, action, origin, steps: [step('asked')] }, orderNumber);
  }

  function refuse(serialText: string, action: OrderAction, origin: OrderOrigin): Order | undefined {
    const serial = fleet.find(serialText)?.serial;
    if (serial === undefined) return undefined;
    const steps = [step('asked'), { ...step('refused'), reason: 'held' as const }];
    return keep({ serial, action, origin, steps }, NEVER_SENT);
  }

  function postpone(serialText: string, action: OrderAction, origin: OrderOrigin): Order | undefined {
    const serial = fleet.find(serialText)?.serial;
    if (serial === undefined) return undefined;
    change(
      ({ order }) => order.serial === serial && orderState(order) === 'waiting',
      (known) => withStep(known, step('replaced')),
    );
    return keep({ serial, action, origin, steps: [step('asked'), step('waiting')] }, NEVER_SENT);
  }

  function endWaiting(id: string, became: 'not-wanted' | 'measured'): void {
    change(
      ({ order }) => order.id === id && orderState(order) === 'waiting',
      (known) =>
        withStep(known, became === 'measured' ? step(became) : { ...step('expired'), reason: became }),
    );
  }

  function keep(asked: Omit<Order, 'id'>, orderNumber: number): Order {
    count += 1;
    const order: Order = { id: `${run}-${count}`, ...asked };
    const fresh = { takenAtMs: undefined, powerBeforeW: 0, yieldTodayBeforeWh: 0, wasSilent: false };
    followed = newest([...followed, { order, orderNumber, ...fresh }], (known) => known.order);
    writeSoon([order.origin]);
    tell(order);
    return order;
  }

  function follow(serial: string, orderNumber: number, name: CarriedStep, refusal?: OrderRefusal): void {
    change(
      (known) => known.order.serial === serial && known.orderNumber === orderNumber,
      (known) => {
        if (name === 'refused') {
          return withStep(known, { ...step(name), ...(refusal && { reason: refusal }) });
        }
        const told = withStep(known, step(name));
        if (name !== 'acknowledged') return told;
        const reading = fleet.find(serial)?.reading;
        return {
          ...told,
          takenAtMs: clock.monotonicMs(),
          powerBeforeW: reading?.powerW ?? 0,
          yieldTodayBeforeWh: reading?.yieldTodayWh ?? 0,
          wasSilent: false,
        };
      },
    );
  }

  /** What is newly known of the inverters tells whether they do what they have taken. */
  function look(): void {
    change(
      ({ order }) => orderState(order) === 'acknowledged',
      (known) => {
        const inverter = fleet.find(known.order.serial);
        if (inverter === undefined) return known;
        const seen =
          inverter.contact !== 'answers' && !known.wasSilent ? { ...known, wasSilent: true } : known;
        const shown = whatShows(seen, inverter);
        return shown === undefined
          ? seen
          : withStep(seen, { ...step(shown.step), ...withPercent(shown.limitPercent) });
      },
    );
  }

  /** The origins of what is new. */
  function writeSoon(origins: readonly OrderOrigin[]): void {
    const nowMs = clock.monotonicMs();
    if (cancelWrite !== undefined && writesAtMs <= nowMs + WRITE_SOON_MS) return;
    const isOfPerson = origins.some(({ way, by }) => way === 'http' && by !== 'api');
    const isSoon = budgets[isOfPerson ? 'person' : 'program'].take();
    if (cancelWrite !== undefined && !isSoon) return;
    cancelWrite?.();
    writesAtMs = nowMs + (isSoon ? WRITE_SOON_MS : WRITE_INTERVAL_MS);
    cancelWrite = clock.after(writesAtMs - nowMs, write);
  }

  function write(): void {
    cancelWrite?.();
    cancelWrite = undefined;
    file.remember(() => ({ orders: [...all()].reverse() }));
  }

  async function save(): Promise<void> {
    if (cancelWrite !== undefined) write();
    await file.written();
  }

  const stopWatching = fleet.onChange(look);
  const stopRemoving = fleet.onRemove((serial) =>
    change(
      ({ order }) => order.serial === serial,
      (known) => withStep(known, { ...step('expired'), reason: 'inverter-removed' }),
    ),
  );

  function stop(): void {
    stopWatching();
    stopRemoving();
    cancelWrite?.();
  }

  if (remembered.some((order, index) => order !== file.remembered?.[index])) writeSoon([]);
  return {
    place,
    refuse,
    postpone,
    endWaiting,
    onOrder(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    obstacle(serial) {
      const inverter = fleet.find(serial);
      return inverter && orderObstacle(inverter, options.isNight());
    },
    all,
    current,
    follow,
    async forget() {
      stop();
      cancelWrite = undefined;
      await file.forget();
    },
    save,
    async close() {
      stop();
      void save();
      await file.close();
    },
  };
}

/** How many writes may come soon: some at once, and one more for each interval that has passed. */
function createWriteBudget(clock: Pick<Clock, 'monotonicMs'>) {
  let left = SOON_WRITES_MAX;
  let countedAtMs = clock.monotonicMs();
  return {
    /** Whether the next write may come soon. */
    take(): boolean {
      const nowMs = clock.monotonicMs();
      const earned = Math.max(0, Math.floor((nowMs - countedAtMs) / WRITE_INTERVAL_MS));
      countedAtMs += earned * WRITE_INTERVAL_MS;
      left = Math.min(SOON_WRITES_MAX, left + earned);
      if (left === 0) {
        countedAtMs = nowMs + WRITE_INTERVAL_MS;
        return false;
      }
      left -= 1;
      return true;
    },
  };
}

/** The newest ones, in their order. Those that are open all stay: of them something may still become. */
function newest<One>(all: readonly One[], orderOf: (one: One) => Order): One[] {
  let surplus = all.length - ORDERS_MAX;
  return all.filter((one) => {
    if (surplus <= 0 || isOpenOrder(orderOf(one))) return true;
    surplus -= 1;
    return false;
  });
}

/** What the ids of a run begin with: when it began or, where the clock has told that before, as it does while nobody sets it, a later time. */
function runOf(remembered: readonly Order[], startedAtS: number): string {
  const known = new Set(remembered.map(({ id }) => id.split('-', 1)[0]));
  for (let timeS = startedAtS; ; timeS += 1) {
    const run = timeS.toString(36);
    if (!known.has(run)) return run;
  }
}

/** A limit takes the place of a limit, a switching of a switching; a restart, which does more, only gives way to another. */
function isReplacedBy(older: OrderAction, newer: OrderAction): boolean {
  if (older.kind !== newer.kind) return false;
  const isRestart = (action: OrderAction) => action.kind === 'power' && action.command === 'restart';
  return !isRestart(older) || isRestart(newer);
}

/** A permanent limit that the inverter has taken stays under a newer one that is not; only nothing shows it any more. */
function isKeptUnder({ action, steps }: Order, newer: OrderAction): boolean {
  if (action.kind !== 'limit' || newer.kind !== 'limit') return false;
  return (
    action.command.isPersistent && !newer.command.isPersistent && orderState({ steps }) === 'acknowledged'
  );
}

/** An inverter may be out of reach for days: of the same step there are the first one and the last ones, so many in all. */
const SAME_STEPS_MAX = 5;

/** Each step keeps the time at which it happened; only that an order was sent is told once, by the first time. */
function withStep(known: Followed, step: OrderStep): Followed {
  const { steps } = known.order;
  if (step.step === 'sent' && steps.some((before) => before.step === 'sent')) return known;
  const same = steps.filter((before) => before.step === step.step);
  const dropped = same.length < SAME_STEPS_MAX ? undefined : same[1];
  const kept = steps.filter((before) => before !== dropped);
  return { ...known, order: { ...known.order, steps: [...kept, step] } };
}

function withPercent(limitPercent: number | undefined) {
  return limitPercent === undefined ? {} : { limitPercent };
}

interface Shown {
  readonly step: 'measured' | 'contradicted' | 'unmeasured';
  readonly limitPercent?: number;
}

/** What is known of the inverter since it has taken an order shows this of it; undefined: nothing yet. */
function whatShows(known: Followed, inverter: InverterState): Shown | undefined {
  const { action } = known.order;
  const { takenAtMs } = known;
  if (takenAtMs === undefined) return undefined;
  const shown =
    action.kind === 'limit'
      ? whatLimitShows(action.command, known, takenAtMs, inverter)
      : whatPowerShows(known, takenAtMs, inverter);
  const isLongSince = (inverter.readingAtMs ?? 0) - takenAtMs >= UNMEASURED_AFTER_MS;
  return shown ?? (isLongSince ? { step: 'unmeasured' } : undefined);
}

/**
 * The limit that an inverter or its device tells is the measure of a limit. It is asked for every few minutes at least, so who has
 * told readings for so long tells no limit that can be compared: power below a limit may be the sun's doing. Nor can a
 * restart that nobody has noticed be seen afterwards.
 */
const UNMEASURED_AFTER_MS = 15 * 60_000;

/** Inverters keep a limit in tenths of a percent, cut or rounded, and tell it in single precision. */
const LIMIT_TOLERANCE_PERCENT = 0.11;
/** Power that was clearly above a limit before and is not now follows it; inverters exceed one a little. */
const POWER_MARGIN = 1.05;

function whatLimitShows(
  { value, isRelative }: LimitCommand,
  { powerBeforeW }: Followed,
  takenAtMs: number,
  { limit, deviceInfo, reading, readingAtMs = 0 }: InverterState,
): Shown | undefined {
  const maxPowerW = maxPowerOf(deviceInfo);
  const wantedPercent = isRelative ? value : maxPowerW > 0 ? (value / maxPowerW) * 100 : undefined;
  if (limit.source === 'told' && (limit.readAtMs ?? 0) > takenAtMs && wantedPercent !== undefined) {
    const { percent } = limit;
    const isHeld = Math.abs(percent - Math.min(100, wantedPercent)) <= LIMIT_TOLERANCE_PERCENT;
    return { step: isHeld ? 'measured' : 'contradicted', limitPercent: percent };
  }
  const wantedW = isRelative ? (value * maxPowerW) / 100 : value;
  if (wantedW === 0 && isRelative && maxPowerW === 0) return undefined;
  const wasAbove = powerBeforeW > wantedW * POWER_MARGIN;
  const follows = readingAtMs > takenAtMs && reading.powerW <= wantedW * POWER_MARGIN;
  return wasAbove && follows ? { step: 'measured' } : undefined;
}

/** An inverter stops and starts within seconds and is asked every few; after this the opposite is no delay. */
const SETTLES_WITHIN_MS = 60_000;

function whatPowerShows(
  { order, wasSilent, yieldTodayBeforeWh }: Followed,
  takenAtMs: number,
  { reading, readingAtMs = 0 }: InverterState,
): Shown | undefined {
  if (order.action.kind !== 'power' || readingAtMs <= takenAtMs) return undefined;
  const { command } = order.action;
  if (command === 'restart') {
    const hasBegunAnew = wasSilent || reading.yieldTodayWh < yieldTodayBeforeWh;
    return hasBegunAnew ? { step: 'measured' } : undefined;
  }
  if (reading.powerW > 0 === (command === 'on')) return { step: 'measured' };
  return readingAtMs - takenAtMs >= SETTLES_WITHIN_MS ? { step: 'contradicted' } : undefined;
}

const WAYS: readonly unknown[] = ORDER_WAYS;

/** The orders of a file; undefined where there are none to be made out. */
function readOrders(value: unknown): readonly Order[] | undefined {
  const { orders } = Object(value);
  if (!Array.isArray(orders)) return undefined;
  return newest(orders.filter(isOrder).map(withGiver), (order) => order);
}

/** Before 0.5 nobody was named with an order by HTTP, which had the admin's login. */
function withGiver(order: Order): Order {
  const { way, by = way === 'mqtt' ? way : 'admin' } = order.origin as Partial<OrderOrigin>;
  return { ...order, origin: { way: way ?? 'http', by: String(by) } };
}

function isOrder(value: unknown): value is Order {
  const { id, serial, action, origin, steps } = Object(value);
  const { kind, command } = Object(action);
  const isAction =
    kind === 'power'
      ? ['on', 'off', 'restart'].includes(command)
      : kind === 'limit' && Number.isFinite(Object(command).value);
  return (
    typeof id === 'string' &&
    typeof serial === 'string' &&
    isAction &&
    WAYS.includes(Object(origin).way) &&
    Array.isArray(steps) &&
    steps.length > 0 &&
    steps.every((step) => typeof Object(step).step === 'string' && Number.isFinite(Object(step).atMs))
  );
}
