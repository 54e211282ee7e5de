import type { Order } from '@heliograph/domain';
import { maxPowerOf } from '../fleet/device-info.ts';
import { EVENT_LOG_MAX } from '../fleet/event-log.ts';
import type { Fleet } from '../fleet/fleet.ts';
import { asMeasured, type InverterState } from '../fleet/inverter.ts';
import type { OrderBook } from '../fleet/order-book.ts';
import type { Totals } from '../fleet/totals.ts';
import type { Clock } from '../platform/clock.ts';
import type { DeviceClock } from '../platform/device-clock.ts';
import type { Log } from '../platform/log.ts';
import { joinSpreads } from './bucket.ts';
import type { ReadEventLog } from './event-archive.ts';
import type {
  HistoryBatch,
  HistoryReading,
  InverterNames,
  MeterStretch,
  PlantReading,
} from './history-batch.ts';
import { METER_GAP_S } from './meter-bucket.ts';
import type { KeptOrder } from './order-archive.ts';

/** Follows the fleet and has written down, once in a while, what was measured meanwhile. */
export interface Recorder {
  /** Has written down what has come until now; resolves when that was tried. */
  flush(): Promise<void>;
  /** The last flush; nothing is recorded afterwards. */
  stop(): Promise<void>;
}

export interface RecorderOptions {
  readonly fleet: Pick<Fleet, 'inverters' | 'onChange'>;
  readonly totals: () => Totals;
  readonly orders: Pick<OrderBook, 'onOrder' | 'all' | 'save'>;
  readonly meter: RecordedMeter;
  readonly clock: Clock;
  readonly deviceClock: Pick<DeviceClock, 'isSet' | 'unixMs'>;
  /** Whether a time server has set the clock since the start. */
  readonly isClockSure: () => boolean;
  readonly log: Log;
  /** Milliseconds from one write to the next. */
  readonly intervalMs: () => number;
  /** Writes a batch; rejects where it cannot, and gets it again with the next one. */
  readonly record: (batch: HistoryBatch) => Promise<void>;
  /** Called now and then, when there is time to tidy up. */
  readonly prune: (nowS: number, unsureForS?: number) => Promise<void>;
}

/** The power meter of the house. */
export interface RecordedMeter {
  onReading(listener: (reading: { readonly powerW: number }) => void): () => void;
}

/** Readings of the same moment are looked for together. */
const LOOK_MS = 1000;
/** The power of the plant, and of the meter, is kept so often at most. */
const PLANT_INTERVAL_MS = 5000;
/** So many readings wait for a disk that takes nothing; then the oldest are given up, not the energy they count. */
const WAITING_MAX = 20_000;
/** So long after a start the inverters have to be heard for the first time. */
const FIRST_ANSWERS_MS = 60_000;
/** Event logs wait so long after a start for a time server to set the clock: a wrong one would give them wrong dates. */
const CLOCK_PATIENCE_MS = 60_000;
const LOGS_WAITING_MAX = 2000;
const PRUNE_INTERVAL_MS = 3_600_000;
/** Who is silent is noted so often, in whatever intervals the disk is written to. */
const MISSED_INTERVAL_MS = 60_000;

/** By less the clock is set all the time. */
const STEP_BACK_MS = 1000;

const MS_PER_HOUR = 3_600_000;

const LIMIT_KNOWN = new Set(['told', 'expected']);

export function startRecorder(options: RecorderOptions): Recorder {
  const { fleet, totals, clock, deviceClock, isClockSure, log, intervalMs, record } = options;
  /** When each inverter was heard last, so that a reading is kept once. */
  const seen = new Map<string, number>();
  let readings: HistoryReading[] = [];
  let plantPower: PlantReading[] = [];
  let meter: MeterStretch[] = [];
  /** When the meter was heard last, and what it has shown since the last stretch ended. */
  let meterAtMs: number | undefined;
  let underWay: MeterStretch | undefined;
  let missed: { serial: string; atMs: number; seconds: number }[] = [];
  /** What each inverter is called, as far as that is written down, and what is still to be. */
  const namesTold = new Map<string, string>();
  let names: InverterNames[] = [];
  /** Orders that are to be written, by their ids; at first all, since those that a restart has ended have a new step. */
  let orders = new Map(options.orders.all().map((order) => [order.id, keptOrder(order)] as const));
  /** Event logs, by the monotonic clock until they are written. */
  let eventLogs: ToldLog[] = [];
  /** What is known of the log of each inverter. */
  const logsSeen = new Map<string, SeenLog>();
  const startedMs = clock.monotonicMs();
  let lastPlantMs = Number.NEGATIVE_INFINITY;
  let lastPruneMs = clock.monotonicMs();
  let lastMissedMs = clock.monotonicMs();
  /** Of the device's clock before the monotonic one, when something was noted last. */
  let knownAheadMs: number | undefined;
  let cancelLook: (() => void) | undefined;
  let cancelFlush = later();
  let cancelMissed = noteMissedLater();
  let writing: Promise<void> = Promise.resolve();
  let isStopped = false;
  let hasFailed = false;

  const stopListening = fleet.onChange(() => {
    cancelLook ??= clock.after(LOOK_MS, look);
  });

  const stopFollowing = options.orders.onOrder((order) => {
    orders.set(order.id, keptOrder(order));
    for (const oldest of orders.keys()) {
      if (orders.size <= WAITING_MAX) break;
      orders.delete(oldest);
    }
  });

  function later(): () => void {
    return clock.after(intervalMs(), () => {
      void flush();
      cancelFlush = later();
    });
  }

  /** Times of day are dated when it is known which day it is; until then the logs wait. */
  function lookAtLogs(): void {
    for (const inverter of fleet.inverters()) {
      const { serial, reading, readingAtMs, eventLog } = inverter;
      const before = logsSeen.get(serial);
      const { entries, readAtMs } = eventLog;
      if (readAtMs !== undefined && readAtMs !== before?.readAtMs) {
        eventLogs.push({ serial, entries, readAtMs, knownUntilMs: before?.knownUntilMs });
        logsSeen.set(serial, { readAtMs, knownUntilMs: readAtMs, eventCount: reading.eventCount });
      } else if (before !== undefined && readingAtMs !== undefined) {
        const isFull = reading.eventCount === EVENT_LOG_MAX;
        const isQuiet = Object.is(before.eventCount, reading.eventCount) && !isFull;
        const knownUntilMs = isQuiet ? Math.max(before.knownUntilMs, readingAtMs) : before.knownUntilMs;
        logsSeen.set(serial, { ...before, knownUntilMs });
      }
    }
    eventLogs = eventLogs.slice(-LOGS_WAITING_MAX);
  }

  /** Those that can be dated by now. */
  function takeLogs(): ToldLog[] {
    const isPatient = !isClockSure() && clock.monotonicMs() - startedMs < CLOCK_PATIENCE_MS && !isStopped;
    if (isPatient || !deviceClock.isSet()) return [];
    const taken = eventLogs;
    eventLogs = [];
    return taken;
  }

  function look(): void {
    cancelLook = undefined;
    if (isStopped) return;
    lookAtLogs();
    // Without a clock nobody knows of which day it would be.
    if (!deviceClock.isSet()) return;
    const nowMs = clock.monotonicMs();
    const aheadMs = heedTheClock();
    let hasNews = false;
    for (const inverter of fleet.inverters()) {
      const { serial, readingAtMs } = inverter;
      if (readingAtMs === undefined || seen.get(serial) === readingAtMs) continue;
      seen.set(serial, readingAtMs);
      readings.push(readingOf(inverter, readingAtMs + aheadMs));
      noteNames(inverter);
      hasNews = true;
    }
    if (hasNews && isWhole(nowMs) && nowMs - lastPlantMs >= PLANT_INTERVAL_MS) {
      lastPlantMs = nowMs;
      plantPower.push({ atMs: nowMs + aheadMs, ...plantReadingOf(totals()) });
    }
  }

  /** How far the clock is before the monotonic one. Where it was set back, what waits gets the times that it has now. */
  function heedTheClock(): number {
    const aheadMs = deviceClock.unixMs() - clock.monotonicMs();
    const backMs = (knownAheadMs ?? aheadMs) - aheadMs;
    knownAheadMs = aheadMs;
    if (backMs <= STEP_BACK_MS) return aheadMs;
    const setBack = <Noted extends { readonly atMs: number }>(noted: Noted): Noted => ({
      ...noted,
      atMs: noted.atMs - backMs,
    });
    readings = readings.map(setBack);
    plantPower = plantPower.map(setBack);
    meter = meter.map(setBack);
    missed = missed.map(setBack);
    if (meterAtMs !== undefined) meterAtMs -= backMs;
    underWay = underWay && setBack(underWay);
    return aheadMs;
  }

  /**
   * Right after a start the power of the plant is that of whoever answered first. It is kept once every inverter that is asked has
   * been heard, or has had its time.
   */
  function isWhole(nowMs: number): boolean {
    return (
      nowMs - startedMs >= FIRST_ANSWERS_MS ||
      fleet.inverters().every(({ readingAtMs, isPolled }) => readingAtMs !== undefined || !isPolled)
    );
  }

  const stopMeter = options.meter.onReading(({ powerW }) => {
    if (isStopped || !deviceClock.isSet()) return;
    heedTheClock();
    const atMs = deviceClock.unixMs();
    const elapsedMs = meterAtMs === undefined ? Number.POSITIVE_INFINITY : atMs - meterAtMs;
    if (elapsedMs === 0) return;
    const isGap = elapsedMs < 0 || elapsedMs > METER_GAP_S * 1000;
    if (isGap) endStretch();
    meterAtMs = atMs;
    underWay = longer(underWay, { atMs, powerW, forMs: isGap ? 0 : elapsedMs });
    if (isGap || underWay.forMs >= PLANT_INTERVAL_MS) endStretch();
  });

  function endStretch(): void {
    if (underWay === undefined) return;
    const isKnown =
      isWhole(clock.monotonicMs()) && !totals().standings.some(({ silence }) => silence === 'problem');
    meter.push({ ...underWay, producedW: isKnown ? told(totals().powerW) : undefined });
    if (meter.length > WAITING_MAX) meter.shift();
    underWay = undefined;
  }

  function noteNames({ serial, name, strings }: InverterState): void {
    const told = { serial, name, strings: strings.map((string) => string.name) };
    const text = JSON.stringify(told);
    if (namesTold.get(serial) === text) return;
    namesTold.set(serial, text);
    names.push(told);
  }

  function noteMissedLater(): () => void {
    return clock.after(MISSED_INTERVAL_MS, () => {
      noteMissed();
      cancelMissed = noteMissedLater();
    });
  }

  /** Who is silent in the light is missed for as long as the last look is ago. */
  function noteMissed(): void {
    const nowMs = clock.monotonicMs();
    const seconds = Math.round((nowMs - lastMissedMs) / 1000);
    lastMissedMs = nowMs;
    if (!deviceClock.isSet() || seconds <= 0) return;
    heedTheClock();
    const atMs = deviceClock.unixMs();
    for (const { inverter, silence } of totals().standings) {
      if (silence === 'problem') missed.push({ serial: inverter.serial, atMs, seconds });
    }
  }

  async function write(): Promise<void> {
    const nowS = Math.floor(deviceClock.unixMs() / 1000);
    const logs = takeLogs();
    const aheadMs = deviceClock.unixMs() - clock.monotonicMs();
    const batch = {
      ...{ readings, plantPower, meter, missed, names, orders: [...orders.values()] },
      eventLogs: logs.map((log) => datedLog(log, aheadMs)),
      clock: { nowS, isSure: isClockSure() },
    };
    const count = readings.length + plantPower.length + meter.length + missed.length + orders.size;
    if (count + logs.length === 0) return;
    readings = [];
    plantPower = [];
    meter = [];
    missed = [];
    names = [];
    orders = new Map();
    try {
      // A gateway that is started again goes by the book: what it ends there must not go on here.
      // At an end both are written side by side: a slow disk would take too long for one after the other.
      const saved = batch.orders.length > 0 ? options.orders.save() : undefined;
      if (!isStopped) await saved;
      await record(batch);
      if (hasFailed) log.info('The history is kept again.');
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) log.warn('The history cannot be written; what is measured now waits.', { error });
      hasFailed = true;
      readings = [...batch.readings, ...readings].slice(-WAITING_MAX);
      plantPower = [...batch.plantPower, ...plantPower].slice(-WAITING_MAX);
      meter = [...batch.meter, ...meter].slice(-WAITING_MAX);
      missed = [...batch.missed, ...missed].slice(-WAITING_MAX);
      names = [...batch.names, ...names].slice(-WAITING_MAX);
      eventLogs = [...logs, ...eventLogs].slice(-LOGS_WAITING_MAX);
      // What came of one meanwhile is newer.
      orders = new Map([...batch.orders.map((order) => [order.id, order] as const), ...orders]);
    }
  }

  async function tidy(): Promise<void> {
    const nowMs = clock.monotonicMs();
    if (nowMs - lastPruneMs < PRUNE_INTERVAL_MS || !deviceClock.isSet()) return;
    lastPruneMs = nowMs;
    const unsureForS = isClockSure() ? undefined : Math.floor((nowMs - startedMs) / 1000);
    await options.prune(Math.floor(deviceClock.unixMs() / 1000), unsureForS).catch(() => undefined); // it is tried again
  }

  function flush(): Promise<void> {
    if (isStopped) return writing; // what is written now may be a history that was just forgotten
    look();
    noteMissed();
    writing = writing.then(write).then(tidy);
    return writing;
  }

  return {
    flush,
    stop() {
      if (isStopped) return writing;
      endStretch();
      const last = flush();
      isStopped = true;
      stopListening();
      stopFollowing();
      stopMeter();
      cancelLook?.();
      cancelFlush();
      cancelMissed();
      return last;
    },
  };
}

/** An event log that was told, by the monotonic clock. */
interface ToldLog {
  readonly serial: string;
  readonly entries: InverterState['eventLog']['entries'];
  readonly readAtMs: number;
  readonly knownUntilMs: number | undefined;
}

/** What is known of a log: when it was read, how the counter of events stood then, and until when it still did. */
interface SeenLog {
  readonly readAtMs: number;
  readonly eventCount: number;
  readonly knownUntilMs: number;
}

const datedLog = ({ serial, entries, readAtMs, knownUntilMs }: ToldLog, aheadMs: number): ReadEventLog => ({
  ...{ serial, entries, atMs: readAtMs + aheadMs },
  knownUntilMs: knownUntilMs === undefined ? undefined : knownUntilMs + aheadMs,
});

/** A stretch with one more value, which counts for the time since the one before. */
function longer(
  before: MeterStretch | undefined,
  { atMs, powerW, forMs }: { readonly atMs: number; readonly powerW: number; readonly forMs: number },
): MeterStretch {
  const wh = (powerW * forMs) / MS_PER_HOUR;
  const beforeMs = before?.forMs ?? 0;
  return {
    ...{ atMs, forMs: beforeMs + forMs, producedW: undefined },
    power: joinSpreads(before?.power, beforeMs, { mean: powerW, min: powerW, max: powerW }, forMs),
    importedWh: (before?.importedWh ?? 0) + Math.max(0, wh),
    exportedWh: (before?.exportedWh ?? 0) + Math.max(0, -wh),
  };
}

const GIVEN_BY_PEOPLE = new Set(['http', 'mqtt', 'schedule', 'expiry']);

function keptOrder(order: Order): KeptOrder {
  const { id, serial, origin, steps } = order;
  const askedAtS = Math.floor((steps[0]?.atMs ?? 0) / 1000);
  return { id, serial, askedAtS, isAutomatic: !GIVEN_BY_PEOPLE.has(origin.way), body: JSON.stringify(order) };
}

function readingOf(inverter: InverterState, atMs: number): HistoryReading {
  const { serial, limit } = inverter;
  // What the owner adds to its yields is no energy: that is counted by the inverter's own counters.
  const reading = asMeasured(inverter);
  return {
    ...{ serial, atMs },
    powerW: told(reading.powerW) ?? 0,
    voltageV: told(reading.phases[0]?.voltageV),
    frequencyHz: told(reading.frequencyHz),
    temperatureC: told(reading.temperatureC),
    limitPercent: LIMIT_KNOWN.has(limit.source) ? limit.percent : undefined,
    strings: reading.strings.map(({ powerW, voltageV, currentA, yieldTodayWh, yieldTotalKWh }) => ({
      ...{ powerW: told(powerW), voltageV: told(voltageV), currentA: told(currentA) },
      todayWh: wholeWh(yieldTodayWh),
      totalWh: wholeWh(yieldTotalKWh * 1000),
    })),
  };
}

/** The plant as one: of the inverters that answer. */
function plantReadingOf({ powerW, standings }: Totals): Omit<PlantReading, 'atMs'> {
  const answering = standings.filter(({ isAnswering }) => isAnswering).map(({ inverter }) => inverter);
  const dcPowers = answering.map(({ reading }) => told(reading.dcPowerW));
  return {
    powerW,
    dcPowerW: sumOf(dcPowers),
    limitPercent: limitOf(answering),
  };
}

/** Of what all of them together can; each counts by what it can, and where that is not known of each, all count the same. */
function limitOf(inverters: readonly InverterState[]): number | undefined {
  const powers = inverters.map(({ deviceInfo }) => maxPowerOf(deviceInfo));
  const weights = powers.every((powerW) => powerW > 0) ? powers : powers.map(() => 1);
  const limited = inverters.map(({ limit }, index) =>
    LIMIT_KNOWN.has(limit.source) ? limit.percent * (weights[index] ?? 1) : undefined,
  );
  const sum = sumOf(limited);
  return sum === undefined ? undefined : sum / weights.reduce((total, weight) => total + weight, 0);
}

/** Undefined where one of them is, or where there are none. */
function sumOf(values: readonly (number | undefined)[]): number | undefined {
  if (values.length === 0) return undefined;
  return values.reduce<number | undefined>(
    (sum, value) => (sum === undefined || value === undefined ? undefined : sum + value),
    0,
  );
}

const told = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? undefined : value);
const wholeWh = (wh: number) => (Number.isFinite(wh) ? Math.round(wh) : undefined);
