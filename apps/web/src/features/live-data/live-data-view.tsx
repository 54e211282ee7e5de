import type { ReceivedLiveData, ReceivedLiveInverter } from '@heliograph/contract';
import { useState } from 'react';
import { Link } from 'wouter';
import type { LinkProblem } from '../../shared/api/live-link-state.ts';
import { useElapsedSince } from '../../shared/api/services.ts';
import { useI18n } from '../../shared/i18n/i18n-context.ts';
import { PATHS } from '../../shared/lib/routes.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { ErrorBoundary } from '../../shared/ui/error-boundary.tsx';
import { Hints } from './hints.tsx';
import { InverterPanel } from './inverter-panel.tsx';
import { INVERTER_PANEL_ID, InverterTabs, type KeyedInverter, tabId } from './inverter-tabs.tsx';
import { STALE_ID } from './inverter-toolbar.tsx';
import { LinkProblemText } from './link-problem-text.tsx';
import styles from './live-data-view.module.css';
import { Totals } from './totals.tsx';

interface LiveDataViewProps {
  readonly live: ReceivedLiveData;
  /** When `live` came, in the clock's elapsed milliseconds. */
  readonly receivedAtMs: number;
  readonly stale: boolean;
  readonly problem: LinkProblem | undefined;
}

/** Everything the last message says, part by part; a part that fails leaves the others alone. */
export function LiveDataView({ live, receivedAtMs, stale, problem }: LiveDataViewProps) {
  const { t, format } = useI18n();
  const cardFailed = <Alert kind="warning">{t.failure.card}</Alert>;
  return (
    <div className={styles.view}>
      <ErrorBoundary fallback={cardFailed} resetKey={live}>
        <Hints live={live} receivedAtMs={receivedAtMs} />
      </ErrorBoundary>
      {stale && <StaleAlert receivedAtMs={receivedAtMs} problem={problem} />}
      {live.refusedInverters > 0 && (
        <Alert kind="warning">{format.count(live.refusedInverters, t.live.refusedInverters)}</Alert>
      )}
      {live.refusedTotal && <Alert kind="warning">{t.live.refusedTotal}</Alert>}
      {live.refusedHints && <Alert kind="warning">{t.live.refusedHints}</Alert>}
      <ErrorBoundary fallback={cardFailed} resetKey={live}>
        <Totals live={live} stale={stale} />
      </ErrorBoundary>
      {live.inverters.length > 0 && <Inverters live={live} receivedAtMs={receivedAtMs} stale={stale} />}
      {live.inverters.length === 0 && live.refusedInverters === 0 && <NoInverters />}
    </div>
  );
}

function StaleAlert({ receivedAtMs, problem }: Pick<LiveDataViewProps, 'receivedAtMs' | 'problem'>) {
  const { t, format } = useI18n();
  const ageMs = useElapsedSince(receivedAtMs);
  return (
    <Alert kind="warning">
      <p id={STALE_ID}>{t.live.stale(format.duration(ageMs))}</p>
      <LinkProblemText problem={problem} />
    </Alert>
  );
}

function NoInverters() {
  const { t } = useI18n();
  return (
    <section className={styles.empty}>
      <h2>{t.live.noInverters}</h2>
      <p>{t.live.noInvertersNext}</p>
      <Link href={PATHS.inverterSettings}>{t.live.noInvertersLink}</Link>
    </section>
  );
}

/** A serial may have been set up twice, so the key also counts how often it came before. */
function keyInverters(inverters: readonly ReceivedLiveInverter[]): KeyedInverter[] {
  const seen = new Map<string, number>();
  return inverters.map((inverter) => {
    const before = seen.get(inverter.serial) ?? 0;
    seen.set(inverter.serial, before + 1);
    return { key: `${inverter.serial}-${before}`, inverter };
  });
}

function Inverters({ live, receivedAtMs, stale }: Omit<LiveDataViewProps, 'problem'>) {
  const { t } = useI18n();
  const [chosenKey, setChosenKey] = useState<string>();
  const keyed = keyInverters(live.inverters);
  const shown = keyed.find(({ key }) => key === chosenKey) ?? keyed[0];
  if (shown === undefined) return null;

  const panel = (
    <ErrorBoundary fallback={<Alert kind="warning">{t.failure.card}</Alert>} resetKey={shown.inverter}>
      <InverterPanel
        key={shown.key}
        inverter={shown.inverter}
        receivedAtMs={receivedAtMs}
        linkStale={stale}
      />
    </ErrorBoundary>
  );
  if (keyed.length === 1) return <div className={styles.panel}>{panel}</div>;
  return (
    <div className={styles.inverters}>
      <InverterTabs inverters={keyed} shownKey={shown.key} linkStale={stale} onChoose={setChosenKey} />
      <div className={styles.panel} role="tabpanel" id={INVERTER_PANEL_ID} aria-labelledby={tabId(shown.key)}>
        {panel}
      </div>
    </div>
  );
}
