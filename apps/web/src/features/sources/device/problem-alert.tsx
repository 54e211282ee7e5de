import type { SourceProblem } from '@heliograph/contract';
import { useTexts } from '../../../shared/i18n/i18n-context.ts';
import { Alert } from '../../../shared/ui/alert.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { problemText } from '../source-values.ts';
import styles from './device.module.css';

interface ProblemAlertProps {
  readonly problem: SourceProblem;
  readonly onRetry: () => void;
}

/** Why a device told nothing, what to do, and another try. */
export function ProblemAlert({ problem, onRetry }: ProblemAlertProps) {
  const texts = useTexts('common', 'plant', 'sources');
  return (
    <Alert kind="danger" announced>
      <div className={styles.problem}>
        <p>{problemText(texts, problem)}</p>
        <Button onClick={onRetry}>{texts.common.reload}</Button>
      </div>
    </Alert>
  );
}
