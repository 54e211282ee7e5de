import type { CallFailure } from '../../../shared/api/call.ts';
import { callFailureText } from '../../../shared/form/call-failure.ts';
import { useAreaTexts, useI18n } from '../../../shared/i18n/i18n-context.ts';
import { Alert } from '../../../shared/ui/alert.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import styles from './load-failure.module.css';

interface LoadFailureProps {
  readonly failure: CallFailure;
  /** What to say of an earlier answer that is still shown. */
  readonly staleNote?: string | undefined;
  readonly onRetry: () => void;
}

/** Why something could not be read, what that means for what is still shown, and another try. */
export function LoadFailure({ failure, staleNote, onRetry }: LoadFailureProps) {
  const { format } = useI18n();
  const area = useAreaTexts();
  return (
    <Alert kind="danger" announced>
      <div className={styles.failure}>
        <p>{callFailureText(area, format, failure)}</p>
        {staleNote !== undefined && <p>{staleNote}</p>}
        <Button className={styles.retry} onClick={onRetry}>
          {area.common.reload}
        </Button>
      </div>
    </Alert>
  );
}

/** Whether another try may do better without anybody doing something about it. */
export function mayPass(failure: CallFailure): boolean {
  return failure.kind !== 'missing' && failure.kind !== 'unauthorized';
}
