import { middleOf } from './statistics.ts';

/** Quarters of an hour of a day, counted in UTC: the sun knows no summer time. */
export const SLOTS = 96;
/** Days that are remembered. */
export const DAYS = 21;
export const SLOT_S = 900;
export const DAY_S = 86_400;

/** What is remembered of a string: how much of its peak power it gave in every quarter of an hour of three weeks. */
export interface StringMemory {
  readonly serial: string;
  /** From 1. */
  readonly string: number;
  /** What its power is divided by, in W. */
  peakW: number;
  /** By day and slot, in ten thousandths of the peak power and one more; 0 where nothing was heard that counts. */
  readonly values: Uint16Array;
  /** Until the end of this day it is judged with patience: snow lay on the roof, or may have. */
  patientUntilDay: number;
}

export function newStringMemory(serial: string, string: number, peakW: number): StringMemory {
  return { serial, string, peakW, values: new Uint16Array(DAYS * SLOTS), patientUntilDay: 0 };
}

const STEPS_PER_PEAK = 10_000;
const VALUE_MAX = 0xffff;

const placeOf = (day: number, slot: number) => (day % DAYS) * SLOTS + slot;

/** What a string gave of its peak power; undefined where nothing is remembered. */
export function valueAt({ values }: StringMemory, day: number, slot: number): number | undefined {
  const value = values[placeOf(day, slot)] ?? 0;
  return value === 0 ? undefined : (value - 1) / STEPS_PER_PEAK;
}

export function remember({ values }: StringMemory, day: number, slot: number, share: number): void {
  const steps = Math.round(Math.max(0, share) * STEPS_PER_PEAK) + 1;
  values[placeOf(day, slot)] = Math.min(steps, VALUE_MAX);
}

/** Lets go what the days after `fromDay`, up to `toDay`, take the place of. */
export function forgetDays({ values }: StringMemory, fromDay: number, toDay: number): void {
  const first = Math.max(fromDay + 1, toDay - DAYS + 1);
  for (let day = first; day <= toDay; day += 1) values.fill(0, placeOf(day, 0), placeOf(day, SLOTS));
}

/** One day of the past in the same slot: what the string gave of what its neighbours gave, and in which light. */
export interface Precedent {
  readonly ratio: number;
  /** The median of its neighbours, as a share of peak power. */
  readonly light: number;
}

/** What a string gives of what its neighbours give. */
export interface Habit {
  /** In the middle of all days. */
  readonly usual: number;
  /** What nobody needs to wonder at: lower than `usual` where it differs from day to day, as behind a tree. */
  readonly low: number;
}

/** Light within this factor is of the same kind: a tree takes much of a clear morning and little of a grey one. */
const ALIKE = 1.6;
const ALIKE_MIN = 3;
/** Who gives less than this of what the others do may stand in a shade that changes, so more days have to be seen. */
const SHADED = 0.85;
const ALIKE_IN_SHADE_MIN = 8;
const LEVEL_DAYS_MIN = 5;
/** How far its days may lie apart, with noise. */
const LEVEL_SPREAD_MAX = 0.25;
/** One day of so many may be lower than what nobody wonders at. */
const LOW_OF = 10;
/** So much above the lowest days lies what is usual where only noise makes days differ. */
const NOISE = 1.04;

/** What a string gives in such light; undefined while nobody knows. */
export function habitIn(precedents: readonly Precedent[], light: number): Habit | undefined {
  const alike = precedents.filter((one) => one.light < light * ALIKE && one.light * ALIKE > light);
  const { usual, low } = habitOf(alike);
  const isKnown = alike.length >= (usual < SHADED ? ALIKE_IN_SHADE_MIN : ALIKE_MIN);
  return isKnown ? { usual, low } : undefined;
}

/** In any light, where that makes no difference: nothing shades the string. Undefined where it does, or nobody knows. */
export function levelOf(precedents: readonly Precedent[]): Habit | undefined {
  if (precedents.length < LEVEL_DAYS_MIN) return undefined;
  const ratios = precedents.map(({ ratio }) => ratio);
  const habit = habitOf(precedents);
  return Math.max(...ratios) - Math.min(...ratios) <= LEVEL_SPREAD_MAX * habit.usual ? habit : undefined;
}

function habitOf(precedents: readonly Precedent[]): Habit {
  const ratios = precedents.map(({ ratio }) => ratio).sort((one, other) => one - other);
  const usual = middleOf(ratios);
  return { usual, low: Math.min(usual, NOISE * (ratios[Math.floor(ratios.length / LOW_OF)] ?? usual)) };
}
