import type { Measured } from '@heliograph/contract';
import { useI18n } from '../../shared/i18n/i18n-context.ts';
import { UnknownValue } from '../../shared/ui/unknown-value.tsx';
import styles from './measured-value.module.css';

interface MeasuredValueProps {
  readonly value: Measured | undefined;
  /** false: what is there was never measured. */
  readonly known?: boolean;
}

/** A number with exactly its decimals, and its unit; a dash where nothing is known, which is not the same as zero. */
export function MeasuredValue({ value, known = true }: MeasuredValueProps) {
  const { format } = useI18n();
  if (value === undefined || value.value === null || !known) {
    return (
      <span className={styles.value}>
        <UnknownValue />
      </span>
    );
  }
  return (
    <span className={styles.value}>
      {format.digits(value.value, value.digits)}
      {value.unit !== '' && <span className={styles.unit}>{format.unitGap(value.unit) + value.unit}</span>}
    </span>
  );
}
