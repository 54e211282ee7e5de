import { TriangleAlert } from 'lucide';
import { useId, useLayoutEffect, useRef } from 'react';
import { useTexts } from '../../../shared/i18n/i18n-context.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import type { PowerOrder } from '../pending-order.ts';
import styles from './power-confirmation.module.css';

interface PowerConfirmationProps {
  readonly action: Exclude<PowerOrder['action'], 'on'>;
  /** Of the inverter. */
  readonly name: string;
  readonly isSending: boolean;
  /** The id of what says why nothing can be sent at all. */
  readonly barredBy: string | undefined;
  readonly onConfirm: () => void;
  readonly onBack: () => void;
}

/** Asks once more, and says what will happen. */
export function PowerConfirmation({
  action,
  name,
  isSending,
  barredBy,
  onConfirm,
  onBack,
}: PowerConfirmationProps) {
  const { common, control } = useTexts('common', 'control');
  const { power } = control;
  const isBarred = isSending || barredBy !== undefined;
  const titleId = useId();
  const noteId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const texts =
    action === 'off'
      ? { title: power.askOff(name), note: power.askOffNote, confirm: power.confirmOff }
      : { title: power.askRestart(name), note: power.askRestartNote, confirm: power.confirmRestart };

  useLayoutEffect(() => {
    title.current?.focus();
  }, []);

  return (
    // biome-ignore lint/a11y/useSemanticElements: no fields to be set together
    <div role="group" aria-labelledby={titleId} aria-describedby={noteId} className={styles.confirmation}>
      <div className={styles.question}>
        <Icon of={TriangleAlert} size={20} />
        <h3 id={titleId} ref={title} tabIndex={-1} title={texts.title}>
          {texts.title}
        </h3>
      </div>
      <p id={noteId}>{texts.note}</p>
      <div className={styles.answers}>
        <Button
          className={styles.danger}
          aria-disabled={isBarred}
          aria-describedby={barredBy === undefined ? noteId : `${noteId} ${barredBy}`}
          onClick={isBarred ? undefined : onConfirm}
        >
          {isSending ? control.sending : texts.confirm}
        </Button>
        <Button aria-disabled={isSending} onClick={isSending ? undefined : onBack}>
          {common.cancel}
        </Button>
      </div>
    </div>
  );
}
