import { authenticate, encodeCredentials, endSession } from '@heliograph/contract';
import { useState } from 'react';
import { useServices } from '../../shared/api/services.ts';
import { recordOfLogin, userNameOf } from '../../shared/api/session.ts';
import type { Outcome } from '../../shared/form/ask-dialog.tsx';
import { bound, FormDialog } from '../../shared/form/form-dialog.tsx';
import { PasswordField } from '../../shared/form/password-field.tsx';
import { useTexts } from '../../shared/i18n/i18n-context.ts';

interface ConfirmDialogProps {
  /** Why the password is asked for, where it is not for a new one. */
  readonly text?: string;
  readonly onAnswer: (isRight: boolean) => void;
}

/** Asks for the current password: the login that follows is fresh, and takes the place of the one that there was. */
export function ConfirmDialog({ text, onAnswer }: ConfirmDialogProps) {
  const { call, session } = useServices();
  const texts = useTexts('accounts', 'common');
  const { confirm: t, own, results } = texts.accounts;
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();

  /** The one before goes on nowhere. */
  async function check(): Promise<Outcome> {
    const userName = userNameOf(session.user() ?? { authdata: '' });
    const authdata = encodeCredentials(userName, password);
    const result = await call(authenticate, { authdata });
    if (result.kind === 'unauthorized') {
      setError(results[21011]);
      return () => undefined;
    }
    if (result.kind !== 'answered') return result;
    const before = session.user();
    session.renew(recordOfLogin(result.answer, userName, authdata));
    if (before !== undefined) void call(endSession, { body: { id: '' }, authdata: before.authdata });
    return () => onAnswer(true);
  }

  return (
    <FormDialog
      title={t.title}
      action={t.action}
      acting={t.acting}
      isTyped={password !== ''}
      submit={() => {
        setError(password === '' ? own.missing : undefined);
        return password === '' ? undefined : check();
      }}
      onClose={() => onAnswer(false)}
    >
      <p>{text ?? t.text}</p>
      <PasswordField
        label={own.current}
        autoComplete="current-password"
        field={bound('current', password, setPassword, error)}
      />
    </FormDialog>
  );
}
