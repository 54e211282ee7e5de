import {
  finishOpenId,
  getSignInWays,
  type OpenIdFinish,
  type ReceivedAnswer,
  startOpenId,
} from '@heliograph/contract';
import { useEffect, useRef, useState } from 'react';
import { useServices } from '../../shared/api/services.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { loginFailureText } from './login-failure.ts';
import styles from './passkey-login.module.css';

export interface OpenIdLoginProps {
  /** Where the page would lead on to now. */
  readonly leadsTo: () => string;
  /** Somebody has logged in, whose name this is; where they wanted to go stands in the address again. */
  readonly onLoggedIn: (answer: ReceivedAnswer<'authenticate'>, userName: string) => void;
}

/** What the login page offers where the gateway has a provider of OpenID Connect, and where people come back to from it. */
export function OpenIdLogin({ leadsTo, onLoggedIn }: OpenIdLoginProps) {
  const { call } = useServices();
  const { format } = useI18n();
  const texts = useTexts('common', 'login', 'signIn');
  const t = texts.signIn.openidLogin;
  const [name, setName] = useState<string>();
  const [isWorking, setWorking] = useState(false);
  const [failure, setFailure] = useState<string>();
  const finishing = useRef<(sent: Returned) => Promise<void>>(async () => undefined);

  finishing.current = async (sent) => {
    if (sent.code === '') return setFailure(t.notLetIn);
    setWorking(true);
    const result = await call(finishOpenId, { body: sent, anonymous: true });
    setWorking(false);
    if (result.kind !== 'answered') return setFailure(loginFailureText(result, texts, format));
    const { user, return_url: returnUrl = '', ...answer } = result.answer;
    if (answer.type !== 'success' || user === undefined) return setFailure(wordsOf(answer));
    replaceQuery(`?returnUrl=${encodeURIComponent(returnUrl)}`);
    onLoggedIn(answer, user);
  };

  useEffect(() => {
    let isGone = false;
    const sent = takeReturned();
    if (sent !== undefined) void finishing.current(sent);
    void call(getSignInWays, { anonymous: true }).then((ways) => {
      if (!isGone && ways.kind === 'answered') setName(ways.answer.openid);
    });
    return () => {
      isGone = true;
    };
  }, [call]);

  async function start(): Promise<void> {
    setWorking(true);
    setFailure(undefined);
    const result = await call(startOpenId, { body: { return_url: leadsTo() }, anonymous: true });
    if (result.kind === 'answered' && isWebAddress(result.answer.address)) {
      return globalThis.location.assign(result.answer.address);
    }
    setWorking(false);
    setFailure(result.kind === 'answered' ? wordsOf(result.answer) : loginFailureText(result, texts, format));
  }

  function wordsOf({ code = 0, message = '' }: ReceivedAnswer<'authenticate'>): string {
    const words: Readonly<Record<number, string>> = t.results;
    return words[code] ?? message;
  }

  if (name === undefined && failure === undefined) return null;
  return (
    <div className={styles.other}>
      <p className={styles.or}>{t.or}</p>
      {name !== undefined && (
        <Button aria-disabled={isWorking} onClick={() => !isWorking && void start()}>
          <bdi>{isWorking ? t.working : t.use(name)}</bdi>
        </Button>
      )}
      {failure !== undefined && (
        <Alert kind="danger" announced>
          {failure}
        </Alert>
      )}
    </div>
  );
}

/** Its code is empty where the provider has let nobody in. */
type Returned = OpenIdFinish;

const isWebAddress = (address = ''): address is string => /^https?:\/\//.test(address);

/** What the provider has sent along in the address, which is taken out of it at once: it is to be in no history. */
function takeReturned(): Returned | undefined {
  const query = new URLSearchParams(globalThis.location.search);
  const state = query.get('state');
  if (state === null) return undefined;
  replaceQuery('');
  return { code: query.get('code') ?? '', state, iss: query.get('iss') ?? '' };
}

function replaceQuery(query: string): void {
  globalThis.history.replaceState(null, '', globalThis.location.pathname + query);
}
