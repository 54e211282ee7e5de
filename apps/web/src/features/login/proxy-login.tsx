import { authenticate, encodeCredentials, getSignInWays } from '@heliograph/contract';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useServices } from '../../shared/api/services.ts';
import { recordOfLogin } from '../../shared/api/session.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { useNotices } from '../../shared/ui/notices.tsx';
import { loginFailureText } from './login-failure.ts';

/** For whom a proxy in front of the gateway has logged in already: one click, and no password. */
export function ProxyLogin({ leadsTo }: { readonly leadsTo: () => string }) {
  const { format } = useI18n();
  const { signIn: t, ...texts } = useTexts('common', 'login', 'signIn');
  const { call, session } = useServices();
  const { announce } = useNotices();
  const [, navigate] = useLocation();
  const [user, setUser] = useState<string>();
  const [isWorking, setWorking] = useState(false);
  const [failure, setFailure] = useState<string>();

  useEffect(() => {
    let isGone = false;
    void call(getSignInWays, { anonymous: true }).then((ways) => {
      if (!isGone && ways.kind === 'answered') setUser(ways.answer.proxy_user);
    });
    return () => {
      isGone = true;
    };
  }, [call]);

  if (user === undefined) return null;

  async function goOn(name: string): Promise<void> {
    if (isWorking) return;
    setWorking(true);
    // The name alone: with it the gateway knows whom this page takes the proxy to mean.
    const authdata = encodeCredentials(name, '');
    const result = await call(authenticate, { authdata });
    setWorking(false);
    const reason = loginFailureText(result, texts, format);
    setFailure(reason);
    if (reason !== undefined || result.kind !== 'answered') return;
    session.logIn(recordOfLogin(result.answer, name, authdata));
    announce(texts.login.done);
    navigate(leadsTo(), { replace: true });
  }

  return (
    <>
      <Alert kind="info">{t.byProxy}</Alert>
      {failure !== undefined && (
        <Alert kind="danger" announced>
          {failure}
        </Alert>
      )}
      <Button variant="primary" aria-disabled={isWorking} onClick={() => void goOn(user)}>
        <bdi>{t.goOn(user)}</bdi>
      </Button>
    </>
  );
}
