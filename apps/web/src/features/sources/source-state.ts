import type { SourceState, SourceStatus } from '@heliograph/contract';
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
  if (problem === 'throttled' && retryAfterS !== undefined) {
    const { problems, askedAgainIn } = texts.plant;
    return `${problems.throttled} ${askedAgainIn(format.duration(retryAfterS * 1000))}`;
  }
  const text = problemText(texts, problem ?? 'timeout');
  return problem === 'login' ? `${text} ${t.notAskedAgain}` : text;
}
