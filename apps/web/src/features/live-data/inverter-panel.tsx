import type { ReceivedChannel, ReceivedInverter } from '@heliograph/contract';
import { useEffect } from 'react';
import { Link } from 'wouter';
import { useServices, useUser } from '../../shared/api/services.ts';
import { useI18n } from '../../shared/i18n/i18n-context.ts';
import { PATHS } from '../../shared/lib/paths.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import { ErrorBoundary } from '../../shared/ui/error-boundary.tsx';
import { UnknownValue } from '../../shared/ui/unknown-value.tsx';
import { ChannelCard, channelTitle } from './channel-card.tsx';
import { DataAge, useDataAgeS } from './data-age.tsx';
import { HoldBadges, RadioFact } from './inverter-marks.tsx';
import styles from './inverter-panel.module.css';
import { deadStrings, inverterState, inverterTitle } from './inverter-state.ts';
import { InverterToolbar } from './inverter-toolbar.tsx';
import viewStyles from './live-data-view.module.css';
import { usePendingOrders } from './pending-orders-place.tsx';
import { StateBadge } from './state-mark.tsx';

interface InverterPanelProps {
  readonly inverter: ReceivedInverter;
  /** When the values came, in the clock's elapsed milliseconds. */
  readonly receivedAtMs: number;
  readonly linkStale: boolean;
  /** A hint above says why nothing comes from any inverter: without a clock or a radio nobody is asked. */
  readonly isCauseKnown: boolean;
}

/** One inverter: who it is, how it is doing, what can be done with it, and everything it measures. */
export function InverterPanel({ inverter, receivedAtMs, linkStale, isCauseKnown }: InverterPanelProps) {
  const { t, format } = useI18n();
  const { liveLink } = useServices();
  const { serial, phase, strings, hasReading, refusedValues } = inverter;
  useEffect(() => liveLink.show(serial), [liveLink, serial]);
  const dead = linkStale ? [] : deadStrings(inverter);
  const card = (channel: ReceivedChannel) => (
    <ErrorBoundary
      key={channel.number}
      fallback={<Alert kind="warning">{t.failure.card}</Alert>}
      resetKey={channel}
    >
      <ChannelCard
        channel={channel}
        known={hasReading}
        faded={linkStale || !inverter.isAnswering}
        ofToday={inverter.isYieldOfToday}
        dead={dead.includes(channel)}
      />
    </ErrorBoundary>
  );

  return (
    <>
      <InverterHeader inverter={inverter} receivedAtMs={receivedAtMs} linkStale={linkStale} />
      {/* Where the link is stale or the cause is known, the page as a whole says what is wrong. */}
      {!linkStale && !isCauseKnown && <InverterNote inverter={inverter} />}
      {refusedValues > 0 && (
        <Alert kind="warning">{format.count(refusedValues, t.inverter.refusedValues)}</Alert>
      )}
      <InverterToolbar
        serial={serial}
        eventCount={inverter.eventCount}
        hasReading={hasReading}
        linkStale={linkStale}
      />
      {phase === undefined && strings.length === 0 ? (
        <p>{t.inverter.noProperties}</p>
      ) : (
        <div className={viewStyles.channels}>
          {phase && card(phase)}
          {strings.length > 0 && <div className={viewStyles.strings}>{strings.map(card)}</div>}
        </div>
      )}
    </>
  );
}

function InverterHeader({ inverter, receivedAtMs, linkStale }: Omit<InverterPanelProps, 'isCauseKnown'>) {
  const { t } = useI18n();
  const orders = usePendingOrders(inverter.serial);
  const isLimitOpen = orders.some(({ order }) => order.kind === 'limit');
  const isLimitUnsure = isLimitOpen || inverter.limit.isInDoubt;
  return (
    <header className={styles.header}>
      <div className={styles.title}>
        <h2 className={styles.name} title={inverterTitle(inverter)}>
          {inverterTitle(inverter)}
        </h2>
        <StateBadge state={inverterState(inverter, linkStale)} />
        <HoldBadges inverter={inverter} linkStale={linkStale} />
      </div>
      <dl className={styles.facts}>
        <div>
          <dt>{t.inverter.serial}</dt>
          <dd className={styles.serial}>
            <span>{inverter.serial}</span>
            <CopyButton text={inverter.serial} label={t.inverter.copySerial} />
          </dd>
        </div>
        <div>
          <dt>{t.inverter.limit}</dt>
          <dd className={isLimitUnsure ? styles.unsure : undefined} data-unsure={isLimitUnsure}>
            <Limit limit={inverter.limit} />
          </dd>
        </div>
        <div>
          <dt>{t.inverter.dataAge}</dt>
          <dd>
            {inverter.hasReading ? (
              <DataAge dataAgeS={inverter.dataAgeS} receivedAtMs={receivedAtMs} />
            ) : (
              <NoReading inverter={inverter} receivedAtMs={receivedAtMs} />
            )}
          </dd>
        </div>
        <RadioFact inverter={inverter} linkStale={linkStale} />
        {inverter.source?.name && (
          <div>
            <dt>{t.inverter.source}</dt>
            <dd className={styles.source}>{inverter.source.name}</dd>
          </div>
        )}
      </dl>
    </header>
  );
}

/** The first reading of a new inverter takes a few turns of the others; after so long something is wrong. */
const FIRST_READING_WITHIN_S = 120;

/**
 * Since when nothing has come. An original device does not tell when an inverter was added; the age that it tells
 * instead is its own, and says something only while that is young.
 */
function NoReading({ inverter, receivedAtMs }: Pick<InverterPanelProps, 'inverter' | 'receivedAtMs'>) {
  const { t, format } = useI18n();
  const { addedAgeS, dataAgeS } = inverter;
  const waitedS = useDataAgeS(addedAgeS ?? dataAgeS, receivedAtMs);
  if (waitedS < FIRST_READING_WITHIN_S) return t.inverter.noReadingYet;
  return addedAgeS === undefined
    ? t.inverter.noReading
    : t.inverter.noReadingFor(format.duration(waitedS * 1000));
}

/** Absolute only where it is known. */
function Limit({ limit: { percent, watts, isInDoubt } }: Pick<ReceivedInverter, 'limit'>) {
  const { t, format } = useI18n();
  if (percent === undefined) return <UnknownValue />;
  const inPercent = format.percentTenths(percent);
  const limit = watts === undefined ? inPercent : `${format.noDigits(watts)} W | ${inPercent}`;
  return isInDoubt ? `${limit} ${t.inverter.limitInDoubt}` : limit;
}

function InverterNote({ inverter }: Pick<InverterPanelProps, 'inverter'>) {
  const { t } = useI18n();
  const { silence } = inverter;
  if (!inverter.hasReading) return <NoReadingNote inverter={inverter} />;
  if (silence === 'asleep') return <p className={styles.asleep}>{t.inverter.asleepNote}</p>;
  if (silence !== undefined) {
    return <Alert kind={silence === 'problem' ? 'danger' : 'info'}>{t.inverter.unreachableNote}</Alert>;
  }
  const dead = deadStrings(inverter);
  if (dead.length === 0) return null;
  const names = dead.map((string) => channelTitle(t, string)).join(', ');
  return <Alert kind="warning">{t.inverter.deadString(names)}</Alert>;
}

/**
 * Of an inverter without a reading. Only where it should answer may its serial number be wrong. Our own gateway always
 * knows day from night where it knows the place of the plant.
 */
function NoReadingNote({ inverter: { silence, addedAgeS } }: Pick<InverterPanelProps, 'inverter'>) {
  const { t } = useI18n();
  const loggedIn = useUser() !== undefined;
  if (silence === undefined) return <Alert kind="info">{t.inverter.waitingNote}</Alert>;
  if (silence === 'problem') return <Alert kind="danger">{t.inverter.unreachableNoData}</Alert>;
  const isPlaceUnknown = silence === 'unclear' && addedAgeS !== undefined;
  return (
    <Alert kind="info">
      <p>{t.inverter.noReadingNote}</p>
      {isPlaceUnknown && loggedIn && (
        <p>
          {t.inverter.placeNote} <Link href={PATHS.ntpSettings}>{t.inverter.placeLink}</Link>
        </p>
      )}
    </Alert>
  );
}
