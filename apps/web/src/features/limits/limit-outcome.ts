import type { ReceivedApiResult } from '@heliograph/contract';
import type { CallResult } from '../../shared/api/call.ts';
import { type Outcome, outcomeOf } from '../../shared/form/ask-dialog.tsx';
import type { TextsOf } from '../../shared/i18n/texts.ts';

/** As `outcomeOf`, with the words that this page has for results which no other page gets. */
export function limitOutcome<Answer extends ReceivedApiResult>(
  { limits, house }: TextsOf<'limits'> & Partial<TextsOf<'house'>>,
  result: CallResult<Answer>,
  onDone: (answer: Answer) => void,
): Outcome {
  const outcome = outcomeOf(result, onDone);
  if (typeof outcome === 'function' || outcome.kind !== 'rejected') return outcome;
  const { answer } = outcome;
  const words: Readonly<Record<number, string>> = { ...limits.results, ...house?.rule.results };
  const text = words[answer.code ?? 0];
  if (text === undefined) return outcome;
  const message = text.replace(/\{(min|max)\}/g, (whole, key: string) =>
    String(answer.param?.[key] ?? whole),
  );
  // No code of anybody: what has a text for none is shown in the words that came with it.
  return { kind: 'rejected', answer: { ...answer, code: 0, message } };
}
