import type { SourceProblem, SourceState, SourceStatus } from '@heliograph/contract';
import type { Formats } from '../../shared/i18n/format.ts';
import type { TextsOf } from '../../shared/i18n/texts.ts';
import type { StatusTone } from '../../shared/ui/status-badge.tsx';
import { problemText } from './source-values.ts';

/** How the state of a source looks. */
export const SOURCE_TONES: Readonly<Record<SourceState, StatusTone>> = {
  connecting: 'pending',
  live: 'good',
  problem: 'bad',
  off: 'off',
};

/** What happened to a source, and what to do. */
export function stateText(
  texts: TextsOf<'plant' | 'sources'>,
  format: Formats,
  { state, problem, retry_after: retryAfterS }: SourceStatus,
): string {
  const { sources: t } = texts;
  if (state !== 'problem') return t.stateTexts[state];
  const text = problemNow(texts, format, problem ?? 'timeout', retryAfterS);
  return problem === 'login' ? `${text} ${t.notAskedAgain}` : text;
}

/** What it answers requests with while its values come, and what that means; undefined where all is well. */
export function requestsText(
  texts: TextsOf<'plant' | 'sources'>,
  format: Formats,
  { state, request_problem: problem, retry_after: retryAfterS }: SourceStatus,
): string | undefined {
  if (state !== 'live' || problem === undefined) return undefined;
  return `${problemNow(texts, format, problem, retryAfterS)} ${texts.sources.valuesOnly}`;
}

function problemNow(
  texts: TextsOf<'plant' | 'sources'>,
  format: Formats,
  problem: SourceProblem,
  retryAfterS: number | undefined,
): string {
  if (problem !== 'throttled' || retryAfterS === undefined) return problemText(texts, problem);
  const { problems, askedAgainIn } = texts.plant;
  return `${problems.throttled} ${askedAgainIn(format.duration(retryAfterS * 1000))}`;
}
