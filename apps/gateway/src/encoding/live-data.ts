import type {
  ChannelNumber,
  LiveChannel,
  LiveData,
  LiveHints,
  LiveInverter,
  LivePlant,
  LiveSource,
  LiveTotal,
  LiveValue,
} from '@heliograph/contract';
import type { Order, StringReading, StringSettings } from '@heliograph/domain';
import { maxPowerOf } from '../fleet/device-info.ts';
import { type InverterState, isProducing, isReachable, RADIO_SOURCE } from '../fleet/inverter.ts';
import { limitCertainty, shownLimitPercent } from '../fleet/limit-state.ts';
import { radioQualityPercent } from '../fleet/radio-quality.ts';
import type { InverterStanding, Totals } from '../fleet/totals.ts';
import { acFieldsOf, type FieldName, STRING_FIELDS } from './measured-fields.ts';
import { orderFacts } from './order-facts.ts';

export interface LiveDataInput {
  readonly totals: Totals;
  /** Now, on the monotonic clock. */
  readonly nowMs: number;
  readonly uptimeS: number;
  readonly hints: LiveHints;
  /** Those that are not over, or only just; the newest first. Default: none. */
  readonly orders?: readonly Order[];
  /** The devices that bring inverters. Default: none. */
  readonly sources?: readonly LiveSource[];
}

/** Everything that the live view shows. Source: docs/reference/original-device.md#live-data. */
export function buildLiveData(input: LiveDataInput): LiveData {
  const { totals, nowMs, uptimeS, hints, orders = [], sources = [] } = input;
  return {
    inverters: totals.standings.map((standing) => liveInverter(standing, nowMs, uptimeS)),
    total: liveTotal(totals),
    hints,
    plant: livePlant(totals),
    ...(orders.length > 0 && { orders: orders.map(orderFacts) }),
    ...(sources.length > 0 && { sources: sources.map(liveSource) }),
  };
}

export function liveSource(source: LiveSource): LiveSource {
  const { id, name, state, problem, retry_after, duplicates = [], password_right } = source;
  return {
    ...{ id, name, state },
    ...(problem && { problem }),
    ...(retry_after !== undefined && { retry_after }),
    ...(duplicates.length > 0 && { duplicates }),
    ...(password_right === false && { password_right }),
  };
}

function liveInverter(standing: InverterStanding, nowMs: number, uptimeS: number): LiveInverter {
  const { inverter } = standing;
  const { serial, name, eventLog } = inverter;
  const limitPercent = shownLimitPercent(inverter.limit);
  return {
    serial,
    name,
    data_age: Math.floor(dataAgeMs(inverter, nowMs, uptimeS) / 1000),
    reachable: isReachable(inverter),
    producing: isProducing(inverter),
    limit_relative: limitPercent,
    limit_absolute: limitInWatts(inverter, limitPercent),
    channels: liveChannels(inverter),
    events: eventLog.entries.length,
    ...extensions(standing, nowMs),
  };
}

/** Without any data it is as old as the device is awake: clients tell "never" by that. */
export function dataAgeMs({ readingAtMs }: InverterState, nowMs: number, uptimeS: number): number {
  return readingAtMs === undefined
    ? Math.floor(uptimeS * 1000)
    : Math.max(0, Math.floor(nowMs - readingAtMs));
}

type ExtensionKey =
  | 'switched_off'
  | 'added_age'
  | 'radio_quality'
  | 'limit_state'
  | 'answering'
  | 'yield_day_counts'
  | 'silence'
  | 'source';

/** What original devices do not tell; some of it only where there is something to say. */
export function extensions(
  { inverter, isAnswering, countsToday, silence }: InverterStanding,
  nowMs: number,
): Pick<LiveInverter, ExtensionKey> {
  const wasHeard = inverter.readingAtMs !== undefined;
  const quality = wasHeard && isReachable(inverter) ? radioQualityPercent(inverter.radio) : undefined;
  const isOff = inverter.power.offSinceMs !== undefined && !(isAnswering && isProducing(inverter));
  return {
    ...(isOff ? { switched_off: true } : {}),
    ...(wasHeard ? {} : { added_age: Math.max(0, Math.floor((nowMs - inverter.addedAtMs) / 1000)) }),
    ...(quality === undefined ? {} : { radio_quality: quality }),
    limit_state: limitCertainty(inverter.limit),
    answering: isAnswering,
    yield_day_counts: countsToday,
    ...(silence && { silence }),
    ...(inverter.sourceId !== RADIO_SOURCE && { source: inverter.sourceId }),
  };
}

/**
 * Single precision up to the division, as on the original; -1 where it was never known. (The original tells 0 W where it
 * knows the maximum but not the limit.)
 */
export function limitInWatts({ limit, deviceInfo }: InverterState, limitPercent: number): number {
  const maxPowerW = maxPowerOf(deviceInfo);
  const isKnown = limit.source !== 'unknown' || limitPercent > 0;
  return isKnown && maxPowerW > 0 ? Math.fround(limitPercent * maxPowerW) / 100 : -1;
}

type Channel = { name?: { readonly u: string } } & { [F in FieldName]?: LiveValue };

function liveChannels(inverter: InverterState): LiveInverter['channels'] {
  const { reading, strings } = inverter;
  const ac: Channel = {};
  for (const { name, unit, digits, ofAc } of acFieldsOf(inverter))
    ac[name] = { v: finite(ofAc(reading)), u: unit, d: digits };
  const channels: { [C in ChannelNumber]?: Channel } = { 0: ac };
  strings.forEach((settings, index) => {
    const number = STRING_CHANNELS[index];
    const string = reading.strings[index];
    if (number !== undefined && string !== undefined) channels[number] = liveString(string, settings);
  });
  return channels satisfies { [C in ChannelNumber]?: LiveChannel };
}

function liveString(string: StringReading, { name: ownName, maxPowerW }: StringSettings): Channel {
  const channel: Channel = { name: { u: ownName } };
  for (const { name, unit, digits, ofString } of STRING_FIELDS) {
    // Without a peak power there is nothing to relate to: the device leaves the property out.
    if (name === 'Irradiation' && maxPowerW === 0) continue;
    channel[name] = { v: finite(ofString(string, maxPowerW)), u: unit, d: digits };
  }
  return channel;
}

const STRING_CHANNELS: readonly ChannelNumber[] = [1, 2, 3, 4, 5, 6];

/** What is not known reads as 0, as on the original; `plant` tells the difference. */
function liveTotal({ powerW, yieldDayWh = 0, yieldTotalKWh = 0 }: Totals): LiveTotal {
  return {
    Power: { v: finite(powerW), ...POWER_FORM },
    YieldDay: { v: finite(yieldDayWh), u: 'Wh', d: 0 },
    YieldTotal: { v: finite(yieldTotalKWh), u: 'kWh', d: 2 },
  };
}

const POWER_FORM = { u: 'W', d: 1 } as const;

export function livePlant(totals: Totals): LivePlant {
  const { all, answering, producing, isNight, asleepUntil, lastPower, day, yieldTotalKnown } = totals;
  return {
    all,
    answering,
    producing,
    night: isNight,
    ...(asleepUntil && { asleep_until: unixS(asleepUntil.atMs), utc_offset: asleepUntil.utcOffsetS }),
    ...(lastPower && {
      last_power: {
        ...{ v: lastPower.powerW, ...POWER_FORM, at: unixS(lastPower.atMs) },
        utc_offset: lastPower.utcOffsetS,
      },
    }),
    ...(day !== undefined && { day }),
    yield_total_known: yieldTotalKnown,
  };
}

function unixS(unixMs: number): number {
  return Math.floor(unixMs / 1000);
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
