import { useTexts } from '../i18n/i18n-context.ts';
import { Alert } from '../ui/alert.tsx';
import type { FormValues } from './drafts.tsx';
import { FailureAlert } from './failure-alert.tsx';
import type { Form } from './use-form.ts';

/** Above a form: why the last save did not work, or that what was typed before a login is back. */
export function FormAlert<V extends FormValues>({
  form: { failure, isRestored },
}: {
  readonly form: Form<V>;
}) {
  const texts = useTexts('common');
  if (failure !== undefined) return <FailureAlert failure={failure} />;
  return isRestored ? (
    <div role="status">
      <Alert kind="info">{texts.common.form.restored}</Alert>
    </div>
  ) : null;
}
