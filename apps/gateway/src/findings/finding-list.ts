import type { Basis, EvidenceCurve, Finding, FindingKind } from './finding.ts';
import { type Run, WEAK, WINDOW_STEPS } from './weak-run.ts';

/** Everything that was found: what goes on, and for a while what is over. */
export interface FindingList {
  /** The newest first. */
  all(): readonly Finding[];
  active(): readonly Finding[];
  /** What is wrong with a string, or with an inverter as a whole, and not over. */
  activeOf(serial: string, string: number | undefined): Finding | undefined;
  open(discovery: Discovery): void;
  /** One more step that could be judged while it goes on. */
  follow(id: string, step: FollowedStep, run: Run, isNothing: boolean): void;
  /** Power in W that was missing for one step. */
  addLoss(id: string, missingW: number): void;
  end(serial: string, string: number | undefined, atS: number): void;
  keepCurve(id: string, curve: EvidenceCurve): void;
  setKnown(id: string, isKnown: boolean): boolean;
  /** Lets go what has been over for long. */
  tidy(nowS: number): void;
}

export interface Discovery extends Pick<Finding, 'serial' | 'string' | 'kind' | 'sinceS' | 'day'> {
  readonly atS: number;
  readonly basis: Basis;
  /** Sums of power, or anything in that proportion. */
  readonly measured: number;
  readonly expected: number;
  /** Quarters of the day in which it was weak. */
  readonly slots: readonly number[];
}

export interface FollowedStep {
  readonly atS: number;
  readonly slot: number;
  readonly relative: number;
  readonly measuredW: number;
  readonly expectedW: number;
}

const STEPS_PER_HOUR = 12;
/** Judged anew from step to step, over about a day. */
const FADES = 0.99;
/** So many steps of an hour leave no doubt. */
const CLEARLY = 9;
const SURE_STEPS = 3 * STEPS_PER_HOUR;
/** Above this it is itself again; so many of the last steps must be. */
const FINE = 0.93;
/** It is looked for at the times at which it was weak, and this many quarters of an hour beside them. */
const SLOTS_BESIDE = 2;
/** What is known is told again when so much less is left of it. */
const WORSE = 0.85;
const KEPT_S = 30 * 86_400;
const KEPT_MAX = 200;
const CURVES_MAX = 60;
/** Who knew it when it was there last knows it when it comes back. */
const COMES_BACK_S = 7 * 86_400;

/** What is added up while a finding goes on; begun anew after a restart. */
interface Sums {
  measured: number;
  expected: number;
  steps: number;
  slots: ReadonlySet<number>;
  /** Of the last steps at the times at which it was weak, whether they were fine. */
  fine: readonly boolean[];
}

export function createFindingList(remembered: readonly Finding[]): FindingList {
  let findings: readonly Finding[] = remembered;
  const sums = new Map<string, Sums>();

  const find = (id: string) => findings.find((one) => one.id === id);
  const change = (id: string, news: Partial<Finding>) => {
    findings = findings.map((one) => (one.id === id ? { ...one, ...news } : one));
  };
  const active = () => findings.filter(({ state }) => state !== 'over');
  const activeOf = (serial: string, string: number | undefined) =>
    findings.find((one) => one.serial === serial && one.string === string && one.state !== 'over');

  function sumsOf({ id, ratio }: Finding): Sums {
    const before = sums.get(id);
    if (before !== undefined) return before;
    const begun: Sums = { measured: ratio * 1e-6, expected: 1e-6, steps: 0, slots: new Set(), fine: [] };
    sums.set(id, begun);
    return begun;
  }

  /** It was there lately, its owner knew it, and it is not worse than then. */
  function wasKnown({ serial, string, kind, atS }: Discovery, ratio: number): Finding | undefined {
    return findings.find(
      (one) =>
        one.serial === serial &&
        one.string === string &&
        one.kind === kind &&
        one.knownRatio !== undefined &&
        one.overAtS !== undefined &&
        atS - one.overAtS <= COMES_BACK_S &&
        ratio >= WORSE * one.knownRatio,
    );
  }

  function end(id: string, atS: number): void {
    sums.delete(id);
    change(id, { state: 'over', overAtS: atS });
  }

  return {
    all: () => findings,
    active,
    activeOf,
    open(discovery) {
      const { serial, string, kind, sinceS, atS, day, basis, measured, expected } = discovery;
      const ratio = clamp(expected > 0 ? measured / expected : 0);
      const known = wasKnown(discovery, ratio);
      const id = `${serial}-${string ?? 0}-${sinceS}`;
      const finding: Finding = {
        ...{ id, serial, string, kind, sinceS, foundAtS: atS, overAtS: undefined, basis, ratio, day },
        state: known === undefined ? 'open' : 'known',
        knownRatio: known?.knownRatio,
        sureness: surenessAtFirst(kind, basis),
        lostWh:
          kind === 'silent' || basis === 'itself' ? 0 : Math.max(0, (expected - measured) / STEPS_PER_HOUR),
        curve: undefined,
      };
      findings = [finding, ...findings.filter((one) => one.id !== id)];
      sums.set(id, { measured, expected, steps: 0, slots: new Set(discovery.slots), fine: [] });
    },
    follow(id, step, run, isNothing) {
      const finding = find(id);
      if (finding === undefined) return;
      const sum = sumsOf(finding);
      sum.measured = sum.measured * FADES + step.measuredW;
      sum.expected = sum.expected * FADES + step.expectedW;
      sum.steps += 1;
      if (step.relative < WEAK) sum.slots = new Set([...sum.slots, step.slot]);
      if (isBeside(sum.slots, step.slot)) sum.fine = [...sum.fine, step.relative > FINE].slice(-WINDOW_STEPS);
      if (sum.fine.length === WINDOW_STEPS && sum.fine.filter(Boolean).length >= CLEARLY) {
        end(id, step.atS);
        return;
      }
      const ratio = clamp(sum.measured / sum.expected);
      const kind = kindNow(finding.kind, run, isNothing);
      change(id, {
        ...{ ratio, kind },
        lostWh: Math.max(0, finding.lostWh + (step.expectedW - step.measuredW) / STEPS_PER_HOUR),
        sureness: finding.sureness === 'sure' || sum.steps >= SURE_STEPS ? 'sure' : finding.sureness,
        ...(isWorse(finding, run, kind) && { state: 'open', knownRatio: undefined }),
      });
    },
    addLoss(id, missingW) {
      const finding = find(id);
      if (finding === undefined) return;
      change(id, { lostWh: Math.max(0, finding.lostWh + missingW / STEPS_PER_HOUR) });
    },
    end(serial, string, atS) {
      const finding = activeOf(serial, string);
      if (finding !== undefined) end(finding.id, atS);
    },
    keepCurve: (id, curve) => change(id, { curve }),
    setKnown(id, isKnown) {
      const finding = find(id);
      if (finding === undefined || finding.state === 'over') return false;
      change(
        id,
        isKnown ? { state: 'known', knownRatio: finding.ratio } : { state: 'open', knownRatio: undefined },
      );
      return true;
    },
    tidy(nowS) {
      const isKept = ({ overAtS }: Finding) => overAtS === undefined || nowS - overAtS <= KEPT_S;
      if (findings.length > CURVES_MAX || !findings.every(isKept)) {
        const kept = findings.filter(isKept);
        const over = kept.filter(({ state }) => state === 'over');
        const tooMany = new Set(over.slice(Math.max(0, KEPT_MAX - (kept.length - over.length))));
        findings = kept
          .filter((one) => !tooMany.has(one))
          .map((one, index) =>
            index >= CURVES_MAX && one.curve !== undefined ? { ...one, curve: undefined } : one,
          );
      }
    },
  };
}

const clamp = (ratio: number) => Math.min(1, Math.max(0, ratio));

function surenessAtFirst(kind: FindingKind, basis: Basis): Finding['sureness'] {
  if (kind !== 'weak') return kind === 'dead' && basis === 'itself' ? 'likely' : 'sure';
  return basis === 'itself' ? 'possible' : 'likely';
}

/** Something of it is left, or nothing any more. */
function kindNow(kind: FindingKind, run: Run, isNothing: boolean): FindingKind {
  if (kind === 'weak' && isNothing) return 'dead';
  const lately = run.window.slice(-WINDOW_STEPS / 2);
  const isSome = lately.every(({ relative }) => relative > 0 && relative < WEAK);
  return kind === 'dead' && isSome ? 'weak' : kind;
}

function isWorse({ kind, state, knownRatio = 0 }: Finding, { window }: Run, kindNow: FindingKind): boolean {
  if (state !== 'known') return false;
  if (kind !== 'dead' && kindNow === 'dead') return true;
  const worse = window.filter(({ relative }) => relative < WORSE * knownRatio).length;
  return window.length === WINDOW_STEPS && worse >= CLEARLY;
}

function isBeside(slots: ReadonlySet<number>, slot: number): boolean {
  for (let beside = -SLOTS_BESIDE; beside <= SLOTS_BESIDE; beside += 1) {
    if (slots.has(slot + beside)) return true;
  }
  return false;
}
