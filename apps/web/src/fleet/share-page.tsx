import { Link2Off } from 'lucide';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useI18n, useTexts } from '../shared/i18n/i18n-context.ts';
import { ButtonLink } from '../shared/ui/button.tsx';
import { Message } from '../shared/ui/message.tsx';
import { failureText } from './failure-text.ts';
import { FLEET_PATHS } from './paths.ts';
import { useFleetServices } from './services.ts';

const SECRET = /^[\w-]{20,64}$/;

/** Opens the link whose secret stands behind the sign, which no server ever sees, and forgets it in the address. */
export function SharePage() {
  const { fleet: t } = useTexts('fleet');
  const { format } = useI18n();
  const { call, live, kept, tellOthers } = useFleetServices();
  const [, navigate] = useLocation();
  const [failure, setFailure] = useState<string>();
  const isAsked = useRef(false);

  const open = useEffectEvent(async () => {
    const secret = window.location.hash.slice(1);
    window.history.replaceState(null, '', FLEET_PATHS.share);
    if (!SECRET.test(secret)) return setFailure(t.share.unknown);
    const result = await call('openShare', { body: { secret } });
    if (result.kind !== 'answered') {
      const isUnknown = result.kind === 'refused' && ['unknown', 'values', 'login'].includes(result.refusal);
      return setFailure(isUnknown ? t.share.unknown : failureText(t, format, result));
    }
    kept.clear();
    tellOthers();
    live.restart();
    navigate(FLEET_PATHS.sites, { replace: true });
  });
  useEffect(() => {
    if (isAsked.current) return; // a link is opened once
    isAsked.current = true;
    void open();
  }, []);

  if (failure === undefined) return <p role="status">{t.share.opening}</p>;
  return (
    <Message icon={Link2Off} title={t.share.failed}>
      <p role="alert">{failure}</p>
      <ButtonLink href={FLEET_PATHS.login}>{t.login.title}</ButtonLink>
    </Message>
  );
}
