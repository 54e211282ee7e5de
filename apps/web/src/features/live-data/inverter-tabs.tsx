import { INVERTER_PARAM, quantityOf, type ReceivedInverter } from '@heliograph/contract';
import { TriangleAlert } from 'lucide';
import type { KeyboardEvent, MouseEvent } from 'react';
import { useHydrated } from '../../shared/api/use-hydrated.ts';
import { channelTitle } from '../../shared/i18n/channel-title.ts';
import { useI18n } from '../../shared/i18n/i18n-context.ts';
import { indexAfterKey } from '../../shared/lib/index-after-key.ts';
import { deadStrings, inverterState, inverterTitle } from '../../shared/page/inverter-state.ts';
import { StateIcon } from '../../shared/page/state-mark.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { TabMarks } from './inverter-marks.tsx';
import styles from './inverter-tabs.module.css';
import { MeasuredValue } from './measured-value.tsx';
import { OrdersPart } from './pending-orders-place.tsx';

export interface KeyedInverter {
  readonly key: string;
  readonly inverter: ReceivedInverter;
}

export const INVERTER_PANEL_ID = 'inverter-panel';

/** The query of the address at which an inverter is shown. */
export function inverterQuery(key: string): string {
  return String(new URLSearchParams({ [INVERTER_PARAM]: key }));
}

export function tabId(key: string): string {
  return `inverter-tab-${key}`;
}

/** Another tab, another window, the way back. */
const isForBrowser = ({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent | MouseEvent) =>
  altKey || ctrlKey || metaKey || shiftKey;

interface InverterTabsProps {
  readonly inverters: readonly KeyedInverter[];
  readonly shownKey: string;
  readonly linkStale: boolean;
  /** There are too many for tabs: one below the other, at every width. */
  readonly isList: boolean;
  /** They come from several places: each says from which device it is. */
  readonly hasSources: boolean;
  /** `isStep`: an arrow key has led here, and may lead on. */
  readonly onChoose: (key: string, isStep: boolean) => void;
}

/** One tab per inverter: how it is doing, its name and its power now. One tab stop; arrow keys move inside. */
export function InverterTabs(props: InverterTabsProps) {
  const { inverters, shownKey, linkStale, isList, hasSources, onChoose } = props;
  const { t } = useI18n();
  const stop = inverters.find(({ key }) => key === shownKey) ?? inverters[0];
  const isHydrated = useHydrated(); // until then arrow keys do nothing, so each is a tab stop of its own

  function move(event: KeyboardEvent<HTMLElement>, from: number): void {
    if (isForBrowser(event)) return;
    if (event.key === ' ') {
      event.preventDefault(); // scrolls
      event.currentTarget.click();
      return;
    }
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
        // A link, so that it leads there without the app too.
        <a
          key={key}
          href={`./?${inverterQuery(key)}`}
          role="tab"
          id={tabId(key)}
          aria-selected={key === shownKey}
          aria-controls={key === shownKey ? INVERTER_PANEL_ID : undefined}
          tabIndex={isHydrated && key !== stop?.key ? -1 : 0}
          className={styles.tab}
          onClick={(event) => {
            if (isForBrowser(event)) return;
            event.preventDefault();
            onChoose(key, false);
          }}
          onKeyDown={(event) => move(event, index)}
        >
          <TabContent inverter={inverter} linkStale={linkStale} hasSource={hasSources} />
        </a>
      ))}
    </div>
  );
}

interface TabContentProps {
  readonly inverter: ReceivedInverter;
  readonly linkStale: boolean;
  readonly hasSource: boolean;
}

function TabContent({ inverter, linkStale, hasSource }: TabContentProps) {
  const { t } = useI18n();
  const state = inverterState(inverter, linkStale);
  const dead = state === 'producing' ? deadStrings(inverter) : [];
  const deadNames = dead.map((string) => channelTitle(t, string));
  const title = inverterTitle(inverter);
  // What stands there then is no power of now.
  const isOld = linkStale || !inverter.isAnswering;
  return (
    <>
      {dead.length === 0 ? (
        <StateIcon state={state} />
      ) : (
        <Icon of={TriangleAlert} size={20} className={styles.warning} />
      )}
      <span className={styles.name} title={title}>
        {title}
        <OrdersPart name="Mark" serial={inverter.serial} />
      </span>
      {/* The panel says it too; in the name of the tab it would be read out at each change. */}
      {state !== 'asleep' && (
        <span aria-hidden="true" className={`${styles.power} ${isOld ? styles.old : ''}`}>
          <MeasuredValue value={quantityOf(inverter.phase, 'power')} known={inverter.hasReading} />
        </span>
      )}
      <span className={`${styles.word} ${state === 'producing' ? styles.calm : ''}`}>{t.states[state]}</span>
      {dead.length > 0 && (
        <span className={styles.problem}>{t.inverter.noPowerOf(deadNames.join(', '))}</span>
      )}
      <TabMarks inverter={inverter} linkStale={linkStale} />
      {hasSource && inverter.source && (
        <span className={styles.word}>{t.inverter.via(inverter.source.name)}</span>
      )}
    </>
  );
}
