import { Circle, CircleAlert, CircleCheck, CircleHelp, CircleX, History, type IconNode, Moon } from 'lucide';
import { memo } from 'react';
import { useI18n } from '../i18n/i18n-context.ts';
import { Icon } from '../ui/icon.tsx';
import type { InverterState } from './inverter-state.ts';
import styles from './state-mark.module.css';

const ICONS: Readonly<Record<InverterState, IconNode>> = {
  unreachable: CircleX,
  asleep: Moon,
  silent: CircleHelp,
  unpolled: Circle,
  idle: CircleAlert,
  producing: CircleCheck,
  unknown: Circle,
  stale: History,
};

interface StateIconProps {
  readonly state: InverterState;
  readonly size?: number;
}

/** The icon of a state in its colour. The word must stand beside it. */
export const StateIcon = memo(function StateIcon({ state, size = 20 }: StateIconProps) {
  const icon = ICONS[state];
  return <Icon of={icon} className={styles[state]} size={size} data-state={state} />;
});

/** A state as icon and word. */
export const StateBadge = memo(function StateBadge({ state }: Pick<StateIconProps, 'state'>) {
  const { t } = useI18n();
  return (
    <span className={`${styles.badge} ${styles[state]}`} data-state={state}>
      <StateIcon state={state} size={18} />
      {t.states[state]}
    </span>
  );
});
