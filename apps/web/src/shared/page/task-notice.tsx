import type { ReactNode } from 'react';
import { Alert, type AlertKind } from '../ui/alert.tsx';
import styles from './task-view.module.css';

interface TaskNoticeProps {
  readonly kind: AlertKind;
  readonly title?: string | undefined;
  /** Sentences, the most important one first. */
  readonly lines?: readonly string[];
  /** Stands below them. */
  readonly children?: ReactNode;
  /** Buttons. */
  readonly actions?: ReactNode;
}

/** One state of a task: what there is to say, and to do. */
export function TaskNotice({ kind, title, lines = [], children, actions }: TaskNoticeProps) {
  return (
    <Alert kind={kind}>
      <div className={styles.lines}>
        {title && <h2>{title}</h2>}
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
        {children}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </Alert>
  );
}
