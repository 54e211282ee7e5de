import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Redirect, useSearch } from 'wouter';
import { bound } from '../shared/form/form-dialog.tsx';
import { PasswordField } from '../shared/form/password-field.tsx';
import { TextField } from '../shared/form/text-field.tsx';
import { useI18n, useTexts } from '../shared/i18n/i18n-context.ts';
import { Alert } from '../shared/ui/alert.tsx';
import { Button } from '../shared/ui/button.tsx';
import { failureText } from './failure-text.ts';
import styles from './login-page.module.css';
import { returnPath } from './paths.ts';
import { useFleetServices, useKept, useLive } from './services.ts';

/** Whoever has logged in goes back to where the login came from. */
export function LoginPage() {
  const { phase, fleet } = useLive();
  const search = useSearch();
  // By a link one is logged in, too, and may want to be somebody.
  if (phase === 'live' && fleet !== undefined && fleet.me.share === undefined)
    return <Redirect to={returnPath(search)} replace />;
  return <LoginForm isReturn={new URLSearchParams(search).has('return')} />;
}

function LoginForm({ isReturn }: { readonly isReturn: boolean }) {
  const { fleet: t } = useTexts('fleet');
  const { format } = useI18n();
  const { call, live, kept, tellOthers } = useFleetServices();
  const { ended } = useLive();
  const name = useKept('login', '');
  const [password, setPassword] = useState('');
  const [isTried, setTried] = useState(false);
  const [isWorking, setWorking] = useState(false);
  const [failure, setFailure] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const nameError = isTried && name.value.trim() === '' ? t.login.nameMissing : undefined;
  const passwordError = isTried && password === '' ? t.login.passwordMissing : undefined;

  useEffect(() => form.current?.querySelector('input')?.focus(), []);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setTried(true);
    setFailure(undefined);
    if (isWorking) return;
    const isMissing = name.value.trim() === '' ? 0 : password === '' ? 1 : undefined;
    if (isMissing !== undefined) return form.current?.querySelectorAll('input')[isMissing]?.focus();
    setWorking(true);
    const result = await call('login', { body: { name: name.value.trim(), password } });
    setWorking(false);
    if (result.kind !== 'answered') {
      setFailure(failureText(t, format, result));
      form.current?.querySelectorAll('input')[1]?.focus();
      return;
    }
    // What somebody else has typed here is not for this one.
    if (kept.get('user') !== result.answer.name) kept.clear();
    kept.set('user', result.answer.name);
    tellOthers();
    live.restart();
  }

  return (
    <section className={styles.login}>
      <h1>{t.login.title}</h1>
      <p className={styles.intro}>
        {ended === 'share' ? t.share.over : isReturn || ended === 'login' ? t.login.ended : t.login.intro}
      </p>
      {failure !== undefined && (
        <Alert kind="danger" announced>
          <p>{failure}</p>
        </Alert>
      )}
      <form ref={form} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={t.login.name}
          help=""
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          field={bound('name', name.value, name.set, nameError)}
        />
        <PasswordField
          label={t.login.password}
          help=""
          autoComplete="current-password"
          field={bound('password', password, setPassword, passwordError)}
        />
        <Button variant="primary" type="submit" aria-disabled={isWorking}>
          {isWorking ? t.login.working : t.login.submit}
        </Button>
      </form>
    </section>
  );
}
