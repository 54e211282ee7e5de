import * as z from 'zod/mini';
import {
  FAIL_SAFE_FOLLOWS_WITHIN_S,
  FAIL_SAFE_TURN_S,
  LIMIT_CAP_MAX_W,
  RULE_HYSTERESIS_MAX_W,
  RULE_HYSTERESIS_MIN_W,
  RULE_MARGIN_MAX_PERCENT,
  RULE_MARGIN_MIN_PERCENT,
  RULE_STALE_AFTER_S,
  RULE_TARGET_MAX_W,
} from './constants.ts';
import { exactNumberInside, exactTextLike, exactWholeInside, wireObject } from './constraints.ts';
import type { Endpoint, ReadersEndpoint } from './endpoint.ts';
import { type ReceivedApiResult, readApiResult } from './read-api-result.ts';
import type { ApiResult } from './results.ts';
import { isNumber, isRecord } from './unknown-values.ts';

/** The rule by the power meter of the house. No original device has one (docs/decisions/0023-extensions.md). */

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const numberOf = (value: unknown) => (isNumber(value) ? value : 0);

/** The rule that keeps the power at the meter of the house where its owner wants it. */
const RULE_FIELDS = {
  /** Whose inverters are limited: the id of a group, `plant`, or an inverter. */
  target: /* @__PURE__ */ exactTextLike(/^[\w-]{1,16}$/, 'LimitTarget'),
  /** Wanted at the meter in watts: 0, or a little above to be on the safe side; negative: so much may be fed in. */
  meter_power: /* @__PURE__ */ exactNumberInside({
    ...{ min: -RULE_TARGET_MAX_W, max: RULE_TARGET_MAX_W, fail: 'RuleTarget' },
  }),
  /** Watts; less than this is not worth an order. */
  hysteresis: /* @__PURE__ */ exactWholeInside({
    ...{ min: RULE_HYSTERESIS_MIN_W, max: RULE_HYSTERESIS_MAX_W, fail: 'RuleHysteresis' },
  }),
  /** Percent by which an inverter that the sun holds back may be raised above what it gives. */
  margin: /* @__PURE__ */ exactWholeInside({
    ...{ min: RULE_MARGIN_MIN_PERCENT, max: RULE_MARGIN_MAX_PERCENT, fail: 'RuleMargin' },
  }),
  /** Watts for all of them together while the meter, or the gateway, is dead. */
  safe_power: /* @__PURE__ */ exactWholeInside({ min: 0, max: LIMIT_CAP_MAX_W, fail: 'RuleSafePower' }),
};
export const RuleUpdateSchema = /* @__PURE__ */ wireObject(RULE_FIELDS);
export type RuleUpdate = z.infer<typeof RuleUpdateSchema>;

/** As it is kept. */
export const RuleSettingsSchema = /* @__PURE__ */ wireObject({
  ...RULE_FIELDS,
  /** It acts; otherwise it only says what it would do. */
  armed: /* @__PURE__ */ z.boolean(),
});
export type RuleSettings = z.infer<typeof RuleSettingsSchema>;

export const RuleArmingSchema = /* @__PURE__ */ wireObject({ armed: /* @__PURE__ */ z.boolean() });
export type RuleArming = z.infer<typeof RuleArmingSchema>;

export const FailSafeStartSchema = /* @__PURE__ */ wireObject({
  /** False cancels the one that is under way. */
  test: /* @__PURE__ */ z.boolean(),
});
export type FailSafeStart = z.infer<typeof FailSafeStartSchema>;

/**
 * What the rule does or, while it is not armed, would do now. The first four set limits, the others say why it waits:
 * `limit-unknown` sets them because what an inverter may give is not known; `no-inverter`: none answers; `held-by-others`: somebody of a
 * higher rank holds all that answer; `order-pending`: one has
 * not confirmed its order; `reading-older`, `meter-older`: nothing was read since then; `all-given`: they give all that they can;
 * `capped`: they would be raised, and the cap of a group is reached.
 */
export const RULE_REASONS = [
  'fed-in-too-much',
  'taken-too-much',
  'limit-unknown',
  'meter-stale',
  'no-inverter',
  'held-by-others',
  'order-pending',
  'reading-older',
  'meter-older',
  'within-hysteresis',
  'all-given',
  'capped',
] as const;
export type RuleReason = (typeof RULE_REASONS)[number];

/**
 * Why the rule cannot be armed now: there is no meter, or it tells nothing; there is no inverter that the rule is for, or none of them
 * answers, as at night.
 */
export const RULE_OBSTACLES = ['no-meter', 'meter-silent', 'no-inverter', 'no-answer'] as const;
export type RuleObstacle = (typeof RULE_OBSTACLES)[number];

/**
 * The promise of the fail-safe: within so many seconds after the meter, its broker, the network to it, or the gateway has died, so
 * many inverters are at the safe power. Of a network to the inverters that has died it counts from when that is back.
 */
export function failSafePromiseS(inverterCount: number): number {
  return RULE_STALE_AFTER_S + FAIL_SAFE_FOLLOWS_WITHIN_S + inverterCount * FAIL_SAFE_TURN_S;
}

/** A test of the fail-safe: the rule acts as if the meter were dead, and measures. */
export interface FailSafeTest {
  /** Unix seconds. */
  readonly at: number;
  /** Seconds until no inverter gave more than its part of the safe power; not there: it is under way, or never came. */
  readonly seconds?: number;
  readonly running: boolean;
}

/** The rule, and how it goes with it. */
export interface RuleState extends RuleSettings {
  /** Not there where there is no meter. */
  readonly reason?: RuleReason;
  /** Seconds within which the inverters are at the safe power once the meter is dead. */
  readonly promise: number;
  /**
   * The safe power holds now. It goes on, mostly for less than half a minute, when the meter speaks again: until every inverter was
   * read since its last order, and the meter has told a value after that.
   */
  readonly fail_safe: boolean;
  /** What arming would be refused for; not there while it is armed, or could be. */
  readonly obstacle?: RuleObstacle;
  /**
   * The serials of the inverters whose permanent limit is still to be written: the safe one or, where the rule is not armed, the one of
   * before. Not there: of none.
   */
  readonly owed?: readonly string[];
  /** Those that do not answer now, and would get their permanent limit only later if the rule were armed. Not there: all answer. */
  readonly silent?: readonly string[];
  /** Those that wake with another permanent limit, which somebody has ordered since the rule is armed. Not there: none. */
  readonly overruled?: readonly string[];
  /** The one that is under way, or what came of the last one that was not cancelled. */
  readonly test?: FailSafeTest;
}

/** What a rule would have done with the inverters, without any order. Energy in Wh. */
export interface DryRunFacts {
  /** Unix seconds from when to when. */
  readonly from: number;
  readonly to: number;
  /** Hours in between of which it is known what the inverters gave and what the meter showed. */
  readonly hours: number;
  /** Fed in as it was, and as it would have been. */
  readonly exported: number;
  readonly exported_with_rule: number;
  /** What the house could have used and the rule would not have let through. */
  readonly thrown_away: number;
  readonly orders: number;
}

/** Over what was recorded. */
export interface RecordedDryRun extends DryRunFacts {
  /** Local days of which something is known. */
  readonly days: number;
}

/** Why a rule did not run: nothing is recorded of which plant and meter are both known, or another dry run is under way. */
export const DRY_RUN_PROBLEMS = ['nothing-recorded', 'busy'] as const;
export type DryRunProblem = (typeof DRY_RUN_PROBLEMS)[number];

export interface DryRunAnswer extends ApiResult {
  readonly recorded?: RecordedDryRun;
  readonly problem?: DryRunProblem;
}
export interface ReceivedDryRunAnswer extends ReceivedApiResult {
  readonly recorded: RecordedDryRun | undefined;
  readonly problem: DryRunProblem | undefined;
}

export interface DryRunWatch {
  /** What the rule would have done since it is as it is; not there while it is armed, or nothing is known of the meter. */
  readonly live?: DryRunFacts;
}

function readFacts(value: unknown): DryRunFacts | undefined {
  if (!isRecord(value)) return undefined;
  return {
    ...{ from: numberOf(value.from), to: numberOf(value.to), hours: numberOf(value.hours) },
    ...{ exported: numberOf(value.exported), exported_with_rule: numberOf(value.exported_with_rule) },
    ...{ thrown_away: numberOf(value.thrown_away), orders: numberOf(value.orders) },
  };
}

const textsOf = (value: unknown) =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

function readRule(value: unknown): RuleState | undefined {
  if (!isRecord(value)) return undefined;
  const reason = RULE_REASONS.find((known) => known === value.reason);
  const obstacle = RULE_OBSTACLES.find((known) => known === value.obstacle);
  const test = isRecord(value.test) ? value.test : undefined;
  const owed = textsOf(value.owed);
  const silent = textsOf(value.silent);
  const overruled = textsOf(value.overruled);
  return {
    ...{ armed: value.armed === true, target: textOf(value.target) },
    ...{ meter_power: numberOf(value.meter_power), hysteresis: numberOf(value.hysteresis) },
    ...{ margin: numberOf(value.margin), safe_power: numberOf(value.safe_power) },
    ...{ promise: numberOf(value.promise), fail_safe: value.fail_safe === true },
    ...(reason && { reason }),
    ...(obstacle && { obstacle }),
    ...(owed.length > 0 && { owed }),
    ...(silent.length > 0 && { silent }),
    ...(overruled.length > 0 && { overruled }),
    ...(test && {
      test: {
        ...{ at: numberOf(test.at), running: test.running === true },
        ...(isNumber(test.seconds) && { seconds: test.seconds }),
      },
    }),
  };
}

/** The rule by the meter, and how it goes with it. */
export const getRule: ReadersEndpoint<RuleState, RuleState> = {
  method: 'GET',
  path: '/api/heliograph/rule',
  access: 'readonly',
  query: [],
  read: readRule,
};

/** Changes what the rule wants; whether it is armed stays. */
export const setRule: Endpoint<ApiResult, ReceivedApiResult, RuleUpdate> = {
  method: 'POST',
  path: '/api/heliograph/rule',
  access: 'admin',
  query: [],
  read: readApiResult,
};

/**
 * Arms the rule, or disarms it. Arming makes each inverter's part of the safe power its permanent limit, once; disarming gives it
 * back the one from before.
 */
export const armRule: Endpoint<ApiResult, ReceivedApiResult, RuleArming> = {
  method: 'POST',
  path: '/api/heliograph/rule-arming',
  access: 'admin',
  query: [],
  read: readApiResult,
};

/**
 * Lets the rule act as if the meter were dead until the inverters are at the safe power, and measures how long that takes; or cancels
 * that. Disarming cancels it, too.
 */
export const testFailSafe: Endpoint<ApiResult, ReceivedApiResult, FailSafeStart> = {
  method: 'POST',
  path: '/api/heliograph/fail-safe-test',
  access: 'operate',
  query: [],
  read: readApiResult,
};

/** What the rule would have done since it is as it is, beside what was: it watches while it is not armed. */
export const getDryRun: Endpoint<DryRunWatch, DryRunWatch> = {
  method: 'GET',
  path: '/api/heliograph/rule-dry-run',
  access: 'admin',
  query: [],
  read(value) {
    if (!isRecord(value)) return undefined;
    const live = readFacts(value.live);
    return live === undefined ? {} : { live };
  },
};

/**
 * Says what a rule would have done over the last thirty days of which plant and meter were recorded, minute by minute. It need not be
 * the one that is saved, and nothing is saved or ordered. The plant is taken for one inverter, and where it was limited already it
 * could have given more than anybody knows.
 */
export const dryRunRule: Endpoint<DryRunAnswer, ReceivedDryRunAnswer, RuleUpdate> = {
  method: 'POST',
  path: '/api/heliograph/rule-dry-run',
  access: 'admin',
  query: [],
  read(value) {
    const answer = readApiResult(value);
    if (answer === undefined || !isRecord(value)) return undefined;
    const facts = readFacts(value.recorded);
    const days = isRecord(value.recorded) ? numberOf(value.recorded.days) : 0;
    const problem = DRY_RUN_PROBLEMS.find((known) => known === value.problem);
    return { ...answer, problem, recorded: facts && { ...facts, days } };
  },
};
