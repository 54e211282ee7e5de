import {
  type ImportedEnergy,
  type ReceivedImportTakeBackAnswer,
  type ReceivedTakeBackAnswer,
  type SettingsChange,
  takeChangeBack,
  takeImportBack,
} from '@heliograph/contract';
import { useServices } from '../../../shared/api/services.ts';
import { AskDialog, outcomeOf } from '../../../shared/form/ask-dialog.tsx';
import { useI18n, useTexts } from '../../../shared/i18n/i18n-context.ts';
import { ImportedDays, Values, valuesOf } from './change-card.tsx';
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
  const texts = useNamingTexts();
  const { changes: t } = texts.history;
  const values = valuesOf(change);
  const staying = values.filter(({ stays }) => stays === true);
  const { id, at } = change;
  return (
    <AskDialog
      title={t.ask}
      subtitle={at === undefined ? t.noClock : format.dateTime(1000 * at)}
      action={t.takeBack}
      acting={t.takingBack}
      act={async () => outcomeOf(await call(takeChangeBack, { body: { id } }), onTakenBack)}
      onClose={onClose}
    >
      <p>{t.asked}</p>
      <Values values={values.filter(({ stays }) => stays !== true)} words={backWords} />
      {values.some(({ section }) => section === 'replacement') && <p>{t.toldApart}</p>}
      {staying.length > 0 && (
        <p>
          {`${t.stays} ${staying.map(({ section, path }) => changeName(frame, texts, section, path)).join(', ')}`}
        </p>
      )}
    </AskDialog>
  );
}

interface TakeImportBackDialogProps {
  readonly imported: ImportedEnergy;
  readonly onClose: () => void;
  readonly onTakenBack: (answer: ReceivedImportTakeBackAnswer) => void;
}

export function TakeImportBackDialog({ imported, onClose, onTakenBack }: TakeImportBackDialogProps) {
  const { call } = useServices();
  const { format } = useI18n();
  const { changes: t } = useTexts('history').history;
  const { id, at } = imported;
  return (
    <AskDialog
      title={t.askImport}
      subtitle={at === undefined ? t.noClock : format.dateTime(1000 * at)}
      action={t.takeBack}
      acting={t.takingBack}
      act={async () => outcomeOf(await call(takeImportBack, { body: { id } }), onTakenBack)}
      onClose={onClose}
    >
      <p>{t.askedImport}</p>
      <ImportedDays imported={imported} isBack />
    </AskDialog>
  );
}
