import {
  byteLength,
  encodeCredentials,
  getSessions,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  setOwnPassword,
} from '@heliograph/contract';
import { type FormEvent, type ReactNode, useState } from 'react';
import { renewLogin } from '../../shared/api/renew-login.ts';
import { useServices } from '../../shared/api/services.ts';
import { userNameOf } from '../../shared/api/session.ts';
import { useEndpoint } from '../../shared/api/use-endpoint.ts';
import { outcomeWithWords } from '../../shared/form/ask-dialog.tsx';
import { FailureAlert } from '../../shared/form/failure-alert.tsx';
import { bound } from '../../shared/form/form-dialog.tsx';
import type { FormFailure } from '../../shared/form/form-state.ts';
import { lengthError } from '../../shared/form/length-note.ts';
import { PasswordField } from '../../shared/form/password-field.tsx';
import { passwordNotice } from '../../shared/form/weak-passwords.ts';
import { useTexts } from '../../shared/i18n/i18n-context.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { useNotices } from '../../shared/ui/notices.tsx';
import styles from './sessions-card.module.css';

const NO_QUERY = {};
const once = () => undefined;

/** The own password of somebody who is no admin, and what `children` has besides; or that they have none here. */
export function OwnPasswordCard({ children }: { readonly children: ReactNode }) {
  const { own: t } = useTexts('accounts').accounts;
  const { answer, failure } = useEndpoint(getSessions, NO_QUERY, once);
  if (answer === undefined && failure === undefined) return null;
  if (answer?.elsewhere !== true) {
    return (
      <>
        <PasswordForm />
        {children}
      </>
    );
  }
  return (
    <Card title={t.title}>
      <p>{t.elsewhere}</p>
    </Card>
  );
}

function PasswordForm() {
  const { call, session } = useServices();
  const { announce } = useNotices();
  const texts = useTexts('accounts', 'common');
  const { own: t, results } = texts.accounts;
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<FormFailure>();
  const isShort = byteLength(password) < PASSWORD_MIN_LENGTH;
  const errors = {
    current: current === '' ? t.missing : undefined,
    password: isShort ? t.short : lengthError(texts, password, PASSWORD_MAX_LENGTH),
  };
  const errorOf = (name: keyof typeof errors) => (isChecked ? errors[name] : undefined);

  async function send(): Promise<void> {
    setSending(true);
    setFailure(undefined);
    const result = await call(setOwnPassword, { body: { current_password: current, password } });
    setSending(false);
    const outcome = outcomeWithWords(results, result, done);
    if (typeof outcome === 'function') outcome();
    else setFailure(outcome);
  }

  /** All logins have ended: this browser begins a new one. */
  function done(): void {
    const user = session.user();
    if (user !== undefined) {
      session.logIn({ ...user, authdata: encodeCredentials(userNameOf(user), password) });
    }
    void renewLogin({ call, session });
    for (const empty of [setCurrent, setPassword]) empty('');
    setChecked(false);
    announce(results[21013]);
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    setChecked(true);
    if (!isSending && errors.current === undefined && errors.password === undefined) void send();
  }

  return (
    <Card title={t.title}>
      {failure !== undefined && <FailureAlert failure={failure} />}
      <form className={styles.form} onSubmit={onSubmit} noValidate>
        <PasswordField
          label={t.current}
          autoComplete="current-password"
          field={bound('current', current, setCurrent, errorOf('current'))}
        />
        <PasswordField
          label={t.password}
          hint={t.passwordHint}
          notice={passwordNotice(
            password,
            userNameOf(session.user() ?? { authdata: '' }),
            texts.accounts.weak,
          )}
          autoComplete="new-password"
          help="new-password"
          field={bound('password', password, setPassword, errorOf('password'))}
        />
        <Button variant="primary" type="submit" className={styles.all} aria-disabled={isSending}>
          {isSending ? t.saving : t.save}
        </Button>
      </form>
    </Card>
  );
}
