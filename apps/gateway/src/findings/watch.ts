import type { Plane } from './clear-sky.ts';
import type { EvidenceCurve, Finding, Verdict } from './finding.ts';
import type { FindingList } from './finding-list.ts';
import { EMPTY_OWN_HISTORY, type OwnHistory } from './own-history.ts';
import { DAY_S, newStringMemory, remember, SLOT_S, type StringMemory } from './string-memory.ts';
import { EMPTY_RUN, isSuspicious, type Run } from './weak-run.ts';

/** A string is looked at in such steps. */
export const STEP_S = 300;
const STEPS_PER_DAY = DAY_S / STEP_S;

/** What five minutes have brought of one string. */
export interface StringStep {
  /** Canonical serial. */
  readonly serial: string;
  /** From 1. */
  readonly string: number;
  /** Peak power of its panels, or what stands for it, in W. */
  readonly peakW: number;
  /** The group that its owner has put it into. */
  readonly group: string | undefined;
  /** Mean power in W; undefined: nothing was heard. */
  readonly powerW: number | undefined;
  /** `limited`: its inverter puts out all that it may. `off`: it is switched off. `dark`: it is asleep. */
  readonly standing: 'free' | 'limited' | 'off' | 'dark';
  /** Where it looks, as far as its owner has said. */
  readonly plane: Plane;
  /** W/m2 that a clear sky would send onto that plane; undefined where the place is not known. */
  readonly clearSkyWm2: number | undefined;
}

/** What goes on after a restart. */
export interface RememberedString {
  readonly memory: StringMemory;
  readonly own: OwnHistory;
  readonly run: Run;
  /** Where it looked at its last step, to notice what was changed while nobody watched; undefined: nobody has written it down. */
  readonly plane: Plane | undefined;
}

/** A string that is watched. */
export interface Watch extends RememberedString {
  own: OwnHistory;
  run: Run;
  plane: Plane;
  step: StringStep;
  /** The strings that look the same way, by name; undefined while nobody knows. */
  group: string | undefined;
  verdict: Verdict;
  /** Steps in a row in which it gave nothing although others did. */
  nothingFor: number;
  /** What it gives of its siblings where nothing shades it; follows slowly. */
  unshaded: number;
  /** The most light of today. */
  brightest: number;
  /** Of the quarter of an hour that is under way. */
  quarter: { readonly key: number; readonly sum: number; readonly count: number };
  /** Of today, step by step; NaN where nothing is known. */
  readonly measuredW: Float32Array;
  readonly expectedW: Float32Array;
  /** By the share that the others give, wherever these look; and what 1000 W/m2 on its panels would be, of a clear sky. */
  readonly othersW: Float32Array;
  readonly clearSkyW: Float32Array;
}

/** A step, and what all who judge in it need. */
export interface Moment {
  /** Unix seconds. */
  readonly atS: number;
  readonly today: number;
  /** Unix seconds at which today began. */
  readonly dayStartS: number;
  readonly list: FindingList;
}

export const keyOf = ({ serial, string }: Pick<StringStep, 'serial' | 'string'>) => `${serial}/${string}`;
export const slotOf = (atS: number) => Math.floor((atS % DAY_S) / SLOT_S);
export const isFree = ({ step: { powerW, standing } }: Watch) => powerW !== undefined && standing === 'free';
export const shareOf = ({ step: { powerW = 0, peakW } }: Watch) => powerW / peakW;
export const indexOf = ({ atS, dayStartS }: Pick<Moment, 'atS' | 'dayStartS'>) =>
  Math.floor((atS - dayStartS) / STEP_S);

const unknownDay = () => new Float32Array(STEPS_PER_DAY).fill(Number.NaN);

export function createWatch(first: StringStep, before: RememberedString | undefined): Watch {
  const { serial, string, peakW } = first;
  return {
    memory: before?.memory ?? newStringMemory(serial, string, peakW),
    own: before?.own ?? EMPTY_OWN_HISTORY,
    run: before?.run ?? EMPTY_RUN,
    plane: before?.plane ?? first.plane,
    ...{ step: first, group: undefined, verdict: 'learning', nothingFor: 0, brightest: 0, unshaded: 0 },
    quarter: { key: -1, sum: 0, count: 0 },
    measuredW: unknownDay(),
    expectedW: unknownDay(),
    othersW: unknownDay(),
    clearSkyW: unknownDay(),
  };
}

/** Another day begins, of which nothing is known yet. */
export function forgetDay({ measuredW, expectedW, othersW, clearSkyW }: Watch): void {
  for (const values of [measuredW, expectedW, othersW, clearSkyW]) values.fill(Number.NaN);
}

/** Other panels, or other words for the same ones: what was usual before is not any more. */
export function beginAnew(watch: Watch, peakW: number): void {
  watch.memory.values.fill(0);
  watch.memory.peakW = peakW;
  watch.own = EMPTY_OWN_HISTORY;
  watch.run = EMPTY_RUN;
}

/**
 * Its owner says that it looks somewhere else: days before tell nothing of what it should give of a clear sky now. What it
 * gives beside others, and of its peak power at each time of day, was measured, and stays. So does everything where a string
 * has come into another group that looks the same way.
 */
export function turn(watch: Watch): void {
  watch.own = EMPTY_OWN_HISTORY;
}

/** So many days after snow was seen nobody is judged. */
const PATIENCE_DAYS = 2;

export function bePatient({ memory }: Watch, day: number): void {
  memory.patientUntilDay = Math.max(memory.patientUntilDay, day + PATIENCE_DAYS - 1);
}

/** What is left of a weak string at least, for what it would give without its weakness. */
const LEVEL_MIN = 0.2;

/** Adds the step to what is usual. While something is wrong its share of the loss is taken out again. */
export function learn(watch: Watch, { atS, today, list }: Moment): void {
  const { memory, run } = watch;
  const active = list.activeOf(memory.serial, memory.string);
  if (active?.kind === 'dead') return;
  // What may be wrong is not what is usual.
  if (active === undefined && isSuspicious(run)) return;
  const level = active?.basis === 'neighbours' ? Math.max(LEVEL_MIN, active.ratio) : 1;
  const key = Math.floor(atS / SLOT_S);
  const { sum, count } = watch.quarter.key === key ? watch.quarter : { sum: 0, count: 0 };
  watch.quarter = { key, sum: sum + shareOf(watch) / level, count: count + 1 };
  remember(memory, today, slotOf(atS), watch.quarter.sum / watch.quarter.count);
}

const isKnown = (value: number) => !Number.isNaN(value);

/** How today went so far, beside what shows that something is wrong. */
export function curveOf(
  watch: Watch,
  { kind, basis }: Pick<Finding, 'kind' | 'basis'>,
  dayStartS: number,
): EvidenceCurve {
  const { measuredW, expectedW, othersW, clearSkyW, own } = watch;
  const { before } = own;
  if (kind === 'weak' && basis === 'itself' && before !== undefined) {
    const beforeW = clearSkyW.map((value) => value * before);
    return evidence({ compared: 'before', measuredW, expectedW: beforeW, dayStartS });
  }
  // On a new plant nobody knows yet what it should be, but what the others give shows that there is light.
  const isByNeighbours = basis === 'neighbours' && expectedW.some(isKnown);
  return isByNeighbours
    ? evidence({ compared: 'neighbours', measuredW, expectedW, dayStartS })
    : evidence({ compared: 'others', measuredW, expectedW: othersW, dayStartS });
}

/** The same of all strings of an inverter together. */
export function inverterCurveOf(strings: readonly Watch[], dayStartS: number): EvidenceCurve {
  const sumOf = (pick: (watch: Watch) => Float32Array) =>
    unknownDay().map((_, index) => {
      const known = strings.map((watch) => pick(watch)[index] ?? Number.NaN).filter(isKnown);
      return known.length === 0 ? Number.NaN : known.reduce((sum, value) => sum + value, 0);
    });
  const [measuredW, expectedW] = [sumOf((watch) => watch.measuredW), sumOf((watch) => watch.othersW)];
  return evidence({ compared: 'others', measuredW, expectedW, dayStartS });
}

interface DayOfPower extends Pick<EvidenceCurve, 'compared'> {
  readonly measuredW: Float32Array;
  readonly expectedW: Float32Array;
  readonly dayStartS: number;
}

function evidence({ compared, measuredW, expectedW, dayStartS }: DayOfPower): EvidenceCurve {
  const first = Math.max(0, expectedW.findIndex(isKnown));
  const last = Math.max(first, measuredW.findLastIndex(isKnown), expectedW.findLastIndex(isKnown));
  const told = (values: Float32Array) =>
    [...values.subarray(first, last + 1)].map((value) =>
      isKnown(value) ? Math.round(value * 10) / 10 : null,
    );
  return {
    ...{ compared, startS: dayStartS + first * STEP_S },
    ...{ measuredW: told(measuredW), expectedW: told(expectedW) },
  };
}
