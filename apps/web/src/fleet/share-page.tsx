import { Link2, Link2Off } from 'lucide';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useI18n, useTexts } from '../shared/i18n/i18n-context.ts';
import { Button, ButtonLink } from '../shared/ui/button.tsx';
import { Message } from '../shared/ui/message.tsx';
import { failureText } from './failure-text.ts';
import { FLEET_PATHS } from './paths.ts';
import { useFleetServices, useLive } from './services.ts';

const SECRET = /^[\w-]{20,64}$/;

/**
 * Opens the link whose secret stands behind the sign, which no server ever sees, and forgets it in the address. The login of whoever
 * is logged in by name would end with that, so that one is asked first.
 */
export function SharePage() {
  const { fleet: t } = useTexts('fleet');
  const { format } = useI18n();
  const { call, live, kept, tellOthers } = useFleetServices();
  const { phase, fleet } = useLive();
  const [, navigate] = useLocation();
  const [secret] = useState(() => window.location.hash.slice(1));
  const [failure, setFailure] = useState<string>();
  const [isAgreed, setAgreed] = useState(false);
  const isOpened = useRef(false);
  const isKnownWho = phase === 'live' || phase === 'login';
  const name = fleet?.me.name ?? '';
  const isAsking = name !== '' && !isAgreed && SECRET.test(secret);

  useEffect(() => window.history.replaceState(window.history.state, '', FLEET_PATHS.share), []);

  const open = useEffectEvent(async () => {
    if (!SECRET.test(secret)) return setFailure(t.share.unknown);
    const result = await call('openShare', { body: { secret } });
    if (result.kind !== 'answered') {
      const isUnknown = result.kind === 'refused' && ['unknown', 'values', 'login'].includes(result.refusal);
      return setFailure(isUnknown ? t.share.unknown : failureText(t, format, result));
    }
    kept.clear();
    tellOthers();
    live.leave(); // what the login before has shown is not of this link
    live.restart();
    navigate(FLEET_PATHS.sites, { replace: true });
  });
  useEffect(() => {
    if (!isKnownWho || isAsking || isOpened.current) return; // a link is opened once
    isOpened.current = true;
    void open();
  }, [isKnownWho, isAsking]);

  if (failure !== undefined)
    return (
      <Message icon={Link2Off} title={t.share.failed}>
        <p role="alert">{failure}</p>
        {fleet === undefined ? (
          <ButtonLink href={FLEET_PATHS.login}>{t.login.title}</ButtonLink>
        ) : (
          <ButtonLink href={FLEET_PATHS.sites}>{t.backToSites}</ButtonLink>
        )}
      </Message>
    );
  if (!isKnownWho || !isAsking) return <p role="status">{t.share.opening}</p>;
  return (
    <Message icon={Link2} title={t.share.ask}>
      <p>{t.share.askText(name)}</p>
      <Button variant="primary" onClick={() => setAgreed(true)}>
        {t.share.open}
      </Button>
      <ButtonLink href={FLEET_PATHS.sites}>{t.backToSites}</ButtonLink>
    </Message>
  );
}
