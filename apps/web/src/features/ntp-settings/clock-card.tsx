import { getTime, type ReceivedTime, setTime } from '@heliograph/contract';
import { useEffect, useState } from 'react';
import { useServices } from '../../shared/api/services.ts';
import { type Loaded, useEndpoint } from '../../shared/api/use-endpoint.ts';
import type { FormFailure } from '../../shared/form/form-state.ts';
import { askAgainMs, LoadFailure } from '../../shared/form/load-failure.tsx';
import { useOutcomeNotice } from '../../shared/form/outcome-notice.tsx';
import { useTexts } from '../../shared/i18n/i18n-context.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import styles from './clock-card.module.css';
import { ClockComparison } from './clock-comparison.tsx';
import { browserZoneName, timeSetting, zoneAheadMs } from './wall-time.ts';
import type { Zone } from './zones.ts';

interface ClockCardProps {
  /** The stored one. */
  readonly zone: Zone;
  /** How often the settings were saved: after each the device's clock may show something else. */
  readonly saves: number;
}

/** The device's clock beside the browser's, and the one set by the other. */
export function ClockCard({ zone, saves }: ClockCardProps) {
  const { call, clock } = useServices();
  const { time: t } = useTexts('time');
  const { answer, failure, reload } = useEndpoint(getTime, NO_QUERY, repeatMs);
  const zonesApartMs = zoneAheadMs(zone, clock.unixMs());
  const [isSending, setSending] = useState(false);
  const [outcome, setOutcome] = useState<FormFailure>();
  useOutcomeNotice({ outcome: undefined, failure: outcome, onDismiss: () => setOutcome(undefined) });

  useEffect(() => {
    if (saves > 0) reload();
  }, [saves, reload]);

  async function sync(): Promise<void> {
    if (isSending) return;
    setSending(true);
    setOutcome(undefined);
    const result = await call(setTime, { body: timeSetting(clock.unixMs(), zone) });
    setSending(false);
    if (result.kind === 'unauthorized') return; // the page goes to the login
    setOutcome(result.kind === 'answered' ? { kind: 'rejected', answer: result.answer } : result);
    reload();
  }

  return (
    <Card title={t.clock}>
      {failure !== undefined && failure.kind !== 'unauthorized' && (
        <LoadFailure failure={failure} onRetry={reload} />
      )}
      {/* Without an answer nobody knows what the device's clock shows. */}
      <ClockComparison
        time={failure === undefined ? answer : undefined}
        zonesApartMs={zonesApartMs}
        isLoading={failure === undefined}
      />
      {zonesApartMs !== 0 && (
        <Alert kind="info">{t.otherZone(browserZoneName(), zone.ntp_timezone_descr)}</Alert>
      )}
      <Button className={styles.sync} aria-disabled={isSending} onClick={() => void sync()}>
        {t.sync}
      </Button>
      <p className={styles.quiet}>{t.syncNote}</p>
    </Card>
  );
}

const NO_QUERY = {};
// The page counts on by itself; a time server may have set the clock meanwhile.
const READ_AGAIN_AFTER_MS = 60_000;

function repeatMs(loaded: Loaded<ReceivedTime>): number | undefined {
  return loaded.answer === undefined ? askAgainMs(loaded) : READ_AGAIN_AFTER_MS;
}
