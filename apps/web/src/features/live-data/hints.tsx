import type { ReceivedLiveData } from '@heliograph/contract';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useElapsedSince, useServices } from '../../shared/api/services.ts';
import { useI18n } from '../../shared/i18n/i18n-context.ts';
import { PATHS } from '../../shared/lib/paths.ts';
import { Alert, type AlertKind } from '../../shared/ui/alert.tsx';
import { clockOverdue } from './clock-hint.ts';
import styles from './hints.module.css';

interface HintsProps {
  readonly live: ReceivedLiveData;
  /** When `live` came, in the clock's elapsed milliseconds. */
  readonly receivedAtMs: number;
}

/** What needs attention before anything else, one line each with what to do. */
export function Hints({ live, receivedAtMs }: HintsProps) {
  const { t } = useI18n();
  const { hasRadioProblem, isClockUnset, hasDefaultPassword, storageProblem } = live.hints;
  if (!hasRadioProblem && !isClockUnset && !hasDefaultPassword && !storageProblem) return null;
  return (
    <section aria-label={t.hints.label} className={styles.hints}>
      {hasRadioProblem && <Alert kind="danger">{t.hints.radio}</Alert>}
      {storageProblem && <Alert kind="danger">{t.hints[storageProblem]}</Alert>}
      {isClockUnset && <ClockHint live={live} receivedAtMs={receivedAtMs} />}
      {hasDefaultPassword && (
        <Hint
          kind="warning"
          text={t.hints.password}
          link={<Link href={PATHS.securitySettings}>{t.hints.passwordLink}</Link>}
        />
      )}
    </section>
  );
}

function ClockHint({ live, receivedAtMs }: HintsProps) {
  const { t } = useI18n();
  const { clock } = useServices();
  const [firstSeenMs] = useState(clock.elapsedMs);
  const elapsedMs = useElapsedSince(receivedAtMs);
  const seenForMs = useElapsedSince(firstSeenMs);
  const overdue = clockOverdue(live, elapsedMs / 1000, seenForMs / 1000);
  return (
    <Hint
      kind={overdue ? 'danger' : 'warning'}
      text={`${t.hints.clock} ${overdue ? t.hints.clockOverdue : t.hints.clockJustStarted}`}
      link={<Link href={PATHS.ntpSettings}>{t.hints.clockLink}</Link>}
    />
  );
}

interface HintProps {
  readonly kind: AlertKind;
  readonly text: string;
  readonly link: ReactNode;
}

function Hint({ kind, text, link }: HintProps) {
  return (
    <Alert kind={kind}>
      <div className={styles.hint}>
        <span>{text}</span>
        {link}
      </div>
    </Alert>
  );
}
