import {
  eventMessage,
  type FirmwareInfo,
  type HardwareInfo,
  type LimitCommand,
  noReading,
  type PowerCommand,
  type RadioStatistics,
  REACHABLE_FAILURES_MAX,
  type Reading,
} from '@heliograph/domain';
import type { DeviceEvent, ListedInverter, OrderStatus } from '@heliograph/opendtu-api';
import { acknowledgedLimitPercent, modelFamilyOf } from '@heliograph/protocol';
import type { SimulatorClock } from '../physical-clock.ts';
import type { AskedPlant } from './asked-inverter.ts';
import type { Timers } from './timers.ts';

/** What a device knows of an inverter since its start. */
export interface KnownInverter {
  readonly reading: Reading | undefined;
  /** Monotonic; undefined where there was no reading. */
  readonly readAtMs: number | undefined;
  readonly isReachable: boolean;
  /** Undefined before it was told. */
  readonly events: readonly DeviceEvent[] | undefined;
  /** 0 before it was read. */
  readonly limitPercent: number;
  readonly firmware: FirmwareInfo | undefined;
  readonly hardware: HardwareInfo | undefined;
  readonly limitStatus: OrderStatus;
  readonly powerStatus: OrderStatus;
  readonly radio: RadioStatistics;
}

/** Asks the inverters in turns and carries out orders. Source: docs/reference/original-device.md#poll-loop and #orders. */
export interface InverterTalk {
  start(): void;
  /** Reads every inverter at once, as if it had been their turn. */
  readAll(): void;
  of(serial: string): KnownInverter;
  limit(serial: string, command: LimitCommand): void;
  switchPower(serial: string, command: PowerCommand): void;
  resetStatistics(serial: string): void;
  forget(serial: string): void;
}

export interface InverterTalkOptions {
  readonly plant: AskedPlant;
  readonly clock: SimulatorClock;
  readonly timers: Timers;
  readonly inverters: () => readonly ListedInverter[];
  readonly pollIntervalMs: () => number;
  /** Without it nothing is read; orders go out. */
  readonly isClockSet: () => boolean;
  /** Until an order is acknowledged. */
  readonly orderTakesMs: number;
  readonly log: (line: string) => void;
}

const FIRST_TURN_AFTER_MS = 500;
/** Five times two seconds. */
const ORDER_GIVEN_UP_AFTER_MS = 10_000;
const LIMIT_READ_AGAIN_MS = 120_000;
const LIMIT_READ_AFTER_ORDER_MS = 240_000;

interface Order<Command> {
  /** Undefined: there is none, or it is done. */
  command: Command | undefined;
  status: OrderStatus;
  /** Grows with each sending, so that an older one changes nothing any more. */
  sending: number;
}

interface State {
  reading: Reading | undefined;
  readAtMs: number | undefined;
  failures: number;
  events: readonly DeviceEvent[] | undefined;
  eventCount: number | undefined;
  limitPercent: number;
  limitReadAtMs: number;
  orderedAtMs: number;
  firmware: FirmwareInfo | undefined;
  hardware: HardwareInfo | undefined;
  readonly limit: Order<LimitCommand>;
  readonly power: Order<PowerCommand>;
  requests: number;
  answers: number;
}

function newState(): State {
  return {
    ...{ reading: undefined, readAtMs: undefined, failures: 0, events: undefined, eventCount: undefined },
    ...{ limitPercent: 0, limitReadAtMs: Number.NEGATIVE_INFINITY, orderedAtMs: Number.NEGATIVE_INFINITY },
    ...{ firmware: undefined, hardware: undefined, requests: 0, answers: 0 },
    limit: { command: undefined, status: 'ok', sending: 0 },
    power: { command: undefined, status: 'ok', sending: 0 },
  };
}

/** Far ones are heard less well: from -50 dBm down. */
const RSSI_DBM = -50;
const RSSI_SPREAD_DBM = 30;

export function createInverterTalk(options: InverterTalkOptions): InverterTalk {
  const { plant, clock, timers, inverters, pollIntervalMs, isClockSet, orderTakesMs, log } = options;
  let states = new Map<string, State>();
  let turn = 0;

  function stateOf(serial: string): State {
    const state = states.get(serial) ?? newState();
    states.set(serial, state);
    return state;
  }

  const isAsked = ({ serial, isPolled }: ListedInverter) =>
    modelFamilyOf(serial) !== undefined && isClockSet() && isPolled !== false;

  function takeTurn(): void {
    timers.after(pollIntervalMs(), takeTurn);
    const listed = inverters();
    const inverter = listed[turn % Math.max(1, listed.length)];
    turn += 1;
    if (inverter === undefined || modelFamilyOf(inverter.serial) === undefined) return;
    if (isAsked(inverter)) {
      read(inverter.serial);
      if (inverter.isZeroedWhenSilent === true) zeroWhereSilent(inverter);
    }
    const state = stateOf(inverter.serial);
    if (state.limit.status === 'failure') sendLimit(inverter.serial);
    if (state.power.status === 'failure') sendPower(inverter.serial);
  }

  function read(serial: string): void {
    const state = stateOf(serial);
    const nowMs = clock.monotonicMs();
    log(`Fetch inverter: ${serial}`);
    state.requests += 1;
    const reading = plant.readReading(serial);
    if (reading === undefined) {
      state.failures += 1;
      return;
    }
    Object.assign(state, { reading, readAtMs: nowMs, failures: 0, answers: state.answers + 1 });
    if (state.eventCount !== reading.eventCount) {
      const read = plant.readEvents(serial);
      state.events = read?.map((event) => ({ ...event, message: eventMessage(event.code) }));
      state.eventCount = reading.eventCount;
    }
    if (isLimitDue(state, nowMs)) {
      state.limitPercent = plant.readLimitPercent(serial) ?? state.limitPercent;
      state.limitReadAtMs = nowMs;
    }
    state.firmware ??= plant.readFirmware(serial);
    state.hardware ??= plant.readHardware(serial);
  }

  /** Source: docs/reference/api-generations.md#settings. */
  function zeroWhereSilent(inverter: ListedInverter): void {
    const state = stateOf(inverter.serial);
    if (state.failures > thresholdOf(inverter)) state.reading = state.reading && withoutPower(state.reading);
  }

  /** Sends it; the acknowledgement comes after a while, or never. */
  function send<Command>(order: Order<Command>, obey: (command: Command) => boolean): void {
    const { command } = order;
    if (command === undefined) return;
    order.status = 'pending';
    order.sending += 1;
    const { sending } = order;
    timers.after(orderTakesMs, () => {
      if (order.sending !== sending) return;
      if (obey(command)) Object.assign(order, { status: 'ok', command: undefined });
      else timers.after(Math.max(0, ORDER_GIVEN_UP_AFTER_MS - orderTakesMs), giveUp);
    });
    function giveUp(): void {
      if (order.sending === sending) order.status = 'failure';
    }
  }

  function sendLimit(serial: string): void {
    const state = stateOf(serial);
    send(state.limit, (command) => {
      state.orderedAtMs = clock.monotonicMs();
      if (!plant.limit(serial, command)) return false;
      const maxPowerW = state.hardware?.model?.maxPowerW ?? 0;
      const percent = acknowledgedLimitPercent(command, maxPowerW);
      state.limitPercent = percent === undefined ? state.limitPercent : Math.min(100, percent);
      log(`Limit of ${serial} is taken`);
      return true;
    });
  }

  function sendPower(serial: string): void {
    send(stateOf(serial).power, (command) => plant.switchPower(serial, command));
  }

  return {
    start() {
      states = new Map();
      turn = 0;
      timers.after(FIRST_TURN_AFTER_MS, takeTurn);
    },
    readAll() {
      for (const inverter of inverters().filter(isAsked)) read(inverter.serial);
    },
    of: (serial) => known(serial, stateOf(serial), inverters()),
    limit(serial, command) {
      stateOf(serial).limit.command = command;
      sendLimit(serial);
    },
    switchPower(serial, command) {
      stateOf(serial).power.command = command;
      sendPower(serial);
    },
    resetStatistics(serial) {
      Object.assign(stateOf(serial), { requests: 0, answers: 0 });
    },
    forget(serial) {
      const state = states.get(serial);
      if (state !== undefined) {
        state.limit.sending += 1;
        state.power.sending += 1;
      }
      states.delete(serial);
    },
  };
}

function thresholdOf(inverter: ListedInverter | undefined): number {
  return inverter?.reachableThreshold ?? REACHABLE_FAILURES_MAX;
}

/** What was measured becomes zero, what was counted stays. */
function withoutPower(reading: Reading): Reading {
  const { yieldTodayWh, yieldTotalKWh, eventCount, phases, strings } = reading;
  const zeros = noReading({ phaseCount: phases.length, stringCount: strings.length });
  return {
    ...zeros,
    ...{ yieldTodayWh, yieldTotalKWh, eventCount },
    lineVoltagesV: reading.lineVoltagesV.map(() => 0),
    strings: strings.map((string, index) => ({
      ...(zeros.strings[index] ?? string),
      yieldTodayWh: string.yieldTodayWh,
      yieldTotalKWh: string.yieldTotalKWh,
    })),
  };
}

function isLimitDue({ limitReadAtMs, orderedAtMs }: State, nowMs: number): boolean {
  return nowMs - limitReadAtMs > LIMIT_READ_AGAIN_MS && nowMs - orderedAtMs > LIMIT_READ_AFTER_ORDER_MS;
}

function known(serial: string, state: State, listed: readonly ListedInverter[]): KnownInverter {
  const threshold = thresholdOf(listed.find((one) => one.serial === serial));
  const { requests, answers } = state;
  return {
    ...state,
    isReachable: state.failures <= threshold,
    limitStatus: state.limit.status,
    powerStatus: state.power.status,
    radio: {
      ...{ requests, answers, repeatedRequests: 0, silences: requests - answers },
      ...{ partialAnswers: 0, corruptAnswers: 0 },
      rssiDbm: answers === 0 ? -127 : RSSI_DBM - (Number.parseInt(serial.slice(-2), 16) % RSSI_SPREAD_DBM),
    },
  };
}
