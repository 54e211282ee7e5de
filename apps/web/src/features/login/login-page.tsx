import { ADMIN_USER_NAME, encodeCredentials } from '@heliograph/contract';
import { type FormEvent, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useServices } from '../../shared/api/services.ts';
import { useAreaTexts, useI18n } from '../../shared/i18n/i18n-context.ts';
import { safeReturnUrl } from '../../shared/lib/routes.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { useToasts } from '../../shared/ui/toasts.tsx';
import { loginFailureText } from './login-failure.ts';
import styles from './login-page.module.css';
import { TextField } from './text-field.tsx';

/** Asks for the credentials, and leads back to where the user came from. */
export function LoginPage() {
  const { t } = useI18n();
  const area = useAreaTexts();
  const login = useLogin();
  const [userName, setUserName] = useState('');
  const [password, setPassword] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const userNameField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);

  function submit(event: FormEvent): void {
    event.preventDefault();
    setSubmitted(true);
    if (userName === '') userNameField.current?.focus();
    else if (password === '') passwordField.current?.focus();
    else if (!login.working) void login.tryWith(userName, password);
  }

  return (
    <section className={styles.login}>
      <h1>{t.titles.login}</h1>
      {login.failure !== undefined && (
        <Alert kind="danger" announced>
          {login.failure}
        </Alert>
      )}
      <form noValidate onSubmit={submit} className={styles.form}>
        <TextField
          label={area.login.userName}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={ADMIN_USER_NAME}
          required
          value={userName}
          error={submitted && userName === '' ? area.login.userNameRequired : undefined}
          onChange={(event) => setUserName(event.target.value)}
          ref={userNameField}
        />
        <TextField
          label={area.login.password}
          name="password"
          type="password"
          autoComplete="current-password"
          required
          value={password}
          error={submitted && password === '' ? area.login.passwordRequired : undefined}
          onChange={(event) => setPassword(event.target.value)}
          ref={passwordField}
        />
        <Button variant="primary" type="submit" disabled={login.working}>
          {login.working ? area.login.working : area.login.submit}
        </Button>
      </form>
    </section>
  );
}

interface Login {
  readonly working: boolean;
  /** Why the last try failed, in the user's language. */
  readonly failure: string | undefined;
  tryWith(userName: string, password: string): Promise<void>;
}

function useLogin(): Login {
  const { format } = useI18n();
  const area = useAreaTexts();
  const { call, session } = useServices();
  const { announce } = useToasts();
  const [, navigate] = useLocation();
  const search = useSearch();
  const [working, setWorking] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function tryWith(userName: string, password: string): Promise<void> {
    setWorking(true);
    setFailure(undefined);
    const authdata = encodeCredentials(userName, password);
    const result = await call('authenticate', { authdata });
    setWorking(false);
    const reason = loginFailureText(result, area, format);
    if (reason === undefined && result.kind === 'answered') {
      session.logIn({ ...result.answer, authdata });
      announce(area.login.done);
      navigate(safeReturnUrl(new URLSearchParams(search).get('returnUrl')), { replace: true });
      return;
    }
    // Credentials that the gateway refuses also end a login that was there before.
    if (result.kind === 'unauthorized') session.logOut();
    setFailure(reason);
  }

  return { working, failure, tryWith };
}
