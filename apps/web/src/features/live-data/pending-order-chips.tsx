import { CircleHelp, CircleX, Hourglass, type IconNode, TriangleAlert, X } from 'lucide';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { isDismissible, type OrderPhase, type PendingOrder } from './pending-order.ts';
import styles from './pending-order-chips.module.css';
import { orderSentence } from './pending-order-text.ts';
import { useOrdersPlace, usePendingOrders } from './pending-orders-place.tsx';

type Tone = 'waiting' | 'danger' | 'warning' | 'unknown';

/** What is confirmed needs no chip. */
const TONES: Readonly<Partial<Record<OrderPhase, Tone>>> = {
  waiting: 'waiting',
  accepted: 'waiting',
  settling: 'waiting',
  contradicted: 'warning',
  failed: 'danger',
  different: 'warning',
  unknown: 'unknown',
  unread: 'unknown',
  unclear: 'warning',
  removed: 'unknown',
  ...(!__FOR_DEVICE__ && ({ refused: 'danger', unmeasured: 'unknown', forgotten: 'warning' } as const)),
};

const ICONS: Readonly<Record<Tone, IconNode>> = {
  waiting: Hourglass,
  danger: CircleX,
  warning: TriangleAlert,
  unknown: CircleHelp,
};

/** The orders to an inverter that are not known to be carried out. */
export function PendingOrderChips({ serial }: { readonly serial: string }) {
  const { control } = useTexts('control', 'limits'); // the latter for the chips, asked for beside it
  const chips = usePendingOrders(serial).flatMap((pending) => {
    const tone = TONES[pending.phase];
    return tone === undefined ? [] : [<Chip key={pending.id} pending={pending} tone={tone} />];
  });
  if (chips.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label={control.orders.label}>
      {chips}
    </ul>
  );
}

function Chip({ pending, tone }: { readonly pending: PendingOrder; readonly tone: Tone }) {
  const { format } = useI18n();
  const texts = useTexts('control', 'limits');
  const { orders } = texts.control;
  const { store } = useOrdersPlace();
  const icon = ICONS[tone];
  return (
    <li
      className={`${styles.chip} ${styles[tone]}`}
      data-order={pending.order.kind}
      data-phase={pending.phase}
    >
      <Icon of={icon} size={18} />
      <span className={styles.text}>{orderSentence(texts, format, pending)}</span>
      {isDismissible(pending) && (
        <Button
          variant="bare"
          className={styles.dismiss}
          aria-label={orders.dismiss}
          title={orders.dismiss}
          onClick={(event) => {
            event.currentTarget.closest('main')?.focus({ preventScroll: true }); // this button goes
            store?.dismiss(pending.id);
          }}
        >
          <Icon of={X} size={18} />
        </Button>
      )}
    </li>
  );
}

/** The worst of what is open, as an icon for the inverter's tab. */
export function PendingOrderMark({ serial }: { readonly serial: string }) {
  const { control } = useTexts('control');
  const tones = usePendingOrders(serial).map(({ phase }) => TONES[phase]);
  const tone = (['danger', 'warning', 'unknown', 'waiting'] as const).find((each) => tones.includes(each));
  if (tone === undefined) return null;
  const icon = ICONS[tone];
  return (
    <span className={`${styles.mark} ${styles[tone]}`}>
      <Icon of={icon} size={16} />
      <span className="visually-hidden">{control.orders.inTab}</span>
    </span>
  );
}
