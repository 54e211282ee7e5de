import type { Clock } from '../platform/clock.ts';
import type { DataDirectory } from '../platform/data-directory.ts';
import type { DeviceClock } from '../platform/device-clock.ts';
import type { Log } from '../platform/log.ts';
import { openMemoryFile } from '../platform/memory-file.ts';
import type { Fleet } from './fleet.ts';
import { type InverterState, isReachable } from './inverter.ts';
import { powerRemembered } from './power-state.ts';

/** What an inverter told last of its yields. */
export interface KnownYields {
  readonly yieldDayWh: number;
  readonly yieldTotalKWh: number;
  /** When it did, unix milliseconds. */
  readonly atMs: number;
}

/** The last power of all inverters together that was above zero. */
export interface KnownPower {
  readonly powerW: number;
  /** Unix milliseconds. */
  readonly atMs: number;
}

/** From the first to the last answer of a day, by whichever inverter; unix milliseconds. */
export interface AnsweredSpan {
  readonly firstMs: number;
  readonly lastMs: number;
  /** All inverters were silent right before it: the first answer was that of the morning. */
  readonly isFromSilence: boolean;
  /** All inverters were silent right after it. */
  readonly isToSilence: boolean;
}

/** What inverters told last, and whether they were switched off. */
export interface LastKnown {
  yieldsOf(serial: string): KnownYields | undefined;
  /** Undefined also where the clock says that it was in the future. */
  lastPower(): KnownPower | undefined;
  /** The oldest first; the last one may be that of today and still grow. */
  spans(): readonly AnsweredSpan[];
}

/** The same over restarts of the gateway, in a file of the data folder. */
export interface LastKnownMemory extends LastKnown {
  /** Removes the file; what comes later is not written. */
  forget(): Promise<void>;
  /** Writes what is new and ends. */
  close(): Promise<void>;
}

export interface LastKnownOptions {
  readonly fleet: Fleet;
  /** Its wall clock is that of the device's clock. */
  readonly clock: Clock;
  readonly deviceClock: Pick<DeviceClock, 'isSet' | 'unixMs'>;
  readonly directory: DataDirectory;
  readonly log: Log;
  /** The power of all inverters that answer now. */
  readonly powerW: () => number;
}

/** A memory card does not like more. */
const WRITE_INTERVAL_MS = 60_000;
const SPANS_MAX = 8;
/** A shorter silence is no night: the same day goes on. */
const NIGHT_MIN_MS = 3 * 3_600_000;

interface Content {
  readonly inverters: ReadonlyMap<string, KnownYields>;
  /** Since when inverters are switched off as far as is known, by serial; unix milliseconds. */
  readonly switchedOff: ReadonlyMap<string, number>;
  readonly power: KnownPower | undefined;
  readonly spans: readonly AnsweredSpan[];
}

/**
 * Remembers what the fleet hears, and what was heard before the gateway started. Inverters that were switched off then
 * are so in the fleet from the start; one that produces is not, or no longer. Times follow the device's clock: what
 * was remembered by a clock that is set right afterwards moves along with it.
 */
export async function openLastKnown(options: LastKnownOptions): Promise<LastKnownMemory> {
  const { fleet, clock, deviceClock, directory, log } = options;
  const file = await openMemoryFile({
    directory,
    log,
    name: 'yields.json',
    read: readContent,
    subject: 'What the inverters told last',
    whenLost: 'yields begin with what the inverters tell next',
  });
  const remembered = file.remembered;
  /** Times of this run are kept as the host's wall clock showed them. */
  const shiftMs = () => deviceClock.unixMs() - clock.unixMs();
  const shifted = <Known extends { readonly atMs: number }>(known: Known): Known => ({
    ...known,
    atMs: known.atMs + shiftMs(),
  });
  const heard = new Map<string, KnownYields & { readonly readingAtMs: number }>();
  let heardPower: KnownPower | undefined;
  let spans = remembered?.spans ?? [];
  /** Since when each inverter was switched off when this was last looked at. */
  const offSince = new Map<string, number>();
  let areAllSilent = false;
  let cancelWrite: (() => void) | undefined;

  function look(): void {
    const inverters = fleet.inverters();
    for (const inverter of inverters) {
      if (isNew(inverter)) hear(inverter);
      else followOffset(inverter);
      lookAtPower(inverter);
    }
    const wereAllSilent = areAllSilent;
    areAllSilent = inverters.length > 0 && inverters.every(isSilent);
    if (areAllSilent && !wereAllSilent) fallSilent();
  }

  function isNew({ serial, readingAtMs }: InverterState): boolean {
    return readingAtMs !== undefined && heard.get(serial)?.readingAtMs !== readingAtMs;
  }

  /** The owner has said what is added to its total, at a time when it tells nothing. */
  function followOffset({ serial, reading: { yieldTotalKWh }, readingAtMs }: InverterState): void {
    const known = heard.get(serial);
    if (known === undefined || readingAtMs === undefined || known.yieldTotalKWh === yieldTotalKWh) return;
    heard.set(serial, { ...known, yieldTotalKWh });
    writeSoon();
  }

  function hear({ serial, reading, readingAtMs = 0 }: InverterState): void {
    const atMs = clock.unixMs();
    heard.set(serial, {
      yieldDayWh: reading.yieldTodayWh,
      yieldTotalKWh: reading.yieldTotalKWh,
      readingAtMs,
      atMs,
    });
    const powerW = options.powerW();
    if (powerW > 0) heardPower = { powerW, atMs };
    if (deviceClock.isSet()) spans = grown(spans, deviceClock.unixMs(), areAllSilent);
    writeSoon();
  }

  function lookAtPower({ serial, power: { offSinceMs } }: InverterState): void {
    if (offSince.get(serial) === offSinceMs) return;
    if (offSinceMs === undefined) offSince.delete(serial);
    else offSince.set(serial, offSinceMs);
    write(); // at once: it is somebody's order, and comes seldom
  }

  function recallPower(serial: string, atMs: number): void {
    fleet.update(serial, ({ power }, nowMs) => {
      const agoMs = Math.max(0, deviceClock.unixMs() - atMs); // of a clock that was set back: just now
      offSince.set(serial, nowMs - agoMs);
      return { power: powerRemembered(power, nowMs - agoMs) };
    });
  }

  function fallSilent(): void {
    const last = spans.at(-1);
    if (last === undefined || last.isToSilence || !deviceClock.isSet()) return;
    spans = [...spans.slice(0, -1), { ...last, isToSilence: true }];
    writeSoon();
  }

  function writeSoon(): void {
    cancelWrite ??= clock.after(WRITE_INTERVAL_MS, write);
  }

  function write(): void {
    cancelWrite?.();
    cancelWrite = undefined;
    file.remember(content);
  }

  function yieldsOf(serial: string): KnownYields | undefined {
    const known = heard.get(serial);
    if (known === undefined) return remembered?.inverters.get(serial);
    const { readingAtMs: _, ...yields } = known;
    return shifted(yields);
  }

  function lastPower(): KnownPower | undefined {
    const power = heardPower === undefined ? remembered?.power : shifted(heardPower);
    return power !== undefined && power.atMs <= deviceClock.unixMs() ? power : undefined;
  }

  /** Of the inverters that there are: who is removed is forgotten. */
  function content(): object {
    const inverters = fleet.inverters().map(({ serial }) => [serial, yieldsOf(serial)]);
    const startMs = deviceClock.unixMs() - clock.monotonicMs();
    const switchedOff = [...offSince].map(([serial, offSinceMs]) => [serial, startMs + offSinceMs]);
    return {
      inverters: Object.fromEntries(inverters),
      switchedOff: Object.fromEntries(switchedOff),
      power: lastPower(),
      spans,
    };
  }

  for (const [serial, atMs] of remembered?.switchedOff ?? []) recallPower(serial, atMs);
  const stopWatching = fleet.onChange(look);
  const stopHearing = fleet.onRemove((serial) => {
    heard.delete(serial);
    offSince.delete(serial);
    remembered?.inverters.delete(serial);
    writeSoon();
  });

  function stop(): void {
    stopWatching();
    stopHearing();
    cancelWrite?.();
  }

  return {
    yieldsOf,
    lastPower,
    spans: () => spans,
    async forget() {
      stop();
      cancelWrite = undefined;
      await file.forget();
    },
    async close() {
      const isDue = cancelWrite !== undefined;
      stop();
      if (isDue) write();
      await file.close();
    },
  };
}

/** The spans after an answer at `nowMs`; those that a clock set back puts into the future are forgotten. */
function grown(
  spans: readonly AnsweredSpan[],
  nowMs: number,
  isFromSilence: boolean,
): readonly AnsweredSpan[] {
  const past = spans.filter(({ lastMs }) => lastMs <= nowMs);
  const last = past.at(-1);
  if (last !== undefined && nowMs - last.lastMs < NIGHT_MIN_MS) {
    return [...past.slice(0, -1), { ...last, lastMs: nowMs, isToSilence: false }];
  }
  const next = { firstMs: nowMs, lastMs: nowMs, isFromSilence, isToSilence: false };
  return [...past, next].slice(-SPANS_MAX);
}

function readContent(value: unknown): (Content & { inverters: Map<string, KnownYields> }) | undefined {
  const { inverters, switchedOff, power, spans } = Object(value);
  const entries = Object.entries(Object(inverters)).filter((entry): entry is [string, KnownYields] =>
    areNumbers(entry[1], ['yieldDayWh', 'yieldTotalKWh', 'atMs']),
  );
  if (!Array.isArray(spans)) return undefined;
  return {
    inverters: new Map(entries),
    switchedOff: new Map(
      Object.entries(Object(switchedOff)).filter((entry): entry is [string, number] => isNumber(entry[1])),
    ),
    power: areNumbers(power, ['powerW', 'atMs']) ? (power as KnownPower) : undefined,
    spans: spans
      .filter((span) => areNumbers(span, ['firstMs', 'lastMs']))
      .map(({ firstMs, lastMs, isFromSilence, isToSilence }) => ({
        firstMs,
        lastMs,
        isFromSilence: isFromSilence === true,
        isToSilence: isToSilence === true,
      }))
      .slice(-SPANS_MAX),
  };
}

/** Nothing that is remembered is larger, and no time beyond it is one. Source: ECMAScript, time values. */
const NUMBER_MAX = 8e15;

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= NUMBER_MAX;
}

function areNumbers(value: unknown, keys: readonly string[]): boolean {
  const fields: Readonly<Record<string, unknown>> = Object(value);
  return keys.every((key) => isNumber(fields[key]));
}

/** It does not answer, as far as anybody has told. */
function isSilent(inverter: InverterState): boolean {
  return !isReachable(inverter) && inverter.contact !== 'untold';
}
