import { deleteInverter, type ListedInverter, type ReceivedApiResult } from '@heliograph/contract';
import { useState } from 'react';
import { useServices } from '../../shared/api/services.ts';
import { FailureAlert } from '../../shared/form/failure-alert.tsx';
import type { FormFailure } from '../../shared/form/form-state.ts';
import { useTexts } from '../../shared/i18n/i18n-context.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import type { Attempt } from './attempt.ts';
import { meanwhile } from './inverter-list.ts';
import styles from './inverter-settings.module.css';

interface DeleteInverterDialogProps {
  /** As it was when the dialog was opened. */
  readonly opened: ListedInverter;
  /** What its slot holds now. */
  readonly stored: ListedInverter | undefined;
  readonly onClose: () => void;
  readonly onDeleted: (answer: ReceivedApiResult) => void;
  readonly attempt: Attempt;
}

/** Asks before an inverter is deleted: which one, and what goes with it. */
export function DeleteInverterDialog(props: DeleteInverterDialogProps) {
  const { opened, stored, onClose } = props;
  const { common, inverters: t } = useTexts('common', 'inverters');
  const deletion = useDeletion(props);
  // Whatever stands in the slot by now is not what was asked about.
  const isOther = !deletion.isWorking && ['deleted', 'replaced'].includes(meanwhile(opened, stored));
  return (
    <Dialog
      title={t.deleteTitle}
      closeLabel={common.close}
      onClose={onClose}
      busy={deletion.isWorking}
      footer={
        <>
          <Button onClick={onClose} aria-disabled={deletion.isWorking} data-autofocus>
            {isOther ? common.close : common.cancel}
          </Button>
          {!isOther && (
            <Button variant="danger" aria-disabled={deletion.isWorking} onClick={() => void deletion.run()}>
              {deletion.isWorking ? t.deleting : t.delete}
            </Button>
          )}
        </>
      }
    >
      {deletion.failure !== undefined && <FailureAlert failure={deletion.failure} />}
      <p className={styles.deleted}>
        <strong>
          <bdi>{opened.name.trim() === '' ? t.unnamed : opened.name}</bdi>
        </strong>
        <span className={styles.serial}>{opened.serial}</span>
      </p>
      {isOther ? <Alert kind="warning">{t.deleteWrong}</Alert> : <p>{t.deleteText}</p>}
    </Dialog>
  );
}

function useDeletion({ opened, onDeleted, attempt }: DeleteInverterDialogProps) {
  const { call } = useServices();
  const [isWorking, setWorking] = useState(false);
  const [failure, setFailure] = useState<FormFailure>();

  async function run(): Promise<void> {
    if (isWorking) return;
    setWorking(true);
    setFailure(undefined);
    const result = await attempt(() => call(deleteInverter, { body: { id: opened.id } }));
    setWorking(false);
    if (result.kind !== 'answered') setFailure(result);
    else if (result.answer.type === 'success') onDeleted(result.answer);
    else setFailure({ kind: 'rejected', answer: result.answer });
  }

  return { isWorking, failure, run };
}
