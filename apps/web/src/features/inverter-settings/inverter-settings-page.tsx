import {
  getInverterList,
  type ListedInverter,
  type ReceivedApiResult,
  type ReceivedInverterList,
} from '@heliograph/contract';
import {
  type Dispatch,
  lazy,
  type SetStateAction,
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { type Loaded, useEndpoint } from '../../shared/api/use-endpoint.ts';
import { useDrafts } from '../../shared/form/drafts.tsx';
import { PageTitle } from '../../shared/form/field-help.tsx';
import { askAgainMs } from '../../shared/form/load-failure.tsx';
import { useOutcomeNotice } from '../../shared/form/outcome-notice.tsx';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { useFocusAfterDialog } from '../../shared/ui/use-focus-after-dialog.ts';
import { AddInverterForm } from './add-inverter-form.tsx';
import type { Attempt } from './attempt.ts';
import { DeleteInverterDialog } from './delete-inverter-dialog.tsx';
import { EDIT_DRAFT, EditInverterDialog } from './edit-inverter-dialog.tsx';
import { isFull } from './inverter-list.ts';
import { InverterListCard } from './inverter-list-card.tsx';
import styles from './inverter-settings.module.css';
import { PlantCards } from './plant-cards.tsx';

/** Comes after the page, and only where there is one that the radio cannot reach. */
const OutOfBandNotice = __FOR_DEVICE__
  ? () => null
  : lazy(async () => ({ default: (await import('../../shared/page/out-of-band.tsx')).OutOfBandNotice }));

/** A dialog about one inverter as it was when the dialog was opened. */
type OpenDialog = { readonly kind: 'edit' | 'delete'; readonly opened: ListedInverter };

/** Which inverters there are: adding, editing and deleting them. */
export function InverterSettingsPage() {
  const { t: frame } = useI18n();
  const list = useEndpoint(getInverterList, NO_QUERY, askAgainMs);
  const [outcome, setOutcome] = useState<ReceivedApiResult>();
  const [dialog, setDialog] = useState<OpenDialog>();
  const inverters = list.answer?.inverter ?? [];
  const { heading, focusWhenClosed } = useFocusAfterDialog(dialog);
  useReopenedDraft(list, setDialog, setOutcome);

  const attempt: Attempt = async (makeCall) => {
    setOutcome(undefined);
    const result = await makeCall();
    if (result.kind !== 'unauthorized') list.reload();
    return result;
  };

  function open(kind: OpenDialog['kind'], opened: ListedInverter): void {
    setDialog({ kind, opened });
    list.reload(); // what is about to be changed may have been changed elsewhere
  }

  function done(answer: ReceivedApiResult): void {
    setOutcome(answer);
    setDialog(undefined);
  }

  function deleted(answer: ReceivedApiResult): void {
    focusWhenClosed(); // the button that opened the dialog goes with its inverter
    done(answer);
  }

  useOutcomeNotice({ outcome, onDismiss: () => setOutcome(undefined) });
  const stored = inverters.find(({ id }) => id === dialog?.opened.id);
  const close = () => setDialog(undefined);
  return (
    <div className={styles.page}>
      {__FOR_DEVICE__ ? (
        <h1>{frame.titles.inverterSettings}</h1>
      ) : (
        <PageTitle title={frame.titles.inverterSettings} />
      )}
      <div className={styles.cards}>
        <AddInverterForm
          inverters={inverters}
          isReady={
            list.answer !== undefined || (list.failure !== undefined && list.failure.kind !== 'unauthorized')
          }
          isFull={list.answer !== undefined && isFull(list.answer)}
          onAdded={setOutcome}
          attempt={attempt}
        />
        <InverterListCard
          list={list}
          headingRef={heading}
          onEdit={(inverter) => open('edit', inverter)}
          onDelete={(inverter) => open('delete', inverter)}
        />
        {!__FOR_DEVICE__ && list.answer !== undefined && (
          <Suspense>
            <OutOfBandNotice key={inverters.map(({ serial }) => serial).join()} />
          </Suspense>
        )}
        {!__FOR_DEVICE__ && list.answer !== undefined && (
          <PlantCards key={inverters.map(({ serial }) => serial).join()} />
        )}
      </div>
      {dialog?.kind === 'edit' && (
        <EditInverterDialog
          opened={dialog.opened}
          inverters={inverters}
          onClose={close}
          onChanged={done}
          attempt={attempt}
        />
      )}
      {dialog?.kind === 'delete' && (
        <DeleteInverterDialog
          opened={dialog.opened}
          stored={stored}
          onClose={close}
          onDeleted={deleted}
          attempt={attempt}
        />
      )}
    </div>
  );
}

const NO_QUERY = {};

/** An edit that a login interrupted goes on where it was, if its inverter is still there. */
function useReopenedDraft(
  { answer }: Loaded<ReceivedInverterList>,
  setDialog: Dispatch<SetStateAction<OpenDialog | undefined>>,
  setOutcome: Dispatch<SetStateAction<ReceivedApiResult | undefined>>,
): void {
  const drafts = useDrafts();
  const { inverters: t } = useTexts('inverters');
  const reopen = useEffectEvent((inverters: readonly ListedInverter[]) => {
    const draft = drafts.read(EDIT_DRAFT);
    if (draft === undefined) return;
    const opened = inverters.find(({ id }) => String(id) === draft.id);
    if (opened !== undefined) return setDialog({ kind: 'edit', opened });
    drafts.drop(EDIT_DRAFT);
    setOutcome({ type: 'warning', message: t.editedIsGone });
  });
  const isLoaded = useRef(false);
  useEffect(() => {
    if (answer === undefined || isLoaded.current) return;
    isLoaded.current = true;
    reopen(answer.inverter);
  }, [answer]);
}
