import type { Outcome } from '../shared/form/ask-dialog.tsx';
import type { Formats } from '../shared/i18n/format.ts';
import type { Texts } from '../shared/i18n/texts.ts';
import type { FleetResult } from './api/call-fleet.ts';
import { failureText } from './failure-text.ts';

/** What came of a call, as the dialogs of ours take it: with the words of the fleet. */
export function outcomeOf<Answer>(
  texts: Texts['fleet'],
  format: Formats,
  result: FleetResult<Answer>,
  onDone: (answer: Answer) => void,
): Outcome {
  if (result.kind === 'answered') return () => onDone(result.answer);
  const message = failureText(texts, format, result);
  // No code of anybody: it is shown in the words that come with it.
  return { kind: 'rejected', answer: { type: 'warning', code: 0, message } };
}
