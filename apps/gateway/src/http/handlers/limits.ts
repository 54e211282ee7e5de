import { type Handlers, isTarget, result } from '@heliograph/contract';
import type { LimitControl } from '../../limits/limit-control.ts';
import type { RuleControl } from '../../limits/rule-control.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';
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
>;

/** What the API can do with limits that are kept up. */
export type LimitsInView = Pick<LimitControl, 'state' | 'claim' | 'release'>;

/** And with the rule by the meter. */
export type RuleInView = Pick<RuleControl, 'state' | 'obstacle' | 'startTest' | 'endTest'>;

const OBSTACLES = { 'no-meter': 'RuleNoMeter', 'no-inverter': 'RuleNoInverter' } as const;

const ANSWERS = { claimed: 'LimitClaimed', 'no-target': 'LimitTarget', 'no-sun': 'LimitNoSun' } as const;

/** Who has the say over limits, and what the gateway keeps up by itself. */
export function createLimitControlHandlers(
  settings: SettingsStore,
  limits: LimitsInView,
  rule: RuleInView,
): LimitControlHandlers {
  return {
    getLimitSettings: () => settings.get('limits'),
    async setLimitSettings(next) {
      if (!next.schedule.every(({ target }) => isTarget(target, next.groups))) return result('LimitTarget');
      await settings.update('limits', () => next);
      return result('SettingsSaved');
    },
    getLimitState: () => limits.state(),
    claimLimit: async (claim, _, caller) => result(ANSWERS[await limits.claim(claim, httpOrigin(caller))]),
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
    testFailSafe({ test }) {
      if (!test) rule.endTest();
      else if (!rule.startTest()) return result('RuleNotArmed');
      return result('FailSafeTestStarted');
    },
    releaseLimit: async ({ target }) =>
      result((await limits.release(target)) ? 'LimitReleased' : 'LimitNothingHeld'),
  };
}
