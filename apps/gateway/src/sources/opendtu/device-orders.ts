import type { Order as OrderFacts } from '@heliograph/contract';
import type { LimitCommand, OrderAction, OrderRefusal } from '@heliograph/domain';
import {
  type DeviceFacts,
  type DeviceResult,
  decodeLimitStatuses,
  decodePowerStatuses,
  decodeResult,
  encodeLimitOrder,
  encodePowerOrder,
  type LimitTypeNumbers,
  type OrderStatus,
  PATHS,
  RESULT_CODE,
} from '@heliograph/opendtu-api';
import { maxPowerOf } from '../../fleet/device-info.ts';
import type { InverterChange, Inverters } from '../../fleet/fleet.ts';
import { type InverterState, nextOrderNumber } from '../../fleet/inverter.ts';
import { limitAcknowledged, limitFailed, limitOrdered } from '../../fleet/limit-state.ts';
import { powerAcknowledged, powerFailed, powerOrdered } from '../../fleet/power-state.ts';
import type { Clock } from '../../platform/clock.ts';
import { type DeviceAnswer, type DeviceHttp, decodedAnswer } from './device-http.ts';
import { readOrderThere } from './heliograph-calls.ts';

/** The orders that a device is to carry out: each is sent until the device has it, and followed until the device says how it ended. */
export interface DeviceOrders {
  /** Takes an order and gives its number. */
  take(inverter: InverterState, action: OrderAction): number;
  /** What happens with the device is not known from now on: it may have started anew, and have forgotten all orders. */
  doubt(): void;
  /** The device answers (again), so what waits can be sent. */
  resume(): void;
  /** What the device is has become known, or has changed by an update or a restart. */
  learn(facts: DeviceFacts): void;
  stop(): void;
}

/** What a device source can say of an order. */
export type DeviceOrderStep = 'sent' | 'unanswered' | 'acknowledged' | 'refused' | 'replaced';

/** `refusal`: why the device would not hear of it; only with `refused`, and not where it has looked at the order. */
export type DeviceOrderFollower = (
  serial: string,
  orderNumber: number,
  step: DeviceOrderStep,
  refusal?: OrderRefusal,
) => void;

export interface DeviceOrdersOptions {
  readonly inverters: Inverters;
  readonly clock: Clock;
  /** Undefined while there is no connection. */
  readonly http: () => DeviceHttp | undefined;
  readonly onStep: DeviceOrderFollower;
  /** Told that the device does not accept our password. */
  readonly onLoginRefused: () => void;
}

interface TakenOrder {
  readonly serial: string;
  readonly orderNumber: number;
  readonly action: OrderAction;
  /** `waits`: as far as is known the device does not have it. `posting`: it is on its way. `sent`: the device has it. */
  stage: 'waits' | 'posting' | 'sent';
  /** The device has said that it has it, so it is in the list of another Heliograph. */
  isConfirmed?: boolean;
  /** That nothing came back was told of this: each time counts once. */
  silence?: string | undefined;
}

/** What the device says of an order. `silence`: what tells one time that nothing came back from the next; with `unanswered`. */
interface Outcome {
  readonly state: 'open' | 'unanswered' | 'taken' | 'refused' | 'replaced';
  readonly silence?: string;
  readonly refusal?: OrderRefusal;
}

/** What became of a POST. `lost`: nobody knows whether the device has it. `unsent`: it certainly has not. */
type Sending = 'sent' | 'lost' | 'unsent' | Refusal;
/** `refused`: the device has looked at it; otherwise it would not hear of it. */
type Refusal = 'refused' | OrderRefusal;

/** What became of an order is asked for this often, and after a while less often. */
const FOLLOW_EVERY_MS = 1000;
const FOLLOW_LATER_EVERY_MS = 5000;
const FOLLOW_CLOSELY_FOR_MS = 30_000;
/** An order that got lost on its way to the device is sent again after this. */
const SEND_AGAIN_AFTER_MS = 2000;

export function createDeviceOrders(options: DeviceOrdersOptions): DeviceOrders {
  const { inverters, clock, http, onStep, onLoginRefused } = options;
  let facts: DeviceFacts | undefined;
  let limitTypes: LimitTypeNumbers = 'unknown';
  /** The device may have started anew since its status was asked for. */
  let isDoubtful = false;
  let hasForgotten = false;
  /** The newest order of each kind to each inverter, until it has ended. */
  const open = new Map<string, TakenOrder>();
  /** What waits to be sent, or looked at, again. */
  const waits = new Map<string, () => void>();
  const keyOf = ({ serial, action }: Pick<TakenOrder, 'serial' | 'action'>) => `${serial} ${action.kind}`;
  const isNewest = (order: TakenOrder) => open.get(keyOf(order)) === order;

  function wait(order: TakenOrder, delayMs: number, next: () => Promise<void>): void {
    waits.get(keyOf(order))?.();
    waits.set(
      keyOf(order),
      clock.after(delayMs, () => void next()),
    );
  }

  async function carry(order: TakenOrder): Promise<void> {
    const device = http();
    if (device === undefined) return;
    order.stage = 'posting';
    const sending = await send(device, order);
    if (!isNewest(order) || device !== http()) return;
    const { serial, orderNumber } = order;
    if (isRefusal(sending)) {
      refuse(order, sending);
      return;
    }
    onStep(serial, orderNumber, sending === 'sent' ? 'sent' : 'unanswered');
    order.isConfirmed = sending === 'sent';
    order.silence = undefined;
    order.stage = hasArrived(order, sending) ? 'sent' : 'waits';
    if (order.stage === 'sent') follow(order, clock.monotonicMs());
    else wait(order, SEND_AGAIN_AFTER_MS, () => carry(order));
  }

  function refuse(order: TakenOrder, refusal: Refusal): void {
    if (refusal === 'device-login') onLoginRefused();
    end(order, false);
    onStep(order.serial, order.orderNumber, 'refused', refusal === 'refused' ? undefined : refusal);
  }

  function send(device: DeviceHttp, order: TakenOrder): Promise<Sending> {
    const { serial, action } = order;
    if (action.kind === 'limit') return sendLimit(device, order, action.command);
    return device
      .post(PATHS.powerOrder, encodePowerOrder({ serial, command: action.command }))
      .then((answer) => sendingOf(answer, decodedAnswer(answer, decodeResult)));
  }

  /** Where nobody knows by which numbers a device calls limits that are kept, the one that it refuses was the wrong one. */
  async function sendLimit(device: DeviceHttp, order: TakenOrder, command: LimitCommand): Promise<Sending> {
    const { serial } = order;
    const first = limitTypes === '0-1-256-257' ? '0-1-256-257' : '0-1-2-3';
    const sending = await sendNumbered(device, serial, command, first);
    if (sending !== 'other numbers') return sending;
    if (!isNewest(order)) return 'unsent'; // a newer one may have gone out meanwhile
    const other = first === '0-1-2-3' ? '0-1-256-257' : '0-1-2-3';
    const again = await sendNumbered(device, serial, command, other);
    return again === 'other numbers' ? 'refused' : again;
  }

  async function sendNumbered(
    device: DeviceHttp,
    serial: string,
    command: LimitCommand,
    numbers: Exclude<LimitTypeNumbers, 'unknown'>,
  ): Promise<Sending | 'other numbers'> {
    const limitFractions = facts?.capabilities.limitFractions ?? false;
    const body = encodeLimitOrder({ serial, command }, numbers, { limitFractions });
    const answer = await device.post(PATHS.limitOrder, body);
    const result = decodedAnswer(answer, decodeResult);
    if (result?.code === RESULT_CODE.limitInvalidType && command.isPersistent) return 'other numbers';
    if (result?.isSuccess === true && command.isPersistent) limitTypes = numbers;
    return sendingOf(answer, result);
  }

  function follow(order: TakenOrder, sentAtMs: number): void {
    const isYoung = clock.monotonicMs() - sentAtMs < FOLLOW_CLOSELY_FOR_MS;
    wait(order, isYoung ? FOLLOW_EVERY_MS : FOLLOW_LATER_EVERY_MS, () => look(order, sentAtMs));
  }

  async function look(order: TakenOrder, sentAtMs: number): Promise<void> {
    const device = http();
    if (device === undefined) return;
    const outcome = isDoubtful ? undefined : await outcomeOf(device, order);
    if (!isNewest(order) || device !== http() || order.stage !== 'sent') return;
    if (outcome !== undefined && !isDoubtful && hasEnded(order, outcome)) return;
    follow(order, sentAtMs);
  }

  /** Tells what is new of an order; true where nothing more will come. */
  function hasEnded(order: TakenOrder, { state, silence, refusal }: Outcome): boolean {
    const { serial, orderNumber } = order;
    if (state === 'taken' || state === 'refused' || state === 'replaced') {
      end(order, state === 'taken');
      onStep(serial, orderNumber, state === 'taken' ? 'acknowledged' : state, refusal);
      return true;
    }
    // The device sends it again by itself, for as long as it takes.
    if (state === 'unanswered' && silence !== order.silence) onStep(serial, orderNumber, 'unanswered');
    order.silence = silence;
    return false;
  }

  /** Undefined where that is not known. */
  async function outcomeOf(device: DeviceHttp, order: TakenOrder): Promise<Outcome | undefined> {
    if (facts?.kind === 'heliograph' && order.isConfirmed === true) {
      const there = await readOrderThere(device, order.serial, order.action);
      if (there !== undefined) return outcomeThere(there);
    }
    const status = await statusOf(device, order);
    return status && OUTCOMES[status];
  }

  function end(order: TakenOrder, isTaken: boolean): void {
    open.delete(keyOf(order));
    inverters.update(order.serial, ended(order, isTaken));
  }

  return {
    take(inverter, action) {
      const { serial } = inverter;
      const order: TakenOrder = { serial, orderNumber: nextOrderNumber(inverter), action, stage: 'waits' };
      waits.get(keyOf(order))?.(); // what waits to be sent again is the order that this one replaces
      open.set(keyOf(order), order);
      inverters.update(serial, ordered(order));
      void carry(order);
      return order.orderNumber;
    },
    doubt() {
      isDoubtful = true;
    },
    resume() {
      isDoubtful = false;
      const isLost = ({ stage }: TakenOrder) => stage === 'waits' || (stage === 'sent' && hasForgotten);
      for (const order of [...open.values()].filter(isLost)) void carry(order);
      hasForgotten = false;
    },
    learn(next) {
      if (facts?.versionText !== next.versionText) limitTypes = next.capabilities.limitTypes;
      hasForgotten ||= (next.uptimeS ?? 0) < (facts?.uptimeS ?? 0);
      facts = next;
    },
    stop() {
      for (const cancel of waits.values()) cancel();
      waits.clear();
    },
  };
}

function isRefusal(sending: Sending): sending is Refusal {
  return sending === 'refused' || sending === 'device-login' || sending === 'device-redirect';
}

/** An original device may fail many times before it has an answer; how often it does not tell. */
const OUTCOMES: Readonly<Record<OrderStatus, Outcome | undefined>> = {
  ok: { state: 'taken' },
  pending: { state: 'open' },
  failure: { state: 'unanswered', silence: 'failure' },
  unknown: undefined,
};

/** What became of it on another Heliograph, which measures by itself what we measure too. */
function outcomeThere({ state, steps }: OrderFacts): Outcome {
  const { at = 0, reason } = steps.at(-1) ?? {};
  if (state === 'unanswered') return { state, silence: String(at) };
  if (state === 'refused') {
    const refusal = reason === undefined ? undefined : REFUSALS_THERE[reason];
    return { state, ...(refusal && { refusal }) };
  }
  if (state === 'replaced') return { state };
  // One that it has forgotten by a restart is sent again, as to every device.
  return { state: OPEN_THERE.includes(state) ? 'open' : 'taken' };
}

const OPEN_THERE: readonly OrderFacts['state'][] = ['asked', 'sent', 'expired'];
/** It is not our password that was wrong there. */
const REFUSALS_THERE: Readonly<Record<string, OrderRefusal>> = {
  'device-login': 'upstream-login',
  'device-redirect': 'upstream-redirect',
  'upstream-login': 'upstream-login',
  'upstream-redirect': 'upstream-redirect',
};

async function statusOf(
  device: DeviceHttp,
  { serial, action }: TakenOrder,
): Promise<OrderStatus | undefined> {
  if (action.kind === 'limit') {
    return decodedAnswer(await device.get(PATHS.limitStatus), decodeLimitStatuses)?.get(serial)?.status;
  }
  return decodedAnswer(await device.get(PATHS.powerStatus), decodePowerStatuses)?.get(serial);
}

/**
 * Whether the device is taken to have an order. A limit or a switching may come twice without harm. A restart may not:
 * where nobody knows whether the device has it, its status tells.
 */
function hasArrived({ action }: TakenOrder, sending: Sending): boolean {
  const isRestart = action.kind === 'power' && action.command === 'restart';
  return sending === 'sent' || (sending === 'lost' && (isRestart || __WITHOUT__.lostOrders));
}

function sendingOf(answer: DeviceAnswer, result: DeviceResult | undefined): Sending {
  if (result !== undefined) return result.isSuccess ? 'sent' : 'refused';
  if (answer.kind === 'json') return 'lost';
  if (answer.problem === 'login') return 'device-login';
  if (answer.problem === 'redirect') return 'device-redirect';
  return answer.isUnsent === true || answer.problem === 'throttled' ? 'unsent' : 'lost';
}

function ordered({ action, orderNumber }: TakenOrder): InverterChange {
  return ({ limit, power }) =>
    action.kind === 'limit'
      ? { limit: limitOrdered(limit, action.command, orderNumber) }
      : { power: powerOrdered(power, action.command, orderNumber) };
}

/** The device has told that the inverter has taken it, or will not carry it out. */
function ended({ action, orderNumber }: TakenOrder, isTaken: boolean): InverterChange {
  return ({ limit, power, deviceInfo }, nowMs) => {
    if (action.kind === 'power') {
      const order = { command: action.command, orderNumber };
      return {
        power: isTaken ? powerAcknowledged(power, order, nowMs) : powerFailed(power, orderNumber),
      };
    }
    const { command } = action;
    if (!isTaken) return { limit: limitFailed(limit, orderNumber) };
    const percent = expectedPercent(command, maxPowerOf(deviceInfo));
    return { limit: limitAcknowledged(limit, { command, orderNumber }, percent, nowMs) };
  };
}

/** Inverters count in tenths of a percent; undefined where watts cannot be put into percent. */
function expectedPercent({ value, isRelative }: LimitCommand, maxPowerW: number): number | undefined {
  if (isRelative) return Math.min(100, value);
  return maxPowerW > 0 ? Math.floor((value / maxPowerW) * 1000) / 10 : undefined;
}
