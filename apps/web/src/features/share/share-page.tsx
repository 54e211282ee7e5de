import { openShare, type ShareScope } from '@heliograph/contract';
import { Link as LinkIcon, Unlink } from 'lucide';
import { useCallback, useEffect, useState } from 'react';
import { Link, useRouter } from 'wouter';
import { useServices, useUser } from '../../shared/api/services.ts';
import { userNameOf } from '../../shared/api/session.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { PATHS } from '../../shared/lib/paths.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Message } from '../../shared/ui/message.tsx';

/** Why a link does not lead on. */
type Problem = 'over' | 'expired' | 'unknown' | 'clock' | 'throttled' | 'unreachable';

const PROBLEM_OF: Readonly<Record<number, Problem>> = { 21022: 'clock', 21023: 'expired' };

/**
 * Where a link leads that shares a page. Its secret stands behind the #, which no browser sends: this page takes it out of the address at
 * once and asks the gateway for the cookie that opens what the link is for.
 */
export function SharePage() {
  const { base } = useRouter();
  const { call, preferences } = useServices();
  const { t: frame } = useI18n();
  const { share: t } = useTexts('share');
  const user = useUser();
  const [secret, setSecret] = useState(() => window.location.hash.slice(1));
  const [problem, setProblem] = useState<Problem | undefined>(secret === '' ? 'over' : undefined);
  const isLoggedIn = user !== undefined;

  useEffect(() => {
    const next = window.location.hash.slice(1); // another link may have been opened since this was drawn
    window.history.replaceState(window.history.state, '', window.location.pathname);
    if (next !== '' && next !== secret) return setSecret(next);
    // Without a link: the one by which this browser read is good no more.
    if (secret === '') preferences.write('shared', '');
  }, [secret, preferences]);

  /** Another link, opened where this page is shown: only what stands behind the # changes. */
  useEffect(() => {
    const onNext = () => {
      if (window.location.hash.length > 1) setSecret(window.location.hash.slice(1));
    };
    window.addEventListener('hashchange', onNext);
    return () => window.removeEventListener('hashchange', onNext);
  }, []);

  const show = useCallback(
    (page: ShareScope) => {
      preferences.write('shared', page);
      // As a page of the gateway: it comes with its values, and the secret stays in no page of the history.
      window.location.replace(`${base}${PATHS[page === 'all' ? 'home' : page]}`);
    },
    [base, preferences],
  );

  const open = useCallback(async () => {
    setProblem(undefined);
    const opened = await call(openShare, { body: { secret }, anonymous: true });
    if (opened.kind === 'throttled') setProblem('throttled');
    else if (opened.kind !== 'answered') setProblem('unreachable');
    else if (opened.answer.page !== undefined) show(opened.answer.page);
    else setProblem(PROBLEM_OF[opened.answer.code ?? 0] ?? 'unknown');
  }, [call, secret, show]);

  useEffect(() => {
    if (secret !== '' && !isLoggedIn) void open();
  }, [secret, isLoggedIn, open]);

  if (user !== undefined) {
    return (
      <Message icon={LinkIcon} title={frame.titles.share}>
        <p>{t.loggedIn(userNameOf(user))}</p>
        <Link href={PATHS.home}>{frame.backHome}</Link>
      </Message>
    );
  }
  if (problem === undefined) {
    return (
      <Message icon={LinkIcon} title={frame.titles.share}>
        <p role="status">{t.opening}</p>
      </Message>
    );
  }
  const isPassing = problem === 'throttled' || problem === 'unreachable' || problem === 'clock';
  return (
    <Message icon={Unlink} title={t.problems[problem].title}>
      <p role="alert">{t.problems[problem].text}</p>
      {isPassing ? (
        <Button variant="primary" onClick={() => void open()}>
          {t.again}
        </Button>
      ) : (
        <Link href={PATHS.login}>{frame.bar.login}</Link>
      )}
    </Message>
  );
}
