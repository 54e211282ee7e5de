import type { LiveData, NewestLiveData, NewestLiveInverter } from '@heliograph/contract';
import type { RadioStatistics } from '@heliograph/domain';
import {
  type DeviceInverter,
  encodeLiveData,
  encodeRadioStatistics,
  type LiveDataOf,
  NEWEST_RELEASE,
} from '@heliograph/opendtu-api';
import {
  dataAgeMs,
  extensions,
  type LiveDataInput,
  limitInWatts,
  livePlant,
  liveSource,
} from '../../encoding/live-data.ts';
import { orderFacts } from '../../encoding/order-facts.ts';
import { type InverterState, isProducing, isReachable } from '../../fleet/inverter.ts';
import { shownLimitPercent } from '../../fleet/limit-state.ts';
import { INITIAL_STATISTICS } from '../../fleet/radio-statistics.ts';
import type { InverterStanding } from '../../fleet/totals.ts';

/**
 * Live data as an original device of the newest release sends it: a list without measurements, or one inverter with all of
 * them. What only we tell stands beside that. Source: docs/reference/api-generations.md#three-shapes-of-live-data.
 */
export function buildNewestLiveData(input: LiveDataInput, of: LiveDataOf): NewestLiveData {
  const { totals, nowMs, hints, orders = [], sources = [] } = input;
  const isTold = ({ serial }: { readonly serial: string }) => of === 'all' || serial === of.serial;
  const told = totals.standings.filter(({ inverter }) => isTold(inverter));
  const document = deviceDocument(input, told, of);
  const toldOrders = orders.filter(isTold);
  return {
    ...document,
    inverters: document.inverters.map((inverter, index) => withExtensions(inverter, told[index], nowMs)),
    hints: { ...document.hints, ...(hints.storage_problem && { storage_problem: hints.storage_problem }) },
    plant: livePlant(totals),
    ...(toldOrders.length > 0 && { orders: toldOrders.map(orderFacts) }),
    ...(sources.length > 0 && { sources: sources.map(liveSource) }),
  };
}

/** What a device of this release would send of these inverters. */
function deviceDocument(input: LiveDataInput, told: readonly InverterStanding[], of: LiveDataOf) {
  const { totals, hints } = input;
  return encodeLiveData(
    NEWEST_RELEASE,
    {
      inverters: told.map((standing) => deviceInverter(standing, totals.standings.indexOf(standing), input)),
      total: {
        powerW: totals.powerW,
        yieldTodayWh: totals.yieldDayWh ?? 0,
        yieldTotalKWh: totals.yieldTotalKWh ?? 0,
      },
      hints: {
        isClockUnset: hints.time_sync,
        hasRadioProblem: hints.radio_problem,
        hasDefaultPassword: hints.default_password,
        hasPinProblem: false,
      },
    },
    of,
  ) as Pick<NewestLiveData, 'inverters' | 'total' | 'hints'>; // what this release sends
}

/** Live data of 2023 that also have what the newest original devices tell of an inverter beside its measurements. */
export function withNewestKeys(data: LiveData, input: LiveDataInput): LiveData {
  return {
    ...data,
    inverters: data.inverters.map((inverter, order) => {
      const standing = input.totals.standings[order];
      return standing === undefined ? inverter : { ...inverter, ...newestKeys(standing, order, input) };
    }),
  };
}

/**
 * The same with what each inverter measures in the groups of the newest devices. In the list that is asked for over HTTP programs
 * would take these for a device of v23.4.4; on the socket no device has ever had a list without them.
 */
export function withNewestGroups(data: LiveData, input: LiveDataInput): LiveData {
  return {
    ...data,
    inverters: data.inverters.map((inverter, order) => {
      const standing = input.totals.standings[order];
      if (standing === undefined) return inverter;
      const [told] = deviceDocument(input, [standing], { serial: inverter.serial }).inverters;
      const { AC, DC, INV } = told ?? {};
      return { ...inverter, ...(AC && DC && INV && { AC, DC, INV }) };
    }),
  };
}

function newestKeys(
  { inverter }: InverterStanding,
  order: number,
  { nowMs, uptimeS }: Pick<LiveDataInput, 'nowMs' | 'uptimeS'>,
) {
  return {
    order,
    poll_enabled: inverter.isPolled,
    data_age_ms: dataAgeMs(inverter, nowMs, uptimeS),
    radio_stats: encodeRadioStatistics(radioTold(inverter)),
  };
}

/**
 * What an original device tells where it has received something and its chip measures no strength: an nRF24 only knows
 * whether it is above -64 dBm. Programs take anything above -127 for "heard". Source:
 * docs/reference/api-generations.md#received-strength.
 */
const HEARD_DBM = -80;

/** With a strength, whatever talks to the inverter. */
function radioTold({ radioStatistics, readingAtMs }: InverterState): RadioStatistics {
  const statistics = radioStatistics ?? INITIAL_STATISTICS;
  const wasHeard = statistics.answers > 0 || readingAtMs !== undefined;
  return { ...statistics, rssiDbm: statistics.rssiDbm ?? (wasHeard ? HEARD_DBM : undefined) };
}

function withExtensions(
  inverter: NewestLiveInverter,
  standing: InverterStanding | undefined,
  nowMs: number,
): NewestLiveInverter {
  return standing === undefined ? inverter : { ...inverter, ...extensions(standing, nowMs) };
}

function deviceInverter(
  { inverter }: InverterStanding,
  order: number,
  { nowMs, uptimeS }: LiveDataInput,
): DeviceInverter {
  const percent = shownLimitPercent(inverter.limit);
  const watts = limitInWatts(inverter, percent);
  return {
    serial: inverter.serial,
    name: inverter.name,
    order,
    dataAgeMs: dataAgeMs(inverter, nowMs, uptimeS),
    isReachable: isReachable(inverter),
    isProducing: isProducing(inverter),
    isPolled: inverter.isPolled,
    limit: { percent, watts: watts < 0 ? undefined : watts },
    eventCount: inverter.eventLog.entries.length,
    radio: radioTold(inverter),
    isSummary: false,
    reading: inverter.reading,
    strings: inverter.strings,
  };
}
