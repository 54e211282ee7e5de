import { DAYS } from './string-memory.ts';

/**
 * How a string without enough neighbours is judged: by what it gives of what a clear sky would give, in its best hour of
 * each day. Clouds make that restless or low, so only quiet hours count; and that a quiet hour was a clear one shows
 * another string of the plant, wherever that looks, or else a whole row of such days.
 */
export interface OwnHistory {
  /** Of days that had a quiet hour, the oldest first; what the string gave of the clear sky. */
  readonly days: readonly OwnDay[];
  /** The last steps of today, as long as they follow each other. */
  readonly hour: readonly number[];
  /** The best quiet hour of today so far. */
  readonly best: number | undefined;
  /** What it gave before it was found to give less; undefined: nothing was found. */
  readonly before: number | undefined;
}

export interface OwnDay {
  readonly day: number;
  readonly share: number;
}

export const EMPTY_OWN_HISTORY: OwnHistory = {
  ...{ days: [], hour: [], best: undefined, before: undefined },
};

const STEPS_PER_HOUR = 12;
export const STANDARD_W_M2 = 1000;
/** In less light the angle at which it comes decides too much. */
const CLEAR_SKY_MIN_W_M2 = 300;
/** A clear hour runs as quietly as this: its standard deviation as a share of its mean. */
const QUIET_SPREAD = 0.07;

/** One more step of today: what the string gave of its peak power, and W/m2 of a clear sky. */
export function withOwnStep(
  history: OwnHistory,
  share: number | undefined,
  clearSkyWm2: number | undefined,
): OwnHistory {
  if (share === undefined || clearSkyWm2 === undefined || clearSkyWm2 < CLEAR_SKY_MIN_W_M2) {
    return history.hour.length === 0 ? history : { ...history, hour: [] };
  }
  const hour = [...history.hour, (share * STANDARD_W_M2) / clearSkyWm2].slice(-STEPS_PER_HOUR);
  const mean = hour.reduce((sum, value) => sum + value, 0) / hour.length;
  const variance = hour.reduce((sum, value) => sum + (value - mean) ** 2, 0) / hour.length;
  const isQuiet = hour.length === STEPS_PER_HOUR && Math.sqrt(variance) <= QUIET_SPREAD * mean;
  const best = isQuiet ? Math.max(history.best ?? 0, mean) : history.best;
  return { ...history, hour, best };
}

/** The day has ended. */
export function withOwnDay(history: OwnHistory, day: number): OwnHistory {
  const { days, best } = history;
  const kept = days.filter((one) => one.day > day - DAYS && one.day < day);
  return {
    ...history,
    days: best === undefined ? kept : [...kept, { day, share: best }],
    ...{ hour: [], best: undefined },
  };
}

/** So many days must be known before a string can be held against itself. */
const REFERENCE_DAYS_MIN = 5;
/** What it yields of its best days; the neighbours of a string tell much less, its own past does not. */
const LOSS = 0.8;
/** Grey skies are quiet, too, but darker than a loss that can still be told from them. */
const GREY = 0.5;
const DAYS_WITH_WITNESS = 2;
const DAYS_ALONE = 4;
const WITNESS_MIN = 0.93;
const AGAIN = 0.9;

/** The second best of the days before the last ones, so that no single day decides. */
function referenceOf({ days }: OwnHistory, before: number): number | undefined {
  const past = days.slice(0, Math.max(0, days.length - before)).map(({ share }) => share);
  if (past.length < REFERENCE_DAYS_MIN) return undefined;
  return past.sort((one, other) => other - one)[1];
}

export const canJudgeItself = (history: OwnHistory): boolean =>
  referenceOf(history, DAYS_WITH_WITNESS) !== undefined;

/** A string gives less than it did. */
export interface OwnLoss {
  readonly before: number;
  readonly now: number;
}

/**
 * Whether a string has given less than before, on several clear days; undefined where it did not, or nobody can tell.
 * `witnesses` are other strings under the same sky.
 */
export function ownLoss(history: OwnHistory, witnesses: readonly OwnHistory[]): OwnLoss | undefined {
  const reference = referenceOf(history, DAYS_WITH_WITNESS);
  if (reference === undefined) return undefined;
  const lately = history.days.slice(-DAYS_WITH_WITNESS);
  const isWitnessed = lately.every(
    ({ day, share }) => share < LOSS * reference && witnesses.some((one) => wasFine(one, day)),
  );
  if (isWitnessed) return { before: reference, now: meanOf(lately) };
  const before = referenceOf(history, DAYS_ALONE);
  if (before === undefined) return undefined;
  const last = history.days.slice(-DAYS_ALONE);
  const isLow = last.every(({ share }) => share < LOSS * before && share > GREY * before);
  return isLow ? { before, now: meanOf(last) } : undefined;
}

/** It has given nearly as much as before on the day that has just ended. */
export function isItselfAgain({ before, days }: OwnHistory, day: number): boolean {
  const last = days.at(-1);
  return before !== undefined && last?.day === day && last.share >= AGAIN * before;
}

function wasFine(witness: OwnHistory, day: number): boolean {
  const reference = referenceOf(witness, DAYS_WITH_WITNESS);
  const share = witness.days.find((one) => one.day === day)?.share;
  return reference !== undefined && share !== undefined && share >= WITNESS_MIN * reference;
}

const meanOf = (days: readonly OwnDay[]) => days.reduce((sum, { share }) => sum + share, 0) / days.length;
