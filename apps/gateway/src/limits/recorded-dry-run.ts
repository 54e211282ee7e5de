import {
  type DryRunFacts,
  type DryRunProblem,
  type RecordedDryRun,
  RULE_STALE_AFTER_S,
  type RuleUpdate,
} from '@heliograph/contract';
import type { Clock } from '../platform/clock.ts';
import type { DeviceClock } from '../platform/device-clock.ts';
import type { MeterRule } from './rule/decide.ts';
import { createPastRun, type DryRunPlant, type DryRunResult, type PastRun } from './rule/dry-run.ts';

/** The inverters of a rule. */
export interface RulePlant extends DryRunPlant {
  /** Empty: all there are. */
  readonly serials: readonly string[];
}

/** What came of it; nothing was recorded, or another one is under way. */
export type RecordedOutcome =
  | { readonly kind: 'done'; readonly facts: RecordedDryRun }
  | { readonly kind: DryRunProblem };

export interface RecordedDryRunOptions {
  readonly history: {
    status(): Promise<{ readonly meter: { readonly firstDay: string | undefined } }>;
    minutes(question: {
      readonly serials: readonly string[];
      readonly fromS: number;
      readonly toS: number;
    }): Promise<{
      readonly producedW: readonly (number | null)[];
      readonly gridW: readonly (number | null)[];
    }>;
  };
  readonly clock: Pick<Clock, 'nextTurn'>;
  readonly deviceClock: Pick<DeviceClock, 'unixMs' | 'isSet'>;
  readonly utcOffsetS: (unixS: number) => number;
}

const DAY_S = 86_400;
const STEP_S = 60;
const DAYS = 30;
/** The rule looks up to twelve times in a minute; on a small machine this takes some 10 ms. */
const STEPS_AT_ONCE = 20;

/** Lets a rule decide over what was recorded, a bit at a time: everybody else comes in between. */
export function createRecordedDryRun(options: RecordedDryRunOptions) {
  const { history, clock, deviceClock, utcOffsetS } = options;
  const nextTurn = () => new Promise<void>((resolve) => clock.nextTurn(resolve));
  let isBusy = false;

  async function runOver(update: RuleUpdate, plant: RulePlant): Promise<RecordedOutcome> {
    const { firstDay } = (await history.status()).meter;
    if (firstDay === undefined || !deviceClock.isSet()) return { kind: 'nothing-recorded' };
    const toS = Math.floor(deviceClock.unixMs() / 1000 / STEP_S) * STEP_S;
    // Some hours too early do no harm: nothing is known of them.
    const firstS = Date.parse(`${firstDay}T00:00Z`) / 1000 - DAY_S;
    const run = createPastRun(STEP_S, asDecided(update), plant);
    const known = createKnownTimes(utcOffsetS);
    for (let atS = Math.max(firstS, toS - DAYS * DAY_S); atS < toS; atS += DAY_S) {
      const span = { serials: plant.serials, fromS: atS, toS: Math.min(toS, atS + DAY_S) };
      await passDay(run, known, atS, await history.minutes(span));
    }
    const result = run.result();
    const { fromS, lastS, days } = known.result();
    if (days === 0) return { kind: 'nothing-recorded' };
    return { kind: 'done', facts: { ...factsOf(result, fromS, lastS + STEP_S), days } };
  }

  async function passDay(
    run: PastRun,
    known: KnownTimes,
    fromS: number,
    { producedW, gridW }: Awaited<ReturnType<typeof history.minutes>>,
  ): Promise<void> {
    for (const [index, productionW] of producedW.entries()) {
      const meterW = gridW[index] ?? null;
      run.pass({ productionW, gridW: meterW });
      if (productionW !== null && meterW !== null) known.note(fromS + index * STEP_S);
      if (index % STEPS_AT_ONCE === 0) await nextTurn();
    }
  }

  return {
    async run(update: RuleUpdate, plant: RulePlant): Promise<RecordedOutcome> {
      if (isBusy) return { kind: 'busy' };
      isBusy = true;
      try {
        return await runOver(update, plant);
      } finally {
        isBusy = false;
      }
    },
  };
}

export type RecordedDryRuns = ReturnType<typeof createRecordedDryRun>;

type KnownTimes = ReturnType<typeof createKnownTimes>;

/** From when to when something is known, and of how many local days. */
function createKnownTimes(utcOffsetS: (unixS: number) => number) {
  const days = new Set<number>();
  let [fromS, lastS] = [0, 0];
  return {
    note(atS: number) {
      if (days.size === 0) fromS = atS;
      lastS = atS;
      days.add(Math.floor((atS + utcOffsetS(atS)) / DAY_S));
    },
    result: () => ({ fromS, lastS, days: days.size }),
  };
}

/** A rule in the words of whoever decides. */
export function asDecided(rule: RuleUpdate): MeterRule {
  const {
    meter_power: targetW,
    hysteresis: hysteresisW,
    margin: marginPercent,
    safe_power: safePowerW,
  } = rule;
  return { targetW, hysteresisW, marginPercent, safePowerW, staleAfterS: RULE_STALE_AFTER_S };
}

export function factsOf(
  { was, wouldBe, thrownAwayWh, orders, knownHours }: DryRunResult,
  from: number,
  to: number,
): DryRunFacts {
  return {
    ...{ from, to, hours: Math.round(knownHours * 100) / 100, exported: inTenths(was.exportedWh) },
    ...{ exported_with_rule: inTenths(wouldBe.exportedWh), thrown_away: inTenths(thrownAwayWh), orders },
  };
}

const inTenths = (value: number) => Math.round(value * 10) / 10;
