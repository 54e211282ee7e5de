import { useI18n, useTexts } from '../i18n/i18n-context.ts';
import { resultText } from '../i18n/result-text.ts';
import { Alert, type AlertKind } from '../ui/alert.tsx';
import { callFailureText } from './call-failure.tsx';
import type { FormFailure } from './form-state.ts';
import { resultAlertKind } from './result-alert-kind.ts';

/** Why something was not done, as far as is known: without an answer that can be read it may have been. */
export function FailureAlert({ failure }: { readonly failure: FormFailure }) {
  return (
    <Alert kind={failureAlertKind(failure)} announced>
      <FailureText failure={failure} />
    </Alert>
  );
}

export function failureAlertKind(failure: FormFailure): AlertKind {
  return failure.kind === 'rejected' ? resultAlertKind(failure.answer) : 'danger';
}

/** The words of such an alert. */
export function FailureText({ failure }: { readonly failure: FormFailure }) {
  const { format } = useI18n();
  const texts = useTexts('common');
  if (failure.kind === 'rejected') return <p>{resultText(texts, failure.answer)}</p>;
  const { noAnswer, perhapsTaken } = texts.common.failure;
  const mayBeTaken = !failure.isUnsent;
  if (mayBeTaken && failure.kind === 'unreachable') return <p>{`${noAnswer} ${perhapsTaken}`}</p>;
  return (
    <>
      <p>{callFailureText(texts, format, failure)}</p>
      {mayBeTaken && failure.kind === 'unreadable' && <p>{perhapsTaken}</p>}
    </>
  );
}
