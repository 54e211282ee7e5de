import type { ReceivedApiResult } from '@heliograph/contract';
import { X } from 'lucide-react';
import { useAreaTexts } from '../i18n/i18n-context.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { FailureText, failureAlertKind } from './failure-alert.tsx';
import type { FormFailure } from './form-state.ts';
import styles from './outcome-alert.module.css';

interface OutcomeAlertProps {
  /** What the gateway answered to the last action; nothing is shown without one. */
  readonly outcome: ReceivedApiResult | undefined;
  /** Why there is no such answer; goes before it. */
  readonly failure?: FormFailure | undefined;
  /** What follows from a success. */
  readonly note?: string | undefined;
  readonly onDismiss: () => void;
}

/**
 * The answer to an action, in sight wherever the page is scrolled to, until it is dismissed. The place itself is
 * always there, because a screen reader tells what changes in a place it knows.
 */
export function OutcomeAlert({ outcome, failure, note, onDismiss }: OutcomeAlertProps) {
  const { common } = useAreaTexts();
  const shown = failure ?? (outcome && ({ kind: 'rejected', answer: outcome } as const));
  return (
    <div className={styles.place} role="status" data-kind={shown && failureAlertKind(shown)}>
      {shown !== undefined && (
        <Alert kind={failureAlertKind(shown)}>
          <div className={styles.row}>
            <div className={styles.text}>
              <FailureText failure={shown} />
              {failure === undefined && outcome?.type === 'success' && <p>{note}</p>}
            </div>
            <Button variant="bare" aria-label={common.dismiss} onClick={onDismiss}>
              <X size={18} aria-hidden="true" />
            </Button>
          </div>
        </Alert>
      )}
    </div>
  );
}
