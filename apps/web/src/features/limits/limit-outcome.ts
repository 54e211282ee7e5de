import type { ReceivedApiResult } from '@heliograph/contract';
import type { CallResult } from '../../shared/api/call.ts';
import { type Outcome, outcomeWithWords } from '../../shared/form/ask-dialog.tsx';
import type { TextsOf } from '../../shared/i18n/texts.ts';

/** As `outcomeOf`, with the words that this page has for results which no other page gets. */
export function limitOutcome<Answer extends ReceivedApiResult>(
  { limits, house }: TextsOf<'limits'> & Partial<TextsOf<'house'>>,
  result: CallResult<Answer>,
  onDone: (answer: Answer) => void,
): Outcome {
  return outcomeWithWords({ ...limits.results, ...house?.rule.results }, result, onDone);
}
