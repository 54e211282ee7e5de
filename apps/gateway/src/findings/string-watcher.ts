import type { Place } from '@heliograph/contract';
import { maxPowerOf } from '../fleet/device-info.ts';
import type { Fleet } from '../fleet/fleet.ts';
import { type InverterState, isReachable, type SourceId } from '../fleet/inverter.ts';
import { knownLimitPercent } from '../fleet/limit-state.ts';
import type { Totals } from '../fleet/totals.ts';
import type { Clock } from '../platform/clock.ts';
import type { DeviceClock } from '../platform/device-clock.ts';
import { clearSkyOn, type Plane, sunAt } from './clear-sky.ts';
import type { DetectorStep } from './detector.ts';
import { STEP_S, type StringStep } from './watch.ts';

/** Which strings look the same way, as far as the owner has said; others are learnt. */
export interface StringGroups {
  groupOf(serial: string, string: number): StringGroup | undefined;
}

export interface StringGroup {
  readonly id: string;
  /** Undefined where only the group is known, and not which way it looks. */
  readonly plane: Plane | undefined;
}

export interface StringWatcherOptions {
  readonly fleet: Pick<Fleet, 'inverters' | 'onChange'>;
  readonly totals: () => Totals;
  /** What brings an inverter works, so that one that is silent is so by itself. */
  readonly isWorking: (sourceId: SourceId) => boolean;
  readonly clock: Clock;
  readonly deviceClock: Pick<DeviceClock, 'isSet' | 'unixMs' | 'utcOffsetAtS'>;
  readonly place: () => Place | undefined;
  readonly groups: () => StringGroups;
  readonly onStep: (step: DetectorStep) => void;
}

/** Readings of the same moment are looked for together; where nothing changes, time passes all the same. */
const LOOK_MS = 1000;
const IDLE_LOOK_MS = 60_000;
/** Where inverters are asked seldom, the reading before still counts. */
const CARRIED_S = 600;
/** As near as this to what it may put out, an inverter is held back by that and not by its light. */
const LIMITED_SHARE = 0.97;
/** For strings whose owner has not said how much their panels can: any number will do that stays the same. */
const PEAK_STAND_IN_W = 400;
const FULL_PERCENT = 100;
/** A level roof, for clear skies over strings of which nothing is known. */
const FLAT: Plane = { azimuthDeg: 180, tiltDeg: 0 };

export const peakOf = (maxPowerW: number) => (maxPowerW > 0 ? maxPowerW : PEAK_STAND_IN_W);

/** What an inverter has told in the five minutes that are under way. */
interface Heard {
  readonly readingAtMs: number;
  readonly atS: number;
  readonly sumsW: readonly number[];
  readonly count: number;
  readonly lastW: readonly number[];
  readonly wasLimited: boolean;
}

/** Follows the fleet and tells every five minutes what each string gave; returns the function that ends it. */
export function watchStrings(options: StringWatcherOptions): () => void {
  const { fleet, clock, deviceClock, onStep } = options;
  const heard = new Map<string, Heard>();
  let stepS: number | undefined;
  let cancelLook: (() => void) | undefined;
  let cancelIdle = clock.after(IDLE_LOOK_MS, look);

  const stopListening = fleet.onChange(() => {
    cancelLook ??= clock.after(LOOK_MS, look);
  });

  function look(): void {
    cancelLook?.();
    cancelLook = undefined;
    cancelIdle();
    cancelIdle = clock.after(IDLE_LOOK_MS, look);
    if (!deviceClock.isSet()) return; // nobody knows where the sun is
    const nowS = Math.floor(deviceClock.unixMs() / 1000);
    const nextS = nowS - (nowS % STEP_S);
    if (stepS !== undefined && nextS !== stepS) {
      onStep(stepOf(stepS, options, heard));
      for (const [serial, one] of heard)
        heard.set(serial, { ...one, sumsW: [], count: 0, wasLimited: false });
    }
    stepS = nextS;
    const inverters = fleet.inverters();
    for (const inverter of inverters) hear(inverter, nowS);
    if (heard.size > inverters.length) forgetGone(inverters);
  }

  function hear(inverter: InverterState, nowS: number): void {
    const { serial, reading, readingAtMs } = inverter;
    const before = heard.get(serial);
    if (readingAtMs === undefined || before?.readingAtMs === readingAtMs) return;
    const lastW = reading.strings.map(({ powerW }) => powerW);
    heard.set(serial, {
      ...{ readingAtMs, atS: nowS, lastW },
      sumsW: lastW.map((powerW, index) => (before?.sumsW[index] ?? 0) + powerW),
      count: (before?.count ?? 0) + 1,
      wasLimited: before?.wasLimited === true || isHeldBack(inverter),
    });
  }

  function forgetGone(inverters: readonly InverterState[]): void {
    const there = new Set(inverters.map(({ serial }) => serial));
    for (const serial of heard.keys()) if (!there.has(serial)) heard.delete(serial);
  }

  return () => {
    stopListening();
    cancelLook?.();
    cancelIdle();
  };
}

/** It puts out all that it may: by a limit, or because it can no more. */
function isHeldBack({ reading, limit, deviceInfo }: InverterState): boolean {
  const percent = knownLimitPercent(limit);
  const isLimited = limit.source !== 'unknown' && percent < FULL_PERCENT;
  const maxPowerW = maxPowerOf(deviceInfo);
  if (maxPowerW === 0) return isLimited;
  const allowedW = (maxPowerW * (isLimited ? percent : FULL_PERCENT)) / FULL_PERCENT;
  return reading.powerW >= LIMITED_SHARE * allowedW;
}

function stepOf(
  atS: number,
  { fleet, totals, isWorking, deviceClock, place, groups }: StringWatcherOptions,
  heard: ReadonlyMap<string, Heard>,
): DetectorStep {
  const site = place();
  const sun = site && sunAt((atS + STEP_S / 2) * 1000, site);
  const known = groups();
  const { standings } = totals();
  const asleep = new Set(
    standings.filter(({ silence }) => silence === 'asleep').map(({ inverter }) => inverter.serial),
  );
  const strings = fleet.inverters().flatMap((inverter) =>
    inverter.strings.map(({ maxPowerW }, index): StringStep => {
      const { serial } = inverter;
      const group = known.groupOf(serial, index + 1);
      const told = heard.get(serial);
      return {
        ...{ serial, string: index + 1, peakW: peakOf(maxPowerW), group: group?.id },
        powerW: isReachable(inverter) ? powerIn(told, index, atS) : undefined,
        standing: asleep.has(serial) ? 'dark' : standingOf(inverter, told),
        plane: group?.plane ?? FLAT,
        clearSkyWm2: sun && clearSkyOn(group?.plane ?? FLAT, sun),
      };
    }),
  );
  const silent = standings.filter(
    ({ inverter, silence }) => silence === 'problem' && isWorking(inverter.sourceId),
  );
  return {
    ...{ atS, dayOffsetS: standardOffsetS(deviceClock), strings },
    silent: new Set(silent.map(({ inverter }) => inverter.serial)),
  };
}

function standingOf({ power }: InverterState, told: Heard | undefined): StringStep['standing'] {
  if (power.offSinceMs !== undefined) return 'off';
  return told?.wasLimited === true ? 'limited' : 'free';
}

function powerIn(told: Heard | undefined, index: number, stepS: number): number | undefined {
  if (told === undefined) return undefined;
  const { sumsW, count, lastW, atS } = told;
  const powerW = count > 0 ? (sumsW[index] ?? Number.NaN) / count : lastW[index];
  const isFresh = count > 0 || stepS + STEP_S - atS <= CARRIED_S;
  return isFresh && powerW !== undefined && Number.isFinite(powerW) ? powerW : undefined;
}

/** The offset of the time zone without summer time: the sun does not know that. */
function standardOffsetS(
  deviceClock: Pick<StringWatcherOptions['deviceClock'], 'unixMs' | 'utcOffsetAtS'>,
): number {
  const year = new Date(deviceClock.unixMs()).getUTCFullYear();
  return Math.min(deviceClock.utcOffsetAtS(Date.UTC(year, 0)), deviceClock.utcOffsetAtS(Date.UTC(year, 6)));
}
