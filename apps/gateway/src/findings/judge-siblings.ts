import type { Finding, Verdict } from './finding.ts';
import type { Precedents } from './precedents.ts';
import { mediansOfOthers } from './statistics.ts';
import type { Habit } from './string-memory.ts';
import { bePatient, indexOf, isFree, type Moment, shareOf, slotOf, type Watch } from './watch.ts';
import { isSuspicious, WEAK, withJudged } from './weak-run.ts';

/** So many siblings must be heard at the same time. */
export const SIBLINGS_MIN = 3;
/** Below this share of peak power nobody is judged. */
export const LIGHT_MIN = 0.08;
/** Less than this of what the siblings give is nothing. */
export const NOTHING = 0.02;
const DEAD_STEPS = 6;
/** Strings in shade as deep as this give nothing every day. */
const SHADED = 0.15;
/**
 * A group in which strings of several inverters deviate at the same time is covered by something: by snow, mostly. Two
 * strings of one inverter may well have the same fault.
 */
const UNEVEN_INVERTERS = 2;
const UNEVEN_SHARE = 0.2;
/** It was never nearly as dark as this at this time of the day, which is no cloud. */
const COVERED = 0.33;
const LIT_MIN = 0.05;
/** Of strings that are all alike. */
const LEVEL: Habit = { usual: 1, low: 1 };

/** From one judged step to the next, so that it takes weeks to forget. */
const UNSHADED_FADES = 0.9999;
const IN_SHADE = 0.85;
const SHADE_DOUBT = 0.85;

/** Holds each string of a group against the others, and against what is usual between them. */
export function judgeSiblings(members: readonly Watch[], precedents: Precedents, moment: Moment): void {
  const free = members.filter(isFree);
  const lights = mediansOfOthers(free.map(shareOf));
  const outcomes = free.map((watch, index) =>
    compare(watch, { ...moment, light: lights[index] ?? 0, precedents }),
  );
  const isSnowy = isCovered(free, lights, precedents, moment) || isUneven(members, moment);
  if (isSnowy && !__WITHOUT__.snowPatience) {
    for (const watch of members) bePatient(watch, moment.today);
  }
  free.forEach((watch, index) => {
    const outcome = outcomes[index];
    if (outcome === undefined) leaveOpen(watch, moment);
    else decide(watch, moment, outcome);
  });
}

interface Comparison extends Moment {
  /** The median of its siblings, as a share of peak power. */
  readonly light: number;
  readonly precedents: Precedents;
}

interface Outcome {
  /** What the string gives of what is usual. */
  readonly toUsual: number;
  readonly expectedW: number;
}

/** Undefined: in this light, at this time, nobody can tell. */
function compare(watch: Watch, comparison: Comparison): Outcome | undefined {
  const { light, precedents, atS, today } = comparison;
  watch.brightest = Math.max(watch.brightest, light);
  watch.verdict = light < LIGHT_MIN ? 'dark' : 'learning';
  if (light < LIGHT_MIN) return undefined;
  const slot = slotOf(atS);
  const { peakW } = watch.memory;
  const share = shareOf(watch);
  const habit = __WITHOUT__.ownHabit ? LEVEL : precedents.habit(watch, slot, light);
  const usual = habit?.usual ?? precedents.anyHabit(watch, slot);
  const isNothing = share < NOTHING * light && (usual === undefined || usual >= SHADED);
  watch.nothingFor = isNothing ? watch.nothingFor + 1 : 0;
  if (usual !== undefined) watch.expectedW[indexOf(comparison)] = usual * light * peakW;
  if (habit === undefined && !isNothing) return undefined;
  const low = (habit?.low ?? 1) * doubtOf(watch, usual ?? 1);
  const relative = isNothing ? 0 : toLow(watch, low, comparison);
  watch.run = withJudged(watch.run, { atS, day: today, slot, relative });
  const expectedW = (usual ?? 1) * light * peakW;
  return { toUsual: (share * peakW) / expectedW, expectedW };
}

/** Shade moves with the season and depends on leaves and haze, so in it only a larger loss is one. */
function doubtOf(watch: Watch, usual: number): number {
  watch.unshaded = Math.max(watch.unshaded * UNSHADED_FADES, usual);
  return isShade(watch, usual) ? SHADE_DOUBT : 1;
}

const isShade = ({ unshaded }: Watch, usual: number) => usual < IN_SHADE * unshaded;

/**
 * What it gives of the least that nobody wonders at. At its edge shade comes earlier or goes later from week to week, so where that would be
 * too little, what is low in the quarter of an hour before or after may be so in this one by now.
 */
function toLow(watch: Watch, low: number, { light, precedents, atS }: Comparison): number {
  const share = shareOf(watch) / light;
  if (share >= WEAK * low) return share / low;
  const slot = slotOf(atS);
  const lows = [slot - 1, slot + 1].flatMap((beside) => {
    const habit = precedents.habit(watch, beside, light);
    return habit !== undefined && isShade(watch, habit.usual) ? [SHADE_DOUBT * habit.low] : [];
  });
  return share / Math.min(low, ...lows);
}

/** What is known to be wrong goes on costing. */
function leaveOpen(watch: Watch, moment: Moment): void {
  const { memory, step, expectedW } = watch;
  const active = moment.list.activeOf(memory.serial, memory.string);
  const should = expectedW[indexOf(moment)] ?? Number.NaN;
  if (active !== undefined && !Number.isNaN(should))
    moment.list.addLoss(active.id, should - (step.powerW ?? 0));
  if (active?.kind === 'dead' || active?.kind === 'weak') watch.verdict = active.kind;
}

function decide(watch: Watch, moment: Moment, { toUsual, expectedW }: Outcome): void {
  const { atS, today, list } = moment;
  const { serial, string, patientUntilDay } = watch.memory;
  const isDead = watch.nothingFor >= DEAD_STEPS;
  const isPatient = today <= patientUntilDay;
  const active = list.activeOf(serial, string);
  if (active === undefined) {
    const isFound = isPatient ? watch.run.isLong : isDead || watch.run.isWeak;
    if (isFound) open(watch, isDead ? 'dead' : 'weak', moment);
  } else if (!isPatient) {
    const step = { atS, slot: slotOf(atS), relative: toUsual, measuredW: watch.step.powerW ?? 0, expectedW };
    list.follow(active.id, step, watch.run, isDead);
  }
  watch.verdict = verdictOf(list.activeOf(serial, string));
}

const verdictOf = (finding: Finding | undefined): Verdict =>
  finding?.kind === 'weak' || finding?.kind === 'dead' ? finding.kind : 'good';

function open(watch: Watch, kind: 'dead' | 'weak', { atS, today, dayStartS, list }: Moment): void {
  const { sinceS, slots } = watch.run;
  const from = Math.max(0, indexOf({ atS: sinceS, dayStartS }));
  let [measured, expected] = [0, 0];
  for (let index = from; index <= indexOf({ atS, dayStartS }); index += 1) {
    const [is, should] = [watch.measuredW[index] ?? Number.NaN, watch.expectedW[index] ?? Number.NaN];
    if (Number.isNaN(is) || Number.isNaN(should)) continue;
    measured += is;
    expected += should;
  }
  const { serial, string } = watch.memory;
  list.open({
    ...{ serial, string, kind, sinceS, atS, day: today, basis: 'neighbours' },
    ...{ measured, expected, slots },
  });
}

function isUneven(members: readonly Watch[], { list }: Moment): boolean {
  const deviating = members.filter(
    ({ memory, run }) => isSuspicious(run) && list.activeOf(memory.serial, memory.string) === undefined,
  );
  const inverters = new Set(deviating.map(({ memory }) => memory.serial));
  return inverters.size >= UNEVEN_INVERTERS && deviating.length >= UNEVEN_SHARE * members.length;
}

function isCovered(
  free: readonly Watch[],
  lights: readonly number[],
  precedents: Precedents,
  { atS }: Moment,
): boolean {
  const [first] = free;
  const darkest = first && precedents.darkest(first, slotOf(atS));
  return darkest !== undefined && darkest >= LIT_MIN && (lights[0] ?? 0) < COVERED * darkest;
}
