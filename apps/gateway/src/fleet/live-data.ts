import type {
  ChannelNumber,
  LiveChannel,
  LiveData,
  LiveHints,
  LiveInverter,
  LiveTotal,
  LiveValue,
  PropertyName,
} from '@heliograph/contract';
import { maxPowerOf } from './device-info.ts';
import type { Fleet } from './fleet.ts';
import { type InverterState, isProducing, isReachable } from './inverter.ts';
import { knownLimitPercent } from './limit-state.ts';
import { totalsOf } from './totals.ts';

export interface LiveDataInput {
  readonly fleet: Fleet;
  /** Now, on the monotonic clock. */
  readonly nowMs: number;
  readonly uptimeS: number;
  readonly hints: LiveHints;
}

/** Everything that the live view shows. Source: device contract, section 5. */
export function buildLiveData({ fleet, nowMs, uptimeS, hints }: LiveDataInput): LiveData {
  const inverters = fleet.inverters();
  return {
    inverters: inverters.map((inverter) => liveInverter(inverter, nowMs, uptimeS)),
    total: liveTotal(inverters),
    hints,
  };
}

function liveInverter(inverter: InverterState, nowMs: number, uptimeS: number): LiveInverter {
  const { serial, name, readingsAtMs, eventLog } = inverter;
  const limitPercent = knownLimitPercent(inverter.limit);
  return {
    serial,
    name,
    // Without any data it is as old as the device is awake: clients tell "never" by that.
    data_age:
      readingsAtMs === undefined
        ? Math.floor(uptimeS)
        : Math.max(0, Math.floor((nowMs - readingsAtMs) / 1000)),
    reachable: isReachable(inverter),
    producing: isProducing(inverter),
    limit_relative: limitPercent,
    limit_absolute: limitInWatts(inverter, limitPercent),
    channels: liveChannels(inverter),
    events: eventLog.entries.length,
  };
}

/**
 * Single precision up to the division, as on the original; -1 while it is not known. (The original tells 0 W where it
 * knows the maximum but not the limit.)
 */
export function limitInWatts({ limit, deviceInfo }: InverterState, limitPercent: number): number {
  const maxPowerW = maxPowerOf(deviceInfo);
  return limit.source !== 'unknown' && maxPowerW > 0 ? Math.fround(limitPercent * maxPowerW) / 100 : -1;
}

type Channel = { name?: { readonly u: string } } & { [P in PropertyName]?: LiveValue };

function liveChannels(inverter: InverterState): LiveInverter['channels'] {
  const channels: { [C in ChannelNumber]?: Channel } = { 0: {} };
  inverter.strings.forEach((string, index) => {
    const number = STRING_CHANNELS[index];
    if (number !== undefined) channels[number] = { name: { u: string.name } };
  });
  for (const { channel: number, field, value, unit, digits } of inverter.readings) {
    const channel = channels[number];
    if (channel === undefined || field === 'EventLogCount') continue;
    // Without a peak power there is nothing to relate to: the device leaves the property out.
    if (field === 'Irradiation' && (inverter.strings[number - 1]?.maxPowerW ?? 0) === 0) continue;
    channel[field] = { v: finite(value), u: unit, d: digits };
  }
  return channels satisfies { [C in ChannelNumber]?: LiveChannel };
}

const STRING_CHANNELS: readonly ChannelNumber[] = [1, 2, 3, 4];

function liveTotal(inverters: readonly InverterState[]): LiveTotal {
  const { powerW, yieldDayWh, yieldTotalKWh } = totalsOf(inverters);
  return {
    Power: { v: finite(powerW), u: 'W', d: 1 },
    YieldDay: { v: finite(yieldDayWh), u: 'Wh', d: 0 },
    YieldTotal: { v: finite(yieldTotalKWh), u: 'kWh', d: 2 },
  };
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
