import {
  acknowledgedLimitPercent,
  type CommandKind,
  type DataCommandKind,
  decodeAlarmLog,
  decodeDeviceInfoAll,
  decodeDeviceInfoSimple,
  decodeRealTimeData,
  decodeSystemConfig,
  encodeRequest,
  type LimitRequest,
  type LimitType,
  type Link,
  type Request,
} from '@heliograph/protocol';
import { type DeviceInfoState, maxPowerOf } from '../fleet/device-info.ts';
import { eventLogAsked, eventLogRead } from '../fleet/event-log.ts';
import type { Fleet, InverterChange } from '../fleet/fleet.ts';
import { eventCountOf, mayHaveRestarted, nextOrderNumber } from '../fleet/inverter.ts';
import {
  type LimitCommand,
  type LimitOrder,
  limitAcknowledged,
  limitDoubted,
  limitExplained,
  limitFailed,
  limitLost,
  limitLostByRestart,
  limitOrdered,
  limitRead,
} from '../fleet/limit-state.ts';
import { type PowerCommand, powerAcknowledged, powerFailed, powerOrdered } from '../fleet/power-state.ts';
import type { DeviceClock } from '../platform/device-clock.ts';
import type { Command } from './command.ts';

/** Makes commands for inverters, queues them, and tells the fleet how they went. */
export interface InverterCommands {
  /** Asks for something; false when the clock is not set, the inverter is gone or the queue is full. */
  ask(serial: string, kind: DataCommandKind): boolean;
  /** Orders a limit; false when the inverter is gone. Where the queue is full the next turn sends it. */
  orderLimit(serial: string, command: LimitCommand): boolean;
  /** Orders to switch; false when the inverter is gone. Where the queue is full the next turn sends it. */
  orderPower(serial: string, command: PowerCommand): boolean;
  /** Sends what belongs to a turn: asks, or repeats the last order. */
  send(serial: string, kind: CommandKind): boolean;
}

export interface InverterCommandsOptions {
  readonly fleet: Fleet;
  readonly deviceClock: DeviceClock;
  readonly dtuSerial: () => string;
  readonly enqueue: (command: Command) => boolean;
}

/** What an answer or its absence changes in the fleet. */
interface Outcome {
  /** Undefined when the payload cannot be an answer to this command. */
  readonly read: (payload: Uint8Array) => InverterChange | undefined;
  readonly gaveUp: InverterChange;
  /** What changes as soon as the inverter may have heard of it. */
  readonly started?: InverterChange;
  /** What changes as soon as it is sent a second time. */
  readonly repeated?: InverterChange;
}

const NO_CHANGE: InverterChange = () => ({});
/** The original caps relative limits before it sends them, and leaves absolute ones alone. */
const RELATIVE_LIMIT_MAX_PERCENT = 100;

export function createInverterCommands(options: InverterCommandsOptions): InverterCommands {
  const { fleet, deviceClock, dtuSerial, enqueue } = options;

  function queue(serial: string, request: Request, outcome: Outcome): boolean {
    const link: Link = { inverterSerial: serial, dtuSerial: dtuSerial() };
    return enqueue({
      kind: request.kind,
      ...(request.kind === 'PowerControl' ? { action: request.action } : {}),
      link,
      request: encodeRequest(request, link),
      read: (payload) => {
        const change = outcome.read(payload);
        return change && (() => remember(serial, change));
      },
      started: () => fleet.update(serial, outcome.started ?? NO_CHANGE),
      repeated: () => fleet.update(serial, outcome.repeated ?? NO_CHANGE),
      gaveUp: () => fleet.update(serial, outcome.gaveUp),
    });
  }

  /** A limit that an answer has thrown doubt on is read at once, not only at the next turn. */
  function remember(serial: string, change: InverterChange): void {
    const isLimitWanted = () => fleet.find(serial)?.limit.readState === 'Failure';
    const wasWanted = isLimitWanted();
    fleet.update(serial, change);
    if (!wasWanted && isLimitWanted()) ask(serial, 'SystemConfigPara');
  }

  function ask(serialText: string, kind: DataCommandKind): boolean {
    const serial = fleet.find(serialText)?.serial;
    if (serial === undefined || !deviceClock.isSet()) return false;
    const timeS = Math.floor(deviceClock.unixMs() / 1000);
    if (!queue(serial, { kind, timeS }, dataOutcome(options, serial, kind))) return false;
    fleet.update(serial, asked(kind));
    return true;
  }

  function sendLimit(serial: string, order: LimitOrder): void {
    const { command, orderNumber } = order;
    fleet.update(serial, ({ limit }) => ({ limit: limitOrdered(limit, command, orderNumber) }));
    if (!queue(serial, limitRequest(command), limitOutcome(order))) {
      fleet.update(serial, ({ limit }) => ({ limit: limitFailed(limit, orderNumber) }));
    }
  }

  function sendPower(serial: string, command: PowerCommand, orderNumber: number): void {
    fleet.update(serial, ({ power }) => ({ power: powerOrdered(power, command, orderNumber) }));
    const outcome = powerOutcome(command, orderNumber);
    if (!queue(serial, { kind: 'PowerControl', action: command }, outcome)) {
      fleet.update(serial, outcome.gaveUp);
    }
  }

  function orderLimit(serialText: string, command: LimitCommand): boolean {
    const inverter = fleet.find(serialText);
    if (inverter === undefined) return false;
    sendLimit(inverter.serial, { command, orderNumber: nextOrderNumber(inverter) });
    return true;
  }

  function orderPower(serialText: string, command: PowerCommand): boolean {
    const inverter = fleet.find(serialText);
    if (inverter === undefined) return false;
    sendPower(inverter.serial, command, nextOrderNumber(inverter));
    return true;
  }

  /** What is sent again keeps its number: it is not newer than what was ordered since. */
  function send(serial: string, kind: CommandKind): boolean {
    if (kind !== 'ActivePowerControl' && kind !== 'PowerControl') return ask(serial, kind);
    const inverter = fleet.find(serial);
    if (inverter === undefined) return false;
    const { limit, power } = inverter;
    if (kind === 'ActivePowerControl') {
      if (limit.command === undefined) return false;
      sendLimit(serial, { command: limit.command, orderNumber: limit.orderNumber });
    } else {
      if (power.command === undefined) return false;
      sendPower(serial, power.command, power.orderNumber);
    }
    return true;
  }

  return { ask, orderLimit, orderPower, send };
}

/** What is remembered when something has been asked for. */
function asked(kind: DataCommandKind): InverterChange {
  switch (kind) {
    case 'AlarmData':
      return (inverter) => ({ eventLog: eventLogAsked(inverter.eventLog, eventCountOf(inverter)) });
    case 'SystemConfigPara':
      return ({ limit }) => ({ limit: { ...limit, readState: 'Pending' } });
    default:
      return NO_CHANGE;
  }
}

/** `change` for what `decode` makes of a payload; undefined when that is nothing. */
function reader<Value>(
  decode: (payload: Uint8Array) => Value | undefined,
  change: (value: Value) => InverterChange,
): Outcome['read'] {
  return (payload) => {
    const value = decode(payload);
    return value === undefined ? undefined : change(value);
  };
}

function dataOutcome({ fleet }: InverterCommandsOptions, serial: string, kind: DataCommandKind): Outcome {
  switch (kind) {
    case 'RealTimeRunData':
      return {
        read: reader(
          (payload) => {
            const inverter = fleet.find(serial);
            const maxPowersW = inverter?.strings.map(({ maxPowerW }) => maxPowerW) ?? [];
            return inverter && decodeRealTimeData(inverter.family, payload, maxPowersW);
          },
          (readings) => (before, nowMs) => ({
            readings,
            readingsAtMs: nowMs,
            missedPolls: 0,
            ...(mayHaveRestarted(before, readings) ? { limit: limitLost(before.limit) } : {}),
          }),
        ),
        gaveUp: ({ missedPolls }) => ({ missedPolls: missedPolls + 1 }),
      };
    case 'AlarmData':
      return {
        read: reader(
          (payload) => decodeAlarmLog(payload),
          (entries) =>
            ({ eventLog }, nowMs) => ({ eventLog: eventLogRead(eventLog, entries, nowMs) }),
        ),
        gaveUp: ({ eventLog }) => ({ eventLog: { ...eventLog, readState: 'Failure' } }),
      };
    case 'SystemConfigPara':
      return {
        read: reader(decodeSystemConfig, ({ limitPercent }) => ({ limit }, nowMs) => ({
          limit: limitRead(limit, limitPercent, nowMs),
        })),
        gaveUp: ({ limit }) => ({ limit: { ...limit, readState: 'Failure' } }),
      };
    case 'DevInfoAll':
      return {
        read: reader(decodeDeviceInfoAll, (firmware) => ({ deviceInfo }) => ({
          deviceInfo: { ...deviceInfo, firmware },
        })),
        gaveUp: NO_CHANGE,
      };
    case 'DevInfoSimple':
      return {
        read: reader(decodeDeviceInfoSimple, (hardware) => (before) => {
          const deviceInfo = { ...before.deviceInfo, hardware };
          const limit = limitExplained(before.limit, (command) => expectedPercent(command, deviceInfo));
          return { deviceInfo, limit };
        }),
        gaveUp: NO_CHANGE,
      };
  }
}

const LIMIT_TYPE = { relative: 0x0001, persistent: 0x0100 } as const;

function limitRequest(command: LimitCommand): LimitRequest {
  const { value, isRelative, isPersistent } = command;
  const type = (isRelative ? LIMIT_TYPE.relative : 0) | (isPersistent ? LIMIT_TYPE.persistent : 0);
  return {
    kind: 'ActivePowerControl',
    limit: isRelative ? Math.min(value, RELATIVE_LIMIT_MAX_PERCENT) : value,
    limitType: type as LimitType,
  };
}

/** What an inverter with this info makes of a limit; undefined when that cannot be said. */
function expectedPercent(command: LimitCommand, info: DeviceInfoState): number | undefined {
  return acknowledgedLimitPercent(limitRequest(command), maxPowerOf(info));
}

function limitOutcome(order: LimitOrder): Outcome {
  return {
    read:
      () =>
      ({ limit, deviceInfo }, nowMs) => ({
        limit: limitAcknowledged(limit, order, expectedPercent(order.command, deviceInfo), nowMs),
      }),
    repeated: ({ limit }) => ({ limit: limitDoubted(limit) }),
    gaveUp: ({ limit }) => ({ limit: limitFailed(limitDoubted(limit), order.orderNumber) }),
  };
}

function powerOutcome(command: PowerCommand, orderNumber: number): Outcome {
  return {
    read:
      () =>
      ({ power }, nowMs) => ({ power: powerAcknowledged(power, orderNumber, nowMs) }),
    gaveUp: ({ power }) => ({ power: powerFailed(power, orderNumber) }),
    // Not only when it is acknowledged: the acknowledgement of a restart that took place may be lost.
    ...(command === 'restart'
      ? { started: ({ limit }) => ({ limit: limitLostByRestart(limit, orderNumber) }) }
      : {}),
  };
}
