import { eventFacts } from '../src/encoding/event-facts.ts';
import { channelsOf, fieldsOf, measuredValue } from '../src/encoding/measured-fields.ts';
import type { CommandState } from '../src/fleet/command-state.ts';
import type { EventLogState } from '../src/fleet/event-log.ts';
import type { Fleet } from '../src/fleet/fleet.ts';
import { type InverterState, isProducing, isReachable } from '../src/fleet/inverter.ts';
import type { Clock } from '../src/platform/clock.ts';
import type { CommandStatus, SessionInverter, SessionOutput, TraceEntry } from './session-vectors.ts';

const STATUS: Readonly<Record<CommandState, CommandStatus>> = {
  Ok: 'OK',
  Failure: 'NOK',
  Pending: 'PENDING',
};

/** When each part of a device info was last told: the fleet does not remember, nobody needs it. */
type InfoTimes = ReadonlyMap<unknown, number>;

export function watchDeviceInfo(fleet: Fleet, clock: Clock): InfoTimes {
  const times = new Map<unknown, number>();
  fleet.onChange(() => {
    for (const { deviceInfo } of fleet.inverters()) {
      for (const part of [deviceInfo.firmware, deviceInfo.hardware]) {
        if (part !== undefined && !times.has(part)) times.set(part, clock.monotonicMs());
      }
    }
  });
  return times;
}

export function inWordsOfVectors(
  inverter: InverterState,
  infoTimes: InfoTimes,
  utcOffsetS: number,
): SessionInverter {
  const { eventLog, limit, power, deviceInfo } = inverter;
  return {
    serial: inverter.serial,
    reachable: isReachable(inverter),
    producing: isProducing(inverter),
    statistics: {
      last_update_ms: inverter.readingAtMs ?? 0,
      rx_failure_count: inverter.radio.missedPolls,
      ...(inverter.readingAtMs === undefined ? {} : { channels: measuredChannels(inverter) }),
    },
    event_log: {
      last_update_ms: eventLog.readAtMs ?? 0,
      request_status: STATUS[eventLog.readState],
      ...(eventLog.readAtMs === undefined ? {} : { events: eventsOf(eventLog, utcOffsetS) }),
    },
    dev_info: devInfoOf(deviceInfo, infoTimes),
    system_config: {
      limit_percent: limit.percent,
      limit_command_status: STATUS[limit.commandState],
      limit_request_status: STATUS[limit.readState],
      last_update_command_ms: limit.commandAtMs ?? 0,
      last_update_request_ms: limit.readAtMs ?? 0,
    },
    power_command: {
      status: STATUS[power.commandState],
      last_update_command_ms: power.commandAtMs ?? 0,
    },
  };
}

function measuredChannels(inverter: InverterState): Record<string, Record<string, number>> {
  return Object.fromEntries(
    channelsOf(inverter).map((channel) => {
      const values = fieldsOf(inverter, channel).map((field) => [
        field,
        measuredValue(inverter, channel, field),
      ]);
      const eventCount = channel === 0 ? { EventLogCount: inverter.reading.eventCount } : {};
      return [channel, { ...Object.fromEntries(values), ...eventCount }];
    }),
  );
}

function eventsOf(eventLog: EventLogState, utcOffsetS: number) {
  return eventFacts(eventLog, utcOffsetS).events.map(({ message: _, ...event }) => event);
}

function devInfoOf(
  { firmware, hardware }: InverterState['deviceInfo'],
  infoTimes: InfoTimes,
): SessionInverter['dev_info'] {
  if (firmware === undefined && hardware === undefined) return null;
  const partNumber = hardware?.hardwarePartNumber ?? 0;
  const model = hardware?.model;
  return {
    last_update_all_ms: infoTimes.get(firmware) ?? 0,
    last_update_simple_ms: infoTimes.get(hardware) ?? 0,
    fw_bootloader_version: firmware?.bootloaderVersion ?? 0,
    fw_build_version: firmware?.firmwareBuildVersion ?? 0,
    ...buildTimeOf(firmware?.firmwareBuildDateTime),
    hw_part_number: partNumber,
    hw_version: hardware?.hardwareVersion ?? '00.00',
    hw_model_name: model?.name ?? '',
    max_power: model?.maxPowerW ?? 0,
  };
}

/** Not told yet, or told without a month: the original has no defined build time then. */
function buildTimeOf(dateTime: string | undefined) {
  if (dateTime === undefined || dateTime.startsWith('1970')) return {};
  return { fw_build_datetime: dateTime, fw_build_epoch: Date.parse(`${dateTime.replace(' ', 'T')}Z`) / 1000 };
}

/** A transmission as the vectors write it down: `t` in ms since the start. */
export type Transmitted = Omit<Extract<TraceEntry, { ev: 'tx' }>, 'ev'>;

export interface Turn {
  readonly t: number;
  readonly serial: string;
}

/** The transmissions of a vector, in the form of a result. */
export function transmissionsOf(output: SessionOutput): readonly Transmitted[] {
  return output.trace.flatMap((entry) =>
    entry.ev === 'tx' ? [{ t: entry.t, ch: entry.ch, to_pipe: entry.to_pipe, hex: entry.hex }] : [],
  );
}

/** The turns of a vector, in the form of a result. */
export function turnsOf(output: SessionOutput): readonly Turn[] {
  return output.trace.flatMap((entry) => {
    const serial = entry.ev === 'log' ? /^turn (\w+)$/.exec(entry.msg)?.[1] : undefined;
    return serial === undefined ? [] : [{ t: entry.t, serial }];
  });
}

/** The state of a vector in exact 32-bit floats; they are written down in the shortest decimal. */
export function inSinglePrecision<Value>(value: Value): Value {
  if (typeof value === 'number') return (Number.isInteger(value) ? value : Math.fround(value)) as Value;
  if (Array.isArray(value)) return value.map(inSinglePrecision) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, inSinglePrecision(entry)]),
  ) as Value;
}
