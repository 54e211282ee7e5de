import type { Fleet } from '../fleet/fleet.ts';
import { asMeasured, type InverterState } from '../fleet/inverter.ts';
import type { Totals } from '../fleet/totals.ts';
import type { Clock } from '../platform/clock.ts';
import type { DeviceClock } from '../platform/device-clock.ts';
import type { Log } from '../platform/log.ts';
import type { HistoryBatch, HistoryReading } from './history-batch.ts';

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
  readonly clock: Clock;
  readonly deviceClock: Pick<DeviceClock, 'isSet' | 'unixMs'>;
  readonly log: Log;
  /** Milliseconds from one write to the next. */
  readonly intervalMs: () => number;
  /** Writes a batch; rejects where it cannot, and gets it again with the next one. */
  readonly record: (batch: HistoryBatch) => Promise<void>;
  /** Called now and then, when there is time to tidy up. */
  readonly prune: (nowS: number) => Promise<void>;
}

/** Readings of the same moment are looked for together. */
const LOOK_MS = 1000;
/** The power of the plant is kept so often at most. */
const PLANT_INTERVAL_MS = 5000;
/** So many readings wait for a disk that takes nothing; then the oldest are given up, not the energy they count. */
const WAITING_MAX = 20_000;
const PRUNE_INTERVAL_MS = 3_600_000;

const LIMIT_KNOWN = new Set(['told', 'expected']);

export function startRecorder(options: RecorderOptions): Recorder {
  const { fleet, totals, clock, deviceClock, log, intervalMs, record } = options;
  /** When each inverter was heard last, so that a reading is kept once. */
  const seen = new Map<string, number>();
  let readings: HistoryReading[] = [];
  let plantPower: { atMs: number; powerW: number }[] = [];
  let missed: { serial: string; atMs: number; seconds: number }[] = [];
  let lastPlantMs = Number.NEGATIVE_INFINITY;
  let lastPruneMs = clock.monotonicMs();
  let lastFlushMs = clock.monotonicMs();
  let cancelLook: (() => void) | undefined;
  let cancelFlush = later();
  let writing: Promise<void> = Promise.resolve();
  let isStopped = false;
  let hasFailed = false;

  const stopListening = fleet.onChange(() => {
    cancelLook ??= clock.after(LOOK_MS, look);
  });

  function later(): () => void {
    return clock.after(intervalMs(), () => {
      void flush();
      cancelFlush = later();
    });
  }

  function look(): void {
    cancelLook = undefined;
    // Without a clock nobody knows of which day it would be.
    if (isStopped || !deviceClock.isSet()) return;
    const nowMs = clock.monotonicMs();
    const aheadMs = deviceClock.unixMs() - nowMs;
    let hasNews = false;
    for (const inverter of fleet.inverters()) {
      const { serial, readingAtMs } = inverter;
      if (readingAtMs === undefined || seen.get(serial) === readingAtMs) continue;
      seen.set(serial, readingAtMs);
      readings.push(readingOf(inverter, readingAtMs + aheadMs));
      hasNews = true;
    }
    if (hasNews && nowMs - lastPlantMs >= PLANT_INTERVAL_MS) {
      lastPlantMs = nowMs;
      plantPower.push({ atMs: nowMs + aheadMs, powerW: totals().powerW });
    }
  }

  /** Who is silent in the light is missed for as long as the last write is ago. */
  function noteMissed(): void {
    const nowMs = clock.monotonicMs();
    const seconds = Math.round((nowMs - lastFlushMs) / 1000);
    lastFlushMs = nowMs;
    if (!deviceClock.isSet() || seconds <= 0) return;
    const atMs = deviceClock.unixMs();
    for (const { inverter, silence } of totals().standings) {
      if (silence === 'problem') missed.push({ serial: inverter.serial, atMs, seconds });
    }
  }

  async function write(): Promise<void> {
    const batch = { readings, plantPower, missed };
    if (readings.length + plantPower.length + missed.length === 0) return;
    readings = [];
    plantPower = [];
    missed = [];
    try {
      await record(batch);
      if (hasFailed) log.info('The history is kept again.');
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) log.warn('The history cannot be written; what is measured now waits.', { error });
      hasFailed = true;
      readings = [...batch.readings, ...readings].slice(-WAITING_MAX);
      plantPower = [...batch.plantPower, ...plantPower].slice(-WAITING_MAX);
      missed = [...batch.missed, ...missed].slice(-WAITING_MAX);
    }
  }

  async function tidy(): Promise<void> {
    const nowMs = clock.monotonicMs();
    if (nowMs - lastPruneMs < PRUNE_INTERVAL_MS || !deviceClock.isSet()) return;
    lastPruneMs = nowMs;
    await options.prune(Math.floor(deviceClock.unixMs() / 1000)).catch(() => undefined); // it is tried again
  }

  function flush(): Promise<void> {
    look();
    noteMissed();
    writing = writing.then(write).then(tidy);
    return writing;
  }

  return {
    flush,
    stop() {
      const last = flush();
      isStopped = true;
      stopListening();
      cancelLook?.();
      cancelFlush();
      return last;
    },
  };
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

const told = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? undefined : value);
const wholeWh = (wh: number) => (Number.isFinite(wh) ? Math.round(wh) : undefined);
