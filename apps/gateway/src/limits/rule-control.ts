import {
  type DryRunFacts,
  type FailSafeTest,
  failSafePromiseS,
  isTarget,
  type LimitSettings,
  type MeterProblem,
  RULE_STALE_AFTER_S,
  type RuleObstacle,
  type RuleReason,
  type RuleSettings,
  type RuleState,
  WHOLE_PLANT,
} from '@heliograph/contract';
import { maxPowerOf } from '../fleet/device-info.ts';
import type { Fleet } from '../fleet/fleet.ts';
import { type InverterState, isReachable } from '../fleet/inverter.ts';
import type { Clock } from '../platform/clock.ts';
import type { DataDirectory } from '../platform/data-directory.ts';
import type { DeviceClock } from '../platform/device-clock.ts';
import type { Log } from '../platform/log.ts';
import { openMemoryFile } from '../platform/memory-file.ts';
import type { LimitControl } from './limit-control.ts';
import { asDecided, factsOf, type RulePlant } from './recorded-dry-run.ts';
import { type Decision, decide, type FleetMember, isMeterDead, type MeterReading } from './rule/decide.ts';
import { createDryRun, type LiveDryRun } from './rule/dry-run.ts';
import { type Share, split } from './split.ts';

/** Follows the meter of the house with the inverters, or says what it would do. */
export interface RuleControl {
  state(): RuleState;
  /** Why it may not be armed now; undefined: it has a meter that tells something, and an inverter that answers. */
  obstacle(): RuleObstacle | undefined;
  /** Acts as if the meter were dead, until the inverters give no more than is safe; false: it is not armed. */
  startTest(): boolean;
  /** Whether one was under way. What came of the one before is told again: one that was cancelled says nothing. */
  cancelTest(): boolean;
  /** What it would have done since it is as it is; undefined while it is armed, or nothing is known. */
  watched(): DryRunFacts | undefined;
  /** It is armed, and this inverter wakes with its part of what is safe, or is to. */
  guards(serial: string): boolean;
  /** The inverters of a target; undefined: there are none. */
  plantOf(target: string): RulePlant | undefined;
  forget(): Promise<void>;
  close(): Promise<void>;
}

export interface RuleControlOptions {
  readonly fleet: Pick<Fleet, 'inverters' | 'onChange'>;
  readonly limits: Pick<
    LimitControl,
    'hold' | 'holderOf' | 'lastLimit' | 'makePermanent' | 'permanentPercent' | 'owed' | 'isCapped'
  >;
  readonly meter: RuleMeter;
  readonly clock: Clock;
  readonly deviceClock: Pick<DeviceClock, 'unixMs'>;
  readonly directory: DataDirectory;
  readonly log: Log;
  readonly rule: () => RuleSettings;
  readonly groups: () => LimitSettings['groups'];
}

/** The power meter of the house. */
export interface RuleMeter {
  /** However old; undefined: nothing was heard yet. */
  reading(): MeterReading | undefined;
  onReading(listener: () => void): () => void;
  /** Why it says nothing now. */
  problem(): MeterProblem | undefined;
}

const LOOK_INTERVAL_MS = 1000;
/** The same without a meter. */
const RESTING_INTERVAL_MS = 10_000;
const SETTLE_MS = 50;
/** What it would have done is worked out so often; a longer pause, as on a computer that slept, says nothing. */
const WATCH_EVERY_MS = 5000;
const WATCH_GAP_MS = 30_000;
/** So long after a start the inverters have to be heard for the first time. */
const FIRST_ANSWERS_MS = 60_000;
/** Inverters keep a limit in tenths of a percent, and some cut it to whole ones. */
const SAME_WITHIN_PERCENT = 1;
/** Inverters exceed a limit a little. */
const POWER_MARGIN = 1.05;
const POWER_MARGIN_W = 5;
/** What a model is taken for that nobody has told yet: the largest of the families of 2023. */
const UNKNOWN_MAX_W = 1500;

const STEADY: ReadonlySet<RuleReason> = new Set(['within-hysteresis', 'all-given']);

export async function openRuleControl(options: RuleControlOptions): Promise<RuleControl> {
  const { fleet, limits, meter, clock, deviceClock, directory, log, rule, groups } = options;
  const file = await openMemoryFile({
    directory,
    log,
    name: 'rule.json',
    read: readMemory,
    subject: 'Which inverters have the safe power as their permanent limit',
    whenLost: 'inverters get the safe power as their permanent limit once more',
  });
  /** The permanent limit that each inverter got for the rule, and what it held before that, in per cent. */
  const safeLimits = new Map(
    (file.remembered ?? []).map(([serial, limit]) => [
      serial,
      { ...limit, ofW: limit.ofW ?? rule().safe_power },
    ]),
  );
  const startedMs = clock.monotonicMs();
  let decision: Decision | undefined;
  /** After a start nobody knows what the meter did meanwhile: what is safe comes first. */
  let isFailSafe = !__WITHOUT__.safeStart;
  /** Something may be held from before. */
  let hasActed = false;
  /** The test of the fail-safe that is under way, and what came of the last one that was not cancelled. */
  let test: { readonly at: number; readonly startedMs: number } | undefined;
  let tested: FailSafeTest | undefined;
  /** A dry run beside what is, of the rule in these words. */
  let watch: Watch | undefined;
  let cancelSoon: (() => void) | undefined;
  let cancelLook: (() => void) | undefined;

  function remember(): void {
    file.remember(() => ({ safeLimits: [...safeLimits] }));
  }

  /** The inverters of the rule; who else has the say over one counts as one that cannot be told anything. */
  function members(target = rule().target): readonly FleetMember[] {
    const group = groups().find(({ id }) => id === target);
    return fleet.inverters().flatMap((inverter) => {
      const member = group?.members.find(({ serial }) => serial === inverter.serial);
      const isMeant =
        group === undefined ? target === WHOLE_PLANT || target === inverter.serial : member !== undefined;
      return isMeant ? [memberOf(inverter, member?.min_power ?? 0, member?.max_power ?? 0)] : [];
    });
  }

  function memberOf(inverter: InverterState, minW: number, mostW: number): FleetMember {
    const { serial, reading, readingAtMs, deviceInfo, limit } = inverter;
    const maxPowerW = maxPowerOf(deviceInfo) || UNKNOWN_MAX_W;
    const maxW = mostW === 0 ? maxPowerW : Math.min(mostW, maxPowerW);
    const last = limits.lastLimit(serial);
    const toldW = limit.source === 'unknown' ? undefined : (limit.percent / 100) * maxPowerW;
    const holder = limits.holderOf(serial);
    const isOurs = holder === undefined || ['rule', 'fail-safe', 'program', 'modbus'].includes(holder);
    return {
      ...{ serial, maxPowerW, minW: Math.min(minW, maxW), maxW, powerW: reading.powerW, readingAtMs },
      // An inverter that has told another limit than it was ordered has that one.
      limitW: last === undefined || !last.isPending ? (toldW ?? last?.watts) : last.watts,
      orderedAtMs: last?.atMs,
      isOrderPending: last?.isPending ?? false,
      isReachable: isReachable(inverter) && readingAtMs !== undefined && isOurs,
    };
  }

  /** One that a person holds answers too; the rule has it as soon as that is given back. */
  function doesAnswer(serial: string): boolean {
    return fleet
      .inverters()
      .some((one) => one.serial === serial && isReachable(one) && one.readingAtMs !== undefined);
  }

  const doesOneAnswer = () => members().some(({ serial }) => doesAnswer(serial));

  /** Whoever decides knows no caps, and no difference between those that do not answer and those that others hold. */
  function reasonOf(known: Decision): RuleReason {
    const { reason } = known;
    const isRaised = rule().armed && known.kind === 'limit' && reason === 'taken-too-much';
    if (isRaised && known.limits.every(({ serial }) => limits.isCapped(serial))) return 'capped';
    return reason === 'no-inverter' && doesOneAnswer() ? 'held-by-others' : reason;
  }

  /** Tells the dry run what is; one of another rule, or of other inverters, begins anew. */
  function watchBeside(all: readonly FleetMember[]): void {
    const nowMs = clock.monotonicMs();
    const heard = meter.reading();
    const isKnown = heard !== undefined && nowMs - heard.atMs <= RULE_STALE_AFTER_S * 1000 && areKnown(all);
    const reached = all.filter(({ isReachable }) => isReachable);
    if (!isKnown || reached.length === 0) {
      watch?.run.forget();
      if (watch !== undefined) watch.lastMs = nowMs;
      return;
    }
    const plant = asOne(all);
    const words = JSON.stringify([rule(), plant]);
    if (watch?.words !== words) {
      const sinceS = Math.floor(deviceClock.unixMs() / 1000);
      watch = { words, sinceS, lastMs: nowMs, run: createDryRun(asDecided(rule()), plant) };
    }
    const elapsedMs = nowMs - watch.lastMs;
    if (elapsedMs < WATCH_EVERY_MS) return;
    watch.lastMs = nowMs;
    if (elapsedMs > WATCH_GAP_MS) watch.run.forget();
    else watch.run.pass(sumOf(reached.map(({ powerW }) => powerW)), heard.powerW, elapsedMs);
  }

  /** Those that have told what they are built for; right after a start nobody has. */
  function knownSerials(): ReadonlySet<string> {
    const known = fleet.inverters().filter(({ deviceInfo }) => maxPowerOf(deviceInfo) > 0);
    return new Set(known.map(({ serial }) => serial));
  }

  function areKnown(all: readonly FleetMember[]): boolean {
    const known = knownSerials();
    return all.every(({ serial }) => known.has(serial));
  }

  /** Each inverter's part of what is safe, by what it is built for, so that it is the same tomorrow. */
  function safeShares(all: readonly FleetMember[]): readonly Share[] {
    const remembered = all.flatMap(({ serial }) => {
      const watts = safeLimits.get(serial)?.watts;
      return watts === undefined ? [] : [{ serial, watts }];
    });
    if (remembered.length === all.length && !areKnown(all)) return remembered;
    return split(rule().safe_power, all.map(builtFor)).shares;
  }

  /** Nobody has a meter, and nothing is held. */
  function isResting(): boolean {
    return !rule().armed && safeLimits.size === 0 && meter.reading() === undefined && !hasActed;
  }

  function look(): void {
    cancelSoon?.();
    cancelSoon = undefined;
    const { armed } = rule();
    if (!armed) test = undefined;
    if (isResting()) {
      [decision, watch] = [undefined, undefined];
      return;
    }
    // What is decided has to know of these orders, or it would go by what was before them.
    if (mayAct()) makeSafeForGood(members());
    const all = members();
    const heard = test === undefined ? meter.reading() : undefined;
    decision = decide(heard, all, asDecided(rule()), clock.monotonicMs());
    if (armed) {
      hold(decision, all, heard);
      watch = undefined;
    } else {
      letGo();
      watchBeside(all);
    }
    hasActed = armed;
    if (test !== undefined) measure(test, all);
  }

  /** Its group may have come with settings that are not there any more. */
  const isTargetThere = () => isTarget(rule().target, groups());

  /** A meter that was never heard counts as dead, too. */
  function mayAct(): boolean {
    const isSafeStart = !__WITHOUT__.safeStart || meter.reading() !== undefined;
    return rule().armed && isTargetThere() && isSafeStart;
  }

  function hold(next: Decision, all: readonly FleetMember[], heard: MeterReading | undefined): void {
    if (!isTargetThere()) {
      letGo();
      return;
    }
    if (!mayAct()) return;
    act(next, all, isMeterDead(heard, asDecided(rule()), clock.monotonicMs()));
  }

  /** Also where somebody else holds all of them: what is safe comes before everybody. */
  function act(next: Decision, all: readonly FleetMember[], isDead: boolean): void {
    if (isDead) isFailSafe = true;
    else if (isPlantWhole(all) && (next.kind === 'limit' || STEADY.has(next.reason))) isFailSafe = false;
    // Who comes next holds before the other one lets go, or the inverters would get back what they had before in between.
    if (isFailSafe) {
      limits.hold('fail-safe', wantsOf(safeShares(all)));
      limits.hold('rule', []);
      return;
    }
    if (next.kind === 'limit') limits.hold('rule', heldWith(next.limits, all));
    else if (STEADY.has(next.reason) && !all.some(({ serial }) => limits.holderOf(serial) === 'rule')) {
      limits.hold('rule', heldWith([], all));
    }
    limits.hold('fail-safe', []);
  }

  /**
   * Right after a start the inverters are heard one after another, and the meter shows what all of them give: who decided then would
   * decide by a part of the plant. One that says nothing for long is out of reach.
   */
  function isPlantWhole(all: readonly FleetMember[]): boolean {
    const isHeard = areKnown(all) && all.every(({ readingAtMs }) => readingAtMs !== undefined);
    return isHeard || clock.monotonicMs() - startedMs >= FIRST_ANSWERS_MS;
  }

  /** What the rule wants of everybody: what is new, of the others what they hold and, where nobody knows that, what is safe. */
  function heldWith(news: readonly Share[], all: readonly FleetMember[]) {
    const safe = new Map(safeShares(all).map(({ serial, watts }) => [serial, watts]));
    return all.map(({ serial, limitW }) => {
      const watts = news.find((share) => share.serial === serial)?.watts ?? limitW ?? safe.get(serial) ?? 0;
      return { target: serial, watts: Math.round(watts) };
    });
  }

  /**
   * The permanent limit of each inverter becomes its part of what is safe, once. One of which nobody knows yet what it is built for gets
   * its part when it has told that, and holds up nobody else.
   */
  function makeSafeForGood(all: readonly FleetMember[]): void {
    if (__WITHOUT__.safePermanent) return;
    // Right after a start they tell it one after another: the first ones would get less than their part.
    if (!areKnown(all) && clock.monotonicMs() - startedMs < FIRST_ANSWERS_MS) return;
    const known = knownSerials();
    for (const { serial, watts } of permanentShares(all).filter((share) => known.has(share.serial))) {
      const before = safeLimits.get(serial);
      const ofW = rule().safe_power;
      if (before?.watts === watts && before.ofW === ofW) continue;
      safeLimits.set(serial, { watts, ofW, beforePercent: before?.beforePercent ?? beforeOf(serial) });
      if (before?.watts !== watts) {
        limits.makePermanent(serial, { value: asPermanent(watts, serial), isRelative: false });
      }
      remember();
    }
  }

  /** Inverters keep tenths of a percent, and a permanent limit must not become 0 by that. */
  function asPermanent(watts: number, serial: string): number {
    const inverter = fleet.inverters().find((one) => one.serial === serial);
    const leastW = inverter === undefined ? 1 : Math.ceil(maxPowerOf(inverter.deviceInfo) / 1000);
    return Math.max(1, leastW, watts);
  }

  /**
   * Each write wears a memory, so who has its part keeps it as long as all of them together are no more than is safe, and the others
   * share what is left. Only where that would leave one of them less than half of its part is everything split anew.
   */
  function permanentShares(all: readonly FleetMember[]): readonly Share[] {
    const safeW = rule().safe_power;
    const isDone = ({ serial }: FleetMember) => safeLimits.get(serial)?.ofW === safeW;
    const doneW = sumOf(all.filter(isDone).map(({ serial }) => safeLimits.get(serial)?.watts ?? 0));
    const anew = split(safeW, all.map(builtFor)).shares;
    const rest = split(safeW - doneW, all.filter((one) => !isDone(one)).map(builtFor)).shares;
    const isTooLittle = ({ serial, watts }: Share) =>
      watts < (anew.find((share) => share.serial === serial)?.watts ?? 0) / 2;
    return doneW > safeW || rest.some(isTooLittle) ? anew : rest;
  }

  /** The inverters whose permanent limit is still to be written: the safe one or, where the rule is not armed, the one of before. */
  function owed(all: readonly FleetMember[]): readonly string[] {
    const { armed, safe_power: safeW } = rule();
    const isMissing = ({ serial }: FleetMember) => safeLimits.get(serial)?.ofW !== safeW;
    const missing = armed && !__WITHOUT__.safePermanent ? all.filter(isMissing) : [];
    return [...new Set([...missing.map(({ serial }) => serial), ...limits.owed()])];
  }

  /** Somebody has ordered another permanent limit of it since. */
  function isOverruled(serial: string): boolean {
    const safe = safeLimits.get(serial);
    const percent = limits.permanentPercent(serial);
    const inverter = fleet.inverters().find((one) => one.serial === serial);
    const maxPowerW = inverter === undefined ? 0 : maxPowerOf(inverter.deviceInfo);
    if (safe === undefined || percent === undefined || maxPowerW === 0) return false;
    if (limits.owed().includes(serial)) return false;
    return Math.abs(percent - (asPermanent(safe.watts, serial) / maxPowerW) * 100) > SAME_WITHIN_PERCENT;
  }

  /** Those that would get it only later, if the rule were armed now. */
  function silent(all: readonly FleetMember[]): readonly string[] {
    const known = knownSerials();
    return all.map(({ serial }) => serial).filter((serial) => !doesAnswer(serial) || !known.has(serial));
  }

  /** The permanent limit that an inverter has; where nobody knows it, all that it can, as inverters come. */
  const beforeOf = (serial: string) => Math.max(1, limits.permanentPercent(serial) ?? 100);

  /** Nothing is held any more, and the permanent limits are as they were before: these first, or they would undo what follows. */
  function letGo(): void {
    isFailSafe = true; // once it is armed again
    for (const [serial, { beforePercent }] of safeLimits) {
      if (isOverruled(serial)) continue;
      const value = Math.round(beforePercent * 10) / 10;
      limits.makePermanent(serial, { value, isRelative: true, isGivenBack: true });
    }
    if (safeLimits.size > 0) {
      safeLimits.clear();
      remember();
    }
    limits.hold('fail-safe', []);
    limits.hold('rule', []);
  }

  function measure({ at, startedMs }: NonNullable<typeof test>, all: readonly FleetMember[]): void {
    const nowMs = clock.monotonicMs();
    const shares = new Map(safeShares(all).map(({ serial, watts }) => [serial, watts]));
    const isSafe = ({ serial, powerW, readingAtMs = 0 }: FleetMember) =>
      readingAtMs > startedMs && powerW <= (shares.get(serial) ?? 0) * POWER_MARGIN + POWER_MARGIN_W;
    const answering = all.filter(({ serial }) => doesAnswer(serial));
    if (answering.length > 0 && answering.every(isSafe)) {
      tested = { at, running: false, seconds: Math.round((nowMs - startedMs) / 1000) };
      test = undefined;
    } else if (nowMs - startedMs > 2 * failSafePromiseS(all.length) * 1000) {
      tested = { at, running: false };
      test = undefined;
    }
  }

  function obstacleNow(): RuleObstacle | undefined {
    const heard = meter.reading();
    const isHeard = heard !== undefined && clock.monotonicMs() - heard.atMs <= RULE_STALE_AFTER_S * 1000;
    if (!isHeard) return meter.problem() === 'none' ? 'no-meter' : 'meter-silent';
    if (members().length === 0) return 'no-inverter';
    return doesOneAnswer() ? undefined : 'no-answer';
  }

  function lookSoon(): void {
    cancelSoon ??= clock.after(SETTLE_MS, look);
  }

  function lookAgain(): void {
    look();
    cancelLook = clock.after(isResting() ? RESTING_INTERVAL_MS : LOOK_INTERVAL_MS, lookAgain);
  }

  function stop(): void {
    for (const end of ends) end();
    cancelSoon?.();
    cancelLook?.();
  }

  const ends = [
    meter.onReading(lookSoon),
    fleet.onChange(() => {
      if (!isResting()) lookSoon();
    }),
  ];
  lookAgain();

  return {
    state() {
      const { armed, target, meter_power, hysteresis, margin, safe_power } = rule();
      const hasMeter = meter.reading() !== undefined;
      const obstacle = armed ? undefined : obstacleNow();
      const told = test === undefined ? tested : { at: test.at, running: true };
      const all = members();
      const waiting = armed ? [] : silent(all);
      const due = owed(all);
      const overruled = all.map(({ serial }) => serial).filter(isOverruled);
      return {
        ...{ armed, target, meter_power, hysteresis, margin, safe_power },
        ...((hasMeter || armed) && decision && { reason: reasonOf(decision) }),
        promise: failSafePromiseS(all.length),
        fail_safe: armed && isFailSafe,
        ...(obstacle && { obstacle }),
        ...(due.length > 0 && { owed: due }),
        ...(waiting.length > 0 && { silent: waiting }),
        ...(overruled.length > 0 && { overruled }),
        ...(told && { test: told }),
      };
    },
    obstacle: obstacleNow,
    startTest() {
      if (!rule().armed) return false;
      test = { at: Math.floor(deviceClock.unixMs() / 1000), startedMs: clock.monotonicMs() };
      look();
      return true;
    },
    cancelTest() {
      if (test === undefined) return false;
      test = undefined;
      look();
      return true;
    },
    watched() {
      const result = watch?.run.result();
      if (watch === undefined || result === undefined || result.knownHours === 0) return undefined;
      return factsOf(result, watch.sinceS, Math.floor(deviceClock.unixMs() / 1000));
    },
    guards: (serial) => rule().armed && safeLimits.has(serial),
    plantOf(target) {
      const all = members(target);
      const serials = target === WHOLE_PLANT ? [] : all.map(({ serial }) => serial);
      return all.length === 0 ? undefined : { ...asOne(all), serials };
    },
    async forget() {
      stop();
      await file.forget();
    },
    async close() {
      stop();
      await file.close();
    },
  };
}

interface Watch {
  readonly words: string;
  readonly sinceS: number;
  readonly run: LiveDryRun;
  lastMs: number;
}

/** All of them taken for one inverter. */
const asOne = (all: readonly FleetMember[]) => ({
  maxPowerW: sumOf(all.map(({ maxW }) => maxW)),
  minW: sumOf(all.map(({ minW }) => minW)),
});

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

const builtFor = ({ serial, maxPowerW, minW, maxW }: FleetMember) => ({
  ...{ serial, couldW: maxPowerW, minW, maxW },
});

const wantsOf = (shares: readonly Share[]) => shares.map(({ serial, watts }) => ({ target: serial, watts }));

interface SafeLimit {
  readonly watts: number;
  /** Of so much for all together. */
  readonly ofW: number;
  readonly beforePercent: number;
}

/** Before 0.6 it was not written down of how much it was a part. */
type RememberedSafeLimit = Omit<SafeLimit, 'ofW'> & { readonly ofW?: number };

function readMemory(value: unknown): readonly (readonly [string, RememberedSafeLimit])[] | undefined {
  const { safeLimits } = Object(value);
  if (!Array.isArray(safeLimits)) return undefined;
  return safeLimits.filter(([serial, limit]) => {
    const { watts, ofW = 0, beforePercent } = Object(limit);
    return typeof serial === 'string' && [watts, ofW, beforePercent].every(Number.isFinite);
  });
}
