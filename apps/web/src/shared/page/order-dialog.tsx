import type { ReceivedApiResult } from '@heliograph/contract';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { CallResult } from '../api/call.ts';
import { useServices } from '../api/services.ts';
import { FailureAlert } from '../form/failure-alert.tsx';
import type { FormFailure } from '../form/form-state.ts';
import { useTexts } from '../i18n/i18n-context.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import styles from './task-view.module.css';

/** It was given at `restartMs` of the clock's, and taken; undefined: the answer was lost, as those of who restarts may be. */
export type OnOrdered = (answer: ReceivedApiResult | undefined, restartMs: number) => void;

interface OrderDialogProps {
  readonly title: string;
  /** The word for doing it. */
  readonly action: string;
  /** Gives the order; undefined: something is missing for it. */
  readonly send: () => Promise<CallResult<ReceivedApiResult>> | undefined;
  readonly onDone: OnOrdered;
  readonly onClose: () => void;
  /** Something was typed, which a press beside the dialog must not lose. */
  readonly holdsInput?: boolean;
  /** What will happen. */
  readonly children: ReactNode;
}

/** Asks before an order that ends in a restart, gives it, and says why it was not taken. */
export function OrderDialog({
  title,
  action,
  send,
  onDone,
  onClose,
  holdsInput = false,
  children,
}: OrderDialogProps) {
  const { clock } = useServices();
  const { common } = useTexts('common');
  const [isWorking, setWorking] = useState(false);
  const [failure, setFailure] = useState<FormFailure>();
  const id = useId();

  async function run(event: FormEvent): Promise<void> {
    event.preventDefault();
    const restartMs = clock.elapsedMs();
    const order = isWorking ? undefined : send();
    if (order === undefined) return;
    setWorking(true);
    setFailure(undefined);
    const result = await order;
    setWorking(false);
    if (result.kind === 'unreachable') onDone(undefined, restartMs);
    else if (result.kind !== 'answered') setFailure(result);
    else if (result.answer.type === 'success') onDone(result.answer, restartMs);
    else setFailure({ kind: 'rejected', answer: result.answer });
  }

  return (
    <Dialog
      title={title}
      closeLabel={common.close}
      onClose={onClose}
      busy={isWorking}
      holdsInput={holdsInput}
      footer={
        <>
          <Button onClick={onClose} aria-disabled={isWorking} data-autofocus>
            {common.cancel}
          </Button>
          <Button type="submit" form={id} variant="danger" aria-disabled={isWorking}>
            {action}
          </Button>
        </>
      }
    >
      {failure !== undefined && <FailureAlert failure={failure} />}
      <form id={id} noValidate className={styles.lines} onSubmit={(event) => void run(event)}>
        {children}
      </form>
    </Dialog>
  );
}
