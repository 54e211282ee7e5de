import { Circle, CircleCheck, CircleHelp, CircleX, Hourglass, type IconNode } from 'lucide';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import styles from './status-badge.module.css';

/** `good`: done; `pending`: under way; `bad`: failed; `off`: not switched on; `unknown`: nobody knows. */
export type StatusTone = 'good' | 'pending' | 'bad' | 'off' | 'unknown';

const ICONS: Readonly<Record<StatusTone, IconNode>> = {
  good: CircleCheck,
  pending: Hourglass,
  bad: CircleX,
  off: Circle,
  unknown: CircleHelp,
};

interface StatusBadgeProps {
  readonly tone: StatusTone;
  /** In place of the tone's own. */
  readonly icon?: IconNode;
  /** The word for it: colour and icon never stand alone. */
  readonly children: ReactNode;
}

/** A state as icon and word in its colour. */
export function StatusBadge({ tone, icon = ICONS[tone], children }: StatusBadgeProps) {
  return (
    <span className={`${styles.badge} ${styles[tone]}`} data-tone={tone}>
      <Icon of={icon} size={16} />
      {children}
    </span>
  );
}
