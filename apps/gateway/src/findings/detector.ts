import type { Plane } from './clear-sky.ts';
import type { EvidenceCurve, Finding, Verdict } from './finding.ts';
import { createFindingList } from './finding-list.ts';
import { judgeAlone, judgeDay } from './judge-alone.ts';
import { judgeSiblings, SIBLINGS_MIN } from './judge-siblings.ts';
import { type InPieces, learnGroups } from './orientation.ts';
import { STANDARD_W_M2, withOwnDay, withOwnStep } from './own-history.ts';
import { createPrecedents, type Precedents } from './precedents.ts';
import { medianOf, mediansOfOthers } from './statistics.ts';
import { DAY_S, DAYS, forgetDays, SLOTS, type StringMemory, valueAt } from './string-memory.ts';
import {
  beginAnew,
  bePatient,
  createWatch,
  curveOf,
  forgetDay,
  indexOf,
  inverterCurveOf,
  isFree,
  keyOf,
  learn,
  type Moment,
  type RememberedString,
  STEP_S,
  type StringStep,
  shareOf,
  turn,
  type Watch,
} from './watch.ts';
import { EMPTY_RUN } from './weak-run.ts';

export interface DetectorStep {
  /** Unix seconds at which the five minutes began. */
  readonly atS: number;
  /** Seconds to add to UTC so that a day ends at night, the same in summer and winter. */
  readonly dayOffsetS: number;
  readonly strings: readonly StringStep[];
  /** Inverters that do not answer in daylight although whatever brings them works. */
  readonly silent: ReadonlySet<string>;
}

export interface StringVerdict {
  readonly serial: string;
  readonly string: number;
  readonly verdict: Verdict;
  /** `set` and the name that its owner gave, or `learnt` and a number; undefined: not known. */
  readonly group: string | undefined;
}

/** What a string gives in each quarter of an hour of a clear day, of its peak power, in the order of UTC. */
export interface ClearDay {
  readonly serial: string;
  readonly string: number;
  readonly group: string | undefined;
  readonly shares: readonly number[];
}

/** Everything that goes on after a restart, ready to be written down. */
export interface DetectorMemory {
  readonly lastStepS: number;
  readonly today: number;
  readonly strings: readonly RememberedString[];
  readonly silentSince: ReadonlyMap<string, number>;
  readonly findings: readonly Finding[];
  readonly hasJudged: boolean;
}

/** Watches the strings of a plant. It knows no clock: time passes with the steps that it is given. */
export interface Detector {
  step(step: DetectorStep): void;
  /**
   * Does a piece of what takes longer, which is to learn who looks the same way; false where nothing is left of it. The next step does
   * whatever is left.
   */
  goOn(): boolean;
  /** Another number as soon as other strings are held to look the same way, or another day's. */
  groupsVersion(): number;
  /** The newest first. */
  findings(): readonly Finding[];
  /** How the day went on which something was found. */
  curveOf(id: string): EvidenceCurve | undefined;
  verdicts(): readonly StringVerdict[];
  /** Whether any string was ever judged; until then nobody knows that nothing is wrong. */
  hasJudged(): boolean;
  clearDays(): readonly ClearDay[];
  /** False: there is no such finding, or it is over. */
  setKnown(id: string, isKnown: boolean): boolean;
  /** One inverter took the place of another: what is usual there stays, what was wrong with the old one is over. */
  replace(oldSerial: string, newSerial: string): void;
  /** The number of the sun's day of the last step. */
  today(): number;
  memory(): DetectorMemory;
}

const JUDGEMENTS: ReadonlySet<Verdict> = new Set(['good', 'weak', 'dead']);

const SILENT_STEPS = 6;
/** Who gets no more of its peak power all day may lie under snow; clouds alone leave more. */
const SNOW_MAX = 0.03;
/** Strings that are not there any more but are still remembered, as those of a device that was taken out for a while. */
const GONE_MAX = 100;

export function createDetector(remembered?: DetectorMemory): Detector {
  const watches = new Map<string, Watch>();
  const gone = new Map((remembered?.strings ?? []).map((one) => [keyOf(one.memory), one]));
  const silentSince = new Map(remembered?.silentSince);
  const list = createFindingList(remembered?.findings ?? []);
  let lastStepS = remembered?.lastStepS ?? 0;
  let hasJudged = remembered?.hasJudged ?? false;
  let today = remembered?.today ?? 0;
  let dayOffsetS = 0;
  /** By group; undefined: has to be worked out. */
  let groups: ReadonlyMap<string | undefined, Group> | undefined;
  /** Of each string whose owner has said nothing, as far as it was learnt; while that goes on, as it was before. */
  let learnt: ReadonlyMap<string, number> = new Map();
  let learning: InPieces<ReadonlyMap<string, number>> | undefined;
  let groupsVersion = 0;

  const momentAt = (atS: number): Moment => ({ atS, today, dayStartS: today * DAY_S - dayOffsetS, list });

  function step(next: DetectorStep): void {
    while (goOn()) {
      // Whoever has time between two steps has done it by now.
    }
    dayOffsetS = next.dayOffsetS;
    const day = Math.floor((next.atS + dayOffsetS) / DAY_S);
    if (next.atS <= lastStepS) {
      // A clock that was set back a little lets the same time pass again, and nothing of it counts twice.
      if (lastStepS - next.atS < DAY_S) return;
      forgetUsual(day);
    }
    if (day !== today) turnDay(day);
    lastStepS = next.atS;
    takeStrings(next.strings);
    const moment = momentAt(next.atS);
    groups ??= groupAnew();
    const lights = lightsOfOthers();
    for (const group of groups.values()) judgeGroup(group, moment, lights);
    hasJudged ||= [...watches.values()].some(({ verdict }) => JUDGEMENTS.has(verdict));
    hearSilent(next);
    list.tidy(next.atS);
  }

  function goOn(): boolean {
    const piece = learning?.next();
    if (piece?.done !== true) return piece !== undefined;
    learning = undefined;
    learnt = piece.value;
    if (groups === undefined) return false; // others are there by now, and it is learnt anew
    groups = groupsOf([...watches.values()], today, learnt);
    groupsVersion += 1;
    return false;
  }

  /** By what is known, and begins to learn what that has become. */
  function groupAnew(): ReadonlyMap<string | undefined, Group> {
    const all = [...watches.values()];
    learning = learnAll(all, today);
    groupsVersion += 1;
    return groupsOf(all, today, learnt);
  }

  /** The clock was wrong by days: nobody knows of which days it is what was remembered. */
  function forgetUsual(day: number): void {
    today = day;
    groups = undefined;
    for (const { memory } of [...watches.values(), ...gone.values()]) memory.values.fill(0);
  }

  function turnDay(day: number): void {
    freeze();
    const all = [...watches.values()];
    for (const watch of all) endDay(watch, day);
    for (const watch of all) if (!hasSiblings(watch)) judgeDay(watch, all, momentAt(lastStepS));
    freeze();
    for (const watch of all) forgetDay(watch);
    for (const { memory } of [...all, ...gone.values()]) forgetDays(memory, today, day);
    today = day;
    groups = undefined;
  }

  function endDay(watch: Watch, day: number): void {
    const wasPatient = today <= watch.memory.patientUntilDay;
    watch.own = withOwnDay(watch.own, today);
    if (watch.brightest > 0 && watch.brightest < SNOW_MAX) bePatient(watch, day);
    watch.brightest = 0;
    // What was seen under snow says nothing of the days after it.
    if (wasPatient && day > watch.memory.patientUntilDay) watch.run = EMPTY_RUN;
  }

  const hasSiblings = ({ group }: Watch) =>
    group !== undefined && (groups?.get(group)?.members.length ?? 0) > SIBLINGS_MIN;

  function takeStrings(steps: readonly StringStep[]): void {
    const keys = new Set(steps.map(keyOf));
    for (const [key, watch] of watches) if (!keys.has(key)) drop(key, watch);
    for (const one of steps) takeOver(watches.get(keyOf(one)) ?? begin(one), one);
  }

  function takeOver(watch: Watch, one: StringStep): void {
    if (watch.memory.peakW !== one.peakW) {
      beginAnew(watch, one.peakW);
      list.end(one.serial, one.string, lastStepS);
      groups = undefined;
    }
    if (watch.step.group !== one.group) groups = undefined;
    if (!isSamePlane(watch.plane, one.plane)) takeTurn(watch);
    watch.plane = one.plane;
    watch.step = one;
  }

  function takeTurn(watch: Watch): void {
    const { serial, string } = watch.memory;
    turn(watch);
    if (list.activeOf(serial, string)?.basis === 'itself') list.end(serial, string, lastStepS);
  }

  function begin(first: StringStep): Watch {
    const key = keyOf(first);
    const watch = createWatch(first, gone.get(key));
    gone.delete(key);
    watches.set(key, watch);
    groups = undefined;
    return watch;
  }

  function drop(key: string, { memory, own, plane }: Watch): void {
    watches.delete(key);
    gone.set(key, { memory, own, run: EMPTY_RUN, plane });
    for (const oldest of [...gone.keys()].slice(0, Math.max(0, gone.size - GONE_MAX))) gone.delete(oldest);
    list.end(memory.serial, memory.string, lastStepS);
    groups = undefined;
  }

  /** Of each string the median of all others, wherever they look; NaN where there is no other. */
  function lightsOfOthers(): ReadonlyMap<Watch, number> {
    const free = [...watches.values()].filter(isFree);
    const lights = mediansOfOthers(free.map(shareOf));
    const found = new Map(free.map((watch, index) => [watch, lights[index] ?? Number.NaN]));
    const ofAll = free.length === 0 ? Number.NaN : medianOf(free.map(shareOf));
    return new Map([...watches.values()].map((watch) => [watch, found.get(watch) ?? ofAll]));
  }

  function judgeGroup(
    { members, precedents }: Group,
    moment: Moment,
    lights: ReadonlyMap<Watch, number>,
  ): void {
    for (const watch of members) note(watch, lights.get(watch) ?? Number.NaN, moment);
    const free = members.filter(isFree);
    if (precedents !== undefined && free.length > SIBLINGS_MIN) judgeSiblings(members, precedents, moment);
    else for (const watch of free) judgeAlone(watch, lights.get(watch) || 0, moment);
    for (const watch of free) learn(watch, moment);
  }

  function note(watch: Watch, light: number, moment: Moment): void {
    const { powerW, standing, clearSkyWm2, peakW } = watch.step;
    const index = indexOf(moment);
    watch.measuredW[index] = powerW ?? Number.NaN;
    watch.othersW[index] = light * peakW;
    watch.clearSkyW[index] = ((clearSkyWm2 ?? Number.NaN) / STANDARD_W_M2) * peakW;
    watch.own = withOwnStep(watch.own, isFree(watch) ? shareOf(watch) : undefined, clearSkyWm2);
    if (standing !== 'free') watch.verdict = standing;
    else if (powerW === undefined) watch.verdict = 'unheard';
  }

  function hearSilent({ atS, silent, strings }: DetectorStep): void {
    const there = new Set(strings.map(({ serial }) => serial));
    const heard = new Set(strings.flatMap(({ serial, powerW }) => (powerW === undefined ? [] : [serial])));
    const missing = [...silent].filter((serial) => there.has(serial) && !heard.has(serial));
    const isOver = (serial: string) => heard.has(serial) || !there.has(serial);
    for (const serial of [...silentSince.keys()].filter(isOver)) silentSince.delete(serial);
    for (const { serial, string } of list.active()) {
      if (string === undefined && isOver(serial)) list.end(serial, string, atS);
    }
    for (const serial of missing) missInverter(serial, atS);
  }

  function missInverter(serial: string, atS: number): void {
    const sinceS = silentSince.get(serial) ?? atS;
    silentSince.set(serial, sinceS);
    const isLong = atS - sinceS >= (SILENT_STEPS - 1) * STEP_S;
    if (!isLong || list.activeOf(serial, undefined) !== undefined) return;
    list.open({
      ...{ serial, string: undefined, kind: 'silent', sinceS, atS, day: today, basis: 'neighbours' },
      ...{ measured: 0, expected: 1, slots: [] },
    });
  }

  /** The curve of today goes into what was found today. */
  function freeze(): void {
    for (const finding of list.all()) {
      const curve = finding.day === today ? curveNow(finding) : undefined;
      if (curve !== undefined) list.keepCurve(finding.id, curve);
    }
  }

  function curveNow(finding: Finding): EvidenceCurve | undefined {
    const { dayStartS } = momentAt(0);
    if (finding.string === undefined) {
      const strings = [...watches.values()].filter(({ memory }) => memory.serial === finding.serial);
      return strings.length === 0 ? undefined : inverterCurveOf(strings, dayStartS);
    }
    const watch = watchOf(finding);
    return watch && curveOf(watch, finding, dayStartS);
  }

  const watchOf = ({ serial, string = 0 }: Finding) => watches.get(keyOf({ serial, string }));

  return {
    step,
    goOn,
    groupsVersion: () => groupsVersion,
    findings: list.all,
    curveOf(id) {
      freeze();
      return list.all().find((one) => one.id === id)?.curve;
    },
    verdicts: () =>
      [...watches.values()].map(({ memory: { serial, string }, verdict, group }) => ({
        ...{ serial, string, verdict, group },
      })),
    hasJudged: () => hasJudged,
    clearDays: () =>
      [...watches.values()].map(({ memory, group }) => ({
        ...{ serial: memory.serial, string: memory.string, group },
        shares: secondBestOf(memory, today),
      })),
    setKnown: list.setKnown,
    replace(oldSerial, newSerial) {
      for (const [key, watch] of [...watches]) if (watch.memory.serial === oldSerial) drop(key, watch);
      for (const [key, before] of [...gone]) {
        if (before.memory.serial !== oldSerial) continue;
        gone.delete(key);
        const memory = { ...before.memory, serial: newSerial };
        const there = watches.get(keyOf(memory));
        if (there === undefined) gone.set(keyOf(memory), { ...before, memory });
        else watches.set(keyOf(memory), createWatch(there.step, { ...before, memory }));
        groups = undefined;
      }
    },
    today: () => today,
    memory() {
      freeze();
      const strings = [...watches.values(), ...gone.values()].map(({ memory, own, run, plane }) => ({
        memory,
        own,
        run,
        plane,
      }));
      return { lastStepS, today, strings, silentSince, findings: list.all(), hasJudged };
    },
  };
}

/** In each slot, of the days before this one; one value may be a mistake, or the edge of a cloud. Day by day, as it is remembered. */
function secondBestOf(memory: StringMemory, today: number): number[] {
  const best = new Float64Array(SLOTS);
  const second = new Float64Array(SLOTS);
  for (let back = 1; back < DAYS; back += 1) {
    for (let slot = 0; slot < SLOTS; slot += 1) {
      const value = valueAt(memory, today - back, slot) ?? 0;
      second[slot] = Math.max(second[slot] ?? 0, Math.min(value, best[slot] ?? 0));
      best[slot] = Math.max(best[slot] ?? 0, value);
    }
  }
  return [...second];
}

/** Of the strings whose owner has said nothing, the number of its group where that is known. */
function* learnAll(all: readonly Watch[], today: number): InPieces<ReadonlyMap<string, number>> {
  const unset = all.flatMap(({ step, memory }) => (step.group === undefined ? [memory] : []));
  const numbers = yield* learnGroups(unset, today);
  return new Map(
    unset.flatMap((memory, index) => {
      const number = numbers[index];
      return number === undefined ? [] : [[keyOf(memory), number] as const];
    }),
  );
}

interface Group {
  readonly members: readonly Watch[];
  /** Undefined where it is not known who looks the same way. */
  readonly precedents: Precedents | undefined;
}

/** By settings; who has none there is put to those that look the same way, once that is known. */
const isSamePlane = (one: Plane, other: Plane) =>
  one.azimuthDeg === other.azimuthDeg && one.tiltDeg === other.tiltDeg;

function groupsOf(
  all: readonly Watch[],
  today: number,
  learnt: ReadonlyMap<string, number>,
): ReadonlyMap<string | undefined, Group> {
  for (const watch of all) {
    const number = learnt.get(keyOf(watch.memory));
    const learntGroup = number === undefined ? undefined : `learnt ${number}`;
    watch.group = watch.step.group === undefined ? learntGroup : `set ${watch.step.group}`;
  }
  const members = new Map<string | undefined, Watch[]>();
  for (const watch of all) members.set(watch.group, [...(members.get(watch.group) ?? []), watch]);
  return new Map(
    [...members].map(([group, watches]) => [
      group,
      {
        members: watches,
        precedents: group === undefined ? undefined : createPrecedents(watches, today, SIBLINGS_MIN),
      },
    ]),
  );
}
