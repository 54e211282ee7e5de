import type { ReceivedApiResult } from '@heliograph/contract';
import { X } from 'lucide-react';
import { useAreaTexts } from '../i18n/i18n-context.ts';
import { resultText } from '../i18n/result-text.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import styles from './outcome-alert.module.css';
import { resultAlertKind } from './result-alert-kind.ts';

interface OutcomeAlertProps {
  /** What the gateway answered to the last action; nothing is shown without one. */
  readonly outcome: ReceivedApiResult | undefined;
  readonly onDismiss: () => void;
}

/**
 * The answer to an action, in sight wherever the page is scrolled to, until it is dismissed. The place itself is
 * always there, because a screen reader tells what changes in a place it knows.
 */
export function OutcomeAlert({ outcome, onDismiss }: OutcomeAlertProps) {
  const area = useAreaTexts();
  return (
    <div className={styles.place} role="status">
      {outcome !== undefined && (
        <Alert kind={resultAlertKind(outcome)}>
          <div className={styles.row}>
            <span className={styles.text}>{resultText(area, outcome)}</span>
            <Button variant="bare" aria-label={area.common.dismiss} onClick={onDismiss}>
              <X size={18} aria-hidden="true" />
            </Button>
          </div>
        </Alert>
      )}
    </div>
  );
}
