import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './alert.module.css';

export type AlertKind = 'info' | 'success' | 'warning' | 'danger';

const ICONS: Readonly<Record<AlertKind, LucideIcon>> = {
  info: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  danger: CircleAlert,
};

interface AlertProps {
  readonly kind: AlertKind;
  /** Read out at once when it appears: for the answer to something the user just did. */
  readonly announced?: boolean;
  readonly children: ReactNode;
}

/** One message in a tinted box: icon, text, and whatever helps. */
export function Alert({ kind, announced = false, children }: AlertProps) {
  const Icon = ICONS[kind];
  return (
    <div className={`${styles.alert} ${styles[kind]}`} role={announced ? 'alert' : undefined}>
      <Icon size={20} aria-hidden="true" />
      <div className={styles.text}>{children}</div>
    </div>
  );
}
