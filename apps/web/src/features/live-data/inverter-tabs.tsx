import { quantityOf, type ReceivedInverter } from '@heliograph/contract';
import { TriangleAlert } from 'lucide-react';
import { type KeyboardEvent, lazy, Suspense } from 'react';
import { useI18n } from '../../shared/i18n/i18n-context.ts';
import { indexAfterKey } from '../../shared/lib/index-after-key.ts';
import { channelTitle } from './channel-card.tsx';
import { TabMarks } from './inverter-marks.tsx';
import { deadStrings, type InverterState, inverterState, inverterTitle } from './inverter-state.ts';
import styles from './inverter-tabs.module.css';
import { MeasuredValue } from './measured-value.tsx';
import { usePendingOrders } from './pending-orders-provider.tsx';
import { StateIcon } from './state-mark.tsx';

const PendingOrderMark = lazy(async () => ({ default: (await import('./dialogs.tsx')).PendingOrderMark }));

export interface KeyedInverter {
  readonly key: string;
  readonly inverter: ReceivedInverter;
}

export const INVERTER_PANEL_ID = 'inverter-panel';

export function tabId(key: string): string {
  return `inverter-tab-${key}`;
}

interface InverterTabsProps {
  readonly inverters: readonly KeyedInverter[];
  readonly shownKey: string;
  readonly linkStale: boolean;
  /** There are too many for tabs: one below the other, at every width. */
  readonly isList: boolean;
  /** `isStep`: an arrow key has led here, and may lead on. */
  readonly onChoose: (key: string, isStep: boolean) => void;
}

/** One tab per inverter: how it is doing, its name and its power now. One tab stop; arrow keys move inside. */
export function InverterTabs({ inverters, shownKey, linkStale, isList, onChoose }: InverterTabsProps) {
  const { t } = useI18n();

  function move(event: KeyboardEvent, from: number): void {
    const to = indexAfterKey(event.key, from, inverters.length);
    const target = to === undefined ? undefined : inverters[to];
    if (target === undefined) return;
    event.preventDefault();
    onChoose(target.key, true);
    document.getElementById(tabId(target.key))?.focus();
  }

  return (
    <div
      role="tablist"
      aria-label={t.live.inverters}
      aria-orientation={isList ? 'vertical' : undefined}
      className={`${styles.tabs} ${isList ? styles.list : ''}`}
    >
      {inverters.map(({ key, inverter }, index) => (
        <button
          key={key}
          type="button"
          role="tab"
          id={tabId(key)}
          aria-selected={key === shownKey}
          aria-controls={key === shownKey ? INVERTER_PANEL_ID : undefined}
          tabIndex={key === shownKey ? 0 : -1}
          className={styles.tab}
          onClick={() => onChoose(key, false)}
          onKeyDown={(event) => move(event, index)}
        >
          <TabContent inverter={inverter} linkStale={linkStale} />
        </button>
      ))}
    </div>
  );
}

/** What stands there then is no power of now. */
const OLD: ReadonlySet<InverterState> = new Set(['stale', 'unreachable', 'silent']);

function TabContent({
  inverter,
  linkStale,
}: {
  readonly inverter: ReceivedInverter;
  readonly linkStale: boolean;
}) {
  const { t } = useI18n();
  const orders = usePendingOrders(inverter.serial);
  const state = inverterState(inverter, linkStale);
  const dead = state === 'producing' ? deadStrings(inverter) : [];
  const deadNames = dead.map((string) => channelTitle(t, string));
  const title = inverterTitle(inverter);
  return (
    <>
      {dead.length === 0 ? (
        <StateIcon state={state} />
      ) : (
        <TriangleAlert size={20} aria-hidden="true" className={styles.warning} />
      )}
      <span className={styles.name} title={title}>
        {title}
        {orders.length > 0 && (
          <Suspense fallback={null}>
            <PendingOrderMark serial={inverter.serial} />
          </Suspense>
        )}
      </span>
      {/* The panel says it too; in the name of the tab it would be read out at each change. */}
      {state !== 'asleep' && (
        <span aria-hidden="true" className={`${styles.power} ${OLD.has(state) ? styles.old : ''}`}>
          <MeasuredValue value={quantityOf(inverter.phase, 'power')} known={inverter.hasReading} />
        </span>
      )}
      <span className={`${styles.word} ${state === 'producing' ? styles.calm : ''}`}>{t.states[state]}</span>
      {dead.length > 0 && (
        <span className={styles.problem}>{t.inverter.noPowerOf(deadNames.join(', '))}</span>
      )}
      <TabMarks inverter={inverter} linkStale={linkStale} />
    </>
  );
}
