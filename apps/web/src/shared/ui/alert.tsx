import { CircleAlert, CircleCheck, type IconNode, Info, TriangleAlert } from 'lucide';
import type { ReactNode } from 'react';
import styles from './alert.module.css';
import { Icon } from './icon.tsx';

export type AlertKind = 'info' | 'success' | 'warning' | 'danger';

const ICONS: Readonly<Record<AlertKind, IconNode>> = {
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
  const icon = ICONS[kind];
  return (
    <div className={`${styles.alert} ${styles[kind]}`} role={announced ? 'alert' : undefined}>
      <Icon of={icon} size={20} />
      <div className={styles.text}>{children}</div>
    </div>
  );
}
