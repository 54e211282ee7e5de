import { endSession, getSessions, type SessionFacts } from '@heliograph/contract';
import { useState } from 'react';
import { useServices, useUnixMs, useUser } from '../../shared/api/services.ts';
import { userNameOf } from '../../shared/api/session.ts';
import { useEndpoint } from '../../shared/api/use-endpoint.ts';
import { FailureAlert } from '../../shared/form/failure-alert.tsx';
import type { FormFailure } from '../../shared/form/form-state.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { useNotices } from '../../shared/ui/notices.tsx';
import styles from './sessions-card.module.css';

const NO_QUERY = {};
const EVERY_MS = 15_000;
/** Who has called within so long is there now. */
const IN_USE_MS = 90_000;

/** What has never answered has no sessions. */
const again = ({ answer }: { readonly answer: unknown }) => (answer === undefined ? undefined : EVERY_MS);

/** The logins that go on, those of other people by themselves, each with a button that ends it; nothing where the device knows none. */
export function SessionsCard() {
  const { call } = useServices();
  const texts = useTexts('common', 'accounts');
  const { sessions: t, results } = texts.accounts;
  const { announce } = useNotices();
  const me = useUser();
  const { answer, failure: loadFailure, reload } = useEndpoint(getSessions, NO_QUERY, again);
  const [endingIds, setEnding] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<FormFailure>();
  if (answer === undefined) return null;
  const { sessions } = answer;
  const myName = sessions.find(({ own }) => own)?.user ?? (me && userNameOf(me));
  const mine = sessions.filter(({ user }) => user === myName);
  const ofOthers = sessions.filter(({ user }) => user !== myName);
  const others = mine.filter(({ own }) => !own);
  const rowsOf = (shown: readonly SessionFacts[], isNamed = false) => (
    <ul className={styles.list}>
      {shown.map((session) => (
        <SessionRow
          key={session.id}
          session={session}
          isNamed={isNamed}
          isEnding={endingIds.includes(session.id)}
          onEnd={() => void end([session.id])}
        />
      ))}
    </ul>
  );

  async function end(ids: readonly string[]): Promise<void> {
    if (endingIds.length > 0) return;
    setEnding(ids);
    setFailure(undefined);
    for (const id of ids) {
      const result = await call(endSession, { body: { id } });
      // One that has ended by itself meanwhile is what was wanted.
      if (result.kind === 'answered') continue;
      setFailure(result);
      break;
    }
    setEnding([]);
    reload();
    announce(results[21001]);
  }

  return (
    <div className={styles.place}>
      <Card title={t.title}>
        <p className={styles.quiet}>{t.intro}</p>
        {loadFailure !== undefined && <Alert kind="warning">{t.stale}</Alert>}
        {sessions.length === 0 && <p>{t.none}</p>}
        {mine.length > 0 && rowsOf(mine)}
        {others.length > 1 && (
          <Button
            className={styles.all}
            aria-disabled={endingIds.length > 0}
            onClick={() => void end(others.map(({ id }) => id))}
          >
            {endingIds.length > 1 ? t.ending : t.endOthers}
          </Button>
        )}
        {ofOthers.length > 0 && (
          <>
            <h3>{t.ofOthers}</h3>
            {rowsOf(ofOthers, true)}
          </>
        )}
        {failure !== undefined && <FailureAlert failure={failure} />}
      </Card>
    </div>
  );
}

interface SessionRowProps {
  readonly session: SessionFacts;
  /** It says whose it is. */
  readonly isNamed: boolean;
  readonly isEnding: boolean;
  readonly onEnd: () => void;
}

function SessionRow({ session, isNamed, isEnding, onEnd }: SessionRowProps) {
  const { format } = useI18n();
  const { sessions: t } = useTexts('accounts').accounts;
  const nowMs = useUnixMs();
  const { agent, address, since, last_used: lastUsed, own, user } = session;
  const [browser, system] = namesOf(agent);
  const where =
    browser === undefined ? t.unknownAgent : system === undefined ? browser : t.agent(browser, system);
  const what = isNamed ? `${user}, ${where}` : where;
  const idleMs = nowMs - lastUsed * 1000;
  const facts = [t.from(address), since > 0 ? t.since(format.dateTime(since * 1000)) : undefined, usedText()];
  return (
    <li className={styles.row}>
      <div>
        <b>{what}</b>
        {own && <span className={styles.own}>{t.own}</span>}
        <p className={styles.quiet}>{facts.filter((fact) => fact !== undefined).join(' · ')}</p>
      </div>
      {!own && (
        <Button aria-label={t.endOf(`${what}, ${t.from(address)}`)} aria-disabled={isEnding} onClick={onEnd}>
          {isEnding ? t.ending : t.end}
        </Button>
      )}
    </li>
  );

  function usedText(): string | undefined {
    if (own || lastUsed === 0) return undefined;
    return idleMs < IN_USE_MS ? t.usedNow : t.used(format.duration(idleMs));
  }
}

/** By what a browser calls itself; the first that fits, since many call themselves the others, too. */
const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const;

function namesOf(agent: string): readonly [browser: string | undefined, system: string | undefined] {
  const nameIn = (names: typeof BROWSERS | typeof SYSTEMS) =>
    names.find(([mark]) => agent.includes(mark))?.[1];
  return [nameIn(BROWSERS), nameIn(SYSTEMS)];
}
