import { type ReceivedApiResult, removeSource, type SourceConfig } from '@heliograph/contract';
import { useState } from 'react';
import { useServices } from '../../shared/api/services.ts';
import { FailureAlert } from '../../shared/form/failure-alert.tsx';
import type { FormFailure } from '../../shared/form/form-state.ts';
import { useTexts } from '../../shared/i18n/i18n-context.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { addressText } from './source-address.ts';
import styles from './sources.module.css';

interface RemoveSourceDialogProps {
  readonly config: SourceConfig;
  readonly name: string;
  readonly onClose: () => void;
  readonly onRemoved: (answer: ReceivedApiResult) => void;
}

/** Asks before a device is removed: which one, and what that means. */
export function RemoveSourceDialog({ config, name, onClose, onRemoved }: RemoveSourceDialogProps) {
  const { call } = useServices();
  const { common, sources: t } = useTexts('common', 'sources');
  const [isWorking, setWorking] = useState(false);
  const [failure, setFailure] = useState<FormFailure>();

  async function remove(): Promise<void> {
    if (isWorking) return;
    setWorking(true);
    setFailure(undefined);
    const result = await call(removeSource, { body: { id: config.id } });
    setWorking(false);
    if (result.kind !== 'answered') setFailure(result);
    else if (result.answer.type === 'success') onRemoved(result.answer);
    else setFailure({ kind: 'rejected', answer: result.answer });
  }

  return (
    <Dialog
      title={t.removeTitle}
      closeLabel={common.close}
      onClose={onClose}
      busy={isWorking}
      footer={
        <>
          <Button onClick={onClose} aria-disabled={isWorking} data-autofocus>
            {common.cancel}
          </Button>
          <Button variant="danger" aria-disabled={isWorking} onClick={() => void remove()}>
            {isWorking ? t.removing : t.remove}
          </Button>
        </>
      }
    >
      {failure !== undefined && <FailureAlert failure={failure} />}
      <p className={styles.removed}>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span>{addressText(config)}</span>
      </p>
      <p>{t.removeText}</p>
    </Dialog>
  );
}
