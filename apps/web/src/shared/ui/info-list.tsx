import type { ReactNode } from 'react';
import styles from './info-list.module.css';
import { UnknownValue } from './unknown-value.tsx';

/** A label, its value (empty or false: not known; null: none at all), and what stands below in the full width. */
export type InfoRow = readonly [label: string, value: ReactNode, below?: ReactNode];

interface InfoListProps {
  readonly rows: readonly InfoRow[];
  /** The values are from before. */
  readonly stale?: boolean;
}

/** Labels with their values, one pair a line. */
export function InfoList({ rows, stale = false }: InfoListProps) {
  return (
    <dl className={stale ? styles.stale : undefined}>
      {rows.map(([label, value, below]) => (
        <div key={label} className={styles.row}>
          <dt>{label}</dt>
          {value !== null && <dd>{value || <UnknownValue />}</dd>}
          {below && <dd className={styles.below}>{below}</dd>}
        </div>
      ))}
    </dl>
  );
}
