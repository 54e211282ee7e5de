import { type Handlers, result } from '@heliograph/contract';
import type { Air } from '../../air/air.ts';
import type { Fleet } from '../../fleet/fleet.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';
import type { LiveDataFeed } from '../live-data-feed.ts';
import type { AnswerTexts } from '../routes.ts';
import { createInverterFactHandlers } from './inverter-facts.ts';
import { createInverterHandlers } from './inverters.ts';
import { createLimitHandlers, limitStatusText } from './limit.ts';
import { createPowerHandlers } from './power.ts';

export interface HandlerOptions {
  readonly feed: LiveDataFeed;
  readonly fleet: Fleet;
  readonly air: Pick<Air, 'setLimit' | 'setPower'>;
  readonly settings: SettingsStore;
}

/** One handler for each endpoint of the contract; who may call them was decided before. */
export function createHandlers({ feed, fleet, air, settings }: HandlerOptions): Handlers {
  return {
    authenticate: () => result('Authenticated'),
    getLiveData: () => feed.current(),
    ...createLimitHandlers(fleet, air),
    ...createPowerHandlers(fleet, air),
    ...createInverterFactHandlers(fleet),
    ...createInverterHandlers(settings),
  };
}

/** Answers whose text is not plain JSON. */
export function createAnswerTexts({ feed }: Pick<HandlerOptions, 'feed'>): AnswerTexts {
  return { getLiveData: (data) => feed.textOf(data), getLimitStatus: limitStatusText };
}
