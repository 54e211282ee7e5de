import {
  getPlant,
  type PlantSettings,
  type ReceivedApiResult,
  type ReceivedInverter,
  setPlant,
} from '@heliograph/contract';
import { ArrowDown, ArrowUp, ArrowUpToLine } from 'lucide';
import { type ReactNode, useState } from 'react';
import { useServices } from '../../shared/api/services.ts';
import { FailureAlert } from '../../shared/form/failure-alert.tsx';
import type { FormFailure } from '../../shared/form/form-state.ts';
import { LeaveGuard } from '../../shared/form/leave-guard.tsx';
import { useTexts } from '../../shared/i18n/i18n-context.ts';
import { inverterTitle } from '../../shared/page/inverter-state.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import styles from './inverter-order.module.css';

interface InverterOrderProps {
  /** In the order in which they are listed now; drawn anew when that is another one. */
  readonly inverters: readonly ReceivedInverter[];
  readonly onDone: (answer: ReceivedApiResult) => void;
}

/** In which order every list has the inverters, whoever brings them. */
export function InverterOrder({ inverters, onDone }: InverterOrderProps) {
  const { common, modules: t } = useTexts('common', 'modules');
  const { call } = useServices();
  const stored = inverters.map(({ serial }) => serial);
  const [order, setOrder] = useState(stored);
  const [message, setMessage] = useState('');
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<FormFailure>();
  const isDirty = order.some((serial, place) => serial !== stored[place]);
  const bySerial = new Map(inverters.map((inverter) => [inverter.serial, inverter]));
  const isLongList = order.length > LONG_LIST_FROM;

  function move(serial: string, to: number): void {
    const others = order.filter((one) => one !== serial);
    setOrder(others.toSpliced(to, 0, serial));
    const inverter = bySerial.get(serial);
    if (inverter !== undefined) setMessage(t.order.movedTo(inverterTitle(inverter), to + 1, order.length));
  }

  async function save(): Promise<void> {
    if (isSaving) return;
    setSaving(true);
    setFailure(undefined);
    const plant = await call(getPlant);
    if (plant.kind === 'answered') {
      const result = await call(setPlant, { body: withOrder(plant.answer, order) });
      if (result.kind !== 'answered') setFailure(result);
      else if (result.answer.type === 'success') onDone(result.answer);
      else setFailure({ kind: 'rejected', answer: result.answer });
    } else setFailure({ ...plant, isUnsent: true });
    setSaving(false);
  }

  return (
    <Card title={t.order.title}>
      <p className={styles.note}>{t.order.note}</p>
      {failure !== undefined && <FailureAlert failure={failure} />}
      <ol className={styles.list}>
        {order.map((serial, place) => {
          const inverter = bySerial.get(serial);
          if (inverter === undefined) return null;
          const name = inverterTitle(inverter);
          return (
            <li key={serial}>
              <span className={styles.name}>
                <bdi>{name}</bdi>
                <span>{[serial, inverter.source?.name].filter(Boolean).join(' · ')}</span>
              </span>
              {isLongList && (
                <MoveButton label={t.order.toTop(name)} isEnd={place === 0} onMove={() => move(serial, 0)}>
                  <Icon of={ArrowUpToLine} size={18} />
                </MoveButton>
              )}
              <MoveButton label={t.order.up(name)} isEnd={place === 0} onMove={() => move(serial, place - 1)}>
                <Icon of={ArrowUp} size={18} />
              </MoveButton>
              <MoveButton
                label={t.order.down(name)}
                isEnd={place === order.length - 1}
                onMove={() => move(serial, place + 1)}
              >
                <Icon of={ArrowDown} size={18} />
              </MoveButton>
            </li>
          );
        })}
      </ol>
      <p className="visually-hidden" aria-live="polite">
        {message}
      </p>
      {isDirty && (
        <div className={styles.actions}>
          <Button onClick={() => setOrder(stored)} aria-disabled={isSaving}>
            {common.form.discard}
          </Button>
          <Button variant="primary" onClick={() => void save()} aria-disabled={isSaving}>
            {isSaving ? common.form.saving : t.order.save}
          </Button>
        </div>
      )}
      <LeaveGuard isDirty={isDirty} onDiscard={() => setOrder(stored)} />
    </Card>
  );
}

/** From here on a way to the top saves many steps. */
const LONG_LIST_FROM = 5;

/** What is chosen comes first; inverters that are not there now keep theirs behind it, for when they come back. */
function withOrder(plant: PlantSettings, order: readonly string[]): PlantSettings {
  const others = plant.order.filter((serial) => !order.includes(serial));
  return { ...plant, order: [...order, ...others] };
}

interface MoveButtonProps {
  readonly label: string;
  /** It is there already. */
  readonly isEnd: boolean;
  readonly onMove: () => void;
  readonly children: ReactNode;
}

/** Keeps the focus where there is nothing left to move, so that the keyboard does not lose its place. */
function MoveButton({ label, isEnd, onMove, children }: MoveButtonProps) {
  return (
    <Button
      variant="bare"
      aria-label={label}
      title={label}
      aria-disabled={isEnd}
      onClick={() => {
        if (!isEnd) onMove();
      }}
    >
      {children}
    </Button>
  );
}
