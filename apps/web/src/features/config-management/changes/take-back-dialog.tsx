import { type ReceivedTakeBackAnswer, type SettingsChange, takeChangeBack } from '@heliograph/contract';
import { useState } from 'react';
import { useServices } from '../../../shared/api/services.ts';
import { FailureAlert } from '../../../shared/form/failure-alert.tsx';
import type { FormFailure } from '../../../shared/form/form-state.ts';
import { useI18n, useTexts } from '../../../shared/i18n/i18n-context.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Values, valuesOf } from './change-card.tsx';
import { changeName } from './change-names.ts';
import { backWords } from './change-words.ts';
import { useNamingTexts } from './use-naming-texts.ts';

interface TakeBackDialogProps {
  readonly change: SettingsChange;
  readonly onClose: () => void;
  readonly onTakenBack: (answer: ReceivedTakeBackAnswer) => void;
}

/** Shows what would come back, and asks. */
export function TakeBackDialog({ change, onClose, onTakenBack }: TakeBackDialogProps) {
  const { call } = useServices();
  const { t: frame, format } = useI18n();
  const { common } = useTexts('common');
  const texts = useNamingTexts();
  const { changes: t } = texts.history;
  const [isWorking, setWorking] = useState(false);
  const [failure, setFailure] = useState<FormFailure>();
  const values = valuesOf(change);
  const staying = values.filter(({ stays }) => stays === true);
  const { at } = change;

  async function takeBack(): Promise<void> {
    if (isWorking) return;
    setWorking(true);
    setFailure(undefined);
    const result = await call(takeChangeBack, { body: { id: change.id } });
    setWorking(false);
    if (result.kind !== 'answered') setFailure(result);
    else if (result.answer.type === 'success') onTakenBack(result.answer);
    else setFailure({ kind: 'rejected', answer: result.answer });
  }

  return (
    <Dialog
      title={t.ask}
      subtitle={at === undefined ? t.noClock : format.dateTime(1000 * at)}
      closeLabel={common.close}
      onClose={onClose}
      busy={isWorking}
      footer={
        <>
          <Button onClick={onClose} aria-disabled={isWorking} data-autofocus>
            {common.cancel}
          </Button>
          <Button variant="primary" aria-disabled={isWorking} onClick={() => void takeBack()}>
            {isWorking ? t.takingBack : t.takeBack}
          </Button>
        </>
      }
    >
      {failure !== undefined && <FailureAlert failure={failure} />}
      <p>{t.asked}</p>
      <Values values={values.filter(({ stays }) => stays !== true)} words={backWords} />
      {staying.length > 0 && (
        <p>
          {`${t.stays} ${staying.map(({ section, path }) => changeName(frame, texts, section, path)).join(', ')}`}
        </p>
      )}
    </Dialog>
  );
}
