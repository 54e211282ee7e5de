import {
  type DryRunProblem,
  type Handlers,
  isTarget,
  type LimitSettings,
  type ResultName,
  type RuleObstacle,
  result,
  WHOLE_PLANT,
} from '@heliograph/contract';
import type { ClaimAnswer, LimitControl } from '../../limits/limit-control.ts';
import type { RecordedDryRuns } from '../../limits/recorded-dry-run.ts';
import type { RuleControl } from '../../limits/rule-control.ts';
import type { WriteFailure } from '../../platform/memory-file.ts';
import { systemErrorReason } from '../../platform/start-error.ts';
import { diskRefusal } from '../../settings/disk-refusal.ts';
import { NotSavedError, type SettingsStore } from '../../settings/settings-store.ts';
import { httpOrigin } from './orders.ts';

type LimitControlHandlers = Pick<
  Handlers,
  | 'getLimitSettings'
  | 'setLimitSettings'
  | 'getLimitState'
  | 'claimLimit'
  | 'releaseLimit'
  | 'getRule'
  | 'setRule'
  | 'armRule'
  | 'testFailSafe'
  | 'getDryRun'
  | 'dryRunRule'
>;

/** What the API can do with limits that are kept up. */
export type LimitsInView = Pick<LimitControl, 'state' | 'claim' | 'release'>;

/** And with the rule by the meter. */
export type RuleInView = Pick<
  RuleControl,
  'state' | 'obstacle' | 'startTest' | 'cancelTest' | 'watched' | 'plantOf' | 'guards'
>;

const OBSTACLES = {
  'no-meter': 'RuleNoMeter',
  'meter-silent': 'RuleMeterSilent',
  'no-inverter': 'RuleNoInverter',
  'no-answer': 'RuleNoAnswer',
} as const satisfies Record<RuleObstacle, ResultName>;

const DRY_RUN_PROBLEMS: Readonly<Record<DryRunProblem, string>> = {
  'nothing-recorded': 'Nothing is recorded yet of which plant and meter are both known.',
  busy: 'Another dry run is under way.',
};

const ANSWERS = {
  claimed: 'LimitClaimed',
  outranked: 'LimitKeptForLater',
  'no-target': 'LimitTarget',
  'no-sun': 'LimitNoSun',
} as const satisfies Record<ClaimAnswer, ResultName>;

function notSaved({ error }: WriteFailure): NotSavedError {
  const message = `The limit could not be saved (${systemErrorReason(error)}); nothing was changed.`;
  return new NotSavedError(message, diskRefusal(error), { cause: error });
}

/** Who has the say over limits, and what the gateway keeps up by itself. */
export function createLimitControlHandlers(
  settings: SettingsStore,
  limits: LimitsInView,
  rule: RuleInView,
  dryRuns: RecordedDryRuns,
): LimitControlHandlers {
  /** A group that goes would leave the rule armed for nothing, and let go what a person holds. */
  function removesWhatIsUsed({ groups }: LimitSettings): boolean {
    const { armed, target } = rule.state();
    const used = [
      ...(armed ? [target] : []),
      ...limits.state().held.flatMap((held) => (held.owner === 'person' ? held.target : [])),
    ];
    const isKept = (id: string) => groups.some((group) => group.id === id);
    return settings.get('limits').groups.some(({ id }) => used.includes(id) && !isKept(id));
  }

  /** One that was taken away may stay in its group and its rows, in case it comes back; nobody can add one that was never there. */
  function addsWhatIsNoInverter(next: LimitSettings): boolean {
    const known = new Set([
      ...[WHOLE_PLANT, ...namedIn(settings.get('limits'))],
      ...[...next.groups.map(({ id }) => id), ...limits.state().inverters.map(({ serial }) => serial)],
    ]);
    return namedIn(next).some((name) => !known.has(name));
  }

  const namedIn = ({ groups, schedule }: LimitSettings) => [
    ...groups.flatMap(({ members }) => members.map(({ serial }) => serial)),
    ...schedule.map(({ target }) => target),
  ];

  return {
    getLimitSettings: () => settings.get('limits'),
    async setLimitSettings(next) {
      if (!next.schedule.every(({ target }) => isTarget(target, next.groups))) return result('LimitTarget');
      if (addsWhatIsNoInverter(next)) return result('LimitTarget');
      if (removesWhatIsUsed(next)) return result('LimitGroupInUse');
      await settings.update('limits', () => next);
      return result('SettingsSaved');
    },
    getLimitState: () => limits.state(),
    async claimLimit(claim, _, caller) {
      const answer = await limits.claim({ ...claim, seconds: claim.seconds ?? 0 }, httpOrigin(caller));
      if (typeof answer !== 'string') throw notSaved(answer);
      return result(ANSWERS[answer]);
    },
    getRule: () => rule.state(),
    async setRule(next) {
      if (!isTarget(next.target, settings.get('limits').groups)) return result('LimitTarget');
      await settings.update('rule', ({ armed }) => ({ ...next, armed }));
      return result('SettingsSaved');
    },
    async armRule({ armed }) {
      const obstacle = armed ? rule.obstacle() : undefined;
      if (obstacle !== undefined) return result(OBSTACLES[obstacle]);
      await settings.update('rule', (current) => ({ ...current, armed }));
      return result(armed ? 'RuleArmed' : 'RuleDisarmed');
    },
    getDryRun() {
      const live = rule.watched();
      return live === undefined ? {} : { live };
    },
    async dryRunRule(update) {
      if (!isTarget(update.target, settings.get('limits').groups)) return result('LimitTarget');
      const plant = rule.plantOf(update.target);
      if (plant === undefined) return result('RuleNoInverter');
      const outcome = await dryRuns.run(update, plant);
      return outcome.kind === 'done'
        ? { type: 'success', message: 'The rule has run over what was recorded.', recorded: outcome.facts }
        : { type: 'warning', message: DRY_RUN_PROBLEMS[outcome.kind], problem: outcome.kind };
    },
    testFailSafe({ test }) {
      if (!test) return result(rule.cancelTest() ? 'FailSafeTestCancelled' : 'FailSafeNotTested');
      return result(rule.startTest() ? 'FailSafeTestStarted' : 'RuleNotArmed');
    },
    async releaseLimit({ target }) {
      const released = await limits.release(target);
      if (typeof released !== 'boolean') throw notSaved(released);
      return result(released ? 'LimitReleased' : 'LimitNothingHeld');
    },
  };
}
