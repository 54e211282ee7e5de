/** What was judged of a string lately, and since when it has been too weak. */
export interface Run {
  /** Of the last judged steps, the newest last. */
  readonly window: readonly Judged[];
  /** Unix seconds of the step with which the loss that goes on began; 0 while nothing goes on. */
  readonly sinceS: number;
  /** How much more was missing since then than may be: the sum over all steps, in shares of what each should have given. */
  readonly missing: number;
  /** Since then: steps that were judged, those of them that were weak, those that were fine one after the other. */
  readonly judged: number;
  readonly weak: number;
  readonly fineInRow: number;
  readonly days: readonly number[];
  /** Quarters of the day in which it was weak. */
  readonly slots: readonly number[];
  /** It has been weak in this run more often than not. */
  readonly isGoingOn: boolean;
  /** For an hour of sun. */
  readonly isWeak: boolean;
  /** For several hours of sun on four days. */
  readonly isLong: boolean;
}

export interface Judged {
  readonly atS: number;
  readonly day: number;
  readonly slot: number;
  /** What it gave of what it usually gives. */
  readonly relative: number;
}

export const EMPTY_RUN: Run = {
  ...{ window: [], sinceS: 0, missing: 0, judged: 0, weak: 0, fineInRow: 0, days: [], slots: [] },
  ...{ isGoingOn: false, isWeak: false, isLong: false },
};

/** An hour of sun: so many steps, and so many of them weak. */
export const WINDOW_STEPS = 12;
const WINDOW_WEAK = 7;
/** What is left in their mean at most. */
const WINDOW_MEAN = 0.91;
/** Noise of 5 % rarely goes below this, and a loss of 15 % rarely above. */
export const WEAK = 0.92;
/** What is older does not belong to it any more. */
const WINDOW_MAX_S = 20 * 3600;
/** So many fine steps in a row end it. */
const FINE_ENDS = 4;
const LONG_WEAK = 48;
const LONG_DAYS = 4;
const GOING_ON_SHARE = 0.75;

const SUSPICIOUS_STEPS = 4;
/** Noise from one step to the next is less than this. */
const CLEARLY_MORE = 1.5;

/** It may be too weak; that it is has not been seen for long enough. */
export const isSuspicious = ({ isGoingOn, weak }: Run) => isGoingOn && weak >= SUSPICIOUS_STEPS;

const isWeakStep = ({ relative }: Judged) => relative < WEAK;

/** One more step that could be judged. */
export function withJudged(run: Run, step: Judged): Run {
  const window = [...run.window, step]
    .slice(-WINDOW_STEPS)
    .filter(({ atS }) => step.atS - atS <= WINDOW_MAX_S);
  const isWeak =
    window.length === WINDOW_STEPS &&
    window.filter(isWeakStep).length >= WINDOW_WEAK &&
    window.reduce((sum, { relative }) => sum + relative, 0) <= WINDOW_MEAN * WINDOW_STEPS;
  const next = grown(run, step);
  return { ...next, window, isWeak, isLong: next.isLong && isWeak && isWeakStep(step) };
}

function grown(run: Run, step: Judged): Run {
  const isWeak = isWeakStep(step);
  const fineInRow = isWeak ? 0 : run.fineInRow + 1;
  if (!isWeak && (run.judged === 0 || fineInRow >= FINE_ENDS)) return EMPTY_RUN;
  const judged = run.judged + 1;
  const weak = run.weak + (isWeak ? 1 : 0);
  const days = !isWeak || run.days.includes(step.day) ? run.days : [...run.days, step.day].slice(-LONG_DAYS);
  const slots = !isWeak || run.slots.includes(step.slot) ? run.slots : [...run.slots, step.slot];
  return {
    ...{ window: run.window, isWeak: run.isWeak },
    ...begun(run, step),
    ...{ judged, weak, fineInRow, days, slots },
    isGoingOn: weak / judged >= GOING_ON_SHARE,
    isLong: weak >= LONG_WEAK && days.length >= LONG_DAYS && weak / judged >= GOING_ON_SHARE,
  };
}

/**
 * When the loss began. A few steps of a low sun, a little too weak, may lie before it and belong to the same run: what the next
 * steps make up for is no part of the loss, and neither is what is much less than the first step of it alone.
 */
function begun({ sinceS, missing }: Run, { atS, relative }: Judged): Pick<Run, 'sinceS' | 'missing'> {
  const more = WEAK - relative;
  const sum = Math.max(0, missing + more);
  return { sinceS: missing <= 0 || more > CLEARLY_MORE * missing ? atS : sinceS, missing: sum };
}
