import type { HopMode, LinkCounts } from '@heliograph/domain';
import type { ExchangeEnd } from './radio-quality.ts';
import type { AirUse } from './radio-statistics.ts';

/** How well the gateway's own radio reaches an inverter, for each way in which it can hop: so they can be compared. */
export type LinkStatistics = Readonly<Record<HopMode, LinkCounts>>;

const NOTHING: LinkCounts = {
  ...{ requests: 0, answers: 0, transmissions: 0, acknowledged: 0, tries: 0 },
  ...{ missedFragments: 0, repeatedRequests: 0 },
};

export const INITIAL_LINK: LinkStatistics = { rigid: NOTHING, free: NOTHING };

/** One exchange more is over. */
export function linkUsed(before: LinkStatistics, use: AirUse, end: ExchangeEnd): LinkStatistics {
  const counts = before[use.hopMode];
  return {
    ...before,
    [use.hopMode]: {
      requests: counts.requests + 1,
      answers: counts.answers + (end === 'answered' ? 1 : 0),
      transmissions: counts.transmissions + use.transmissions,
      acknowledged: counts.acknowledged + use.acknowledged,
      tries: counts.tries + use.tries,
      missedFragments: counts.missedFragments + use.missedFragments,
      repeatedRequests: counts.repeatedRequests + use.retransmits,
    } satisfies LinkCounts,
  };
}
