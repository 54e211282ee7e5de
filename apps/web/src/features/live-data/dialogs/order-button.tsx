import type { IconNode } from 'lucide';
import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import { useTexts } from '../../../shared/i18n/i18n-context.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import styles from './order-button.module.css';

/** Orders to choose from, side by side where there is room. */
export function OrderButtons({ children }: { readonly children: ReactNode }) {
  return <div className={styles.orders}>{children}</div>;
}

interface OrderButtonProps
  extends Pick<ComponentPropsWithRef<typeof Button>, 'type' | 'variant' | 'onClick' | 'ref'> {
  readonly icon?: IconNode;
  readonly label: string;
  /** What follows from it, in one sentence. */
  readonly note: string;
  /** Its own order is under way. */
  readonly isSending: boolean;
  /** An order is under way: nothing can be pressed, and the focus stays. */
  readonly isDisabled: boolean;
  /** The id of what says why nothing can be sent at all. */
  readonly barredBy?: string | undefined;
}

/** A button with what follows from it below. */
export function OrderButton({
  icon,
  label,
  note,
  isSending,
  isDisabled,
  barredBy,
  onClick,
  ...button
}: OrderButtonProps) {
  const { control } = useTexts('control');
  const noteId = useId();
  const isBarred = isDisabled || barredBy !== undefined;
  return (
    <div className={styles.order}>
      <Button
        {...button}
        aria-disabled={isBarred}
        aria-describedby={barredBy === undefined ? noteId : `${noteId} ${barredBy}`}
        onClick={isBarred ? undefined : onClick}
      >
        {icon !== undefined && <Icon of={icon} size={18} />}
        {isSending ? control.sending : label}
      </Button>
      <p id={noteId} className={styles.note}>
        {note}
      </p>
    </div>
  );
}
