import type { ReceivedTime } from '@heliograph/contract';
import { CircleCheck, TriangleAlert } from 'lucide';
import { useState } from 'react';
import { useContact, useServices, useTickingSince } from '../../shared/api/services.ts';
import type { Formats } from '../../shared/i18n/format.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import type { Texts } from '../../shared/i18n/texts.ts';
import { clockSpan } from '../../shared/page/time-facts.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { UnknownValue } from '../../shared/ui/unknown-value.tsx';
import styles from './clock-card.module.css';
import { isClockSet, secondsAhead, wallOfBrowser, wallOfParts } from './wall-time.ts';

interface ClockComparisonProps {
  /** The device's, as read last. */
  readonly time: ReceivedTime | undefined;
  /** How far the device's zone is ahead of the browser's, as far as is known. */
  readonly zonesApartMs: number;
  readonly isLoading: boolean;
}

/** Both clocks side by side, counting on, and what is between them. */
export function ClockComparison({ time, zonesApartMs, isLoading }: ClockComparisonProps) {
  const { clock } = useServices();
  const { format } = useI18n();
  const { time: t } = useTexts('time');
  const [read, setRead] = useState({ time, atMs: clock.elapsedMs() });
  if (read.time !== time) setRead({ time, atMs: clock.elapsedMs() });
  const elapsedMs = useTickingSince(read.atMs);
  const isLost = useContact().lostAtMs !== undefined;

  const browserMs = wallOfBrowser(clock.unixMs());
  const deviceMs = time !== undefined && isClockSet(time) ? wallOfParts(time) + elapsedMs : undefined;
  const rightMs = browserMs + zonesApartMs; // what a clock of the device's zone shows that is right
  const aheadS = deviceMs === undefined ? undefined : secondsAhead(deviceMs, rightMs);
  const isGood = aheadS === 0 && !isLost;
  const icon = isGood ? CircleCheck : TriangleAlert;
  return (
    <>
      <dl className={styles.clocks}>
        <WallClock
          label={t.device}
          wallMs={isGood ? rightMs : deviceMs}
          isLoading={time === undefined && isLoading}
          isStale={isLost}
        />
        <WallClock label={t.browser} wallMs={browserMs} />
      </dl>
      <p className={`${styles.state} ${isGood ? styles.good : ''}`}>
        {time !== undefined && (
          <>
            <Icon of={icon} size={18} />
            {isLost
              ? t.notKnown
              : aheadS === undefined
                ? t.notSet
                : differenceText(t, format, aheadS, zonesApartMs / SECOND_MS)}
          </>
        )}
      </p>
    </>
  );
}

interface WallClockProps {
  readonly label: string;
  readonly wallMs: number | undefined;
  readonly isLoading?: boolean;
  readonly isStale?: boolean;
}

function WallClock({ label, wallMs, isLoading = false, isStale = false }: WallClockProps) {
  const { format } = useI18n();
  return (
    <div>
      <dt className={styles.quiet}>{label}</dt>
      <dd className={isStale ? styles.stale : undefined}>
        {wallMs === undefined ? (
          <strong>{isLoading ? <Skeleton height="1em" width="6rem" /> : <UnknownValue />}</strong>
        ) : (
          <>
            <strong>{new Date(wallMs).toISOString().slice(11, 19)}</strong>
            {/* With the month's name: day and month must not be taken for each other. */}
            <span>
              {new Date(wallMs).toLocaleDateString(format.tag, { dateStyle: 'medium', timeZone: 'UTC' })}
            </span>
          </>
        )}
      </dd>
    </div>
  );
}

const SECOND_MS = 1000;
const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;

/** In words, in the largest unit of which there are two. */
function differenceText(t: Texts['time'], format: Formats, aheadS: number, zonesApartS: number): string {
  if (aheadS === 0 && zonesApartS === 0) return t.inStep;
  const spanS = Math.abs(aheadS || zonesApartS);
  let span = clockSpan(format, spanS);
  if (spanS >= 2 * HOUR_S) span = `${format.decimal(Math.round((10 * spanS) / HOUR_S) / 10)} h`;
  if (spanS >= 2 * DAY_S) span = format.count(Math.round(spanS / DAY_S), t.days);
  if (aheadS === 0) return t.otherZones(span);
  return aheadS > 0 ? t.ahead(span) : t.behind(span);
}
