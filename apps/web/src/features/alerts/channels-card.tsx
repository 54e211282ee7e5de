import {
  ALERT_CHANNEL_COUNT_MAX,
  type AlertChannel,
  type AlertChannelState,
  type AlertList,
} from '@heliograph/contract';
import { useState } from 'react';
import { useServices } from '../../shared/api/services.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import styles from './alerts.module.css';
import { ChannelDialog } from './channel-dialog.tsx';
import { freshId, newChannel, type TypedChannel } from './channel-fields.ts';
import { usePlantTimes } from './use-alerts.ts';

interface ChannelsCardProps {
  readonly channels: readonly AlertChannel[];
  readonly list: AlertList | undefined;
  readonly onChanged: () => void;
}

/** By which ways people are told. */
export function ChannelsCard({ channels, list, onChanged }: ChannelsCardProps) {
  const { random } = useServices();
  const { channels: t } = useTexts('alerts').alerts;
  const [opened, setOpened] = useState<TypedChannel>();
  return (
    <Card title={t.title}>
      <p className={styles.quiet}>{t.intro}</p>
      {channels.length === 0 && <p>{t.none}</p>}
      {channels.length > 0 && (
        <ul className={styles.list}>
          {channels.map((channel) => (
            <ChannelRow
              key={channel.id}
              channel={channel}
              state={list?.channels.find(({ id }) => id === channel.id)}
              utcOffsetS={list?.utc_offset ?? 0}
              onEdit={() => setOpened({ ...channel, port: String(channel.port) })}
            />
          ))}
        </ul>
      )}
      {channels.length < ALERT_CHANNEL_COUNT_MAX && (
        <div className={styles.actions}>
          <Button
            variant={channels.length === 0 ? 'primary' : 'quiet'}
            onClick={() => setOpened(newChannel(freshId(random)))}
          >
            {t.add}
          </Button>
        </div>
      )}
      {opened !== undefined && (
        <ChannelDialog
          channel={opened}
          stored={channels.find(({ id }) => id === opened.id)}
          onClose={() => setOpened(undefined)}
          onChanged={() => {
            setOpened(undefined);
            onChanged();
          }}
        />
      )}
    </Card>
  );
}

interface ChannelRowProps {
  readonly channel: AlertChannel;
  readonly state: AlertChannelState | undefined;
  readonly utcOffsetS: number;
  readonly onEdit: () => void;
}

function ChannelRow({ channel, state, utcOffsetS, onEdit }: ChannelRowProps) {
  const { format } = useI18n();
  const { channels: t, severities } = useTexts('alerts').alerts;
  const { name, kind, enabled, severity } = channel;
  const { time } = usePlantTimes();
  const next = state?.next === undefined ? [] : [t.next(time(state.next, utcOffsetS))];
  const example = state?.example === true ? [t.exampleFailed] : [];
  const facts = [
    t.kinds[kind],
    ...(severity === 'note' ? [t.all] : [t.from(severities[severity])]),
    ...(enabled ? [] : [t.off]),
    ...(state === undefined ? [] : [format.count(state.sent_today, t.sentToday)]),
    ...(state === undefined || state.waiting === 0 ? [] : [format.count(state.waiting, t.waiting)]),
  ];
  return (
    <li className={styles.row}>
      <div>
        <b>
          <bdi>{name}</bdi>
        </b>
        <p className={styles.quiet}>{facts.join(' · ')}</p>
        {state?.problem !== undefined && (
          <p className={styles.problem}>{[...example, t.problems[state.problem], ...next].join(' · ')}</p>
        )}
      </div>
      <Button aria-label={t.edit(name)} onClick={onEdit}>
        {t.editShort}
      </Button>
    </li>
  );
}
