import { type MeasuredQuantity, quantityOf, type ReceivedChannel } from '@heliograph/contract';
import { TriangleAlert } from 'lucide';
import { memo, useId } from 'react';
import { channelTitle } from '../../shared/i18n/channel-title.ts';
import { useI18n } from '../../shared/i18n/i18n-context.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import styles from './channel-card.module.css';
import { MeasuredValue } from './measured-value.tsx';

interface ChannelCardProps {
  readonly channel: ReceivedChannel;
  /** false: the inverter never sent a reading, so the zeros on the wire mean nothing. */
  readonly known: boolean;
  /** The values are old. */
  readonly faded: boolean;
  /** The yield of the day is that of the day that it is now. */
  readonly ofToday: boolean;
  /** No power while its siblings produce. */
  readonly dead: boolean;
}

/** One group of measurements: the AC side or one string. */
export function ChannelCard({ channel, known, faded, ofToday, dead }: ChannelCardProps) {
  const { t } = useI18n();
  const titleId = useId();
  const { number, values, phases } = channel;
  const classes = [
    styles.card,
    number === 0 ? styles.phase : '',
    faded ? styles.faded : '',
    dead ? styles.dead : '',
  ];
  return (
    <article className={classes.join(' ')} aria-labelledby={titleId} data-channel={number}>
      <header className={styles.header}>
        <h3 id={titleId}>{channelTitle(t, channel)}</h3>
        {dead && (
          <span className={styles.warning}>
            <Icon of={TriangleAlert} size={16} />
            {t.inverter.noPower}
          </span>
        )}
      </header>
      {known && <LoadBar percent={quantityOf(channel, 'irradiation')?.value} />}
      <dl className={styles.values}>
        {values.map((value) => (
          <ChannelRow key={value.quantity} isEarlier={known && !ofToday} known={known} {...value} />
        ))}
        {phases.map(({ name, values }) => (
          <div key={name}>
            <dt>{name}</dt>
            {values.map((value) => (
              <dd key={value.quantity}>
                <MeasuredValue value={value} known={known} />
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </article>
  );
}

interface ChannelRowProps extends MeasuredQuantity {
  /** A yield of today is that of an earlier day. */
  readonly isEarlier: boolean;
  readonly known: boolean;
}

/** Drawn again only when its number is another one: many stay as they are from one message to the next. */
const ChannelRow = memo(function ChannelRow({ quantity, isEarlier, known, ...value }: ChannelRowProps) {
  const { t } = useI18n();
  return (
    <div data-quantity={quantity}>
      <dt>{quantity === 'yieldToday' && isEarlier ? t.inverter.yieldEarlier : t.quantities[quantity]}</dt>
      <dd>
        <MeasuredValue value={value} known={known} />
      </dd>
    </div>
  );
});

/** How hard the string works; the number itself stands in the list below. */
function LoadBar({ percent }: { readonly percent: number | null | undefined }) {
  if (percent === undefined || percent === null) return null;
  return (
    <svg className={styles.bar} aria-hidden="true">
      <rect className={styles.fill} width={`${Math.min(100, Math.max(0, percent))}%`} height="100%" />
    </svg>
  );
}
