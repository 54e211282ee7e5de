import type { CommandStatus } from '@heliograph/contract';
import { useTexts } from '../../../shared/i18n/i18n-context.ts';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { StatusBadge, type StatusTone } from '../../../shared/ui/status-badge.tsx';
import styles from './order-status.module.css';

const TONES: Readonly<Record<CommandStatus, StatusTone>> = {
  Ok: 'good',
  Pending: 'pending',
  Failure: 'bad',
  Unknown: 'unknown',
};

export interface OrderStatusProps {
  /** Of the last order; undefined while it is not known. */
  readonly status: CommandStatus | undefined;
  readonly isLoading: boolean;
  /** The gateway does not answer any more: the status is the one of before. */
  readonly isStale: boolean;
  /** A device has refused it, so that nobody tries again. */
  readonly isRefused?: boolean;
}

/** What became of the last order, and what that means. A change is read out. */
export function OrderStatus({ status, isLoading, isStale, isRefused = false }: OrderStatusProps) {
  const { control, common, limits } = useTexts('control', 'common', 'limits');
  return (
    <div className={styles.status}>
      <p className={styles.label}>{control.lastOrder}</p>
      <div role="status" className={styles.state}>
        {status === undefined && isLoading && (
          <>
            <span className="visually-hidden">{common.loading}</span>
            <Skeleton height="1.75rem" width="6rem" />
          </>
        )}
        {(status !== undefined || !isLoading) && (
          <>
            <StatusBadge tone={isStale ? 'unknown' : TONES[status ?? 'Unknown']}>
              {control.status[status ?? 'Unknown']}
            </StatusBadge>
            <p className={styles.note}>
              {!__FOR_DEVICE__ && status === 'Failure' && isRefused
                ? limits.orders.refusedNote
                : status !== undefined && control.statusNote[status]}
            </p>
          </>
        )}
      </div>
    </div>
  );
}
