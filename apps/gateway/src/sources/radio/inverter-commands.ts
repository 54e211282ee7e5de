import type { Reading } from '@heliograph/domain';
import {
  type CommandKind,
  type DataCommandKind,
  decodeAlarmLog,
  decodeDeviceInfoAll,
  decodeDeviceInfoSimple,
  decodeRealTimeData,
  decodeSystemConfig,
  encodeRequest,
  isPlausible,
  type Link,
  modelFamilyOf,
  type Request,
  type SystemConfig,
} from '@heliograph/protocol';
import { eventLogAsked, eventLogRead } from '../../fleet/event-log.ts';
import type { InverterChange, Inverters } from '../../fleet/fleet.ts';
import { eventCountOf, type InverterState, isReachable, mayHaveRestarted } from '../../fleet/inverter.ts';
import { limitExplained, limitLost, limitRead } from '../../fleet/limit-state.ts';
import { linkUsed } from '../../fleet/link-statistics.ts';
import { isRestarting, powerMeasured } from '../../fleet/power-state.ts';
import { type ExchangeEnd, INITIAL_RADIO, radioUsed } from '../../fleet/radio-quality.ts';
import { type AirUse, exchangeCounted, INITIAL_STATISTICS } from '../../fleet/radio-statistics.ts';
import { readingTold, treatmentOf, whenSilent } from '../../fleet/treatment.ts';
import type { DeviceClock } from '../../platform/device-clock.ts';
import type { Command } from './command.ts';
import type { CommandOutcome } from './command-outcome.ts';
import { createInverterOrders, type InverterOrders, type OrderFollower } from './inverter-orders.ts';
import { expectedPercent } from './limit-request.ts';

/** Makes commands for inverters, queues them, and tells the fleet how they went. */
export interface InverterCommands extends Pick<InverterOrders, 'orderLimit' | 'orderPower'> {
  /** Asks for something; false when the clock is not set, the inverter is gone or the queue is full. */
  ask(serial: string, kind: DataCommandKind): boolean;
  /** Sends what belongs to a turn: asks, or repeats the last order. */
  send(serial: string, kind: CommandKind): boolean;
}

export interface InverterCommandsOptions {
  readonly fleet: Inverters;
  readonly deviceClock: DeviceClock;
  readonly dtuSerial: () => string;
  readonly enqueue: (command: Command) => boolean;
  readonly onOrderStep: OrderFollower;
  /** It is surely day: inverters are awake. */
  readonly isDay: () => boolean;
  /** Something is wrong with the own radio: that an inverter does not answer says nothing of it. */
  readonly isRadioAtFault: () => boolean;
}

const NO_CHANGE: InverterChange = () => ({});

export function createInverterCommands(options: InverterCommandsOptions): InverterCommands {
  const { fleet, deviceClock, dtuSerial, enqueue, isDay, isRadioAtFault } = options;
  const orders = createInverterOrders(fleet, queue, options.onOrderStep);

  function queue(serial: string, request: Request, outcome: CommandOutcome): boolean {
    let wasAtFault = false;
    const link: Link = { inverterSerial: serial, dtuSerial: dtuSerial() };
    return enqueue({
      kind: request.kind,
      ...(request.kind === 'PowerControl' ? { action: request.action } : {}),
      link,
      request: encodeRequest(request, link),
      read: (payload) => {
        const change = outcome.read(payload);
        if (change === undefined) return undefined;
        return (use) => {
          remember(serial, withRadio(change, use, 'answered', isDay));
          outcome.follow?.('acknowledged');
        };
      },
      started: () => {
        wasAtFault = isRadioAtFault();
        fleet.update(serial, outcome.started ?? NO_CHANGE);
        outcome.follow?.('sent');
      },
      repeated: () => fleet.update(serial, outcome.repeated ?? NO_CHANGE),
      gaveUp: (use, end) => {
        const isOurFault = wasAtFault || isRadioAtFault();
        fleet.update(serial, isOurFault ? outcome.gaveUp : withRadio(outcome.gaveUp, use, end, isDay));
        outcome.follow?.('unanswered');
      },
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
    const mayAsk = deviceClock.isSet() || __WITHOUT__.clockBeforeQuestions;
    if (serial === undefined || !mayAsk) return false;
    const timeS = Math.floor(deviceClock.unixMs() / 1000);
    if (!queue(serial, { kind, timeS }, dataOutcome(serial, kind))) return false;
    fleet.update(serial, asked(kind));
    return true;
  }

  return {
    ask,
    orderLimit: orders.orderLimit,
    orderPower: orders.orderPower,
    send: (serial, kind) =>
      kind === 'ActivePowerControl' || kind === 'PowerControl'
        ? orders.repeat(serial, kind)
        : ask(serial, kind),
  };
}

/** The change, and how well the inverter was heard. Of one that is out of reach that says nothing: it may be asleep. */
function withRadio(
  change: InverterChange,
  use: AirUse,
  end: ExchangeEnd,
  isDay: () => boolean,
): InverterChange {
  return (before, nowMs) => {
    const news = change(before, nowMs);
    const { contact, radio } = { ...before, ...news };
    const isSilenceExpected = isRestarting(before.power, nowMs);
    const isLost = !isReachable({ contact });
    return {
      ...news,
      radio: isLost
        ? { ...INITIAL_RADIO, missedPolls: radio.missedPolls }
        : radioUsed(radio, use.transmissions, end, isSilenceExpected),
      radioStatistics: exchangeCounted(before.radioStatistics ?? INITIAL_STATISTICS, use, end),
      link: linkUsed(before.link, use, end, { isDay, isLost }),
    };
  };
}

/** One poll more has brought nothing. Source: docs/reference/radio-protocol.md#exchanges. */
function missed(inverter: InverterState): Partial<InverterState> {
  const missedPolls = inverter.radio.missedPolls + 1;
  const isLost = missedPolls > treatmentOf(inverter).reachableThreshold || !inverter.isPolled;
  const radio = { ...inverter.radio, missedPolls };
  return isLost ? { contact: 'lost', radio, ...whenSilent(inverter) } : { contact: 'misses', radio };
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
): CommandOutcome['read'] {
  return (payload) => {
    const value = decode(payload);
    return value === undefined ? undefined : change(value);
  };
}

/** One value that cannot be puts all others in doubt: they came in the same payload. */
function decodeReading(serial: string, payload: Uint8Array): Reading | undefined {
  const family = modelFamilyOf(serial);
  const reading = family && decodeRealTimeData(family, payload);
  return reading !== undefined && (isPlausible(reading) || __WITHOUT__.plausibleValues) ? reading : undefined;
}

/** 125 % was seen; what is far above is no limit. */
const LIMIT_MAX_PERCENT = 200;

function decodeLimit(payload: Uint8Array): SystemConfig | undefined {
  const config = decodeSystemConfig(payload);
  return config !== undefined && config.limitPercent <= LIMIT_MAX_PERCENT ? config : undefined;
}

function dataOutcome(serial: string, kind: DataCommandKind): CommandOutcome {
  switch (kind) {
    case 'RealTimeRunData':
      return {
        read: reader(
          (payload) => decodeReading(serial, payload),
          (reading) => (before, nowMs) => ({
            ...readingTold(before, reading),
            readingAtMs: nowMs,
            contact: 'answers',
            radio: { ...before.radio, missedPolls: 0 },
            power: powerMeasured(before.power, reading.powerW, nowMs),
            ...(mayHaveRestarted(before, reading) ? { limit: limitLost(before.limit) } : {}),
          }),
        ),
        gaveUp: missed,
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
        read: reader(decodeLimit, ({ limitPercent }) => ({ limit }, nowMs) => ({
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
