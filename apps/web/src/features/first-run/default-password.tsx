import { endFirstRun } from '@heliograph/contract';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useServices } from '../../shared/api/services.ts';
import { useTexts } from '../../shared/i18n/i18n-context.ts';
import { PATHS } from '../../shared/lib/paths.ts';
import { Button } from '../../shared/ui/button.tsx';
import { useNotices } from '../../shared/ui/notices.tsx';
import type { Typed } from './guide.ts';
import styles from './guide-page.module.css';
import { ReplacePassword } from './new-password.tsx';

interface DefaultPasswordProps {
  /** Where the login would have led. */
  readonly leadsTo: string;
}

/**
 * Asks once, after the login, whether the password that everybody knows shall stay. Nothing waits for the answer: whoever has seen
 * the question was asked.
 */
export function DefaultPassword({ leadsTo }: DefaultPasswordProps) {
  const { call } = useServices();
  const { announce } = useNotices();
  const [, navigate] = useLocation();
  const { welcome: t } = useTexts('welcome');
  const [typed, setTyped] = useState<Typed>({});

  useEffect(() => {
    void call(endFirstRun, { body: { done: true } });
  }, [call]);

  const goOn = () => navigate(leadsTo, { replace: true });
  return (
    <section className={styles.guide}>
      <h1>{t.known.title}</h1>
      <div className={styles.step}>
        <p>{t.known.text}</p>
        <ReplacePassword
          fields={{ typed, type: (values) => setTyped((before) => ({ ...before, ...values })) }}
          onSet={() => {
            announce(t.results[21501]);
            goOn();
          }}
          foot={(save, isBusy) => (
            <div className={styles.foot}>
              <Button onClick={goOn}>{t.later}</Button>
              <Button variant="primary" onClick={save} aria-disabled={isBusy}>
                {isBusy ? t.working : t.known.save}
              </Button>
            </div>
          )}
        />
        <Link href={PATHS.welcome}>{t.known.guide}</Link>
      </div>
    </section>
  );
}
