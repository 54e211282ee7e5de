import { ADMIN_USER_NAME, authenticate, encodeCredentials, type ReceivedAnswer } from '@heliograph/contract';
import { type FormEvent, lazy, Suspense, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useServices, useUser } from '../../shared/api/services.ts';
import { recordOfLogin, userNameOf } from '../../shared/api/session.ts';
import { useHydrated } from '../../shared/api/use-hydrated.ts';
import { PasswordField } from '../../shared/form/password-field.tsx';
import { TextField } from '../../shared/form/text-field.tsx';
import type { TextBinding } from '../../shared/form/use-form.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { pageTitle } from '../../shared/i18n/page-title.ts';
import { findPage, PATHS, passwordPath, safeReturnUrl } from '../../shared/lib/paths.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { useNotices } from '../../shared/ui/notices.tsx';
import { loginFailureText } from './login-failure.ts';
import styles from './login-page.module.css';
import { ProxyLogin } from './proxy-login.tsx';

const PasskeyLogin = __FOR_DEVICE__
  ? () => null
  : lazy(async () => ({ default: (await import('./passkey-login.tsx')).PasskeyLogin }));

const OpenIdLogin = __FOR_DEVICE__
  ? () => null
  : lazy(async () => ({ default: (await import('./openid-login.tsx')).OpenIdLogin }));

/** Asks for the credentials, and leads back to where the user came from. */
export function LoginPage() {
  const { t } = useI18n();
  const texts = useTexts('common', 'login');
  const login = useLogin();
  const isLoggedIn = useUser() !== undefined;
  const [userName, setUserName] = useState('');
  const [password, setPassword] = useState('');
  const [hasLedState] = useState(() => globalThis.window?.history.state === 'login-ended');
  const isHydrated = useHydrated();
  const isLedHere = (__FOR_DEVICE__ || isHydrated) && hasLedState; // the gateway cannot see it
  const [submitted, setSubmitted] = useState(false);
  const userNameField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);

  function submit(event: FormEvent): void {
    event.preventDefault();
    setSubmitted(true);
    if (userName === '') userNameField.current?.focus();
    else if (password === '') passwordField.current?.focus();
    else if (!login.working) void tryLogin();
  }

  async function tryLogin(): Promise<void> {
    if (await login.tryWith(userName, password)) return;
    // Most often it is the password that has to be typed again.
    passwordField.current?.focus();
    passwordField.current?.select();
  }

  function field(name: string, value: string, onText: (text: string) => void, missing: string): TextBinding {
    const error = submitted && value === '' ? missing : undefined;
    return { name, value, stored: '', error, readOnly: false, onText, onLeave: () => undefined };
  }

  return (
    <section className={styles.login}>
      <h1>{t.titles.login}</h1>
      {login.failure === undefined ? (
        <>
          {(__FOR_DEVICE__ || isHydrated) && isLoggedIn && <LoggedIn />}
          {isLedHere && !isLoggedIn && <Alert kind="info">{texts.login.ended}</Alert>}
        </>
      ) : (
        <Alert kind="danger" announced>
          {login.failure}
        </Alert>
      )}
      {!__FOR_DEVICE__ && <ProxyLogin leadsTo={askedFor} />}
      {/* Whatever sends it past the app, the password must not get into an address. */}
      <form method="post" noValidate onSubmit={submit} className={styles.form}>
        <TextField
          label={texts.login.userName}
          hint={texts.login.userNameHint(ADMIN_USER_NAME)}
          field={field('username', userName, setUserName, texts.login.userNameRequired)}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          ref={userNameField}
        />
        <PasswordField
          label={texts.login.password}
          field={field('password', password, setPassword, texts.login.passwordRequired)}
          autoComplete="current-password"
          ref={passwordField}
        />
        {/* Not disabled: a button that cannot be used would lose the focus of the keyboard. */}
        <Button variant="primary" type="submit" aria-disabled={login.working}>
          {login.working ? texts.login.working : texts.login.submit}
        </Button>
      </form>
      {!__FOR_DEVICE__ && isHydrated && (
        <Suspense>
          <PasskeyLogin onLoggedIn={(answer, name) => login.goOn(answer, name, '')} />
          <OpenIdLogin leadsTo={askedFor} onLoggedIn={(answer, name) => login.goOn(answer, name, '')} />
        </Suspense>
      )}
    </section>
  );
}

/**
 * Who comes here with a login does not need another one; the form below is for logging in anew. The gateway does not render it: to its
 * pages it does not say whose login a browser has.
 */
function LoggedIn() {
  const { t } = useI18n();
  const user = useUser();
  const { login } = useTexts('login');
  const path = askedFor();
  const page = findPage(path.replace(/[?#].*$/, '')) ?? 'home';
  return (
    <Alert kind="info">
      <p>{login.loggedIn(user === undefined ? ADMIN_USER_NAME : userNameOf(user))}</p>
      <Link href={path}>{login.goOn(pageTitle(t, page))}</Link>
    </Alert>
  );
}

/** Where the user wanted to go. As it stands in the address: the router's query is decoded already. */
function askedFor(): string {
  return safeReturnUrl(new URLSearchParams(window.location.search).get('returnUrl'));
}

/** Where a login leads: on the way to the live view, a fresh gateway leads to its guide. */
function ledTo(
  { ask_password: asks, open_guide: opens }: ReceivedAnswer<'authenticate'>,
  path: string,
): string {
  if (asks) return passwordPath(path);
  return opens && path === PATHS.home ? PATHS.welcome : path;
}

interface Login {
  readonly working: boolean;
  /** Why the last try failed, in the user's language. */
  readonly failure: string | undefined;
  /** Whether it led on; if not, `failure` says why. */
  tryWith(userName: string, password: string): Promise<boolean>;
  /** Keeps the login, and leads on. */
  goOn(answer: ReceivedAnswer<'authenticate'>, userName: string, authdata: string): void;
}

function useLogin(): Login {
  const { format } = useI18n();
  const texts = useTexts('common', 'login');
  const { call, session } = useServices();
  const { announce } = useNotices();
  const [, navigate] = useLocation();
  const [working, setWorking] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function tryWith(userName: string, password: string): Promise<boolean> {
    setWorking(true);
    setFailure(undefined);
    const authdata = encodeCredentials(userName, password);
    const result = await call(authenticate, { authdata });
    setWorking(false);
    const reason = loginFailureText(result, texts, format);
    if (reason === undefined && result.kind === 'answered') {
      goOn(result.answer, userName, authdata);
      return true;
    }
    // Credentials that the gateway refuses also end a login that was there before.
    if (result.kind === 'unauthorized') session.logOut();
    setFailure(reason);
    return false;
  }

  function goOn(answer: ReceivedAnswer<'authenticate'>, userName: string, authdata: string): void {
    session.logIn(recordOfLogin(answer, userName, authdata));
    const { refused } = answer;
    announce(!__FOR_DEVICE__ && refused ? texts.login.guessed(String(refused)) : texts.login.done);
    const path = askedFor();
    const led = __FOR_DEVICE__ ? path : ledTo(answer, path);
    navigate(led, { replace: true });
  }

  return { working, failure, tryWith, goOn };
}
