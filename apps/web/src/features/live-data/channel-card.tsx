import type { ChannelNumber, LiveChannel, LiveValue } from '@heliograph/contract';
import { TriangleAlert } from 'lucide-react';
import { memo, useId } from 'react';
import { useI18n } from '../../shared/i18n/i18n-context.ts';
import type { Texts } from '../../shared/i18n/texts.ts';
import styles from './channel-card.module.css';
import { channelValues } from './inverter-state.ts';
import { MeasuredValue } from './measured-value.tsx';

interface ChannelCardProps {
  readonly number: ChannelNumber;
  readonly channel: LiveChannel;
  /** false: the inverter never sent a reading, so the zeros on the wire mean nothing. */
  readonly known: boolean;
  /** The values are old. */
  readonly faded: boolean;
  /** The yield of the day is that of the day that it is now. */
  readonly ofToday: boolean;
  /** No power while its siblings produce. */
  readonly dead: boolean;
}

/** What a channel is called: the phase, the string's own name, or its number. */
export function channelTitle(
  t: Texts['start'],
  number: ChannelNumber,
  channel: LiveChannel | undefined,
): string {
  if (number === 0) return t.inverter.phase;
  const name = channel?.name?.u ?? '';
  return name.trim() === '' ? t.inverter.string(number) : name;
}

/** One group of measurements: the AC side or one string. */
export function ChannelCard({ number, channel, known, faded, ofToday, dead }: ChannelCardProps) {
  const { t } = useI18n();
  const titleId = useId();
  const classes = [
    styles.card,
    number === 0 ? styles.phase : '',
    faded ? styles.faded : '',
    dead ? styles.dead : '',
  ];
  return (
    <article className={classes.join(' ')} aria-labelledby={titleId} data-channel={number}>
      <header className={styles.header}>
        <h3 id={titleId}>{channelTitle(t, number, channel)}</h3>
        {dead && (
          <span className={styles.warning}>
            <TriangleAlert size={16} aria-hidden="true" />
            {t.inverter.noPower}
          </span>
        )}
      </header>
      {known && <LoadBar percent={channel.Irradiation?.v} />}
      <dl className={styles.values}>
        {channelValues(channel).map(([name, value]) => (
          <ChannelRow
            key={name}
            name={name}
            label={name === 'YieldDay' && known && !ofToday ? t.inverter.yieldEarlier : t.properties[name]}
            known={known}
            {...value}
          />
        ))}
      </dl>
    </article>
  );
}

interface ChannelRowProps extends LiveValue {
  readonly name: keyof Texts['start']['properties'];
  readonly label: string;
  readonly known: boolean;
}

/** Drawn again only when its number is another one: many stay as they are from one message to the next. */
const ChannelRow = memo(function ChannelRow({ name, label, known, v, u, d }: ChannelRowProps) {
  return (
    <div data-property={name}>
      <dt>{label}</dt>
      <dd>
        <MeasuredValue value={{ v, u, d }} known={known} />
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
