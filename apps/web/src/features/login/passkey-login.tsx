import { askForPasskey, getPasskeyHosts, logInWithPasskey, type ReceivedAnswer } from '@heliograph/contract';
import { useEffect, useState } from 'react';
import type { CallFailure } from '../../shared/api/call.ts';
import { passkeyObstacle, signWithPasskey } from '../../shared/api/passkeys.ts';
import { useServices } from '../../shared/api/services.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { loginFailureText } from './login-failure.ts';
import styles from './passkey-login.module.css';

export interface PasskeyLoginProps {
  /** Somebody has logged in, whose name this is. */
  readonly onLoggedIn: (answer: ReceivedAnswer<'authenticate'>, userName: string) => void;
}

/** What the login page offers besides the password, where the gateway has passkeys. */
export function PasskeyLogin({ onLoggedIn }: PasskeyLoginProps) {
  const { call } = useServices();
  const { format } = useI18n();
  const texts = useTexts('common', 'login', 'passkeys');
  const { login: t, results } = texts.passkeys;
  const [place, setPlace] = useState<ReceivedAnswer<'getPasskeyHosts'>>();
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<string>();

  useEffect(() => {
    let isGone = false;
    // Without a login; where nobody answers, the password says why.
    void call(getPasskeyHosts, { anonymous: true }).then((result) => {
      if (!isGone && result.kind === 'answered') setPlace(result.answer);
    });
    return () => {
      isGone = true;
    };
  }, [call]);

  if (place === undefined || place.hosts.length === 0) return null;
  const obstacle = passkeyObstacle(place.host);
  if (obstacle === 'insecure') return <p className={styles.quiet}>{t.insecure}</p>;
  if (obstacle === 'unable') return null;
  if (!place.hosts.includes(place.host)) {
    return <p className={styles.quiet}>{t.elsewhere(place.hosts.join(', '))}</p>;
  }

  async function logIn(): Promise<void> {
    setAsking(true);
    setFailure(undefined);
    setFailure(await tryToLogIn());
    setAsking(false);
  }

  const reasonOf = (result: CallFailure) => loginFailureText(result, texts, format);

  /** Why it failed; undefined: it did not. */
  async function tryToLogIn(): Promise<string | undefined> {
    const asked = await call(askForPasskey, { body: { ask: true }, anonymous: true });
    if (asked.kind !== 'answered') return reasonOf(asked);
    if (asked.answer.type !== 'success') return wordsOf(asked.answer);
    const signed = await signWithPasskey(asked.answer);
    if ('obstacle' in signed) {
      const { obstacle: why } = signed;
      return why.kind === 'other' ? t.notPossible(why.text) : t.cancelled;
    }
    const result = await call(logInWithPasskey, { body: signed.body, anonymous: true });
    if (result.kind !== 'answered') return reasonOf(result);
    const { user, ...answer } = result.answer;
    if (answer.type !== 'success' || user === undefined) return wordsOf(answer);
    onLoggedIn(answer, user);
    return undefined;
  }

  function wordsOf({ code = 0, message = '' }: ReceivedAnswer<'askForPasskey'>): string {
    const words: Readonly<Record<number, string>> = results;
    return words[code] ?? message;
  }

  return (
    <div className={styles.other}>
      <p className={styles.or}>{t.or}</p>
      <Button aria-disabled={isAsking} onClick={() => !isAsking && void logIn()}>
        {isAsking ? t.asking : t.use}
      </Button>
      {failure !== undefined && (
        <Alert kind="danger" announced>
          {failure}
        </Alert>
      )}
    </div>
  );
}
