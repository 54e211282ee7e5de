import { useAreaTexts, useI18n } from '../i18n/i18n-context.ts';
import { resultText } from '../i18n/result-text.ts';
import { Alert } from '../ui/alert.tsx';
import { callFailureText } from './call-failure.ts';
import type { FormFailure } from './form-state.ts';
import { resultAlertKind } from './result-alert-kind.ts';

/** Why something was not done, as far as is known: without an answer that can be read it may have been. */
export function FailureAlert({ failure }: { readonly failure: FormFailure }) {
  const { format } = useI18n();
  const area = useAreaTexts();
  if (failure.kind === 'rejected') {
    return (
      <Alert kind={resultAlertKind(failure.answer)} announced>
        {resultText(area, failure.answer)}
      </Alert>
    );
  }
  const isOpen = failure.kind === 'unreachable' || failure.kind === 'unreadable';
  return (
    <Alert kind="danger" announced>
      <p>{callFailureText(area, format, failure)}</p>
      {isOpen && <p>{area.common.failure.perhapsTaken}</p>}
    </Alert>
  );
}
