import type { ReceivedChannel, ReceivedInverter } from '@heliograph/contract';
import { lazy, Suspense, useEffect } from 'react';
import { useServices } from '../../shared/api/services.ts';
import { useHydrated } from '../../shared/api/use-hydrated.ts';
import { channelTitle } from '../../shared/i18n/channel-title.ts';
import { useI18n } from '../../shared/i18n/i18n-context.ts';
import { deadStrings, inverterState, inverterTitle } from '../../shared/page/inverter-state.ts';
import { StateBadge } from '../../shared/page/state-mark.tsx';
import { Alert } from '../../shared/ui/alert.tsx';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import { ErrorBoundary } from '../../shared/ui/error-boundary.tsx';
import { UnknownValue } from '../../shared/ui/unknown-value.tsx';
import { ChannelCard } from './channel-card.tsx';
import { DataAge, useDataAgeS } from './data-age.tsx';
import { HoldBadges, RadioFact } from './inverter-marks.tsx';
import styles from './inverter-panel.module.css';
import { InverterToolbar } from './inverter-toolbar.tsx';
import viewStyles from './live-data-view.module.css';
import { usePendingOrders } from './pending-orders-place.tsx';

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
        <div className={viewStyles.channels} data-strings={strings.length}>
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

/** Few inverters need it, and these not for long. */
const NoReadingNote = lazy(async () => ({ default: (await import('./no-reading.tsx')).NoReadingNote }));

function InverterNote({ inverter }: Pick<InverterPanelProps, 'inverter'>) {
  const { t } = useI18n();
  const isHydrated = useHydrated(); // the gateway renders nothing that has yet to be loaded
  const { silence } = inverter;
  if (!inverter.hasReading || silence === 'unpolled') {
    return (
      isHydrated && (
        <Suspense fallback={null}>
          <NoReadingNote inverter={inverter} />
        </Suspense>
      )
    );
  }
  if (silence === 'asleep') return <p className={styles.asleep}>{t.inverter.asleepNote}</p>;
  if (silence !== undefined) {
    return <Alert kind={silence === 'problem' ? 'danger' : 'info'}>{t.inverter.unreachableNote}</Alert>;
  }
  const dead = deadStrings(inverter);
  if (dead.length === 0) return null;
  const names = dead.map((string) => channelTitle(t, string)).join(', ');
  return <Alert kind="warning">{t.inverter.deadString(names)}</Alert>;
}
