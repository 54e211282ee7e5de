import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useI18n } from '../../shared/i18n/i18n-context.ts';
import { PATHS } from '../../shared/lib/paths.ts';
import { Alert, type AlertKind } from '../../shared/ui/alert.tsx';
import styles from './live-data-view.module.css';

/** The one hint that many have, and therefore comes with the start. */
export function PasswordHint() {
  const { t } = useI18n();
  return (
    <Hint
      kind="warning"
      text={t.hints.password}
      link={<Link href={PATHS.securitySettings}>{t.hints.passwordLink}</Link>}
    />
  );
}

interface HintProps {
  readonly kind: AlertKind;
  readonly text: string;
  readonly link: ReactNode;
}

export function Hint({ kind, text, link }: HintProps) {
  return (
    <Alert kind={kind}>
      <div className={styles.hint}>
        <span>{text}</span>
        {link}
      </div>
    </Alert>
  );
}
