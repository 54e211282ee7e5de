import type { LinkCounts, RadioLink, RadioReport } from '@heliograph/contract';

/** How well an inverter is reached. */
export type LinkVerdict = 'unknown' | 'early' | 'good' | 'fair' | 'poor' | 'silent';

/** What its owner should do: nothing, or something about one of the ways in which packets get lost. */
export type LinkAdvice =
  | 'unknown'
  | 'early'
  | 'good'
  | 'fair'
  | 'unheard'
  | 'broken'
  | 'unanswered'
  | 'silent';

/** Fewer exchanges say nothing. */
const TELLING_FROM = 10;
const WELL_ANSWERED = 0.9;
/** Re-requests that an answer may take on average where all is well. */
const WELL_REPEATED = 0.2;
const POORLY_ACKNOWLEDGED = 0.7;
/** Missing parts of an answer, on average, that tell of a bad way back. */
const POORLY_HEARD = 0.5;

interface Reach extends Pick<RadioLink, 'reachable'> {
  /** Something is wrong with the module: that an inverter is silent says nothing of it. */
  readonly isModuleAtFault?: boolean;
}

export const isModuleAtFault = ({ connected, fault }: RadioReport) => !connected || fault !== undefined;

export function adviceOf({ reachable, isModuleAtFault: isUnknown }: Reach, counts: LinkCounts): LinkAdvice {
  const { requests, answers, transmissions, acknowledged } = counts;
  if (isUnknown) return 'unknown';
  if (!reachable) return 'silent';
  if (requests < TELLING_FROM) return 'early';
  const answered = answers / requests;
  const missedPerAnswer = answers === 0 ? 0 : counts.missed_fragments / answers;
  if (acknowledged / transmissions < POORLY_ACKNOWLEDGED) return 'unheard';
  if (missedPerAnswer > POORLY_HEARD) return 'broken';
  if (answered < WELL_ANSWERED) return 'unanswered';
  return counts.repeated_requests / answers <= WELL_REPEATED ? 'good' : 'fair';
}

export function verdictOf(link: Reach, counts: LinkCounts): LinkVerdict {
  const advice = adviceOf(link, counts);
  switch (advice) {
    case 'unknown':
    case 'early':
    case 'good':
    case 'fair':
    case 'silent':
      return advice;
    default:
      return counts.answers / counts.requests >= WELL_ANSWERED ? 'fair' : 'poor';
  }
}
