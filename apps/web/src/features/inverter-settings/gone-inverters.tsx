import {
  type HistoryPlace,
  type ReceivedApiResult,
  type ReceivedInverter,
  replaceInHistory,
} from '@heliograph/contract';
import { useId, useState } from 'react';
import { useServices } from '../../shared/api/services.ts';
import { FailureAlert } from '../../shared/form/failure-alert.tsx';
import type { FormFailure } from '../../shared/form/form-state.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { inverterTitle } from '../../shared/page/inverter-state.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import styles from './gone-inverters.module.css';

interface GoneInvertersProps {
  readonly places: readonly HistoryPlace[];
  /** Those that are there. */
  readonly inverters: readonly ReceivedInverter[];
  readonly onDone: (answer: ReceivedApiResult) => void;
}

const serialOf = ({ serials }: HistoryPlace) => serials[0] ?? '';
const nameOf = (place: HistoryPlace) => (place.name.trim() === '' ? serialOf(place) : place.name);

/** Inverters that are no longer there and have a history: another one may go on with it. */
export function GoneInverters({ places, inverters, onDone }: GoneInvertersProps) {
  const { format } = useI18n();
  const { modules: t } = useTexts('modules');
  const [opened, setOpened] = useState<HistoryPlace>();
  const dayText = (day: string) =>
    new Intl.DateTimeFormat(format.tag, { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(day));
  return (
    <Card title={t.gone.title}>
      <p className={styles.note}>{t.gone.note}</p>
      <ul className={styles.list}>
        {places.map((place) => (
          <li key={serialOf(place)}>
            <span className={styles.name}>
              <bdi>{nameOf(place)}</bdi>
              <span>
                {[serialOf(place), place.last_day && t.gone.until(dayText(place.last_day))]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            <Button aria-label={t.gone.replaceOf(nameOf(place))} onClick={() => setOpened(place)}>
              {t.gone.replace}
            </Button>
          </li>
        ))}
      </ul>
      {opened !== undefined && (
        <ReplaceDialog
          place={opened}
          inverters={inverters}
          onClose={() => setOpened(undefined)}
          onDone={(answer) => {
            setOpened(undefined);
            onDone(answer);
          }}
        />
      )}
    </Card>
  );
}

interface ReplaceDialogProps {
  readonly place: HistoryPlace;
  readonly inverters: readonly ReceivedInverter[];
  readonly onClose: () => void;
  readonly onDone: (answer: ReceivedApiResult) => void;
}

/** Which inverter hangs there now, and what comes of that. */
function ReplaceDialog({ place, inverters, onClose, onDone }: ReplaceDialogProps) {
  const { common, modules: t } = useTexts('common', 'modules');
  const { call } = useServices();
  const id = useId();
  const [chosen, setChosen] = useState<string>();
  const [isWorking, setWorking] = useState(false);
  const [failure, setFailure] = useState<FormFailure>();

  async function replace(): Promise<void> {
    if (isWorking || chosen === undefined) return;
    setWorking(true);
    setFailure(undefined);
    const body = { old_serial: serialOf(place), new_serial: chosen };
    const result = await call(replaceInHistory, { body });
    setWorking(false);
    if (result.kind !== 'answered') setFailure(result);
    else if (result.answer.type === 'success') onDone(result.answer);
    else setFailure({ kind: 'rejected', answer: result.answer });
  }

  return (
    <Dialog
      title={t.gone.dialog(nameOf(place))}
      subtitle={serialOf(place)}
      closeLabel={common.close}
      onClose={onClose}
      busy={isWorking}
      footer={
        <>
          <Button onClick={onClose} aria-disabled={isWorking}>
            {common.cancel}
          </Button>
          <Button
            variant="primary"
            aria-disabled={isWorking || chosen === undefined}
            onClick={() => void replace()}
          >
            {isWorking ? common.form.saving : t.gone.confirm}
          </Button>
        </>
      }
    >
      {failure !== undefined && <FailureAlert failure={failure} />}
      <p>{t.gone.what}</p>
      <fieldset className={styles.choices}>
        <legend>{t.gone.by}</legend>
        {inverters.map((inverter) => (
          <label key={inverter.serial}>
            <input
              type="radio"
              name={id}
              value={inverter.serial}
              checked={inverter.serial === chosen}
              onChange={() => setChosen(inverter.serial)}
            />
            <span className={styles.name}>
              <bdi>{inverterTitle(inverter)}</bdi>
              <span>{inverter.serial}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </Dialog>
  );
}
