import { useAreaTexts, useI18n } from '../i18n/i18n-context.ts';
import { resultText } from '../i18n/result-text.ts';
import { Alert } from '../ui/alert.tsx';
import { callFailureText } from './call-failure.ts';
import type { FormValues } from './drafts.tsx';
import { resultAlertKind } from './result-alert-kind.ts';
import type { Form } from './use-form.ts';

/** Above a form: why the last save did not work, or that what was typed before a login is back. */
export function FormAlert<V extends FormValues>({
  form: { failure, isRestored },
}: {
  readonly form: Form<V>;
}) {
  const { format } = useI18n();
  const area = useAreaTexts();
  if (failure !== undefined) {
    const isRejected = failure.kind === 'rejected';
    return (
      <Alert kind={isRejected ? resultAlertKind(failure.answer) : 'danger'} announced>
        {isRejected ? resultText(area, failure.answer) : callFailureText(area, format, failure)}
      </Alert>
    );
  }
  return isRestored ? <Alert kind="info">{area.common.form.restored}</Alert> : null;
}
