import type { HopMode, LinkCounts } from '@heliograph/domain';
import type { ExchangeEnd } from './radio-quality.ts';
import type { AirUse } from './radio-statistics.ts';

type CountsByMode = Readonly<Record<HopMode, LinkCounts>>;

/** How well the gateway's own radio reaches an inverter, for each way in which it can hop: so they can be compared. */
export interface LinkStatistics extends CountsByMode {
  /** Exchanges that do not count yet: nothing came back, in the dark. */
  readonly undecided: CountsByMode;
}

const NOTHING: LinkCounts = {
  ...{ requests: 0, answers: 0, transmissions: 0, acknowledged: 0, tries: 0 },
  ...{ missedFragments: 0, repeatedRequests: 0 },
};
const NOTHING_BY_MODE: CountsByMode = { rigid: NOTHING, free: NOTHING };

export const INITIAL_LINK: LinkStatistics = { ...NOTHING_BY_MODE, undecided: NOTHING_BY_MODE };

/** What is known of an inverter to which nothing came back. */
export interface SilenceConditions {
  /** It is surely day, so the inverter is awake. */
  readonly isDay: () => boolean;
  /** It counts as out of reach by now. */
  readonly isLost: boolean;
}

/**
 * One exchange more is over. It counts while the inverter is awake: something came back, if only from its chip, or it is day. What else is
 * asked in vain is undecided until the inverter is heard again; when it is out of reach instead, it has fallen asleep, and nothing of
 * that says how well it is reached.
 */
export function linkUsed(
  before: LinkStatistics,
  use: AirUse,
  end: ExchangeEnd,
  { isDay, isLost }: SilenceConditions,
): LinkStatistics {
  const used = {
    ...NOTHING_BY_MODE,
    [use.hopMode]: {
      requests: 1,
      answers: end === 'answered' ? 1 : 0,
      transmissions: use.transmissions,
      acknowledged: use.acknowledged,
      tries: use.tries,
      missedFragments: use.missedFragments,
      repeatedRequests: use.retransmits,
    } satisfies LinkCounts,
  };
  const { undecided } = before;
  const isHeard = end !== 'silence' || use.acknowledged > 0;
  if (isHeard) return { ...sum(sum(before, undecided), used), undecided: NOTHING_BY_MODE };
  if (isDay()) return { ...sum(before, used), undecided };
  return { ...before, undecided: isLost ? NOTHING_BY_MODE : sum(undecided, used) };
}

function sum(one: CountsByMode, other: CountsByMode): CountsByMode {
  return { rigid: sumOf(one.rigid, other.rigid), free: sumOf(one.free, other.free) };
}

function sumOf(one: LinkCounts, other: LinkCounts): LinkCounts {
  return {
    requests: one.requests + other.requests,
    answers: one.answers + other.answers,
    transmissions: one.transmissions + other.transmissions,
    acknowledged: one.acknowledged + other.acknowledged,
    tries: one.tries + other.tries,
    missedFragments: one.missedFragments + other.missedFragments,
    repeatedRequests: one.repeatedRequests + other.repeatedRequests,
  };
}
