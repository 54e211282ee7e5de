import type { ReceivedLiveData } from '@heliograph/contract';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useElapsedSince, useServices } from '../../shared/api/services.ts';
import { useTexts } from '../../shared/i18n/i18n-context.ts';
import { PATHS } from '../../shared/lib/paths.ts';
import { Alert, type AlertKind } from '../../shared/ui/alert.tsx';
import { clockOverdue } from './clock-hint.ts';
import styles from './live-data-view.module.css';

interface HintsProps {
  readonly live: ReceivedLiveData;
  /** When `live` came, in the clock's elapsed milliseconds. */
  readonly receivedAtMs: number;
}

/** What needs attention before anything else, one line each with what to do. */
export function Hints({ live, receivedAtMs }: HintsProps) {
  const { plant: t } = useTexts('plant');
  const { isClockUnset, hasDefaultPassword, storageProblem } = live.hints;
  // Where all inverters come from devices nobody misses a radio.
  const needsRadio = live.sources.length === 0 || live.inverters.some(({ source }) => !source);
  const hasRadioProblem = needsRadio && live.hints.hasRadioProblem;
  if (!hasRadioProblem && !isClockUnset && !hasDefaultPassword && !storageProblem) return null;
  return (
    <section aria-label={t.hints.label} className={styles.hints}>
      {hasRadioProblem && <Alert kind="danger">{t.hints.radio}</Alert>}
      {storageProblem && <Alert kind="danger">{t.hints[storageProblem]}</Alert>}
      {isClockUnset && <ClockHint live={live} receivedAtMs={receivedAtMs} needsRadio={needsRadio} />}
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

interface ClockHintProps extends HintsProps {
  /** Devices have clocks of their own. */
  readonly needsRadio: boolean;
}

function ClockHint({ live, receivedAtMs, needsRadio }: ClockHintProps) {
  const { plant: t } = useTexts('plant');
  const { clock } = useServices();
  const [firstSeenMs] = useState(clock.elapsedMs);
  const elapsedMs = useElapsedSince(receivedAtMs);
  const seenForMs = useElapsedSince(firstSeenMs);
  const overdue = clockOverdue(live, elapsedMs / 1000, seenForMs / 1000);
  return (
    <Hint
      kind={overdue ? 'danger' : 'warning'}
      text={[
        t.hints.clock,
        needsRadio && t.hints.clockStops,
        overdue ? t.hints.clockOverdue : t.hints.clockJustStarted,
      ]
        .filter(Boolean)
        .join(' ')}
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
