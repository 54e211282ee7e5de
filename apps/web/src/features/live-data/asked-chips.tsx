import { CircleHelp, CircleX, Hourglass, type LucideIcon, TriangleAlert, X } from 'lucide-react';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { Button } from '../../shared/ui/button.tsx';
import styles from './asked-chips.module.css';
import { useAskedOrders, useAskedPlace } from './asked-context.ts';
import { type AskedOrder, type AskedPhase, isDismissible } from './asked-order.ts';
import { askedSentence } from './asked-text.ts';

type Tone = 'waiting' | 'danger' | 'warning' | 'unknown';

/** What is confirmed needs no chip. */
const TONES: Readonly<Record<AskedPhase, Tone | undefined>> = {
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
  confirmed: undefined,
};

const ICONS: Readonly<Record<Tone, LucideIcon>> = {
  waiting: Hourglass,
  danger: CircleX,
  warning: TriangleAlert,
  unknown: CircleHelp,
};

/** What was asked of an inverter and is not known to be done. */
export function AskedChips({ serial }: { readonly serial: string }) {
  const { control } = useTexts('control');
  const chips = useAskedOrders(serial).flatMap((order) => {
    const tone = TONES[order.phase];
    return tone === undefined ? [] : [<Chip key={order.asked.kind} order={order} tone={tone} />];
  });
  if (chips.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label={control.asked.label}>
      {chips}
    </ul>
  );
}

function Chip({ order, tone }: { readonly order: AskedOrder; readonly tone: Tone }) {
  const { format } = useI18n();
  const { control } = useTexts('control');
  const { store } = useAskedPlace();
  const Icon = ICONS[tone];
  return (
    <li className={`${styles.chip} ${styles[tone]}`} data-order={order.asked.kind} data-phase={order.phase}>
      <Icon size={18} aria-hidden="true" />
      <span className={styles.text}>{askedSentence(control, format, order)}</span>
      {isDismissible(order) && (
        <Button
          variant="bare"
          className={styles.dismiss}
          aria-label={control.asked.dismiss}
          title={control.asked.dismiss}
          onClick={(event) => {
            event.currentTarget.closest('main')?.focus({ preventScroll: true }); // this button goes
            store?.dismiss(order.id);
          }}
        >
          <X size={18} aria-hidden="true" />
        </Button>
      )}
    </li>
  );
}

/** The worst of what is open, as an icon for the inverter's tab. */
export function AskedMark({ serial }: { readonly serial: string }) {
  const { control } = useTexts('control');
  const tones = useAskedOrders(serial).map(({ phase }) => TONES[phase]);
  const tone = (['danger', 'warning', 'unknown', 'waiting'] as const).find((each) => tones.includes(each));
  if (tone === undefined) return null;
  const Icon = ICONS[tone];
  return (
    <span className={`${styles.mark} ${styles[tone]}`}>
      <Icon size={16} aria-hidden="true" />
      <span className="visually-hidden">{control.asked.inTab}</span>
    </span>
  );
}
