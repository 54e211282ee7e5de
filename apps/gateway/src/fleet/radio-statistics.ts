import type { HopMode, RadioStatistics } from '@heliograph/domain';
import type { ExchangeEnd } from './radio-quality.ts';

/** What an exchange took of the air. */
export interface AirUse {
  readonly hopMode: HopMode;
  /** Of whatever kind. */
  readonly transmissions: number;
  /** Of these, those that the inverter's chip acknowledged. */
  readonly acknowledged: number;
  /** How often packets went out for them, repetitions by the chip included. */
  readonly tries: number;
  /** How many of these asked for a fragment that was missing. */
  readonly retransmits: number;
  /** How many fragments of the answer were not heard at once, as far as is known. */
  readonly missedFragments: number;
  /** How strongly the last packet of the inverter was received; undefined where none came, or nobody measures that. */
  readonly rssiDbm: number | undefined;
}

/** Nothing was sent yet. */
export const INITIAL_STATISTICS: RadioStatistics = {
  ...{ requests: 0, repeatedRequests: 0, answers: 0, silences: 0, partialAnswers: 0, corruptAnswers: 0 },
  rssiDbm: undefined,
};

const COUNTED_AS = {
  answered: 'answers',
  silence: 'silences',
  incomplete: 'partialAnswers',
  corrupt: 'corruptAnswers',
} as const satisfies Record<ExchangeEnd, keyof RadioStatistics>;

/** One exchange more is over. */
export function exchangeCounted(before: RadioStatistics, use: AirUse, end: ExchangeEnd): RadioStatistics {
  const counter = COUNTED_AS[end];
  return {
    ...before,
    requests: before.requests + 1,
    repeatedRequests: before.repeatedRequests + use.retransmits,
    [counter]: before[counter] + 1,
    rssiDbm: use.rssiDbm ?? before.rssiDbm,
  };
}
