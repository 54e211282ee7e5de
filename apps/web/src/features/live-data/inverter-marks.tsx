import type { ReceivedInverter } from '@heliograph/contract';
import { Gauge, Power } from 'lucide';
import { useI18n } from '../../shared/i18n/i18n-context.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import styles from './inverter-marks.module.css';
import type { Order } from './pending-order.ts';
import { useOrdersPlace, usePendingOrders } from './pending-orders-place.tsx';

const FULL_PERCENT = 100;

/**
 * What holds an inverter back for as long as it does: in words, the strongest first. While an order to change it is
 * open, only that order is spoken of.
 */
function useHolds(inverter: ReceivedInverter): readonly (readonly [Hold, string])[] {
  const { t, format } = useI18n();
  const orders = usePendingOrders(inverter.serial);
  const { isUnsettled } = useOrdersPlace();
  const isOpen = (kind: Order['kind']) =>
    orders.some((pending) => pending.order.kind === kind && isUnsettled?.(pending));
  const { isSwitchedOff, limit } = inverter;
  const { percent, watts, isInDoubt } = limit;
  const held: (readonly [Hold, string])[] = [];
  if (isSwitchedOff && !isOpen('power')) held.push(['off', t.inverter.switchedOff]);
  if (percent !== undefined && !isInDoubt && percent < FULL_PERCENT && !isOpen('limit')) {
    const inWatts = watts !== undefined ? ` (${format.noDigits(watts)}\u00a0W)` : '';
    held.push(['limit', t.inverter.limitedTo(format.percentTenths(percent) + inWatts)]);
  }
  return held;
}

type Hold = 'off' | 'limit';
const ICONS = { off: Power, limit: Gauge } as const;

interface MarksProps {
  readonly inverter: ReceivedInverter;
  /** The page has had no message for too long: what it shows is from before. */
  readonly linkStale: boolean;
}

/** Beside the state of an inverter: switched off, limited. It stays as long as it holds. */
export function HoldBadges({ inverter, linkStale }: MarksProps) {
  return useHolds(inverter).map(([hold, text]) => {
    const icon = ICONS[hold];
    return (
      <span
        key={hold}
        className={`${styles.hold} ${linkStale ? styles.stale : styles[hold]}`}
        data-hold={hold}
      >
        <Icon of={icon} size={16} />
        {text}
      </span>
    );
  });
}

/** The strongest of them for a tab, and that the radio is weak; nothing while nobody knows. */
export function TabMarks({ inverter, linkStale }: MarksProps) {
  const { t } = useI18n();
  const holds = useHolds(inverter);
  if (linkStale) return null;
  const isWeak = radioLevel(inverter) === 'weak';
  const words = holds.slice(0, 1).map(([, text]) => text);
  if (isWeak) words.push(t.inverter.weakRadio);
  return words.length === 0 ? null : <span className={styles.tabWords}>{words.join(' · ')}</span>;
}

type RadioLevel = 'good' | 'fair' | 'weak';
/** Answers per hundred transmissions from which on it is so. A clear air brings 95 and more. */
const GOOD_FROM = 80;
const FAIR_FROM = 50;
const BARS = { weak: 1, fair: 2, good: 3 } as const;

function radioLevel({ radioQuality: quality }: ReceivedInverter): RadioLevel | undefined {
  if (quality === undefined) return undefined;
  if (quality >= GOOD_FROM) return 'good';
  return quality >= FAIR_FROM ? 'fair' : 'weak';
}

/** How well the inverter is heard, as a fact of its header; nothing where the device does not tell. */
export function RadioFact({ inverter, linkStale }: MarksProps) {
  const { t, format } = useI18n();
  const level = radioLevel(inverter);
  const { radioQuality: quality } = inverter;
  if (level === undefined || quality === undefined) return null;
  return (
    <div>
      <dt>{t.inverter.radio}</dt>
      <dd
        className={`${styles.radio} ${linkStale ? styles.stale : styles[level]}`}
        data-radio={level}
        title={t.inverter.radioNote(format.noDigits(quality))}
      >
        <span className={styles.bars} aria-hidden="true">
          {[1, 2, 3].map((bar) => (
            <span key={bar} data-lit={bar <= BARS[level]} />
          ))}
        </span>
        {`${t.inverter.radioLevels[level]} (${format.percent(quality)})`}
      </dd>
    </div>
  );
}
