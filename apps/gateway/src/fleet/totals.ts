import type { Silence } from '@heliograph/domain';
import type { Clock } from '../platform/clock.ts';
import type { DeviceClock } from '../platform/device-clock.ts';
import type { Fleet } from './fleet.ts';
import { type InverterState, isProducing, isReachable, type SourceId } from './inverter.ts';
import type { KnownPower, KnownYields, LastKnown } from './last-known.ts';
import { treatmentOf } from './treatment.ts';

/** Day or night on the roof, as far as anybody can tell. `day`: the sun is so high that every inverter must answer. */
export type Light = 'day' | 'dark' | 'unknown';

/** What totals depend on besides the inverters. */
export interface TotalsConditions {
  /** Now, on the monotonic clock. */
  readonly nowMs: number;
  /** Data of an inverter that are older are not those of now any more. */
  readonly staleAfterMs: (inverter: InverterState) => number;
  /** The local day now, such as `2024-06-21`; undefined while the clock is not set: then nothing is said of a day. */
  readonly day: string | undefined;
  /** The local day of a time. */
  readonly dayOf: (unixMs: number) => string;
  /** By how many seconds the clock of the plant is ahead of UTC at a time. */
  readonly utcOffsetAtS: (unixMs: number) => number;
  /** What an inverter told last of its yields, perhaps in an earlier run of the gateway. */
  readonly yieldsOf: (serial: string) => KnownYields | undefined;
  readonly lastPower: KnownPower | undefined;
  /** What brings an inverter works, so that one that is silent is so by itself. */
  readonly isWorking: (sourceId: SourceId) => boolean;
  readonly light: Light;
  /** When the sun is expected to wake the inverters, unix milliseconds. */
  readonly wakeAtMs: number | undefined;
}

/** A time with what the clock of the plant shows then: who looks may be in another time zone. */
export interface LocalMoment {
  readonly atMs: number;
  /** Ahead of UTC. */
  readonly utcOffsetS: number;
}

/** What is so of one inverter besides what it told. */
export interface InverterStanding {
  readonly inverter: InverterState;
  /** It answers now, so its power is that of now. */
  readonly isAnswering: boolean;
  /** Its yield of the day was read today. */
  readonly countsToday: boolean;
  /** Why it does not answer; undefined while it does, and before that can be told. */
  readonly silence: Silence | undefined;
}

/** What the whole plant does. Every way out of the gateway tells these numbers. */
export interface Totals {
  readonly standings: readonly InverterStanding[];
  readonly all: number;
  readonly answering: number;
  readonly producing: number;
  /** AC power of the inverters that answer now. */
  readonly powerW: number;
  /** What was yielded on this local day, as far as it was told; undefined while nobody knows the day. */
  readonly yieldDayWh: number | undefined;
  /** The last known total yield of all inverters; undefined while none is known of any. */
  readonly yieldTotalKWh: number | undefined;
  readonly yieldTotalKnown: number;
  readonly day: string | undefined;
  /** Every inverter is silent because its sun has set. */
  readonly isNight: boolean;
  /** Until when, where that is known. */
  readonly asleepUntil: LocalMoment | undefined;
  /** The last power above zero; undefined while there is power, or where there never was. */
  readonly lastPower: (KnownPower & LocalMoment) | undefined;
}

export interface TotalsOptions {
  readonly fleet: Pick<Fleet, 'inverters'>;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly deviceClock: Pick<DeviceClock, 'isSet' | 'unixMs' | 'utcOffsetAtS'>;
  readonly lastKnown: Pick<LastKnown, 'yieldsOf' | 'lastPower'>;
  readonly daylight: () => Pick<TotalsConditions, 'light' | 'wakeAtMs'>;
  readonly isWorking: (sourceId: SourceId) => boolean;
  /** From one turn to the next, of whichever inverter of a source; undefined where that is not known. */
  readonly pollIntervalS: (sourceId: SourceId) => number | undefined;
}

/** Where turns are short: so long nobody doubts a value yet. */
const STALE_AFTER_MIN_MS = 60_000;
/** An inverter whose turns have failed too often is unreachable; nothing is older than this while it is not. */
const TURNS_AFTER_THRESHOLD = 2;

/** The totals as of now, for every way out of the gateway. */
export function createTotals(options: TotalsOptions): () => Totals {
  const { fleet, clock, deviceClock, lastKnown, daylight, isWorking, pollIntervalS } = options;
  const dayOf = (unixMs: number) =>
    new Date(unixMs + deviceClock.utcOffsetAtS(unixMs) * 1000).toISOString().slice(0, 'yyyy-mm-dd'.length);
  return () => {
    const inverters = fleet.inverters();
    return totalsOf(inverters, {
      ...daylight(),
      nowMs: clock.monotonicMs(),
      staleAfterMs: staleTimes(inverters, pollIntervalS),
      day: deviceClock.isSet() ? dayOf(deviceClock.unixMs()) : undefined,
      ...{ dayOf, utcOffsetAtS: deviceClock.utcOffsetAtS },
      yieldsOf: lastKnown.yieldsOf,
      lastPower: lastKnown.lastPower(),
      isWorking,
    });
  };
}

/** Of the totals only the power, for whoever asks at every single reading. */
export function createTotalPower({
  fleet,
  clock,
  pollIntervalS,
}: Pick<TotalsOptions, 'fleet' | 'clock' | 'pollIntervalS'>): () => number {
  return () => {
    const inverters = fleet.inverters();
    const times = { nowMs: clock.monotonicMs(), staleAfterMs: staleTimes(inverters, pollIntervalS) };
    return sum(inverters.filter((inverter) => isAnswering(inverter, times)).map(powerOf));
  };
}

/** How old data of each source may be: its inverters have to wait until all others had their turn. */
function staleTimes(
  inverters: readonly InverterState[],
  pollIntervalS: TotalsOptions['pollIntervalS'],
): TotalsConditions['staleAfterMs'] {
  const counts = new Map<SourceId, number>();
  for (const { sourceId } of inverters) counts.set(sourceId, (counts.get(sourceId) ?? 0) + 1);
  const roundsMs = new Map(
    [...counts].map(([sourceId, count]) => [sourceId, (pollIntervalS(sourceId) ?? 0) * 1000 * count]),
  );
  return (inverter) => {
    const turns = treatmentOf(inverter).reachableThreshold + TURNS_AFTER_THRESHOLD;
    return Math.max(STALE_AFTER_MIN_MS, turns * (roundsMs.get(inverter.sourceId) ?? 0));
  };
}

/** With so much from another inverter there is light enough for every one to answer. */
const NOTABLE_W = 20;

/**
 * The sums over all inverters, in the order of the list and in 32-bit floats, as the original adds up. Power counts
 * where it is the power of now; energy that was told counts also while an inverter is silent: the total as it was known
 * last, the day's as long as its day lasts.
 */
function totalsOf(inverters: readonly InverterState[], conditions: TotalsConditions): Totals {
  const { day, dayOf, yieldsOf, light, wakeAtMs, lastPower } = conditions;
  const localMoment = (atMs: number) => ({ atMs, utcOffsetS: conditions.utcOffsetAtS(atMs) });
  const answering = inverters.filter((inverter) => isAnswering(inverter, conditions));
  const answers = new Set(answering);
  const isToday = (yields: KnownYields | undefined) =>
    yields !== undefined && day !== undefined && dayOf(yields.atMs) === day;
  const standings = inverters.map(
    (inverter): InverterStanding => ({
      inverter,
      isAnswering: answers.has(inverter),
      countsToday: isToday(yieldsOf(inverter.serial)),
      silence: answers.has(inverter) ? undefined : silenceOf(inverter, answering, conditions),
    }),
  );
  const yields = inverters.map(({ serial }) => yieldsOf(serial)).filter((known) => known !== undefined);
  const powerW = sum(answering.map(powerOf));
  // Whoever is not polled may be asleep just as well, where others are.
  const isNight =
    standings.some(({ silence }) => silence === 'asleep') &&
    standings.every(({ silence }) => silence === 'asleep' || silence === 'unpolled');
  const isSettled = light !== 'unknown' && isNight;
  return {
    standings,
    all: inverters.length,
    answering: answering.length,
    producing: answering.filter(isProducing).length,
    powerW,
    yieldDayWh:
      day === undefined ? undefined : sum(yields.filter(isToday).map(({ yieldDayWh }) => yieldDayWh)),
    yieldTotalKWh: yields.length === 0 ? undefined : sum(yields.map(({ yieldTotalKWh }) => yieldTotalKWh)),
    yieldTotalKnown: yields.length,
    day,
    isNight,
    asleepUntil: isSettled && wakeAtMs !== undefined ? localMoment(wakeAtMs) : undefined,
    lastPower:
      powerW === 0 && day !== undefined && lastPower !== undefined
        ? { ...lastPower, ...localMoment(lastPower.atMs) }
        : undefined,
  };
}

/** It was heard, lately enough that what it said is what is so. */
function isAnswering(
  inverter: InverterState,
  { nowMs, staleAfterMs }: Pick<TotalsConditions, 'nowMs' | 'staleAfterMs'>,
): boolean {
  const { readingAtMs } = inverter;
  return readingAtMs !== undefined && isReachable(inverter) && nowMs - readingAtMs <= staleAfterMs(inverter);
}

/** AC power in the last reading. */
function powerOf({ reading }: InverterState): number {
  return reading.powerW;
}

function silenceOf(
  inverter: InverterState,
  answering: readonly InverterState[],
  { isWorking, day, light }: TotalsConditions,
): Silence | undefined {
  if (!inverter.isPolled) return 'unpolled';
  if (inverter.contact === 'untold') return undefined;
  // Before the third poll nobody is missed yet; whoever was heard and is asked no more has fallen silent for us.
  if (isReachable(inverter)) return inverter.readingAtMs === undefined ? undefined : 'unclear';
  const isDark = light === 'dark' && day !== undefined;
  if (!isWorking(inverter.sourceId)) return 'problem';
  if (light === 'day' || answering.some((sibling) => powerOf(sibling) >= NOTABLE_W)) return 'problem';
  return isDark ? 'asleep' : 'unclear';
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => Math.fround(total + number), 0);
}
