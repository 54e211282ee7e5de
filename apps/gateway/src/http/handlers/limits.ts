import { type Handlers, result } from '@heliograph/contract';
import type { LimitControl } from '../../limits/limit-control.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';
import { httpOrigin } from './orders.ts';

type LimitControlHandlers = Pick<
  Handlers,
  'getLimitSettings' | 'setLimitSettings' | 'getLimitState' | 'claimLimit' | 'releaseLimit'
>;

/** What the API can do with limits that are kept up. */
export type LimitsInView = Pick<LimitControl, 'state' | 'claim' | 'release'>;

const ANSWERS = { claimed: 'LimitClaimed', 'no-target': 'LimitTarget', 'no-sun': 'LimitNoSun' } as const;

/** Who has the say over limits, and what the gateway keeps up by itself. */
export function createLimitControlHandlers(
  settings: SettingsStore,
  limits: LimitsInView,
): LimitControlHandlers {
  return {
    getLimitSettings: () => settings.get('limits'),
    async setLimitSettings(next) {
      await settings.update('limits', () => next);
      return result('SettingsSaved');
    },
    getLimitState: () => limits.state(),
    claimLimit: async (claim, _, caller) => result(ANSWERS[await limits.claim(claim, httpOrigin(caller))]),
    releaseLimit: async ({ target }) =>
      result((await limits.release(target)) ? 'LimitReleased' : 'LimitNothingHeld'),
  };
}
