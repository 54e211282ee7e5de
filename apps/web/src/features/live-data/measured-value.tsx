import type { LiveValue } from '@heliograph/contract';
import { useI18n } from '../../shared/i18n/i18n-context.ts';
import { UnknownValue } from '../../shared/ui/unknown-value.tsx';
import styles from './measured-value.module.css';

interface MeasuredValueProps {
  readonly value: LiveValue | undefined;
  /** false: what stands on the wire was never measured. */
  readonly known?: boolean;
}

/** A number with exactly its decimals, and its unit; a dash where nothing is known, which is not the same as zero. */
export function MeasuredValue({ value, known = true }: MeasuredValueProps) {
  const { format } = useI18n();
  if (value === undefined || value.v === null || !known) {
    return (
      <span className={styles.value}>
        <UnknownValue />
      </span>
    );
  }
  return (
    <span className={styles.value}>
      {format.digits(value.v, value.d)}
      {value.u !== '' && <span className={styles.unit}>{format.unitGap(value.u) + value.u}</span>}
    </span>
  );
}
